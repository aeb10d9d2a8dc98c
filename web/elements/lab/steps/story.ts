// Plays the whole story: each step's motion, then a pause.

import type { Step } from '../answer/block.ts';

/** How long a step stays after its motion, milliseconds: with the motions it is less than a minute in all. */
export const PAUSE = 2600;

/**
 * @param parts.step that is open
 * @param parts.after the one that follows
 * @param parts.open done when the view has heard of it
 * @param parts.show the motion of the open step
 * @param parts.changed it plays, or no longer does
 */
export function createStory({
  step,
  first,
  after,
  open,
  show,
  isVisible,
  changed,
}: {
  step: () => Step;
  first: () => Step;
  after: (step: Step) => Step | undefined;
  open: (step: Step) => Promise<void>;
  show: () => Promise<unknown>;
  isVisible: () => boolean;
  changed: () => void;
}) {
  /** of the present playing; 0: none */
  let current = 0;
  let plays = 0;
  let timer = 0;

  async function run(mine: number) {
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

  function play(wanted: boolean) {
    clearTimeout(timer);
    current = wanted ? ++plays : 0;
    changed();
    if (wanted) void run(current);
  }

  return { play, isPlaying: () => current !== 0 };
}
