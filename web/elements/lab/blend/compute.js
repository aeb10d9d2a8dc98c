// Computes a mixture of heads, or each head minus another.
// Both are weighted sums, which the engine computes.

import { chooseScale, chooseSignedScale } from '../../../views/scale.js';
import { RUN, sharesOf } from '../state/heads.js';
import { DEFAULT_STATE } from '../state/state.js';
import { sameValue } from '../state/values.js';

/**
 * @typedef {import('../answer/answer.js').Answer} Answer
 * @typedef {import('./blend.js').Blend} Blend
 * @typedef {import('./blend.js').BlendNeeds} BlendNeeds
 */

/** Cells asked for at once: larger blocks would hold up the page. */
const BLOCK = 2 ** 14;

/**
 * @param {BlendNeeds['engine']} engine
 * @param {BlendNeeds['compute']} compute
 */
export function blender(engine, compute) {
  /** @type {{ run: unknown, answer: Promise<Answer> } | null} */
  let other = null;

  /** @param {Readonly<Record<string, unknown>>} run */
  function answerOf(run) {
    if (!other || !sameValue(other.run, run)) {
      const initial = Object.fromEntries(RUN.map((name) => [name, DEFAULT_STATE[name]]));
      other = { run, answer: compute({ ...initial, ...run }) };
      other.answer.catch(() => {
        other = null;
      });
    }
    return other.answer;
  }

  /**
   * @param {import('../state/state.js').LabState} state
   * @param {Answer} answer
   * @returns {Promise<Blend | null>} null: the two cannot be compared
   */
  return async function blendOf({ mix, compare }, answer) {
    const { heads } = answer.question;
    const all = Array.from({ length: heads }, (_, head) => mapOf(answer, head));
    const plain = { answer, weights: [], head: 0, other: null };
    if (compare && 'head' in compare) {
      const head = compare.head < heads ? compare.head : 0;
      const rows = all.map((_, h) => all.map((__, i) => Number(i === h) - Number(i === head)));
      const values = await sums(await engine(), all, rows);
      const scale = chooseSignedScale(values);
      return { ...plain, kind: 'head', values, count: heads, scale, head };
    }
    if (compare) {
      const run = await answerOf(compare.run);
      const { rows, columns, question } = run;
      if (question.heads !== heads || rows !== answer.rows || columns !== answer.columns)
        return null;
      const values = await sums(await engine(), [answer.attention, run.attention], [[1, -1]]);
      const scale = chooseSignedScale(values);
      return { ...plain, kind: 'run', values, count: heads, scale, other: run };
    }
    const weights = sharesOf(mix, heads);
    const values = await sums(await engine(), all, [weights]);
    return { ...plain, kind: 'mix', values, count: 1, scale: chooseScale(values), weights };
  };
}

/**
 * Sums of arrays with weights, by the engine: one sum for each row of weights.
 *
 * @param {import('../../shared/engine.js').Engine} engine
 * @param {readonly Float32Array[]} parts
 * @param {readonly (readonly number[])[]} rows
 */
async function sums(engine, parts, rows) {
  const { length } = parts[0];
  const values = new Float32Array(rows.length * length);
  const weight = {
    data: Float32Array.from(rows.flat()),
    shape: [rows.length, parts.length],
  };
  for (let start = 0; start < length; start += BLOCK) {
    const size = Math.min(BLOCK, length - start);
    const x = new Float32Array(size * parts.length);
    parts.forEach((part, p) => {
      for (let i = 0; i < size; i++) x[i * parts.length + p] = part[start + i];
    });
    const { data } = await engine.linear({ data: x, shape: [size, parts.length] }, weight);
    for (let row = 0; row < rows.length; row++) {
      for (let i = 0; i < size; i++) values[row * length + start + i] = data[i * rows.length + row];
    }
  }
  return values;
}

/**
 * @param {Answer} answer
 * @param {number} head
 */
function mapOf({ attention, rows, columns }, head) {
  return attention.subarray(head * rows * columns, (head + 1) * rows * columns);
}
