// Starts WebKitGTK, and speaks as much of the WebDriver protocol with it as the tests need.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { existsSync } from 'node:fs';
import { find } from '../../../src/build/tools/run.js';
import { programs } from '../../../src/build/setup/requirements.ts';
import { PATIENCE, until } from './until.js';

const BROWSERS = [
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.0/MiniBrowser',
  '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.0/MiniBrowser',
];

/** Processes that start at the same moment look for a free display from numbers of their own: xvfb-run does not lock. */
const FIRST_DISPLAY = 1000;

/** A WebKitGTK browser on a display of its own. */
export async function startWebKit() {
  const driver = programs.webKitDriver();
  const display = find('xvfb-run');
  const binary = BROWSERS.find((path) => existsSync(path));
  if (!driver || !display || !binary) {
    throw new Error('WebKitGTK is missing: apt-get install webkit2gtk-driver xvfb xauth');
  }
  const port = await freePort();
  const child = spawn(
    display,
    [
      '-a',
      `--server-num=${FIRST_DISPLAY + process.pid}`,
      driver,
      `--port=${port}`,
      '--host=127.0.0.1',
    ],
    {
      env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
      stdio: 'ignore',
      detached: true, // so that the display and the browser end with it
    },
  );
  const base = `http://127.0.0.1:${port}`;

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   */
  async function send(method, path, body) {
    const response = await fetch(base + path, {
      method,
      body: body && JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    });
    const { value } = await response.json();
    if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  }

  const end = async () => {
    if (child.exitCode !== null || child.pid === undefined) return;
    process.kill(-child.pid);
    await once(child, 'exit');
  };
  try {
    await until(
      () => send('GET', '/status').then((status) => status.ready),
      'the WebKitGTK driver',
    );
    const { sessionId, capabilities } = await send('POST', '/session', {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } },
      },
    });
    const session = `/session/${sessionId}`;
    await send('POST', `${session}/timeouts`, { script: PATIENCE, pageLoad: PATIENCE });
    /**
     * @param {string} body
     * @param {unknown[]} args
     */
    const run = (body, args) =>
      send('POST', `${session}/execute/async`, {
        script: `const done = arguments[arguments.length - 1];
            Promise.resolve((async (...args) => { ${body} })(...arguments))
              .then((value) => done({ value }), (error) => done({ error: String(error) }));`,
        args,
      }).then(({ value, error }) => {
        if (error) throw new Error(error);
        return value;
      });
    return {
      /** @param {string} url */
      goto: (url) => send('POST', `${session}/url`, { url }),
      /**
       * The result of a function's body run in the page; it may return a promise.
       * @param {string} body
       * @param {...unknown} args
       */
      run: (body, ...args) => run(body, args),
      /**
       * The same in the first frame of the page.
       * @param {string} body
       * @param {...unknown} args
       */
      async runInFrame(body, ...args) {
        await send('POST', `${session}/frame`, { id: 0 });
        try {
          return await run(body, args);
        } finally {
          await send('POST', `${session}/frame`, { id: null });
        }
      },
      /** @returns {string} such as 2.50.1 */
      version: String(capabilities?.browserVersion ?? ''),
      async close() {
        await send('DELETE', session).catch(() => {});
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}
