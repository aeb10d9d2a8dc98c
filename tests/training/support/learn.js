// Trains a model and hashes every bit of every parameter: in this process, or in a browser's page,
// which imports the same entries.

import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { distDir } from '../../../src/build/tools/paths.js';
import { withPage } from '../../web/support/browsers.js';
import { careful } from '../../web/support/chromium.js';

/**
 * @typedef {object} Course
 * @property {string} task a maker of headwise/training
 * @property {object} [taskOptions]
 * @property {object} config
 * @property {object} optimizer
 * @property {number} steps
 * @property {number} threads
 * @property {readonly number[]} [marks] accuracies; the first step whose batch reaches each is
 * returned
 *
 * @typedef {object} Learned
 * @property {string} bits of all parameters together
 * @property {number} threads
 * @property {number[]} reached the step of each mark; 0: none
 * @property {number[]} seconds until then
 * @property {number} loss of the last batch
 * @property {number} accuracy on held-out examples
 */

/**
 * Needs nothing from around it: browsers get its text.
 *
 * @param {{ headwise: string, training: string }} entries
 * @param {Course} course
 * @returns {Promise<Learned>}
 */
async function learn(entries, course) {
  const [{ loadInWorker }, training] = await Promise.all([
    import(entries.headwise),
    import(entries.training),
  ]);
  const { task: name, taskOptions, config, optimizer, steps, threads, marks = [] } = course;
  // every product is shared out, however small it is
  const engine = await loadInWorker(threads === 1 ? { threads } : { threads, threadsFrom: 0 });
  const task = training[name](taskOptions);
  const { vocabSize, contextLen, causal } = task;
  const model = await training.createTransformer(engine, {
    ...{ vocabSize, contextLen, causal },
    ...config,
  });
  const reached = marks.map(() => 0);
  const seconds = marks.map(() => 0);
  const began = performance.now();
  let loss = NaN;
  for await (const result of training.train(model, task, { ...optimizer, steps })) {
    loss = result.loss;
    marks.forEach((mark, i) => {
      if (reached[i] > 0 || result.accuracy < mark) return;
      reached[i] = result.step;
      seconds[i] = (performance.now() - began) / 1000;
    });
  }
  const { tokens, targets, mask } = task.heldOut(128);
  const { accuracy } = await model.evaluate({ tokens, targets, mask });
  // FNV-1a, 64 bits
  let bits = 0xcbf29ce484222325n;
  for (const { data } of Object.values(await model.stateDict())) {
    for (const word of new Uint32Array(data.buffer, data.byteOffset, data.length)) {
      bits = BigInt.asUintN(64, (bits ^ BigInt(word)) * 0x100000001b3n);
    }
  }
  const used = engine.backend.threads;
  await engine.dispose();
  return { bits: bits.toString(16), threads: used, reached, seconds, loss, accuracy };
}

/** @param {Course} course */
export function learnHere(course) {
  const entry = (/** @type {string} */ name) => pathToFileURL(join(distDir, name)).href;
  return learn({ headwise: entry('headwise.node.js'), training: entry('training.js') }, course);
}

/**
 * The same in a browser, in a page that lies beside the entries.
 *
 * @param {import('../../web/support/browsers.js').BrowserName} browser
 * @param {Course} course
 * @returns {Promise<Learned>}
 */
export function learnIn(browser, course) {
  const entries = ['headwise', 'training'].map(
    (name) => `${name}: new URL('${name}.js', location.href).href`,
  );
  return withPage(browser, { headers: careful, path: 'check.html' }, ({ run }) =>
    run(`return (${learn})({ ${entries.join()} }, args[0])`, course),
  );
}

/** All parts of a model and of its training, in small sizes. */
export const everything = {
  task: 'induction',
  taskOptions: { symbols: 12, length: 20, batchSize: 8 },
  config: {
    ...{ embedDim: 32, numHeads: 4, numLayers: 2, mlpDim: 48 },
    ...{ activation: 'gelu', dropout: 0.1, seed: 5 },
  },
  optimizer: {
    ...{ learningRate: 0.003, clipNorm: 1, weightDecay: 0.01 },
    schedule: { type: 'cosine', warmUp: 10, steps: 120 },
  },
};

/** The task and the model of the figures of induction. */
export const induction = {
  task: 'induction',
  config: { embedDim: 64, numHeads: 4, numLayers: 2, mlpDim: 0, seed: 1 },
  optimizer: { learningRate: 0.004 },
};
