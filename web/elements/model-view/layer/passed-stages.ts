// Stages of a deeper layer's input in an opened model: attention's result in the layer below, and the output of its MLP.

import { normalise } from '../../lab/answer/stages-below.ts';
import type { LayerNorm } from 'headwise/models';
import type { EmbeddingStages, Stage } from '../../lab/answer/embedding-stages.ts';
import type { PlainTensor } from '../../lab/answer/source.ts';

/** (L, D) each */
export interface Passed {
  /** the layer's attention, added to its input, with the norm after it */
  middle: PlainTensor;
  /** the output of the MLP */
  mlp: PlainTensor;
  /** the sum of both, where a norm follows; null: it is the input of the next layer */
  sum: PlainTensor | null;
  norm: LayerNorm | null;
}

/**
 * @param layer index of the layer below
 * @param end the matrix that its attention ends with
 */
export function passedStages(
  { middle, mlp, sum, norm }: Passed,
  layer: number,
  end: string,
): EmbeddingStages {
  const grids: Record<string, PlainTensor> = { middle, mlpOutput: mlp };
  const plus: Stage = { kind: 'plus', of: ['middle', 'mlpOutput'] };
  const stages: Record<string, Stage> = { middle: { kind: 'below', of: [] }, x: plus };
  if (sum && norm) {
    grids.mlpSum = sum;
    stages.mlpSum = plus;
    const { weight, bias, epsilon } = norm;
    normalise({ grids, stages }, 'x', 'mlpSum', {
      ...(weight && { weight }),
      ...(bias && { bias }),
      epsilon,
    });
  }
  return { grids, stages, origins: {}, below: { layer, end, activation: '', gated: false } };
}
