// The largest of a model's numbers, with their shares, as the pipelines of transformers compute them.

import type { ModelEngine } from '../engine.ts';
import type { Head } from '../description.ts';
import type { Numbers } from '../forward.ts';
import type { Prediction } from '../../types/models.ts';

/** sigmoid: each for itself; none: the numbers are values, not scores */
export type Shares = 'softmax' | 'sigmoid' | 'none';

/** Why a model has no head. */
export function because(reason: string | undefined) {
  return reason === undefined ? '' : `: ${reason}`;
}

export function sharesOf(
  head: Head | null,
  { problem_type: problem }: Record<string, any>,
  { data, shape }: Numbers,
): Shares {
  if (head?.kind !== 'classes')
    return head?.kind === 'labels' && shape.length === 1 ? 'sigmoid' : 'softmax';
  if (problem === 'regression') return 'none';
  return problem === 'multi_label_classification' || data.length === 1 ? 'sigmoid' : 'softmax';
}

/**
 * @param top how many
 * @returns the most likely first
 */
export function predict(
  engine: ModelEngine,
  logits: Float32Array,
  top: number,
  namesOf: (id: number) => { token: string; text: string },
  kind: Shares = 'softmax',
): Prediction[] {
  const shares = SHARES[kind](engine, logits);
  return largest(logits, top).map((id) => ({
    id,
    ...namesOf(id),
    probability: shares[id],
    logit: logits[id],
  }));
}

const SHARES: Record<Shares, (engine: ModelEngine, logits: Float32Array) => Float32Array> = {
  softmax: ({ attention }, logits) =>
    attention.softmax({ data: logits.slice(), shape: [logits.length] }).data,
  sigmoid({ attention }, logits) {
    const besideZero = Float32Array.from({ length: 2 * logits.length }, (_, i) =>
      i % 2 === 0 ? logits[i / 2] : 0,
    );
    const { data } = attention.softmax({ data: besideZero, shape: [logits.length, 2] });
    return logits.map((_, i) => data[2 * i]);
  },
  none: (_, logits) => new Float32Array(logits.length).fill(NaN),
};

/** Places of the largest numbers, the largest first; of equal ones the first first. */
export function largest(values: Float32Array, count: number) {
  const best: number[] = [];
  for (let i = 0; i < values.length; i++) {
    if (best.length === count && !(values[i] > values[best[count - 1]])) continue;
    let at = best.length;
    while (at > 0 && values[i] > values[best[at - 1]]) at--;
    best.splice(at, 0, i);
    if (best.length > count) best.pop();
  }
  return best;
}
