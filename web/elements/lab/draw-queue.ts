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
   * @param wait frames before it
   */
  function work(mine: (() => void)[], look: Look, wait: number = 0) {
    if (mine !== waiting) return;
    const until = performance.now() + (wait > 0 ? 0 : FRAME_BUDGET);
    while (mine.length > 0 && (look.atOnce || performance.now() < until)) mine.shift()?.();
    if (mine.length > 0) requestAnimationFrame(() => work(mine, look, wait - 1));
    else onDrawn();
  }

  return {
    isDrawn: () => waiting.length === 0,
    /** @param wait frames before it starts, unless everything has to be drawn now */
    draw(drawings: (() => void)[], look: Look, wait: number = 0) {
      work((waiting = drawings), look, wait);
    },
  };
}
