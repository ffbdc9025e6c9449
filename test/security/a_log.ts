import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';

/** A log at its most talkative, kept to be searched. */
export function keptLog(): { log: Logger; text(): string } {
  let text = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  return { log: pino({ level: 'trace' }, sink), text: () => text };
}
