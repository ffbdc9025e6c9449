/** The little of autocannon that the measurement uses; it brings no types. */
declare module 'autocannon' {
  interface Request {
    method: string;
    path: string;
    headers?: Record<string, string>;
    body?: string;
  }
  interface Result {
    requests: { average: number; total: number };
    latency: { p50: number; p99: number };
    errors: number;
    non2xx: number;
  }
  export default function autocannon(options: {
    url: string;
    connections: number;
    /** Seconds; or `amount` of requests in all. */
    duration?: number;
    amount?: number;
    workers?: number;
    requests: Request[];
  }): Promise<Result>;
}
