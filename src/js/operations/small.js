// The small operations beside attention: linear, softmax, embed, add & norm. Each row names the plan of the core, the
// numbers that its layout depends on, the buffers of its arguments and the shapes of its results.

import { numbers } from '../arguments/numbers.js';
import { Expected } from './results.js';

/** @import { CheckedAddAndNorm, CheckedEmbed, CheckedLinear, CheckedSoftmax } from '../arguments/small.js' */
/** @import { EngineHandle } from '../host/core-module.js' */
/** @import { FloatTensor } from '../types/index.js' */
/** @import { Row } from './operation.js' */
/** @import { Results } from './results.js' */

/**
 * @typedef {[buffer: string, value: FloatTensor | Uint32Array | null | undefined, name?: string]} Input the name in errors is
 *   that of the buffer where it is left out
 */

/**
 * @template Checked
 * @typedef {object} SmallRow
 * @property {'planLinear' | 'planSoftmax' | 'planAddAndNorm' | 'planEmbed'} plan
 * @property {(checked: Checked) => (number | boolean)[]} layout arguments of the plan, besides the size of the results
 * @property {(checked: Checked) => Input[]} inputs
 * @property {(checked: Checked) => Results} results
 * @property {Row['finish']} [finish]
 */

/**
 * @template Checked
 * @param {SmallRow<Checked>} row
 * @returns {Row}
 */
function small({ plan, layout, inputs, results, finish }) {
  return {
    results,
    prepare({ core, checked, resultBytes }) {
      const sizes = layout(checked);
      core.plan([plan, ...sizes], (engine) => {
        const method = /** @type {(...sizes: (number | boolean)[]) => void} */ (engine[plan]);
        method.call(engine, ...sizes, resultBytes);
      });
      for (const [buffer, value, name = buffer] of inputs(checked)) {
        if (value === null || value === undefined) continue;
        core.write(core.address(buffer), 'shape' in value ? numbers(value, name) : value);
      }
    },
    finish,
  };
}

/** @type {Row['finish']} */
const outputAlone = ({ output }) => output;

/** @type {Row} */
export const linear = small(
  /** @type {SmallRow<CheckedLinear>} */ ({
    plan: 'planLinear',
    layout: ({ rows, inputDim, outputDim, bias }) => [rows, inputDim, outputDim, bias !== null],
    inputs: ({ x, weight, bias }) => [
      ['x', x],
      ['weight', weight],
      ['bias', bias],
    ],
    results: ({ shape }) => ({ output: new Expected(shape, 'output') }),
    finish: outputAlone,
  }),
);

/** @type {Row} */
export const softmax = small(
  /** @type {SmallRow<CheckedSoftmax>} */ ({
    plan: 'planSoftmax',
    layout: ({ rows, size }) => [rows, size, false],
    inputs: ({ x }) => [['output', x, 'x']],
    results: ({ shape }) => ({ output: new Expected(shape, 'output') }),
    finish: outputAlone,
  }),
);

/** @type {Row} */
export const softmaxSteps = small(
  /** @type {SmallRow<CheckedSoftmax>} */ ({
    plan: 'planSoftmax',
    layout: ({ rows, size }) => [rows, size, true],
    inputs: ({ x }) => [['output', x, 'x']],
    results: ({ shape }) => ({
      max: new Expected(shape.slice(0, -1), 'max'),
      exponentials: new Expected(shape, 'exponentials'),
      sum: new Expected(shape.slice(0, -1), 'sum'),
      output: new Expected(shape, 'output'),
    }),
  }),
);

/** @type {Row} */
export const addAndNorm = small(
  /** @type {SmallRow<CheckedAddAndNorm>} */ ({
    plan: 'planAddAndNorm',
    layout: ({ rows, width, epsilon, weight, bias }) => [
      rows,
      width,
      epsilon,
      weight !== null,
      bias !== null,
    ],
    inputs: ({ x, sublayer, weight, bias }) => [
      ['x', x],
      ['sublayer', sublayer],
      ['weight', weight],
      ['bias', bias],
    ],
    results: ({ shape }) => ({
      sum: new Expected(shape, 'sum'),
      mean: new Expected(shape.slice(0, -1), 'mean'),
      variance: new Expected(shape.slice(0, -1), 'variance'),
      output: new Expected(shape, 'output'),
    }),
  }),
);

/** @type {Row} */
export const embed = small(
  /** @type {SmallRow<CheckedEmbed>} */ ({
    plan: 'planEmbed',
    layout: ({ ids, embedDim, seed, sinusoidal, offset, replace }) => [
      ids.length,
      embedDim,
      seed,
      sinusoidal,
      offset,
      replace.tokens !== undefined,
      replace.positions !== undefined,
    ],
    inputs: ({ ids, replace }) => [
      ['ids', ids],
      ['tokens', replace.tokens, 'replace.tokens'],
      ['positions', replace.positions, 'replace.positions'],
    ],
    results: ({ ids, embedDim }) => ({
      tokens: new Expected([ids.length, embedDim], 'tokens'),
      positions: new Expected([ids.length, embedDim], 'positions'),
      x: new Expected([ids.length, embedDim], 'x'),
    }),
  }),
);
