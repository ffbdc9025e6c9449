import { createInterface } from 'node:readline';
import type { RulebookFolders } from '../rulebook/load.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { openRulebook } from './open_rulebook.js';
import type { AnswerFile } from './rules/known_answers.js';
import type { SecondProver } from './rules/second_prover.js';

/** What a command may touch of the world, so that tests can stand in for it. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Standard output is a terminal: colour and line width make sense. */
  outIsTty: boolean;
  /** Standard error is a terminal: a progress bar makes sense. */
  errIsTty: boolean;
  /** Standard input is a terminal: questions can be asked. */
  inIsTty: boolean;
  columns: number;
  env: Readonly<Record<string, string | undefined>>;
  readStdin(): Promise<Buffer>;
  /** Asks on the terminal; null when nothing more is typed. */
  ask(question: string): Promise<string | null>;
  /** @throws RulebookError with every problem of the files. */
  openRulebook(places: RulebookFolders): Promise<Rulebook>;
  /** A thread that proves known answers of the same rulebook beside this one; null where one would not help. */
  secondProver(
    places: RulebookFolders,
    today: string,
    files: readonly AnswerFile[],
    takers: Int32Array,
  ): Promise<SecondProver | null>;
}

/** The terminal this process really runs in. */
export function processTerminal(): Terminal {
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    outIsTty: process.stdout.isTTY === true,
    errIsTty: process.stderr.isTTY === true,
    inIsTty: process.stdin.isTTY === true,
    columns: process.stdout.columns ?? 100,
    env: process.env,
    ask: askOnTerminal,
    readStdin: async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    },
    openRulebook,
    secondProver: async (...task) => (await import('./rules/second_prover.js')).SecondProver.start(...task),
  };
}

/** A question on standard error, so that what a command prints can still be piped. */
function askOnTerminal(question: string): Promise<string | null> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((answered) => {
    prompt.on('close', () => answered(null));
    prompt.question(question, (answer) => {
      answered(answer);
      prompt.close();
    });
  });
}

export type Colour = 'green' | 'yellow' | 'red' | 'cyan' | 'dim' | 'bold';

const CODES: Record<Colour, number> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 };

/** Paints text when the output is a terminal; NO_COLOR and FORCE_COLOR are respected. */
export function painter(terminal: Terminal): (colour: Colour, text: string) => string {
  const { NO_COLOR, FORCE_COLOR } = terminal.env;
  const forced = FORCE_COLOR !== undefined && FORCE_COLOR !== '' && FORCE_COLOR !== '0';
  const on = (NO_COLOR === undefined || NO_COLOR === '') && (forced || terminal.outIsTty);
  return (colour, text) => (on ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text);
}

/** Breaks text into lines of at most `width` characters; a longer word, such as an address, stays whole. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((w) => w !== '')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push(line);
  return lines;
}
