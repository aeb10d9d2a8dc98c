// The parts of runs for functions that are not their methods, and the runs that are in a worker.

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

/** A run in a worker: calls a function there, with the run's own as its first argument. */
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
