import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Proposal } from '../../src/extraction/vision/proposal.js';

export interface Call {
  path: string;
  authorization: string | undefined;
  body: string;
}

export interface VisionModel {
  url: string;
  calls: Call[];
  close(): Promise<void>;
}

/** A real HTTP server in a vision model's place, on a port of its own; it answers what it is told to. */
export async function visionModel(
  answer: (response: ServerResponse, request: IncomingMessage) => void,
): Promise<VisionModel> {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      calls.push({
        path: request.url ?? '',
        authorization: request.headers.authorization,
        body: Buffer.concat(chunks).toString('utf8'),
      });
      answer(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1/chat/completions`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The answer of chat completions that holds a proposal. */
export function completion(response: ServerResponse, proposal: Proposal | unknown): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: JSON.stringify(proposal) } }] }));
}
