// Runs the suites in a worker of the page that checks its engine: fetches their data from beside
// the page and reports progress. The page defines the messages and their order.

import { load } from 'headwise';
import { load as loadReference } from 'headwise/reference';
import { runSuite } from './run.js';
import { loaders } from './suites.js';
import { formatOutcomes } from './table.js';

/** @import { LoadOptions } from 'headwise' */
/** @import { Message } from '../../web/page/check/run.ts' */
/** @import { Outcome } from './run.js' */

const PAUSE = 30; // milliseconds between two figures of progress: more cannot be seen
const scope = /** @type {Worker} */ (/** @type {unknown} */ (globalThis)); // a page's Worker and its own scope talk alike

/** @param {Message} message */
const say = (message) => scope.postMessage(message);

scope.onmessage = async (/** @type {MessageEvent<LoadOptions>} */ { data: options }) => {
  try {
    await check(options);
  } catch (error) {
    const { message, code = '' } = /** @type {Error & { code?: string }} */ (error);
    say({ kind: 'failed', code, detail: message });
  }
};

/** @param {LoadOptions} options of the engine */
async function check(options) {
  const engine = await load(options);
  const oracle = await loadReference();
  const suites = await Promise.all(loaders.map((open) => open(read)));
  const { backend } = engine;
  const browser = navigator.userAgent;
  const heads = suites.map(({ name, version, cases }) => ({ name, version, cases: cases.length }));
  say({ kind: 'started', backend, browser, suites: heads });

  /** @type {Outcome[]} */
  const outcomes = [];
  for (const [at, suite] of suites.entries()) {
    let said = performance.now();
    say({ kind: 'progress', suite: at, done: 0 });
    const outcome = await runSuite(suite, engine, oracle, async (done) => {
      if (performance.now() < said + PAUSE) return;
      said = performance.now();
      say({ kind: 'progress', suite: at, done });
      await new Promise((resolve) => setTimeout(resolve)); // a worker that is never idle is ended only after seconds
    });
    outcomes.push(outcome);
    say({ kind: 'outcome', suite: at, outcome });
  }
  engine.dispose();
  say({ kind: 'finished', text: formatOutcomes(outcomes, backend, [backend.reason, browser]) });
}

/**
 * @param {string} path below tests/, and below check/ beside the page
 * @returns {Promise<Uint8Array>}
 */
async function read(path) {
  const { href } = new URL(`./check/${path}`, import.meta.url);
  try {
    const response = await fetch(href);
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim());
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    throw Object.assign(new Error(`${href}: ${message}`), { code: 'fetch' });
  }
}
