// Draw queue: runs long drawings in slices of a few milliseconds per frame. Typing is never held
// up.

import type { Look } from './frame.ts';

/** Milliseconds of drawing in one frame. */
const FRAME_BUDGET = 8;

/**
 * A queue of drawings; a new list replaces the rest of the previous one.
 *
 * @param onDrawn called when all of a list has been drawn
 */
export function createDrawQueue(onDrawn: () => void) {
  let waiting: (() => void)[] = [];

  /**
   * @param mine the list that was waiting when this began
   * @param budget milliseconds
   */
  function work(mine: (() => void)[], look: Look, budget: number = FRAME_BUDGET) {
    if (mine !== waiting) return;
    const until = performance.now() + budget;
    while (mine.length > 0 && (look.atOnce || performance.now() < until)) mine.shift()?.();
    if (mine.length > 0) requestAnimationFrame(() => work(mine, look));
    else onDrawn();
  }

  return {
    isDrawn: () => waiting.length === 0,
    /** @param later starts in the next frame, unless everything has to be drawn now */
    draw(drawings: (() => void)[], look: Look, later: boolean = false) {
      work((waiting = drawings), look, later ? 0 : FRAME_BUDGET);
    },
  };
}
