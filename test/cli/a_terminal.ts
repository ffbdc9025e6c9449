import { openRulebook } from '../../src/cli/open_rulebook.js';
import { run } from '../../src/cli/program.js';
import type { Terminal } from '../../src/cli/terminal.js';

export interface Ran {
  code: number;
  out: string;
  err: string;
}

/** Runs a command line in this process, on a terminal that only remembers. */
export async function ran(args: string[], over: Partial<Terminal> & { stdin?: string } = {}): Promise<Ran> {
  const said = { out: '', err: '' };
  const { stdin, ...rest } = over;
  const terminal: Terminal = {
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    outIsTty: false,
    errIsTty: false,
    inIsTty: false,
    ask: async () => null,
    columns: 100,
    env: {},
    openRulebook,
    secondProver: async () => null,
    readStdin: async () => Buffer.from(stdin ?? ''),
    ...rest,
  };
  const code = await run(args, terminal);
  return { code, ...said };
}
