// npm start: sets up what is missing, builds, and serves the page on this machine.

import { once } from 'node:events';
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { buildAll } from './build.js';
import { isolation, serve } from './server.js';
import { siteDir } from './tools/paths.js';
import { Stop, runMain, say } from './tools/say.js';

const kUsage = `npm start -- [--port <number>] [--plain]
  --port   where to serve the page; default 8080
  --plain  send no special headers, as most course sites do; the core then runs on one thread`;

await runMain(async () => {
  const { port, plain } = readArguments();
  await checkPort(port); // before the build, which may take minutes
  await buildAll();
  const { url } = await serve({ root: siteDir, port, headers: plain ? {} : isolation });
  say('');
  console.log(`headwise is at ${url.replace(/\/$/, '')}${plain ? ' (no special headers)' : ''}`);
  say('Press Ctrl+C to stop.');
});

/**
 * @param {number} port
 * @throws {Stop} when it cannot be opened
 */
async function checkPort(port) {
  const server = createServer();
  try {
    await once(server.listen(port), 'listening');
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const reason = code === 'EACCES' ? 'is for root only' : 'is taken';
    const other = port < 1024 ? 8080 : port + 1;
    throw new Stop(`Port ${port} ${reason}. Choose another: npm start -- --port ${other}`);
  }
  server.close();
  await once(server, 'close');
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '8080' },
        plain: { type: 'boolean', default: false },
      },
    });
    const port = Number(values.port);
    if (!/^\d+$/.test(values.port ?? '') || port > 65535) {
      throw new Error(`--port: expected a number from 0 to 65535, got ${values.port}`);
    }
    return { port, plain: values.plain };
  } catch (error) {
    throw new Stop(`${/** @type {Error} */ (error).message}\n\n${kUsage}`);
  }
}
