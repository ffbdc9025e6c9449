#!/usr/bin/env node
import { run } from './program.js';
import { processTerminal } from './terminal.js';

// `notice708 check FILE | head` closes the pipe early; that is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await run(process.argv.slice(2), processTerminal());
