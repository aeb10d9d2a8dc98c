// The gradients of a kept call.

import { numbers } from '../arguments/numbers.js';
import { parametersOf } from './parameters.js';
import { Expected } from './results.js';

/** @import { CheckedBackward, Differentiable } from '../arguments/backward.js' */
/** @import { Row } from './operation.js' */

/** @typedef {CheckedBackward & { of: Differentiable }} BackwardCall */

/** @type {Row} */
export const backward = {
  results(/** @type {BackwardCall} */ { of: { inputs, config } }) {
    return {
      query: new Expected(inputs.query, 'grad_query'),
      ...(inputs.key && { key: new Expected(inputs.key, 'grad_key') }),
      ...(inputs.value && { value: new Expected(inputs.value, 'grad_value') }),
      ...(inputs.sinks && { sinks: new Expected(inputs.sinks, 'grad_sinks') }),
      parameters:
        config === null ? {} : parametersOf(config, (core, name) => core.address(`grad_${name}`)),
    };
  },

  prepare({ core, checked, handle: kept, beside: layer, resultBytes }) {
    const { gradOutput, of } = /** @type {BackwardCall} */ (checked);
    const keyInQuery = of.inputs.key === undefined;
    const valueInKey = of.inputs.value === undefined;
    core.plan(['backward', kept, layer, keyInQuery, valueInKey, resultBytes], (engine) => {
      if (layer === null) engine.planAttentionBackward(kept, resultBytes);
      else engine.planLayerBackward(layer, kept, keyInQuery, valueInKey, resultBytes);
    });
    core.write(core.address('grad_output'), numbers(gradOutput, 'gradOutput'));
  },
};
