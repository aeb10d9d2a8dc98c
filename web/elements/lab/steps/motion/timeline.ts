// The clock of all motions, from 0 to 1. It can be paused and dragged, and reports its end.

/** @param draw called in each frame and after each seek */
export function createTimeline(draw: (at: number) => void) {
  let at = 1;
  let frame = 0;
  let stop: (ended: boolean) => void = () => {};

  function move(to: number) {
    at = Math.min(1, Math.max(0, to));
    draw(at);
  }

  function pause() {
    cancelAnimationFrame(frame);
    frame = 0;
    stop(false);
    stop = () => {};
  }

  return {
    at: () => at,
    isRunning: () => frame !== 0,
    pause,
    /** @param to 0..1 */
    seek(to: number) {
      pause();
      move(to);
    },
    /**
     * Plays from the present time, or from the beginning if it is at the end.
     *
     * @param duration duration of the whole motion, milliseconds
     * @returns whether it reached the end
     */
    play(duration: number): Promise<boolean> {
      pause();
      const from = at >= 1 ? 0 : at;
      const ended: Promise<boolean> = new Promise((resolve) => {
        stop = resolve;
      });
      let began = -1;
      const tick = (now: number) => {
        if (began < 0) began = now;
        const to = from + (now - began) / duration;
        frame = to < 1 ? requestAnimationFrame(tick) : 0;
        move(to);
        if (to >= 1) stop(true);
      };
      frame = requestAnimationFrame(tick);
      return ended;
    },
  };
}

/** The fraction of the interval between two times, 0..1. */
export function during(at: number, from: number, to: number) {
  return Math.min(1, Math.max(0, (at - from) / (to - from)));
}

/**
 * Easing, slow at both ends.
 *
 * @param at 0..1
 */
export function ease(at: number) {
  return at * at * (3 - 2 * at);
}
