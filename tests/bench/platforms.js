// The platforms of a measurement: two versions of Node, and Chromium. Each run has a process of its own, so that nothing
// remains of the run before.

import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isolation, serve } from '../../src/build/server.ts';
import { programs } from '../../src/build/setup/requirements.ts';
import { launchChromium } from '../../src/build/tools/chromium.ts';
import { root } from '../../src/build/tools/paths.js';
import { Stop, say } from '../../src/build/tools/say.js';
import { benchDir, node24 } from './prepare.js';

/** @import { Weighed } from './heap.js' */
/** @import { Plan, Report } from './measure.js' */

/** @typedef {'node' | 'node24' | 'chromium'} PlatformName this Node, the installed one, the browser */

const watchMemories = new URL('watch-memories.js', import.meta.url).href;

/** @type {PlatformName[]} */
export const platformNames = ['node', 'node24', 'chromium'];

/** The platforms of this machine, each Node once. */
export function platformsHere() {
  return platformNames.filter((name) => {
    if (name === 'node24') return existsSync(node24) && !process.version.startsWith('v24.');
    return name === 'node' || programs.chromium() !== null;
  });
}

/**
 * @param {PlatformName} platform
 * @param {Plan} plan
 * @returns {Promise<Report>}
 */
export function runOn(platform, plan) {
  return platform === 'chromium' ? runInChromium(plan) : runInNode(platform, { plan });
}

/**
 * @param {'node' | 'node24'} platform
 * @param {Weighed} heap
 * @returns {Promise<number>} bytes
 */
export function weigh(platform, heap) {
  return runInNode(platform, { heap });
}

/**
 * @param {'node' | 'node24'} platform
 * @param {{ plan: Plan } | { heap: Weighed }} what
 * @returns {Promise<any>}
 */
function runInNode(platform, what) {
  const child = fork(join(benchDir, 'node.js'), [], {
    execPath: platform === 'node24' ? node24 : process.execPath,
    execArgv: 'heap' in what ? ['--import', watchMemories] : [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send(what);
  return new Promise((resolve, reject) => {
    child.on('message', (/** @type {any} */ { said, result }) => {
      if (said) say(`    ${said}`);
      else resolve(result);
    });
    child.once('exit', (code) => reject(new Stop(`The measurement ended with ${code}.`)));
  });
}

/** @param {Plan} plan @returns {Promise<Report>} */
async function runInChromium(plan) {
  // Without shared memory, every engine is on one thread.
  const server = await serve({ root, headers: plan.threads > 1 ? isolation : {} });
  const { browser, stop } = await launchChromium();
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => say(String(error)));
    await page.exposeFunction('say', (/** @type {string} */ text) => say(`    ${text}`));
    await page.goto(`${server.url}tests/bench/page.html`);
    await page.waitForFunction('"benchmark" in globalThis');
    return await page.evaluate(
      ([given, name]) => /** @type {any} */ (globalThis).benchmark(given, name),
      /** @type {const} */ ([plan, `Chromium ${browser.version()}`]),
    );
  } finally {
    await stop();
    await server.close();
  }
}
