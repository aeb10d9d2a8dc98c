// The models of a run, side by side. They start together and learn from the same batches.

import { createTrainingModel } from './training-model.ts';
import type { Engine } from '../shared/engine.ts';
import type { TrainingModel, Look } from './training-model.ts';
import type { Plan } from './tasks.ts';

export interface Runner {
  learner: TrainingModel;
  /** the newest evaluation */
  look: Look;
}

/** Milliseconds between two evaluations during a run. */
const LOOK_EVERY = 120;
/** A loss above this multiple of random guessing's: the run has diverged. */
const HOPELESS = 10;

/** @param plans one for each model */
export function createRunPool(plans: readonly Plan[]) {
  const all: Runner[] = [];
  let looked = 0;
  return {
    all: () => all,
    step: () => all[0]?.learner.step() ?? 0,
    /** @returns false: the course was closed meanwhile */
    async start(engine: Engine, isClosed: () => boolean): Promise<boolean> {
      for (const plan of plans) {
        const runner = isClosed() ? null : await startRunner(engine, plan, isClosed);
        if (!runner) return false;
        all.push(runner);
      }
      return true;
    },
    /** Trains each model on one batch. */
    async learn() {
      for (const { learner } of all) await learner.learn();
    },
    areHopeless() {
      const blind = Math.log(plans[0].task.vocabSize);
      return all.some(({ learner }) => (learner.losses().at(-1) ?? 0) > HOPELESS * blind);
    },
    /** @param wanted even before it is due */
    async look(wanted: boolean = false) {
      const due = all.some(({ learner }) => learner.isDue());
      const now = performance.now();
      if (!wanted && !due && now - looked < LOOK_EVERY) return;
      looked = now;
      for (const runner of all) {
        runner.look = await runner.learner.look();
        if (runner.learner.isDue()) await runner.learner.keep(runner.look);
      }
    },
    /** @param step a step that was saved in each */
    async goBack(step: number) {
      for (const runner of all) {
        const checkpoint = runner.learner.checkpoints().find((one) => one.step === step);
        if (!checkpoint) continue;
        await runner.learner.goBack(checkpoint);
        runner.look = checkpoint;
      }
    },
    async dispose() {
      await Promise.allSettled(all.map(({ learner }) => learner.dispose()));
      all.length = 0;
    },
  };
}

/** @returns null: the course was closed meanwhile */
async function startRunner(
  engine: Engine,
  plan: Plan,
  isClosed: () => boolean,
): Promise<Runner | null> {
  const learner = await createTrainingModel(engine, plan);
  try {
    if (!isClosed()) {
      const look = await learner.look();
      await learner.keep(look);
      return { learner, look };
    }
  } catch (reason) {
    await learner.dispose(); // no other code uses it yet
    throw reason;
  }
  await learner.dispose();
  return null;
}
