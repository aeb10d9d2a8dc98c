// So many steps a second: waits until the next one is due, and can be woken.

/** Who falls behind by more than this many milliseconds does not catch up. */
const FORGIVEN = 200;
/** Timers of browsers are no finer than this. */
const LEAST = 4;

export function createPace() {
  let due = 0;
  /** @type {(() => void) | null} */
  let wake = null;

  return {
    /**
     * @param {number} speed steps a second; 0: at once
     * @returns {Promise<void>}
     */
    async next(speed) {
      if (speed === 0) return;
      const now = performance.now();
      if (due < now - FORGIVEN) due = now;
      const wait = due - now;
      due += 1000 / speed;
      if (wait < LEAST) return;
      await new Promise((resolve) => {
        const timer = setTimeout(done, wait);
        function done() {
          clearTimeout(timer);
          wake = null;
          resolve(undefined);
        }
        wake = done;
      });
    },
    /** Ends the present wait and restarts the count. */
    wake() {
      due = 0;
      wake?.();
    },
  };
}
