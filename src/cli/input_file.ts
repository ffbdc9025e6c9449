import { readFile, stat } from 'node:fs/promises';
import { BadInputError } from './exit_codes.js';
import type { Terminal } from './terminal.js';

/**
 * The bytes of a file named on the command line, `-` for standard input.
 * @throws BadInputError when it is not there, not a file or too large.
 */
export async function bytesOf(path: string, terminal: Terminal, maxBytes: number): Promise<Buffer> {
  if (path === '-') return terminal.readStdin();
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw new BadInputError(`${path} is larger than ${maxBytes / 1024 / 1024} MB; split it`);
    return await readFile(path);
  } catch (error) {
    if (error instanceof BadInputError) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    throw new BadInputError(
      code === 'ENOENT'
        ? `${path} does not exist`
        : code === 'EISDIR'
          ? `${path} is a folder`
          : `${path} cannot be read (${code})`,
    );
  }
}
