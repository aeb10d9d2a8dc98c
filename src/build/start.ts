// npm start: sets up this machine, builds, and serves the page on this machine; builds again after each change of the sources.

import { parseArgs } from 'node:util';
import { HUB_USAGE, buildAll, readHub } from './build.ts';
import { isolation, listen, serve } from './server.ts';
import { modelsDir, siteDir } from './tools/paths.js';
import { Stop, runMain, say } from './tools/say.js';
import { watchSources } from './watch.ts';

const USAGE = `npm start -- [--port <number>] [--host <name>] [--plain] [--hub <address>]
  --port   where to serve the page; default 8080
  --host   for whom: default localhost, this machine alone; 0.0.0.0 for every machine that can reach this one,
           or one name or address of this machine's
  --plain  send no special headers, as most course sites do; the core then runs on one thread
${HUB_USAGE}`;

await runMain(async () => {
  const { help, port, host, plain, hub } = readArguments();
  if (help) {
    console.log(USAGE);
    return;
  }
  await checkPort(port, host); // before the build, which may take minutes
  const build = () => buildAll({ hub });
  await build();
  const { url } = await serve({
    root: siteDir,
    port,
    host,
    headers: plain ? {} : isolation,
    folders: { models: modelsDir },
  });
  say('');
  console.log(`headwise is at ${url.replace(/\/$/, '')}${plain ? ' (no special headers)' : ''}`);
  say('Press Ctrl+C to stop. A change of the sources is built at once: reload the page.');
  await watchSources(build, () => say('Built: reload the page.'));
});

/** @throws when it cannot be opened */
async function checkPort(port: number, host: string) {
  try {
    await (await listen({ port, host })).close();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new Stop(`--host: expected a name or an address of this machine, got ${host}`);
    }
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const reason = code === 'EACCES' ? 'is for root only' : 'is taken';
    const other = port < 1024 ? 8080 : port + 1;
    throw new Stop(`Port ${port} ${reason}. Choose another: npm start -- --port ${other}`);
  }
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        port: { type: 'string', default: '8080' },
        host: { type: 'string', default: 'localhost' },
        plain: { type: 'boolean', default: false },
        hub: { type: 'string' },
      },
    });
    const port = Number(values.port);
    if (!/^\d+$/.test(values.port ?? '') || port > 65535) {
      throw new Error(`--port: expected a number from 0 to 65535, got ${values.port}`);
    }
    return { ...values, port, hub: readHub(values.hub) };
  } catch (error) {
    throw new Stop(`${(error as Error).message}\n\n${USAGE}`);
  }
}
