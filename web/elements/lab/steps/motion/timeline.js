// The clock of all motions, from 0 to 1. It can be paused and dragged, and reports its end.

/**
 * @param {(at: number) => void} draw called in each frame and whenever it is moved
 */
export function createTimeline(draw) {
  let at = 1;
  let frame = 0;
  /** @type {(ended: boolean) => void} */
  let stop = () => {};

  /** @param {number} to */
  function move(to) {
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
    /** @param {number} to 0..1 */
    seek(to) {
      pause();
      move(to);
    },
    /**
     * From where it stands, or from the beginning where it stands at the end.
     * @param {number} duration of all of it, milliseconds
     * @returns {Promise<boolean>} whether it came to the end
     */
    play(duration) {
      pause();
      const from = at >= 1 ? 0 : at;
      /** @type {Promise<boolean>} */
      const ended = new Promise((resolve) => {
        stop = resolve;
      });
      let began = -1;
      const tick = (/** @type {number} */ now) => {
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

/** The part of a time that lies between two others, 0..1. @param {number} at @param {number} from @param {number} to */
export function during(at, from, to) {
  return Math.min(1, Math.max(0, (at - from) / (to - from)));
}

/** Slow at both ends. @param {number} at 0..1 */
export function ease(at) {
  return at * at * (3 - 2 * at);
}
