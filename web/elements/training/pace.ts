// Pace of a run in steps per second. It waits until the next step is due, and can be woken.

/** A run that is late by more than this many milliseconds does not catch up. */
const FORGIVEN = 200;
/** Least delay in milliseconds: timers of browsers are no finer. */
const LEAST = 4;

export function createPace() {
  let due = 0;
  /** steps a second; 0: as fast as possible */
  let speed = 1;
  let wake: (() => void) | null = null;

  /** Ends the present wait and restarts the count. */
  function restart() {
    due = 0;
    wake?.();
  }

  return {
    async next(): Promise<void> {
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
    wake: restart,
    /** @param next steps a second; 0: as fast as possible */
    setSpeed(next: number) {
      if (next === speed) return;
      speed = next;
      restart();
    },
  };
}
