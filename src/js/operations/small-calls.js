// The module's small operations, each put into the core's memory and begun as calls.js does for attention.

import { readTensor } from './calls.js';
import { numbers } from '../arguments/numbers.js';

/** @import { Call } from './calls.js' */
/** @import { Core } from '../host/core.js' */
/** @import { AddAndNormPlan, EmbedPlan, LinearPlan, SoftmaxPlan } from '../arguments/small.js' */
/** @import { AddAndNormResult, FloatTensor, SoftmaxSteps } from '../types/index.js' */

/**
 * Begins what has been laid out and written.
 *
 * @template T
 * @param {Core} core
 * @param {() => T} collect
 * @returns {Call<T>}
 */
function begin(core, collect) {
  core.start();
  return { core, onProgress: null, collect };
}

/**
 * @param {Core} core
 * @param {LinearPlan} plan
 * @returns {Call<FloatTensor>}
 */
export function startLinear(core, plan) {
  const { rows, inputDim, outputDim, x, weight, bias, shape } = plan;
  core.plan(['linear', rows, inputDim, outputDim, bias !== null], (engine) =>
    engine.planLinear(rows, inputDim, outputDim, bias !== null, 4 * rows * outputDim),
  );
  core.write(core.address('x'), numbers(x, 'x'));
  core.write(core.address('weight'), numbers(weight, 'weight'));
  if (bias !== null) core.write(core.address('bias'), numbers(bias, 'bias'));
  return begin(core, () => readTensor(core, 'output', shape));
}

/**
 * @param {Core} core
 * @param {SoftmaxPlan} plan
 * @returns {Call<FloatTensor>}
 */
export function startSoftmax(core, { rows, size, x, shape }) {
  core.plan(['softmax', rows, size], (engine) =>
    engine.planSoftmax(rows, size, false, 4 * rows * size),
  );
  core.write(core.address('output'), numbers(x, 'x'));
  return begin(core, () => readTensor(core, 'output', shape));
}

/**
 * @param {Core} core
 * @param {SoftmaxPlan} plan
 * @returns {Call<SoftmaxSteps>}
 */
export function startSoftmaxSteps(core, { rows, size, x, shape }) {
  core.plan(['softmaxSteps', rows, size], (engine) =>
    engine.planSoftmax(rows, size, true, 8 * rows * (size + 1)),
  );
  core.write(core.address('output'), numbers(x, 'x'));
  const eachRow = shape.slice(0, -1);
  return begin(core, () => ({
    max: readTensor(core, 'max', eachRow),
    exponentials: readTensor(core, 'exponentials', shape),
    sum: readTensor(core, 'sum', eachRow),
    output: readTensor(core, 'output', shape),
  }));
}

/**
 * @param {Core} core
 * @param {AddAndNormPlan} plan
 * @returns {Call<AddAndNormResult>}
 */
export function startAddAndNorm(core, { rows, width, x, sublayer, weight, bias, epsilon, shape }) {
  const hasWeight = weight !== null;
  const hasBias = bias !== null;
  core.plan(['addAndNorm', rows, width, epsilon, hasWeight, hasBias], (engine) =>
    engine.planAddAndNorm(rows, width, epsilon, hasWeight, hasBias, 8 * rows * (width + 1)),
  );
  core.write(core.address('x'), numbers(x, 'x'));
  core.write(core.address('sublayer'), numbers(sublayer, 'sublayer'));
  if (hasWeight) core.write(core.address('weight'), numbers(weight, 'weight'));
  if (hasBias) core.write(core.address('bias'), numbers(bias, 'bias'));
  const eachRow = shape.slice(0, -1);
  return begin(core, () => ({
    sum: readTensor(core, 'sum', shape),
    mean: readTensor(core, 'mean', eachRow),
    variance: readTensor(core, 'variance', eachRow),
    output: readTensor(core, 'output', shape),
  }));
}

/**
 * @param {Core} core
 * @param {EmbedPlan} plan
 * @returns {Call<{ tokens: FloatTensor, positions: FloatTensor, x: FloatTensor }>}
 */
export function startEmbed(core, { ids, embedDim, seed, sinusoidal, offset, replace }) {
  const { length } = ids;
  const given = /** @type {const} */ ([
    replace.tokens !== undefined,
    replace.positions !== undefined,
  ]);
  const bytes = 12 * length * embedDim;
  core.plan(['embed', length, embedDim, seed, sinusoidal, offset, ...given], (engine) =>
    engine.planEmbed(length, embedDim, seed, sinusoidal, offset, ...given, bytes),
  );
  core.write(core.address('ids'), ids);
  if (replace.tokens) core.write(core.address('tokens'), numbers(replace.tokens, 'replace.tokens'));
  if (replace.positions)
    core.write(core.address('positions'), numbers(replace.positions, 'replace.positions'));
  const shape = [length, embedDim];
  return begin(core, () => ({
    tokens: readTensor(core, 'tokens', shape),
    positions: readTensor(core, 'positions', shape),
    x: readTensor(core, 'x', shape),
  }));
}
