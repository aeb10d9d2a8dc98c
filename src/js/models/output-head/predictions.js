// The largest of a model's numbers, with their shares, as the pipelines of transformers compute them.

/** @import { ModelEngine } from '../engine.js' */
/** @import { Head } from '../description.js' */
/** @import { Numbers } from '../forward.js' */
/** @import { Prediction } from '../../types/models.js' */

/** @typedef {'softmax' | 'sigmoid' | 'none'} Shares sigmoid: each for itself; none: the numbers are values, not scores */

/** Why a model has no head. @param {string | undefined} reason */
export function because(reason) {
  return reason === undefined ? '' : `: ${reason}`;
}

/**
 * @param {Head | null} head
 * @param {Record<string, any>} config
 * @param {Numbers} logits
 * @returns {Shares}
 */
export function sharesOf(head, { problem_type: problem }, { data, shape }) {
  if (head?.kind !== 'classes')
    return head?.kind === 'labels' && shape.length === 1 ? 'sigmoid' : 'softmax';
  if (problem === 'regression') return 'none';
  return problem === 'multi_label_classification' || data.length === 1 ? 'sigmoid' : 'softmax';
}

/**
 * @param {ModelEngine} engine
 * @param {Float32Array} logits
 * @param {number} top how many
 * @param {(id: number) => { token: string, text: string }} namesOf
 * @param {Shares} [kind]
 * @returns {Prediction[]} the most likely first
 */
export function predict(engine, logits, top, namesOf, kind = 'softmax') {
  const shares = SHARES[kind](engine, logits);
  return largest(logits, top).map((id) => ({
    id,
    ...namesOf(id),
    probability: shares[id],
    logit: logits[id],
  }));
}

/** @type {Record<Shares, (engine: ModelEngine, logits: Float32Array) => Float32Array>} */
const SHARES = {
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

/**
 * Places of the largest numbers, the largest first; of equal ones the first first.
 *
 * @param {Float32Array} values
 * @param {number} count
 */
export function largest(values, count) {
  /** @type {number[]} */
  const best = [];
  for (let i = 0; i < values.length; i++) {
    if (best.length === count && !(values[i] > values[best[count - 1]])) continue;
    let at = best.length;
    while (at > 0 && values[i] > values[best[at - 1]]) at--;
    best.splice(at, 0, i);
    if (best.length > count) best.pop();
  }
  return best;
}
