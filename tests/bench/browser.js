// The measurement in a worker of a page: there an engine may wait for its threads, which a page itself may not.

import { measure } from './measure.js';

/** @import { InWorkers } from './calibrate.js' */
/** @import { Plan } from './measure.js' */

/** @type {InWorkers} */
async function inWorkers(count, programs, work) {
  const source = `onmessage = ({ data }) => postMessage((${work})(data));`;
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const rates = await Promise.all(
    Array.from({ length: count }, () => {
      const worker = new Worker(url);
      worker.postMessage(programs);
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => {
          worker.terminate();
          resolve(data);
        };
        worker.onerror = reject;
      });
    }),
  );
  URL.revokeObjectURL(url);
  return rates;
}

const scope = /** @type {any} */ (globalThis);

scope.onmessage = async (/** @type {{ data: { plan: Plan, name: string } }} */ { data }) => {
  const { plan, name } = data;
  // jax-js asks how many cores there are and takes them all.
  Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => plan.threads });
  const setting = { browser: true, packages: '/build/bench/node_modules' };
  const say = (/** @type {string} */ said) => scope.postMessage({ said });
  try {
    scope.postMessage({ result: await measure(plan, { name, setting, inWorkers, say }) });
  } catch (error) {
    scope.postMessage({ failed: error instanceof Error ? error.message : String(error) });
  }
};
