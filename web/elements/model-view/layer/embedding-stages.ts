// Stages of an opened model's input embedding, for the steps.
// Each stage has its result and its inputs.

import { momentsOf } from '../../lab/answer/moments.ts';
import type { EmbeddingStep } from 'headwise/models';
import type { EmbeddingStages, Origin, Stage } from '../../lab/answer/embedding-stages.ts';
import type { PlainTensor } from '../../lab/answer/source.ts';

interface Making {
  grids: Record<string, PlainTensor>;
  stages: Record<string, Stage>;
  origins: Record<string, Origin>;
  /** input of the next step */
  last: string;
}

export function embeddingStagesOf(steps: readonly EmbeddingStep[]): EmbeddingStages {
  const making: Making = { grids: {}, stages: {}, origins: {}, last: '' };
  for (const step of steps) TAKE[step.name](making, step);
  const { grids, stages, origins, last } = making;
  if (!Object.hasOwn(stages, last) || stages[last].first !== undefined) {
    return { grids, origins, stages: { ...stages, x: { kind: 'copy', of: [last] } } };
  }
  // the result of the last step is x
  const { [last]: x, ...others } = stages;
  delete grids[last];
  return { grids, origins, stages: { ...others, x } };
}

const TAKE: Record<EmbeddingStep['name'], (making: Making, step: EmbeddingStep) => void> = {
  tokens(making, { tensors: [tensor], rows, output }) {
    making.origins.tokens = { tensor, rows };
    give(making, 'tokens', output);
  },
  patches(making, { output, pixels, ...step }) {
    const { data, shape } = pixels as PlainTensor;
    const first = output.shape[0] - shape[0];
    const all = new Float32Array(output.shape[0] * shape[1]); // a row for each token: tokens before the patches have none
    all.set(data, first * shape[1]);
    making.grids.pixels = { data: all, shape: [output.shape[0], shape[1]] };
    const maps = mapOf(making, step);
    if (first > 0) making.origins.tokens = { tensor: step.tensors.slice(maps.length).join(', ') };
    give(making, 'tokens', output, { kind: 'products', of: ['pixels', ...maps], first });
  },
  scale(making, { output, by, factors }) {
    give(making, 'scaledTokens', output, { kind: 'scaled', of: [making.last], by, factors });
  },
  types: (making, step) => add(making, step),
  positions: (making, step) => add(making, step),
  projection(making, step) {
    const of = [making.last, ...mapOf(making, step)];
    give(making, 'projected', step.output, { kind: 'products', of });
  },
  norm(making, { tensors, norm, output }) {
    const { grids, last } = making;
    if (norm?.type !== 'layer') return give(making, 'normedE', output); // the norm has no terms to show
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

function give(making: Making, name: string, output: PlainTensor, stage?: Stage) {
  making.grids[name] = output;
  if (stage) making.stages[name] = stage;
  making.last = name;
}

/** Places an addend beside the sum before it. */
function add(making: Making, { name, tensors: [tensor], rows, added, output }: EmbeddingStep) {
  const { grids, stages, origins, last } = making;
  grids[name] = added as PlainTensor;
  if (tensor) origins[name] = { tensor, rows };
  const before = last === 'embedded' ? stages.embedded.of : [last];
  give(making, 'embedded', output, { kind: 'plus', of: [...before, name] });
}

function mapOf(
  { grids, origins }: Making,
  {
    tensors: [weightName, biasName],
    weight,
    bias,
  }: Pick<EmbeddingStep, 'tensors' | 'weight' | 'bias'>,
) {
  grids.W_E = weight as PlainTensor;
  origins.W_E = { tensor: weightName };
  if (!bias) return ['W_E'];
  grids.b_E = { data: bias.data, shape: [1, bias.data.length] };
  origins.b_E = { tensor: biasName };
  return ['W_E', 'b_E'];
}
