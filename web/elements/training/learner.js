// One training model: its steps, its present heads, and its saved steps.
// It draws nothing and does not decide when it steps.

import { createTransformer, rolesOf, train } from 'headwise/training';
import { baselinesOf } from './task/baselines.js';
import { visible } from './task/own.js';
import { positionalOf } from './tasks.js';

/**
 * @typedef {import('../shared/engine.js').Engine} Engine
 * @typedef {import('./tasks.js').Plan} Plan
 * @typedef {readonly (readonly [layer: number, head: number])[]} Heads
 *
 * @typedef {object} Look a model at one step, for the views
 * @property {number} step how many steps it has made
 * @property {readonly Float32Array[]} maps of the sequence that is shown, (H, L, L) for each layer
 * @property {readonly string[]} said at each position of it
 * @property {readonly import('headwise/training').HeadRoles[]} roles
 * @property {import('headwise/training').Evaluation} score on what it never sees in training
 *
 * @typedef {object} Kept a state to continue from
 * @property {Record<string, import('../lab/answer/source.js').FloatTensor>} state
 * @property {import('headwise/training').OptimizerState} optimizerState
 *
 * @typedef {Look & Kept} Checkpoint
 */

/** Between steps that are kept, at first. It doubles whenever there are too many. */
const FIRST_INTERVAL = 4;
const MOST_CHECKPOINTS = 64;
const ENDLESS = 2 ** 31 - 1;

/**
 * @param {Engine} engine
 * @param {Plan} plan
 */
export async function createLearner(engine, plan) {
  const { task, config, optimizer, shown, lookedAt, heldOut } = plan;
  const model = await createTransformer(engine, config);
  /** @type {Promise<typeof model> | null} the same model, as it was at another step */
  let past = null;
  /** @type {number | null} which */
  let pastStep = null;
  let step = 0;
  let interval = FIRST_INTERVAL;
  /** @type {Checkpoint[]} */
  let checkpoints = [];
  /** @type {number[]} of the batches of steps 1, 2, 3 ... */
  let losses = [];
  /** @type {number[]} */
  let accuracies = [];
  let batches = startAt(0);

  /** @param {number} firstStep */
  function startAt(firstStep) {
    return train(model, task, { ...optimizer, steps: ENDLESS, firstStep });
  }

  /**
   * @param {Awaited<typeof model>} one
   * @returns {Promise<Look>}
   */
  async function lookAt(one) {
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
      roles: rolesOf(all.attention ?? [], lookedAt),
      score,
    };
  }

  return {
    plan,
    positional: positionalOf(task), // after the engine has answered: a task of the page's thread of its own
    baselines: baselinesOf(task, heldOut),
    parameters: Object.values(await model.stateDict()).reduce(
      (sum, { data }) => sum + data.length,
      0,
    ),
    step: () => step,
    losses: () => losses,
    accuracies: () => accuracies,
    /** Steps to which one can go back, in order. */
    checkpoints: () => checkpoints,
    look: () => lookAt(model),
    /** Learns from one batch. */
    async learn() {
      const { value } = await batches.next();
      if (!value) return;
      step++;
      losses.push(value.loss);
      accuracies.push(value.accuracy);
    },
    stateDict: () => model.stateDict(),
    /** Whether this step is one to keep. */
    isDue: () => step % interval === 0 && checkpoints.at(-1)?.step !== step,
    /**
     * Keeps the present step.
     * @param {Look} look at it
     */
    async keep(look) {
      const [state, optimizerState] = await Promise.all([
        model.stateDict(),
        model.optimizerState(),
      ]);
      checkpoints.push({ ...look, state, optimizerState });
      if (checkpoints.length <= MOST_CHECKPOINTS) return;
      interval *= 2;
      checkpoints = checkpoints.filter((one) => one.step % interval === 0);
    },
    /**
     * Becomes what it was, its optimiser too, and forgets what it learned since.
     * @param {Checkpoint} checkpoint
     */
    async goBack(checkpoint) {
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
     * How good it is without some of its heads.
     * @param {Checkpoint | null} checkpoint null: the present one
     * @param {Heads} heads
     */
    async without(checkpoint, heads) {
      const removeHeads = heads.map(([layer, head]) => /** @type {const} */ ([layer, head]));
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

/** @typedef {Awaited<ReturnType<typeof createLearner>>} Learner */

/**
 * @param {Float32Array} data
 * @param {number} from
 * @param {number} count
 */
function largestOf(data, from, count) {
  let best = 0;
  for (let i = 1; i < count; i++) if (data[from + i] > data[from + best]) best = i;
  return best;
}
