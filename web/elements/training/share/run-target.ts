// Target step of a run and its speed. A run stops at its goal, or at the step of a link.

/** @param steps enough steps at first */
export function createRunTarget(
  steps: number,
  pace: ReturnType<typeof import('../pace.ts').createPace>,
) {
  let goal = steps;
  let target: number | null = null;
  let speed = 0;
  return {
    goal: () => goal,
    target: () => target,
    isThere: (step: number) => step >= (target ?? goal),
    /** Doubles the goal beyond this step. */
    extend(step: number) {
      while (goal < (target ?? step + 1)) goal *= 2;
    },
    /** @param next steps a second; 0: as fast as possible */
    setSpeed(next: number) {
      speed = next;
      if (target === null) pace.setSpeed(next);
    },
    /** @param step step to run to as fast as possible */
    lead(step: number) {
      target = step;
      pace.setSpeed(0);
    },
    arrive() {
      target = null;
      pace.setSpeed(speed);
    },
  };
}
