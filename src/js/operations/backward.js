// The gradients of a kept call.

import { numbers } from '../arguments/numbers.js';
import { parametersOf } from './parameters.js';
import { Expected } from './results.js';

/** @import { CheckedBackward, Differentiable } from '../arguments/backward.js' */
/** @import { Row } from './operation.js' */

/** @typedef {CheckedBackward & { of: Differentiable }} BackwardCall */

/** @type {Row} */
export const backward = {
  results(/** @type {BackwardCall} */ { of: { inputs, biases, slopes, config }, ...wanted }) {
    return {
      query: new Expected(inputs.query, 'grad_query'),
      ...(inputs.key && { key: new Expected(inputs.key, 'grad_key') }),
      ...(inputs.value && { value: new Expected(inputs.value, 'grad_value') }),
      ...(inputs.sinks && { sinks: new Expected(inputs.sinks, 'grad_sinks') }),
      ...(wanted.bias && { bias: new Expected(biases[0].shape, 'grad_bias') }),
      ...(wanted.slopes && slopes && { slopes: new Expected(slopes, 'grad_slopes') }),
      parameters:
        config === null ? {} : parametersOf(config, (core, name) => core.address(`grad_${name}`)),
    };
  },

  prepare({ core, checked, handle: kept, beside: layer, resultBytes }) {
    const { gradOutput, of, bias, slopes } = /** @type {BackwardCall} */ (checked);
    const biasMask = bias ? of.biases[0].index : -1;
    const keyInQuery = of.inputs.key === undefined;
    const valueInKey = of.inputs.value === undefined;
    const wanted = /** @type {const} */ ([biasMask, slopes, resultBytes]);
    core.plan(['backward', kept, layer, keyInQuery, valueInKey, ...wanted], (engine) => {
      if (layer === null) engine.planAttentionBackward(kept, ...wanted);
      else engine.planLayerBackward(layer, kept, keyInQuery, valueInKey, ...wanted);
    });
    core.write(core.address('grad_output'), numbers(gradOutput, 'gradOutput'));
  },
};
