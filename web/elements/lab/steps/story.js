// The whole story: each step's motion, then a while to look at it, from the first step to the last.

import { STEPS } from '../state/state.js';

/** How long a step stays after its motion, milliseconds: with the motions it is less than a minute in all. */
export const PAUSE = 2600;

/**
 * @param {object} parts
 * @param {() => import('../state/state.js').LabState['step']} parts.step that is open
 * @param {(step: import('../state/state.js').LabState['step']) => void} parts.open
 * @param {() => Promise<unknown>} parts.show the motion of the open step
 * @param {() => boolean} parts.isVisible
 * @param {() => void} parts.changed it plays, or no longer does
 */
export function createStory({ step, open, show, isVisible, changed }) {
  /** of the present playing; 0: none */
  let current = 0;
  let plays = 0;
  let timer = 0;

  /** @param {number} mine */
  async function run(mine) {
    if (step() === STEPS.at(-1)) open(STEPS[0]);
    for (;;) {
      await show();
      await new Promise((resolve) => {
        timer = window.setTimeout(() => resolve(undefined), PAUSE);
      });
      const next = STEPS[STEPS.indexOf(step()) + 1];
      if (current !== mine) return;
      // a hidden view does not play
      if (!next || !isVisible()) return play(false);
      open(next);
    }
  }

  /** @param {boolean} wanted */
  function play(wanted) {
    clearTimeout(timer);
    current = wanted ? ++plays : 0;
    changed();
    if (wanted) void run(current);
  }

  return { play, isPlaying: () => current !== 0 };
}
