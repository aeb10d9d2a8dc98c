// Stages of an opened model's input embedding, for the steps.
// Which matrix each stage gives, and its inputs.

import { momentsOf } from './moments.js';

/**
 * @typedef {import('headwise/models').EmbeddingStep} EmbeddingStep
 * @typedef {import('../../lab/answer/made.js').Made} Made
 * @typedef {import('../../lab/answer/made.js').Stage} Stage
 * @typedef {import('../../lab/answer/made.js').Origin} Origin
 * @typedef {import('../../lab/answer/source.js').FloatTensor} FloatTensor
 *
 * @typedef {object} Making
 * @property {Record<string, FloatTensor>} grids
 * @property {Record<string, Stage>} stages
 * @property {Record<string, Origin>} origins
 * @property {string} last what the next step takes
 */

/**
 * @param {readonly EmbeddingStep[]} steps
 * @returns {Made}
 */
export function madeOf(steps) {
  /** @type {Making} */
  const making = { grids: {}, stages: {}, origins: {}, last: '' };
  for (const step of steps) TAKE[step.name](making, step);
  const { grids, stages, origins, last } = making;
  if (!Object.hasOwn(stages, last) || stages[last].first !== undefined) {
    return { grids, origins, stages: { ...stages, x: { kind: 'copy', of: [last] } } };
  }
  // what the last step gives is x
  const { [last]: x, ...others } = stages;
  delete grids[last];
  return { grids, origins, stages: { ...others, x } };
}

/** @type {Record<EmbeddingStep['name'], (making: Making, step: EmbeddingStep) => void>} */
const TAKE = {
  tokens(making, { tensors: [tensor], rows, output }) {
    making.origins.tokens = { tensor, rows };
    give(making, 'tokens', output);
  },
  patches(making, { output, pixels, ...step }) {
    const { data, shape } = /** @type {FloatTensor} */ (pixels);
    const first = output.shape[0] - shape[0];
    const all = new Float32Array(output.shape[0] * shape[1]); // a row for each token: those before the patches have none
    all.set(data, first * shape[1]);
    making.grids.pixels = { data: all, shape: [output.shape[0], shape[1]] };
    const maps = mapOf(making, step);
    if (first > 0) making.origins.tokens = { tensor: step.tensors.slice(maps.length).join(', ') };
    give(making, 'tokens', output, { kind: 'products', of: ['pixels', ...maps], first });
  },
  scale(making, { output, by }) {
    give(making, 'scaledTokens', output, { kind: 'scaled', of: [making.last], by });
  },
  types: (making, step) => add(making, step),
  positions: (making, step) => add(making, step),
  projection(making, step) {
    const of = [making.last, ...mapOf(making, step)];
    give(making, 'projected', step.output, { kind: 'products', of });
  },
  norm(making, { tensors, norm, output }) {
    const { grids, last } = making;
    if (norm?.type !== 'layer') return give(making, 'normedE', output); // it is not taken apart
    const { mean, variance } = momentsOf(grids[last]);
    for (const [name, { data }] of Object.entries({ meanE: mean, varianceE: variance })) {
      grids[name] = { data, shape: [data.length, 1] };
    }
    making.stages.meanE = { kind: 'mean', of: [last] };
    making.stages.varianceE = { kind: 'spread', of: [last, 'meanE'] };
    const learned = [];
    for (const [name, own] of Object.entries({ gainE: norm.weight, shiftE: norm.bias })) {
      if (!own) continue;
      grids[name] = { data: own.data, shape: [1, own.data.length] };
      making.origins[name] = { tensor: tensors[learned.length] };
      learned.push(name);
    }
    const of = [last, 'meanE', 'varianceE', ...learned];
    give(making, 'normedE', output, { kind: 'normed', of, epsilon: norm.epsilon });
  },
};

/** @param {Making} making @param {string} name @param {FloatTensor} output @param {Stage} [stage] */
function give(making, name, output, stage) {
  making.grids[name] = output;
  if (stage) making.stages[name] = stage;
  making.last = name;
}

/** What is added stands beside what was added before it. @param {Making} making @param {EmbeddingStep} step */
function add(making, { name, tensors: [tensor], rows, added, output }) {
  const { grids, stages, origins, last } = making;
  grids[name] = /** @type {FloatTensor} */ (added);
  if (tensor) origins[name] = { tensor, rows };
  const before = last === 'embedded' ? stages.embedded.of : [last];
  give(making, 'embedded', output, { kind: 'plus', of: [...before, name] });
}

/** @param {Making} making @param {Pick<EmbeddingStep, 'tensors' | 'weight' | 'bias'>} step */
function mapOf({ grids, origins }, { tensors: [weightName, biasName], weight, bias }) {
  grids.W_E = /** @type {FloatTensor} */ (weight);
  origins.W_E = { tensor: weightName };
  if (!bias) return ['W_E'];
  grids.b_E = { data: bias.data, shape: [1, bias.data.length] };
  origins.b_E = { tensor: biasName };
  return ['W_E', 'b_E'];
}
