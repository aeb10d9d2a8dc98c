// Runs the layers after a changed layer of a trained model.
// They form a transformer of their own, whose tokens represent the rows of the changed sum.

import { createTransformer } from '../../shared/transformer.ts';
import type { Engine } from '../../shared/engine.ts';
import type { PlainTensor, Source, Transformer } from '../answer/source.ts';

type Whole = NonNullable<Source['whole']>;

/** a transformer for each model and layer */
const running: WeakMap<Engine, Map<string, Promise<Transformer>>> = new WeakMap();

/**
 * The logits of a model after a layer's residual sum of input and attention output.
 *
 * @param sum (length, width), before the norm
 * @returns (length, vocabulary)
 */
export async function logitsAfter(
  engine: Engine,
  { name, whole }: { name: string; whole: Whole },
  layer: number,
  sum: PlainTensor,
): Promise<PlainTensor> {
  const { config, parameters } = whole;
  const state = await parameters();
  const models = running.get(engine) ?? new Map();
  running.set(engine, models);
  const key = `${name} ${layer}`;
  const rest = {
    ...config,
    numLayers: config.numLayers - layer,
    // the rows have absolute positions already, but each layer rotates its queries and keys
    positions: config.positions === 'rotary' ? 'rotary' : 'none',
    tied: false,
  } as const;
  if (!models.has(key)) models.set(key, createTransformer(engine, rest));
  const model = await models.get(key);
  await model.loadStateDict(restOf(state, layer, sum));
  const { logits } = await model.forward(Array.from({ length: sum.shape[0] }, (_, row) => row));
  return logits;
}

/**
 * Weights of the remaining layers. The attention of their first layer is zero: its output is
 * already in the sum.
 */
function restOf(state: Readonly<Record<string, PlainTensor>>, layer: number, sum: PlainTensor) {
  const embedding = state['embedding.weight'];
  const rows = new Float32Array(embedding.data.length);
  rows.set(sum.data);
  const rest: Record<string, PlainTensor> = { 'unembedding.weight': unembeddingOf(state) };
  for (const [name, tensor] of Object.entries(state)) {
    const [, index, part] = /^layers\.(\d+)\.(.*)$/.exec(name) ?? [];
    if (name === 'embedding.weight') rest[name] = { data: rows, shape: embedding.shape };
    else if (part === undefined) {
      if (name !== 'positions.weight') rest[name] ??= tensor;
    } else if (Number(index) >= layer) {
      const isSilent = Number(index) === layer && part.startsWith('self_attn.out_proj');
      const { data, shape } = tensor;
      rest[`layers.${Number(index) - layer}.${part}`] = isSilent
        ? { data: new Float32Array(data.length), shape }
        : tensor;
    }
  }
  return rest;
}

/** The unembedding matrix: a row for each token. */
export const unembeddingOf = (state: Readonly<Record<string, PlainTensor>>) =>
  state['unembedding.weight'] ?? state['embedding.weight'];
