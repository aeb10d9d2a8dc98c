// Stages of a deeper layer's input in an opened model: what the layer below adds up, as far as its steps compute it.

import { normalise } from '../../lab/answer/stages-below.ts';
import type { LayerNorm } from 'headwise/models';
import type { EmbeddingStages, Stage } from '../../lab/answer/embedding-stages.ts';
import type { PlainTensor } from '../../lab/answer/source.ts';

/** An addend of a layer's output. */
interface Addend {
  /** middle: the layer's input and what attention adds; entered: that input; added: what attention adds */
  name: 'middle' | 'entered' | 'added' | 'mlpOutput';
  /** (L, D) */
  numbers: PlainTensor;
  /** the same numbers in the layer's steps, by their matrix; null: the steps do not have them */
  at: string | null;
}

export interface Passed {
  /** in the order in which the engine adds them */
  addends: Addend[];
  /** the output of attention, of which `added` is made: by a norm, or by factors; null: it is the same */
  made: { output: PlainTensor; norm: LayerNorm | null; factors: PlainTensor | null } | null;
  /** the sum, where a norm follows; null: it is the input of the next layer */
  sum: PlainTensor | null;
  norm: LayerNorm | null;
}

/** @param layer index of the layer below */
export function passedStages({ addends, made, sum, norm }: Passed, layer: number): EmbeddingStages {
  const making: {
    grids: Record<string, PlainTensor>;
    stages: Record<string, Stage>;
  } = { grids: {}, stages: {} };
  const { grids, stages } = making;
  for (const { name, numbers, at } of addends) {
    grids[name] = numbers;
    if (at !== null) stages[name] = { kind: 'below', of: [at] };
  }
  const plus: Stage = { kind: 'plus', of: addends.map(({ name }) => name) };
  stages.x = plus;
  if (made) {
    grids.attended = made.output;
    stages.attended = { kind: 'below', of: ['output'] };
    if (made.factors) {
      grids.factors = asRow(made.factors);
      stages.added = { kind: 'scaled', of: ['attended', 'factors'] };
    }
    if (made.norm) normedBy(making, 'added', 'attended', made.norm);
  }
  if (sum && norm) {
    grids.mlpSum = sum;
    stages.mlpSum = plus;
    normedBy(making, 'x', 'mlpSum', norm);
  }
  return { grids, stages, origins: {}, below: { layer, activation: '', gated: false } };
}

const asRow = ({ data }: PlainTensor) => ({ data, shape: [1, data.length] });

function normedBy(
  making: { grids: Record<string, PlainTensor>; stages: Record<string, Stage> },
  name: string,
  from: string,
  { type, weight, bias, epsilon }: LayerNorm,
) {
  const learned = { ...(weight && { weight }), ...(bias && { bias }), epsilon };
  if (type === 'layer') return normalise(making, name, from, learned);
  if (weight) making.grids.gainE = asRow(weight);
  making.stages[name] = { kind: 'squares', of: [from, ...(weight ? ['gainE'] : [])], epsilon };
}
