// Heads put together: a weighted mean of all, or each less another. The engine computes them, as sums with
// weights; here they are only asked for, and kept until the heads or the weights are others.

import { chooseScale, chooseSignedScale } from '../../../views/scale.js';
import { DEFAULT_STATE, sameValue } from '../state/state.js';
import { RUN } from '../state/heads.js';

/**
 * @typedef {import('../answer/answer.js').Answer} Answer
 * @typedef {import('../state/state.js').LabState} LabState
 *
 * @typedef {object} Blend
 * @property {'mix' | 'head' | 'run'} kind a mixture, differences from a head, differences from a run
 * @property {Answer} answer that it was made from
 * @property {Float32Array} values (count, rows, columns)
 * @property {number} count 1 for a mixture, else as many as there are heads
 * @property {import('../../../views/scale.js').Scale} scale
 * @property {readonly number[]} weights of the heads, 1 together; none unless it is a mixture
 * @property {number} head that all are compared with; 0 unless that is its kind
 * @property {Answer | null} other the run that this one is compared with
 *
 * @typedef {object} BlendNeeds
 * @property {() => Promise<import('../../shared/engine.js').Engine>} engine
 * @property {(part: Partial<LabState>) => Promise<Answer>} compute
 * @property {() => void} changed something new is there
 */

/** Views of maps; the others have no place for a mixture. */
const OF_MAPS = new Set(['heads', 'head', 'table']);
/** Cells asked for at once, so that the page is never held up. */
const BLOCK = 2 ** 14;

/** @param {BlendNeeds} needs */
export function createBlend({ engine, compute, changed }) {
  /** @type {{ answer: Answer, mix: unknown, compare: unknown } | null} what is computed or was last */
  let wanted = null;
  /** @type {Blend | null} */
  let done = null;
  /** @type {'different' | 'failed' | null} */
  let problem = null;
  let pending = false;
  /** @type {{ run: unknown, answer: Promise<Answer> } | null} */
  let other = null;

  /**
   * @param {LabState} state
   * @param {Answer} answer
   */
  async function make(state, answer) {
    const mine = (wanted = { answer, mix: state.mix, compare: state.compare });
    pending = true;
    try {
      const made = await blendOf(state, answer);
      if (mine !== wanted) return;
      done = made;
      problem = made ? null : 'different';
    } catch {
      // the engine's own errors are said where the maps would be
      if (mine !== wanted) return;
      done = null;
      problem = 'failed';
    }
    pending = false;
    changed();
  }

  /**
   * @param {LabState} state
   * @param {Answer} answer
   * @returns {Promise<Blend | null>} null: the two cannot be compared
   */
  async function blendOf({ mix, compare }, answer) {
    const { heads } = answer.question;
    const all = Array.from({ length: heads }, (_, head) => mapOf(answer, head));
    const plain = { answer, weights: [], head: 0, other: null };
    if (compare && 'head' in compare) {
      const head = compare.head < heads ? compare.head : 0;
      const rows = all.map((_, h) => all.map((__, i) => Number(i === h) - Number(i === head)));
      const values = await sums(all, rows);
      return {
        ...plain,
        kind: 'head',
        values,
        count: heads,
        scale: chooseSignedScale(values),
        head,
      };
    }
    if (compare) {
      const run = await runOf(compare.run);
      const { rows, columns, question } = run;
      if (question.heads !== heads || rows !== answer.rows || columns !== answer.columns)
        return null;
      const parts = [answer.attention, run.attention];
      const values = await sums(parts, [[1, -1]]);
      const scale = chooseSignedScale(values);
      return { ...plain, kind: 'run', values, count: heads, scale, other: run };
    }
    const weights = sharesOf(mix, heads);
    const values = await sums(all, [weights]);
    return { ...plain, kind: 'mix', values, count: 1, scale: chooseScale(values), weights };
  }

  /** @param {Readonly<Record<string, unknown>>} run */
  function runOf(run) {
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
   * Sums of arrays with weights, by the engine: one sum for each row of weights.
   * @param {readonly Float32Array[]} parts
   * @param {readonly (readonly number[])[]} rows
   */
  async function sums(parts, rows) {
    const { linear } = await bound(engine);
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
      const { data } = await linear({ data: x, shape: [size, parts.length] }, weight);
      for (let row = 0; row < rows.length; row++) {
        for (let i = 0; i < size; i++)
          values[row * length + start + i] = data[i * rows.length + row];
      }
    }
    return values;
  }

  return {
    /**
     * What stands in for the heads' maps. While it is computed, what was there before; in the views that
     * show the heads as they are, nothing.
     * @param {LabState} state
     * @param {Answer | null} answer
     * @returns {Blend | null}
     */
    of(state, answer) {
      if (!answer || (!state.mix && !state.compare)) {
        wanted = done = problem = null;
        pending = false;
        return null;
      }
      const { mix, compare } = state;
      if (wanted?.answer !== answer || wanted.mix !== mix || wanted.compare !== compare) {
        // the stored first answer comes before an engine that could compute more
        if (answer.backend) void make(state, answer);
      }
      if (!OF_MAPS.has(state.view)) return null;
      const fits =
        done && done.answer.rows === answer.rows && done.answer.columns === answer.columns;
      const count = state.compare ? answer.question.heads : 1;
      return fits && done?.count === count ? done : null;
    },
    problem: () => problem,
    isPending: () => pending,
  };
}

/**
 * The engine's method with the engine.
 * @param {() => Promise<import('../../shared/engine.js').Engine>} engine
 */
async function bound(engine) {
  const loaded = await engine();
  return { linear: loaded.linear.bind(loaded) };
}

/**
 * The weights of a mean: what each head counts, as a share of all.
 * @param {import('../state/heads.js').Mix} mix null: all the same; heads that it does not know count fully
 * @param {number} heads
 * @returns {number[]}
 */
export function sharesOf(mix, heads) {
  const counts = Array.from({ length: heads }, (_, head) => mix?.[head] ?? 1);
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => (all > 0 ? count / all : 0));
}

/**
 * A state as a run to compare with.
 * @param {LabState} state
 * @returns {Readonly<Record<string, unknown>>}
 */
export function runOfState(state) {
  const names = RUN.filter((name) => !sameValue(state[name], DEFAULT_STATE[name]));
  return Object.fromEntries(names.map((name) => [name, state[name]]));
}

/**
 * @param {Answer} answer
 * @param {number} head
 */
function mapOf({ attention, rows, columns }, head) {
  return attention.subarray(head * rows * columns, (head + 1) * rows * columns);
}
