import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  /** Messages taken so far, as they came over the wire. */
  received: { from: string; to: string[]; text: string }[];
  close(): Promise<void>;
}

/**
 * A real SMTP server on loopback that keeps what it gets.
 * @param options.refuse how many recipients it refuses for now; `silent` never answers the end of a message.
 */
export async function mailServer(options: { refuse?: number; silent?: boolean } = {}): Promise<MailServer> {
  const received: MailServer['received'] = [];
  let refusals = options.refuse ?? 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (_address, _session, done) => done(refusals-- > 0 ? new Error('451 try later') : undefined),
    onData: (stream, session, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8');
      });
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map((r) => r.address), text });
        if (!options.silent) done();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
