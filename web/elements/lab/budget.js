// Long drawings in small pieces, a few milliseconds in each frame, so that typing is never held up.

/** Milliseconds of drawing in one frame. */
const FRAME_BUDGET = 8;

/**
 * Whether there is still time in this frame, from now on.
 * @param {import('./frame.js').Look} look
 * @returns {() => boolean}
 */
export function frameBudget({ atOnce }) {
  const until = performance.now() + FRAME_BUDGET;
  return () => atOnce || performance.now() < until;
}
