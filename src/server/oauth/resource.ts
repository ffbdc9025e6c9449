/** The resource every access token is for. */
export const resourceOf = (baseUrl: string): string => `${baseUrl}/mcp`;
