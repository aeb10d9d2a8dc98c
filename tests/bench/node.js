// The measurement in a Node process of its own: receives the plan from the process that forked it, and sends the report
// back.

import { Worker } from 'node:worker_threads';
import { measureHeap } from './heap.js';
import { measure } from './measure.js';

/** @import { InWorkers } from './calibrate.js' */
/** @import { Weighed } from './heap.js' */
/** @import { Plan } from './measure.js' */

const setting = { browser: false, packages: '' };
const send = (/** @type {unknown} */ message, /** @type {() => void} */ then = () => {}) =>
  process.send?.(message, undefined, undefined, then);

/** @type {InWorkers} */
async function inWorkers(count, programs, work) {
  const source = `const { parentPort, workerData } = require('node:worker_threads');
    parentPort.postMessage((${work})(workerData));`;
  return Promise.all(
    Array.from({ length: count }, () => {
      const worker = new Worker(source, { eval: true, workerData: programs });
      return new Promise((resolve, reject) =>
        worker.once('message', resolve).once('error', reject),
      );
    }),
  );
}

/**
 * The glue of onnxruntime leaves a global Worker behind, even without threads. jax-js takes that for a browser's, begins
 * to share its memory half-way, and fails.
 */
function keepWorkerOut() {
  Object.defineProperty(globalThis, 'Worker', { get: () => undefined, set() {} });
}

process.once('message', async (/** @type {{ plan: Plan } | { heap: Weighed }} */ what) => {
  const { threads } = 'plan' in what ? what.plan : what.heap;
  if (threads === 1) keepWorkerOut();
  const result =
    'plan' in what
      ? await measure(what.plan, {
          name: `Node ${process.versions.node}`,
          setting,
          inWorkers,
          say: (text) => send({ said: text }),
        })
      : await measureHeap(what.heap, setting);
  send({ result }, () => process.exit()); // threads of engines may still be there
});
