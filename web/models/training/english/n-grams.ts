// A baseline that counts n-grams on the same tokens: an interpolated 4-gram (Witten and Bell 1991,
// method C; Chen and Goodman 1998, equation 15). A model that has learned more than counts finds
// the held-out text less surprising.

import { NEW_LINE } from './stream.ts';
import type { Stream } from './stream.ts';

const ORDER = 4;

/** counts for one length: each n-gram, each context, and the different tokens after a context */
type Counts = {
  runs: Map<number, number>;
  contexts: Map<number, number>;
  kinds: Map<number, number>;
};

/**
 * @param vocabSize at most 9741: four tokens are one exact number
 * @returns the probability of ids[at] after the tokens before it
 */
export function wittenBell(
  { ids }: Stream,
  vocabSize: number,
): (ids: ArrayLike<number>, at: number) => number {
  const counts: Counts[] = Array.from({ length: ORDER }, () => ({
    runs: new Map(),
    contexts: new Map(),
    kinds: new Map(),
  }));
  for (let at = 0; at < ids.length; at++) {
    if (ids[at] === NEW_LINE) continue; // in contexts only, as for the model
    for (let length = 0; length < ORDER && length <= at; length++) {
      const { runs, contexts, kinds } = counts[length];
      const context = contextOf(ids, at, length, vocabSize);
      const run = context * vocabSize + ids[at];
      const seen = runs.get(run) ?? 0;
      if (seen === 0) kinds.set(context, (kinds.get(context) ?? 0) + 1);
      runs.set(run, seen + 1);
      contexts.set(context, (contexts.get(context) ?? 0) + 1);
    }
  }
  return (given, at) => {
    let probability = 1 / vocabSize;
    for (let length = 0; length < ORDER && length <= at; length++) {
      const context = contextOf(given, at, length, vocabSize);
      const total = counts[length].contexts.get(context);
      if (total === undefined) break; // longer contexts do not occur either
      const kinds = counts[length].kinds.get(context) as number;
      const seen = counts[length].runs.get(context * vocabSize + given[at]) ?? 0;
      probability = (seen + kinds * probability) / (total + kinds);
    }
    return probability;
  };
}

function contextOf(ids: ArrayLike<number>, at: number, length: number, vocabSize: number) {
  let context = 0;
  for (let i = at - length; i < at; i++) context = context * vocabSize + ids[i];
  return context;
}

/**
 * The mean surprise, in nats, at the positions that a model predicts in windows: all but the first
 * of each.
 *
 * @param places offsets of windows
 */
export function crossEntropy(
  probability: (ids: ArrayLike<number>, at: number) => number,
  { ids }: Stream,
  places: readonly number[],
  length: number,
) {
  let sum = 0;
  let counted = 0;
  for (const place of places) {
    for (let at = place + 1; at <= place + length; at++) {
      if (ids[at] === NEW_LINE) continue;
      sum -= Math.log(probability(ids, at));
      counted++;
    }
  }
  return sum / counted;
}
