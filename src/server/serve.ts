import { formatProblem, RulebookError } from '../rulebook/problems.js';
import { frontPage } from './front_page.js';
import { readSettings, type Settings, SettingsError } from './settings.js';
import { startServer } from './start.js';

/** Where the two kinds of text go. */
export interface Streams {
  out(text: string): void;
  err(text: string): void;
}

const STANDARD: Streams = { out: (text) => process.stdout.write(text), err: (text) => process.stderr.write(text) };

/**
 * Runs the server until a signal ends it: says at once what it serves, loads the rulebook, drains on SIGTERM or SIGINT
 * (a second signal ends it at once).
 * @returns the exit code: 0 after a signal, 1 when the rulebook, the data folder or the port cannot be used, 2 for bad settings.
 */
export async function serve(env: Record<string, string | undefined>, streams: Streams = STANDARD): Promise<number> {
  let settings: Settings;
  try {
    settings = readSettings(env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    streams.err(`${error.message}\n`);
    return 2;
  }
  try {
    const running = await startServer(settings);
    streams.out(frontPage(running.url, settings));
    for (const warning of warningsOf(settings)) streams.err(`warning: ${warning}\n`);
    const stopped = signalled(() => running.close());
    const book = await running.ready;
    streams.out(
      `Ready: rulebook ${book.edition}, ${book.rules.length} rules for lines, ${book.catalogue.concepts.length} products.\n`,
    );
    await stopped;
    return 0;
  } catch (error) {
    if (error instanceof RulebookError) {
      streams.err(
        `The rulebook cannot be used, so the server does not start:\n${error.problems.map((p) => `  ${formatProblem(p)}\n`).join('')}`,
      );
    } else streams.err(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

/** What an operator should know and need not change. */
function warningsOf(settings: Settings): string[] {
  const { limits, behaviourSet, baseUrl, host } = settings;
  const warnings: string[] = [];
  if (limits.mcpPerMinute === null && limits.checkLineItemPerDay === null) warnings.push('no limits are in force');
  if (behaviourSet === 'B') warnings.push('behaviour set B is in force');
  if (baseUrl === null && (host === '0.0.0.0' || host === '::'))
    warnings.push('BASE_URL is not set; clients that use a name need it, or ALLOWED_HOSTS');
  return warnings;
}

function signalled(close: () => Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = () => {
      if (asked) process.exit(1);
      asked = true;
      close().then(resolve);
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
}
