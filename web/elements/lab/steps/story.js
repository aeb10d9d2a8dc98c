// Plays the whole story: each step's motion, then a pause.

/** How long a step stays after its motion, milliseconds: with the motions it is less than a minute in all. */
export const PAUSE = 2600;

/** @typedef {import('../answer/block.js').Step} Step */

/**
 * @param {object} parts
 * @param {() => Step} parts.step that is open
 * @param {() => Step} parts.first
 * @param {(step: Step) => Step | undefined} parts.after the one that follows
 * @param {(step: Step) => Promise<void>} parts.open done when the view has heard of it
 * @param {() => Promise<unknown>} parts.show the motion of the open step
 * @param {() => boolean} parts.isVisible
 * @param {() => void} parts.changed it plays, or no longer does
 */
export function createStory({ step, first, after, open, show, isVisible, changed }) {
  /** of the present playing; 0: none */
  let current = 0;
  let plays = 0;
  let timer = 0;

  /** @param {number} mine */
  async function run(mine) {
    if (!after(step())) await open(first());
    for (;;) {
      if (current !== mine) return;
      await show();
      await new Promise((resolve) => {
        timer = window.setTimeout(() => resolve(undefined), PAUSE);
      });
      const next = after(step());
      if (current !== mine) return;
      // a hidden view does not play
      if (!next || !isVisible()) return play(false);
      await open(next); // before that the motion would be that of the step before
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
