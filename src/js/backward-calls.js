// The backward of a kept call in the core: what goes in, and how the gradients come out.

import { numbers } from './numbers.js';
import { readParameters } from './parameters.js';
import { parameterShapes } from './state-dict.js';

/** @import { BackwardPlan, Differentiable } from './backward-plan.js' */
/** @import { Call } from './calls.js' */
/** @import { Core, KeptHandle, LayerHandle } from './core.js' */
/** @import { FloatTensor, Gradients } from './types.js' */

/**
 * @param {Core} core
 * @param {KeptHandle} kept
 * @param {LayerHandle | null} layer whose call it was
 * @param {Differentiable} of
 * @param {BackwardPlan} plan
 * @returns {Call<Gradients>}
 */
export function startBackward(core, kept, layer, of, plan) {
  const { inputs } = of;
  const resultBytes = 4 * gradientSize(of);
  const keyInQuery = inputs.key === undefined;
  const valueInKey = inputs.value === undefined;
  core.plan(['backward', kept, layer, keyInQuery, valueInKey, resultBytes], (engine) => {
    if (layer === null) engine.planAttentionBackward(kept, resultBytes);
    else engine.planLayerBackward(layer, kept, keyInQuery, valueInKey, resultBytes);
  });
  core.write(core.address('grad_output'), numbers(plan.gradOutput));
  core.start();
  return { core, onProgress: plan.onProgress, collect: () => collectGradients(core, of) };
}

/**
 * @param {Core} core
 * @param {Differentiable} of
 * @returns {Gradients}
 */
function collectGradients(core, { inputs, config }) {
  const read = (/** @type {string} */ name, /** @type {number[]} */ shape) => ({
    data: core.read(core.address(`grad_${name}`), count(shape)),
    shape,
  });
  const addressOf = (/** @type {string} */ buffer) => core.address(`grad_${buffer}`);
  return {
    query: read('query', inputs.query),
    ...(inputs.key && { key: read('key', inputs.key) }),
    ...(inputs.value && { value: read('value', inputs.value) }),
    parameters: config === null ? {} : readParameters(core, addressOf, config),
  };
}

/**
 * How many numbers the gradients are.
 *
 * @param {Differentiable} of
 */
function gradientSize({ inputs, config }) {
  const parameters = config === null ? {} : parameterShapes(config);
  return [...Object.values(inputs), ...Object.values(parameters)].reduce(
    (sum, shape) => sum + count(shape),
    0,
  );
}

/** @param {readonly number[]} shape */
function count(shape) {
  return shape.reduce((product, size) => product * size, 1);
}
