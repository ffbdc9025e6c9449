/** Configuration entries of the common MCP clients, with a key filled in. */
export function clientSnippets(baseUrl: string, key: string): { client: string; where: string; text: string }[] {
  const url = `${baseUrl}/mcp`;
  const headers = { Authorization: `Bearer ${key}` };
  const json = (value: object) => JSON.stringify(value, null, 2);
  return [
    {
      client: 'Claude Code',
      where: 'Type in a terminal:',
      text: `claude mcp add --transport http notice708 ${url} --header "Authorization: Bearer ${key}"`,
    },
    {
      client: 'Cursor, Windsurf and others that read mcp.json',
      where: 'Add under mcpServers:',
      text: json({ mcpServers: { notice708: { type: 'http', url, headers } } }),
    },
    {
      client: 'VS Code',
      where: 'Add to .vscode/mcp.json:',
      text: json({ servers: { notice708: { type: 'http', url, headers } } }),
    },
    {
      client: 'curl',
      where: 'Try it:',
      text: `curl -s ${baseUrl}/api/v1/check-account-status -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d "{}"`,
    },
  ];
}
