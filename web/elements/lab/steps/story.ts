// Plays the whole story: each step's motion, then a pause.

import type { Step } from '../answer/layer-steps.ts';

/**
 * The pause after a step's motion, milliseconds: with the motions it is less than a minute in all.
 */
export const PAUSE = 2600;

/**
 * @param parts.step the open step
 * @param parts.after the step that follows
 * @param parts.open resolves when the view has opened the step
 * @param parts.show plays the motion of the open step
 * @param parts.changed called when it starts or stops
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
  /** number of the present run; 0: none */
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
      await open(next); // earlier, the motion would be that of the previous step
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
