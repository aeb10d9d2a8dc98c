// The stream of a run: what enters a layer, what its parts add to it, and what leaves it.

import { HeadwiseError } from '../../arguments/errors.ts';
import { optionNames, readOptions, toWord } from '../../arguments/options.ts';
import { Tensor } from '../../arguments/tensor-class.ts';
import { toLayer } from '../run-arguments.ts';
import type { Numbers } from '../saved-attention.ts';
import type { Inner } from './inner.ts';

const RESIDUAL = optionNames('layer', 'at');
const MLP = optionNames('layer');

/** (L, D), a copy */
export async function residualOf(inner: Inner, at: unknown): Promise<Numbers> {
  const given = readOptions(at, 'at', RESIDUAL);
  const { data, shape } = await streamAt(inner, given);
  return new Tensor(data.slice(), [...shape]);
}

/** The stream of a layer: what enters it, what its MLP reads, or what leaves it. Not a copy. */
export async function streamAt(
  { blocks, hidden, again }: Inner,
  { layer: which, at }: { layer?: unknown; at?: unknown },
): Promise<Numbers> {
  const layer = toLayer(which, blocks.length);
  const place = at === undefined ? 'out' : toWord(at, 'at', ['in', 'middle', 'out']);
  if (place === 'in') return hidden[layer];
  if (place === 'out') return hidden[layer + 1];
  const { parallel, mlp } = blocks[layer];
  if (parallel) {
    const text = `at: layer ${layer} has no middle, for its attention and its MLP read the same input`;
    throw new HeadwiseError('unsupported', text);
  }
  if (!mlp) return hidden[layer + 1];
  return (await again.parts(layer)).middle as Numbers;
}

/** The output of the MLP that is added to the stream, (L, D). */
export async function mlpOf({ blocks, again }: Inner, at: unknown): Promise<Numbers> {
  const layer = toLayer(readOptions(at, 'at', MLP).layer, blocks.length);
  if (!blocks[layer].mlp) {
    throw new HeadwiseError('unsupported', `layer: layer ${layer} has no MLP`);
  }
  return (await again.parts(layer)).mlp as Numbers;
}
