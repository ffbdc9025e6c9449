import { readSettings } from '../../src/server/settings.js';
import { startServer } from '../../src/server/start.js';
import { TOOLS, toolTable } from '../../src/tools/table.js';
import { FIXTURE_TOOLS } from './fixture_tools.js';

/** The real server with the suite's tools added; run.sh starts it and ends it. */
const server = await startServer(readSettings({ ...process.env, LIMITS: 'off', LOG_LEVEL: 'warn' }), {
  tools: toolTable([...TOOLS.A.all, ...FIXTURE_TOOLS]),
});
await server.ready;
process.stdout.write(`${server.url}\n`);
process.once('SIGTERM', () => void server.close());
