// One training model: its steps, its present heads, and its saved steps.
// It draws nothing and does not decide when it steps.

import { createTransformer, rolesOf, train } from 'headwise/training';
import { isNamed, NAMED, positionsFor } from './head-roles.ts';
import { positionRoleOf } from './position-roles.ts';
import { beatsPositions } from '../lab/answer/roles.ts';
import { baselinesOf } from './task/baselines.ts';
import { visible } from './task/own.ts';
import { positionalOf } from './tasks.ts';
import type { Evaluation, OptimizerState } from 'headwise/training';
import type { SeenRole } from './position-roles.ts';
import type { Engine } from '../shared/engine.ts';
import type { Plan } from './tasks.ts';
import type { PlainTensor } from '../lab/answer/source.ts';

type Heads = readonly (readonly [layer: number, head: number])[];

/** a head and its clearest role */
export interface SeenHead {
  layer: number;
  head: number;
  best: SeenRole;
}

/** a model at one step, for the views */
export interface Look {
  /** number of steps so far */
  step: number;
  /** maps of the sequence that is shown, (H, L, L) for each layer */
  maps: readonly Float32Array[];
  /** the prediction at each of its positions */
  said: readonly string[];
  roles: readonly SeenHead[];
  /** evaluation on held-out sequences */
  score: Evaluation;
}

/** a state to continue from */
interface Kept {
  state: Record<string, PlainTensor>;
  optimizerState: OptimizerState;
}

type Checkpoint = Look & Kept;

/** Initial interval between saved steps. It doubles whenever there are too many. */
const FIRST_INTERVAL = 4;
const MOST_CHECKPOINTS = 64;
const ENDLESS = 2 ** 31 - 1;

export async function createTrainingModel(engine: Engine, plan: Plan) {
  const { task, config, optimizer, shown, lookedAt, heldOut } = plan;
  const model = await createTransformer(engine, config);
  /** the same model at another step */
  let past: Promise<typeof model> | null = null;
  /** the step of `past` */
  let pastStep: number | null = null;
  let step = 0;
  let interval = FIRST_INTERVAL;
  let checkpoints: Checkpoint[] = [];
  /** losses of the batches of steps 1, 2, 3 ... */
  let losses: number[] = [];
  let accuracies: number[] = [];
  let batches = startAt(0);
  /** after the engine has answered: a long task of the page's own thread */
  const positional = positionalOf(task);

  function startAt(firstStep: number) {
    return train(model, task, { ...optimizer, steps: ENDLESS, firstStep });
  }

  async function lookAt(one: Awaited<typeof model>): Promise<Look> {
    const at = step;
    const [mine, all, score] = await Promise.all([
      one.forward(shown.tokens, { attention: true }),
      one.forward(lookedAt.tokens, { attention: true }),
      one.evaluate(heldOut),
    ]);
    const { data } = mine.logits;
    return {
      step: at,
      maps: (mine.attention ?? []).map((map) => map.data),
      said: shown.words.map((_, i) =>
        visible(task.vocab[largestOf(data, i * task.vocabSize, task.vocabSize)]),
      ),
      roles: rolesOf(all.attention ?? [], lookedAt).map(({ layer, head, best }) => ({
        layer,
        head,
        best: clearest(best, () => positionRoleOf(all.attention![layer], head, lookedAt)),
      })),
      score,
    };
  }

  /** A role about symbols, unless it is not clear and one about positions is clearer. */
  function clearest(best: SeenRole, positionRole: () => SeenRole | null): SeenRole {
    if (isNamed(best, positional)) return best;
    const other = positionRole();
    if (!other || other.score <= best.score) return best;
    const isFair = beatsPositions(best.score, positionsFor(best, positional));
    return other.score >= NAMED || !isFair ? other : best;
  }

  return {
    plan,
    positional,
    baselines: baselinesOf(task, heldOut),
    parameters: Object.values(await model.stateDict()).reduce(
      (sum, { data }) => sum + data.length,
      0,
    ),
    step: () => step,
    losses: () => losses,
    accuracies: () => accuracies,
    /** Saved steps, in order. */
    checkpoints: () => checkpoints,
    look: () => lookAt(model),
    /** Trains on one batch. */
    async learn() {
      const { value } = await batches.next();
      if (!value) return;
      step++;
      losses.push(value.loss);
      accuracies.push(value.accuracy);
    },
    stateDict: () => model.stateDict(),
    /** Whether this step is to be saved. */
    isDue: () => step % interval === 0 && checkpoints.at(-1)?.step !== step,
    /**
     * Saves the present step.
     *
     * @param look maps and evaluation at this step
     */
    async keep(look: Look) {
      const [state, optimizerState] = await Promise.all([
        model.stateDict(),
        model.optimizerState(),
      ]);
      checkpoints.push({ ...look, state, optimizerState });
      if (checkpoints.length <= MOST_CHECKPOINTS) return;
      interval *= 2;
      checkpoints = checkpoints.filter((one) => one.step % interval === 0);
    },
    /** Restores a saved step with its optimiser, and drops all later steps. */
    async goBack(checkpoint: Checkpoint) {
      await model.loadStateDict(checkpoint.state);
      await model.loadOptimizerState(checkpoint.optimizerState);
      step = checkpoint.step;
      losses = losses.slice(0, step);
      accuracies = accuracies.slice(0, step);
      checkpoints = checkpoints.filter((one) => one.step <= step);
      batches = startAt(step);
      pastStep = null; // the same step may come again with other parameters
    },
    /**
     * The evaluation without some of its heads.
     *
     * @param checkpoint null: the present step
     */
    async without(checkpoint: Checkpoint | null, heads: Heads) {
      const removeHeads = heads.map(([layer, head]) => [layer, head] as const);
      if (!checkpoint) return model.evaluate(heldOut, { removeHeads });
      const then = await (past ??= createTransformer(engine, config));
      if (pastStep !== checkpoint.step) {
        pastStep = null;
        await then.loadStateDict(checkpoint.state);
        pastStep = checkpoint.step;
      }
      return then.evaluate(heldOut, { removeHeads });
    },
    async dispose() {
      await Promise.allSettled([model.dispose(), past?.then((one) => one.dispose())]);
    },
  };
}

export type TrainingModel = Awaited<ReturnType<typeof createTrainingModel>>;

function largestOf(data: Float32Array, from: number, count: number) {
  let best = 0;
  for (let i = 1; i < count; i++) if (data[from + i] > data[from + best]) best = i;
  return best;
}
