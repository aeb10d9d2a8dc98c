// The largest logits of a model with their probabilities, as the pipelines of transformers compute them.

import type { ModelEngine } from '../model-engine.ts';
import type { Head } from '../description.ts';
import type { Numbers } from '../saved-attention.ts';
import type { Prediction } from '../../types/models.ts';

/** How probabilities come from logits. sigmoid: each alone; none: the numbers are values, not logits */
export type ProbabilityForm = 'softmax' | 'sigmoid' | 'none';

/** The reason why a model has no head, for an error. */
export function because(reason: string | undefined) {
  return reason === undefined ? '' : `: ${reason}`;
}

export function probabilityFormOf(
  head: Head | null,
  { problem_type: problem }: Record<string, any>,
  { data, shape }: Numbers,
): ProbabilityForm {
  if (head?.kind !== 'classes')
    return head?.kind === 'labels' && shape.length === 1 ? 'sigmoid' : 'softmax';
  if (problem === 'regression') return 'none';
  return problem === 'multi_label_classification' || data.length === 1 ? 'sigmoid' : 'softmax';
}

/**
 * @param top number of predictions
 * @returns in descending order of probability
 */
export function predict(
  engine: Pick<ModelEngine, 'attention'>,
  logits: Float32Array,
  top: number,
  namesOf: (id: number) => { token: string; text: string },
  kind: ProbabilityForm = 'softmax',
): Prediction[] {
  const probabilities = probabilitiesOf(engine, logits, kind);
  return largest(logits, top).map((id) => ({
    id,
    ...namesOf(id),
    probability: probabilities[id],
    logit: logits[id],
  }));
}

export function probabilitiesOf(
  engine: Pick<ModelEngine, 'attention'>,
  logits: Float32Array,
  kind: ProbabilityForm,
): Float32Array {
  return PROBABILITIES[kind](engine, logits);
}

const PROBABILITIES: Record<
  ProbabilityForm,
  (engine: Pick<ModelEngine, 'attention'>, logits: Float32Array) => Float32Array
> = {
  softmax: ({ attention }, logits) =>
    attention.softmax({ data: logits.slice(), shape: [logits.length] }).data,
  sigmoid({ attention }, logits) {
    const pairs = Float32Array.from({ length: 2 * logits.length }, (_, i) =>
      i % 2 === 0 ? logits[i / 2] : 0,
    );
    const { data } = attention.softmax({ data: pairs, shape: [logits.length, 2] });
    return logits.map((_, i) => data[2 * i]);
  },
  none: (_, logits) => new Float32Array(logits.length).fill(NaN),
};

/** The indices of the largest numbers, in descending order; equal numbers in order of their index. */
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
