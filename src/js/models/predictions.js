// The largest of a model's numbers, with their shares.

/** @import { ModelEngine } from './engine.js' */
/** @import { Prediction } from '../types/models.js' */

/**
 * @param {ModelEngine} engine
 * @param {Float32Array} logits
 * @param {number} top how many
 * @param {(id: number) => { token: string, text: string }} namesOf
 * @returns {Prediction[]} the most likely first
 */
export function predict(engine, logits, top, namesOf) {
  const { data: shares } = engine.attention.softmax({
    data: logits.slice(),
    shape: [logits.length],
  });
  return largest(logits, top).map((id) => ({
    id,
    ...namesOf(id),
    probability: shares[id],
    logit: logits[id],
  }));
}

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
