// The backward of a kept call in the core: what goes in, and how the gradients come out.

import { checkGradients, gradientsIn } from '../arguments/backward.js';
import { readTensor } from './calls.js';
import { count, numbers } from '../arguments/numbers.js';
import { readParameters } from './parameters.js';
import { parameterShapes } from '../arguments/state-dict.js';

/** @import { BackwardPlan, Differentiable, GradientsOut } from '../arguments/backward.js' */
/** @import { Call } from './calls.js' */
/** @import { Core, KeptHandle, LayerHandle } from '../host/core.js' */
/** @import { FloatTensor, Gradients } from '../types/index.js' */

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
  const resultBytes = 4 * gradientSize(of, plan.out);
  const keyInQuery = inputs.key === undefined;
  const valueInKey = inputs.value === undefined;
  core.plan(['backward', kept, layer, keyInQuery, valueInKey, resultBytes], (engine) => {
    if (layer === null) engine.planAttentionBackward(kept, resultBytes);
    else engine.planLayerBackward(layer, kept, keyInQuery, valueInKey, resultBytes);
  });
  core.write(core.address('grad_output'), numbers(plan.gradOutput, 'gradOutput'));
  core.start();
  return { core, onProgress: plan.onProgress, collect: () => collectGradients(core, of, plan.out) };
}

/**
 * @param {Core} core
 * @param {Differentiable} of
 * @param {GradientsOut} out
 * @returns {Gradients}
 */
function collectGradients(core, { inputs, config }, out) {
  checkGradients(out);
  const read = (/** @type {'query' | 'key' | 'value'} */ name, /** @type {number[]} */ shape) =>
    readTensor(core, `grad_${name}`, shape, out.inputs[name]);
  const addressOf = (/** @type {string} */ buffer) => core.address(`grad_${buffer}`);
  return {
    query: read('query', inputs.query),
    ...(inputs.key && { key: read('key', inputs.key) }),
    ...(inputs.value && { value: read('value', inputs.value) }),
    parameters: config === null ? {} : readParameters(core, addressOf, config, out.parameters),
  };
}

/**
 * How many numbers the gradients are that are not the caller's.
 *
 * @param {Differentiable} of
 * @param {GradientsOut} out
 */
function gradientSize({ inputs, config }, out) {
  const parameters = config === null ? {} : parameterShapes(config);
  const sum = (/** @type {(readonly number[])[]} */ shapes) =>
    shapes.reduce((total, shape) => total + count(shape), 0);
  const all = [...Object.values(inputs), ...Object.values(parameters)];
  return sum(all) - sum(gradientsIn(out).map(({ shape }) => shape));
}
