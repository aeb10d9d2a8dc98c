// Blends of heads: a weighted mean of all, or differences.
// They are computed when first shown, and cached until the heads or the weights change.

import { DEFAULT_STATE } from '../state/state.js';
import { sameValue } from '../state/values.js';
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
 * @property {() => void} changed a blend was computed, or could not be
 */

/** Views of maps; the others have no place for a mixture. */
const OF_MAPS = new Set(['heads', 'head', 'table']);

/** @param {BlendNeeds} needs */
export function createBlend({ engine, compute, changed }) {
  /** @type {{ answer: Answer, mix: unknown, compare: unknown } | null} what is computed or was last */
  let wanted = null;
  /** @type {Blend | null} */
  let done = null;
  /** @type {'different' | 'failed' | null} */
  let problem = null;
  let pending = false;
  /** @type {ReturnType<typeof import('./compute.js').blender> | null} */
  let blendOf = null;

  /**
   * @param {LabState} state
   * @param {Answer} answer
   */
  async function make(state, answer) {
    const mine = (wanted = { answer, mix: state.mix, compare: state.compare });
    pending = true;
    try {
      blendOf ??= (await import('../extras.js')).blender(engine, compute);
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

  return {
    /**
     * The blend shown in place of the heads' maps. While it is computed, the previous one; in the views that
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
 * A state as a run to compare with.
 * @param {LabState} state
 * @returns {Readonly<Record<string, unknown>>}
 */
export function runOfState(state) {
  const names = RUN.filter((name) => !sameValue(state[name], DEFAULT_STATE[name]));
  return Object.fromEntries(names.map((name) => [name, state[name]]));
}
