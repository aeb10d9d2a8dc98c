// Experiment: the model's own prediction after each layer, as if no layer came after it. Without drawing.

import { largestOf } from '../../elements/lab/prediction/predict.ts';
import { unembeddingOf } from '../../elements/lab/prediction/rest.ts';
import { rowsOf } from '../tensors.ts';
import type { Engine } from '../tensors.ts';
import type { Whole } from '../../elements/lab/answer/source.ts';

/** Prediction after one layer. */
interface Layer {
  /** the likeliest token and its probability */
  id: number;
  share: number;
  /** probability of the answer */
  own: number;
}

export interface Lens {
  /** the model's answer: the likeliest token after the last layer */
  answer: number;
  /** the input, then each layer */
  layers: readonly Layer[];
  /** number of the layer from which on the answer leads; 0: from the input on */
  from: number;
}

/** @param row index of the token after which the answer comes */
export async function readLens(
  engine: Engine,
  whole: Whole,
  ids: readonly number[],
  row: number,
): Promise<Lens> {
  const model = await whole.start(engine);
  const { trace } = await model.forward(ids, { trace: true });
  if (!trace) throw new TypeError('forward: the trace that was asked for is missing');
  const state = await whole.parameters();
  const { finalNorm, normEpsilon } = whole.config;
  const streams = [trace.layers[0].input, ...trace.layers.map(({ output }) => output)];
  const layers: { id: number; share: number; shares: Float32Array }[] = [];
  for (const stream of streams) {
    const own = rowsOf(stream, row, 1);
    const zeros = { data: new Float32Array(own.data.length), shape: own.shape };
    const norm = {
      weight: state['norm.weight'],
      epsilon: normEpsilon,
      ...(state['norm.bias'] && { bias: state['norm.bias'] }),
    };
    const x = finalNorm ? (await engine.addAndNorm(own, zeros, norm)).output : own;
    const logits = await engine.linear(x, unembeddingOf(state));
    const { data: shares } = await engine.softmax(logits);
    const [id] = largestOf(shares, 1);
    layers.push({ id, share: shares[id], shares });
  }
  const { id: answer } = layers[layers.length - 1];
  let from = layers.length - 1;
  while (from > 0 && layers[from - 1].id === answer) from--;
  return {
    answer,
    from,
    layers: layers.map(({ id, share, shares }) => ({ id, share, own: shares[answer] })),
  };
}
