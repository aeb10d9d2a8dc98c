// Stages of a deeper layer's input: the network that ends the layer below, and its sums and norm.
// They begin with what that layer makes of its attention, whose number is followed in that layer.

import { momentsOf } from './moments.ts';
import type { LayerTrace } from 'headwise/training';
import type { EmbeddingStages, Stage } from './embedding-stages.ts';
import type { PlainTensor, Norm } from './source.ts';

/** the layer below: its run, and the parameters of its network */
export interface LayerBelow {
  trace: LayerTrace;
  /** under torch's names, such as linear1.weight */
  parameters: Readonly<Record<string, PlainTensor>>;
  /** position of its norms */
  norm: 'pre' | 'post' | 'none';
  epsilon: number;
  /** name of the network's activation function */
  activation: string;
  /** whether it is a gate: the first half of the numbers in the middle, for the other half */
  gated: boolean;
}

/** @param layer index of the layer below */
export function stagesBelow(
  { trace, parameters, norm, epsilon, activation, gated }: LayerBelow,
  layer: number,
): EmbeddingStages {
  // where attention's part of that layer ends
  const end = norm === 'post' ? 'norm' : 'sum';
  const { middle, mlpInput, hidden, activated, mlpOutput } = trace;
  const below = { layer, activation, gated };
  if (!middle || !hidden || !activated || !mlpOutput) {
    return { grids: {}, stages: { x: { kind: 'below', of: [end] } }, origins: {}, below };
  }
  const grids: Record<string, PlainTensor> = { middle, hidden, activated, mlpOutput };
  const stages: Record<string, Stage> = { middle: { kind: 'below', of: [end] } };

  /** A product, with its bias if there is one. */
  function linear(name: string, from: string, number: number) {
    const weight = `W_${number}`;
    grids[weight] = parameters[`linear${number}.weight`];
    const bias = parameters[`linear${number}.bias`];
    if (bias) grids[`b_${number}`] = row(bias);
    stages[name] = { kind: 'products', of: [from, weight, ...(bias ? [`b_${number}`] : [])] };
  }

  const learned = { weight: parameters['norm2.weight'], bias: parameters['norm2.bias'], epsilon };

  if (mlpInput) {
    grids.normedE = mlpInput;
    normalise({ grids, stages }, 'normedE', 'middle', learned);
  }
  linear('mlpOutput', 'activated', 2);
  linear('hidden', mlpInput ? 'normedE' : 'middle', 1);
  stages.activated = gated
    ? { kind: 'gated', of: ['hidden', 'hidden'] }
    : { kind: 'activated', of: ['hidden'] };
  if (norm === 'post') {
    const data = Float32Array.from(middle.data, (value, i) => value + mlpOutput.data[i]);
    grids.mlpSum = { data, shape: middle.shape };
    stages.mlpSum = { kind: 'plus', of: ['middle', 'mlpOutput'] };
    normalise({ grids, stages }, 'x', 'mlpSum', learned);
  } else stages.x = { kind: 'plus', of: ['middle', 'mlpOutput'] };
  return { grids, stages, origins: {}, below };
}

const row = ({ data }: PlainTensor) => ({ data, shape: [1, data.length] });

/**
 * A layer norm with its mean, variance and learned parameters.
 *
 * @param name name of the result
 */
export function normalise(
  { grids, stages }: { grids: Record<string, PlainTensor>; stages: Record<string, Stage> },
  name: string,
  from: string,
  { weight, bias, epsilon }: Partial<Norm> & { epsilon: number },
) {
  const { mean, variance } = momentsOf(grids[from]);
  for (const [moment, { data }] of Object.entries({ meanE: mean, varianceE: variance })) {
    grids[moment] = { data, shape: [data.length, 1] };
  }
  if (weight) grids.gainE = row(weight);
  if (bias) grids.shiftE = row(bias);
  stages.meanE = { kind: 'mean', of: [from] };
  stages.varianceE = { kind: 'spread', of: [from, 'meanE'] };
  const named = [...(weight ? ['gainE'] : []), ...(bias ? ['shiftE'] : [])];
  stages[name] = { kind: 'normed', of: [from, 'meanE', 'varianceE', ...named], epsilon };
}
