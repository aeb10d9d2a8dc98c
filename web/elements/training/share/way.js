// Target step of a run and its speed. A run stops at its goal, or at the step of a link.

/**
 * @param {number} steps that are enough at first
 * @param {ReturnType<typeof import('../pace.js').createPace>} pace
 */
export function createWay(steps, pace) {
  let goal = steps;
  /** @type {number | null} */
  let target = null;
  let speed = 0;
  return {
    goal: () => goal,
    target: () => target,
    /** @param {number} step */
    isThere: (step) => step >= (target ?? goal),
    /** A goal beyond this step. @param {number} step */
    extend(step) {
      while (goal < (target ?? step + 1)) goal *= 2;
    },
    /** @param {number} next steps a second; 0: as fast as it goes */
    setSpeed(next) {
      speed = next;
      if (target === null) pace.setSpeed(next);
    },
    /** @param {number} step to go to as fast as it can */
    lead(step) {
      target = step;
      pace.setSpeed(0);
    },
    arrive() {
      target = null;
      pace.setSpeed(speed);
    },
  };
}
