// The parts of runs for functions that are not their methods, and the runs that are in a worker.

import { wrongKind } from '../arguments/errors.ts';
import type { Inner } from './causes/inner.ts';
import type { Numbers } from './saved-attention.ts';

/** The parts of a run that statistics need. */
export interface Parts {
  /** of each layer */
  heads: number[];
  /** the tokens of `self` maps; null for an image */
  text: { ids: readonly number[]; words: readonly number[] } | null;
  /** of the heads of a layer, (H, L, D) */
  contributions: (layer: number) => Numbers;
  /** for questions about causes */
  inner: () => Inner;
}

/** A run or a model in a worker: calls a method or a function of it there. */
type Elsewhere = (name: string, given: readonly unknown[]) => Promise<any>;

export const elsewhere: WeakMap<object, Elsewhere> = new WeakMap();

const parts: WeakMap<object, Parts> = new WeakMap();

export function partsOf(run: object): Parts {
  const known = parts.get(run);
  if (known === undefined) throw new TypeError('run: expected a run from model.run()');
  return known;
}

export function setParts(run: object, of: Parts) {
  parts.set(run, of);
}

const layers: WeakMap<object, number> = new WeakMap();

/** @param count layers of its own attention */
export function setLayers(run: object, count: number) {
  layers.set(run, count);
}

/** Number of layers of a run, on this thread or in a worker. */
export function layersOf(run: unknown, name: string): number {
  const count = layers.get(Object(run));
  if (count !== undefined) return count;
  throw wrongKind(name, 'a run from model.run()', run);
}
