// Builds a small operation from its description: the plan in the core, the arguments of its layout, the buffers of its inputs
// and the shapes of its results.

import { numbers } from '../arguments/tensor.js';
import { bytesOf, readResults } from '../runtime/results.js';
import { atCaller, atCore } from '../runtime/sides.js';

/** @import { Operation } from '../runtime/operation.js' */
/** @import { Results } from '../runtime/results.js' */
/** @import { FloatTensor } from '../types/index.js' */

/**
 * @typedef {[buffer: string, value: FloatTensor | Uint32Array | null | undefined, name?: string]} Input name: in errors;
 *   default the buffer's name
 */

/**
 * @template Checked
 * @typedef {object} Small
 * @property {string} name
 * @property {(given: readonly unknown[]) => Checked} check
 * @property {'planLinear' | 'planSoftmax' | 'planAddAndNorm' | 'planEmbed'} plan
 * @property {(checked: Checked) => (number | boolean)[]} layout arguments of the plan, without the size of the results
 * @property {(checked: Checked) => Input[]} inputs
 * @property {(checked: Checked) => Results} results
 * @property {boolean} [outputAlone] whether to return only `output`, not an object of results
 */

/**
 * @template Checked
 * @param {Small<Checked>} small
 * @returns {Operation}
 */
export function smallOperation({ name, check, plan, layout, inputs, results, outputAlone }) {
  return {
    name,
    check: atCaller((_, given) => check(given)),
    work: atCore(function* (core, /** @type {Checked} */ checked) {
      const expected = results(checked);
      const resultBytes = bytesOf(expected);
      const sizes = layout(checked);
      core.plan([plan, ...sizes], (engine) => {
        const method = /** @type {(...sizes: (number | boolean)[]) => void} */ (engine[plan]);
        method.call(engine, ...sizes, resultBytes);
      });
      for (const [buffer, value, named = buffer] of inputs(checked)) {
        if (value === null || value === undefined) continue;
        core.write(core.address(buffer), 'shape' in value ? numbers(value, named) : value);
      }
      return yield* core.compute(() => {
        const result = readResults(core, expected);
        return outputAlone ? result.output : result;
      });
    }),
  };
}
