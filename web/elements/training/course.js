// A run of one model, or of two beside each other on the same batches: starting, pausing, going back, and what goes wrong.
// It has no words and draws nothing; it tells its listeners that something changed.

import { codeOf } from '../shared/errors.js';
import { createLearner } from './learner.js';
import { createPace } from './pace.js';

/**
 * @typedef {import('./learner.js').Learner} Learner
 * @typedef {import('./learner.js').Look} Look
 * @typedef {import('./tasks.js').Plan} Plan
 *
 * @typedef {'starting' | 'paused' | 'running' | 'diverged' | 'failed'} Phase
 *
 * @typedef {object} Runner
 * @property {Learner} learner
 * @property {Look} look the newest
 */

/** Between two looks while it runs, milliseconds. */
const LOOK_EVERY = 120;
/** A loss this many times that of blind guessing is no learning any more. */
const HOPELESS = 10;

/**
 * @param {() => Promise<import('../shared/engine.js').Engine>} engine
 * @param {readonly Plan[]} plans the first is the one that is looked at
 * @param {() => void} changed
 */
export function createCourse(engine, plans, changed) {
  /** @type {Phase} */
  let phase = 'starting';
  /** @type {Runner[]} */
  let runners = [];
  /** @type {unknown} */
  let error = null;
  let speed = 1;
  /** where it pauses by itself */
  let goal = plans[0].steps;
  let closed = false;
  let looked = 0;
  let turn = 0;
  let waiting = 0;
  const pace = createPace();
  /** one task at a time, so that no reader sees half of a step */
  /** @type {Promise<void>} */
  let last = start();

  async function start() {
    try {
      const works = await engine();
      if (closed) return;
      for (const plan of plans) {
        const runner = await startRunner(works, plan, () => closed);
        if (!runner) return;
        runners.push(runner);
      }
      phase = 'paused';
    } catch (reason) {
      fail(reason);
    }
    if (!closed) changed();
  }

  /** @param {unknown} reason */
  function fail(reason) {
    error = reason;
    phase = codeOf(reason) === 'diverged' ? 'diverged' : 'failed';
  }

  /** @param {() => Promise<void>} work */
  function after(work) {
    waiting++;
    if (phase !== 'running') changed(); // those who wait for the screen wait for this
    last = last.then(async () => {
      try {
        if (!closed && phase !== 'failed') await work();
      } catch (reason) {
        if (!closed) fail(reason);
      }
      waiting--;
      if (!closed) changed();
    });
    return last;
  }

  /** One step of all. */
  async function learn() {
    for (const { learner } of runners) await learner.learn();
    if (isHopeless(runners, plans[0].task.vocabSize)) phase = 'diverged';
  }

  /** @param {boolean} [wanted] even if it is not time yet */
  async function look(wanted = false) {
    const due = runners.some(({ learner }) => learner.isDue());
    const now = performance.now();
    if (!wanted && !due && now - looked < LOOK_EVERY) return;
    looked = now;
    for (const runner of runners) {
      runner.look = await runner.learner.look();
      if (runner.learner.isDue()) await runner.learner.keep(runner.look);
    }
  }

  async function run() {
    const mine = ++turn;
    const goesOn = () => phase === 'running' && mine === turn;
    while (goesOn()) {
      await pace.next(speed);
      if (!goesOn()) return;
      await after(async () => {
        await learn();
        await look();
        if (phase === 'running' && step() >= goal) phase = 'paused';
        if (phase !== 'running') await look(true);
      });
    }
  }

  const step = () => runners[0]?.learner.step() ?? 0;

  return {
    phase: () => phase,
    error: () => error,
    runners: () => runners,
    step,
    goal: () => goal,
    /** @param {number} next steps a second; 0: as fast as it goes */
    setSpeed(next) {
      if (next === speed) return;
      speed = next;
      pace.wake();
    },
    /** Goes on; from where it is, or as far again. */
    play() {
      if (phase !== 'paused') return;
      if (step() >= goal) goal *= 2;
      phase = 'running';
      changed();
      void run();
    },
    pause() {
      if (phase !== 'running') return;
      phase = 'paused';
      pace.wake();
      void after(() => look(true));
    },
    /** One step. */
    single() {
      if (phase !== 'paused') return;
      if (step() >= goal) goal *= 2;
      void after(async () => {
        await learn();
        await look(true);
      });
    },
    /**
     * Becomes what it was at a step that was kept.
     * @param {number} wanted
     */
    goBack(wanted) {
      return after(async () => {
        for (const runner of runners) await rewind(runner, wanted);
        phase = 'paused';
        error = null;
      });
    },
    /** Whether something is under way that is not a run. */
    isBusy: () => phase === 'starting' || (waiting > 0 && phase !== 'running'),
    async close() {
      closed = true;
      pace.wake();
      if (phase === 'running') phase = 'paused';
      await last;
      await Promise.allSettled(runners.map(({ learner }) => learner.dispose()));
      runners = [];
    },
  };
}

/** @typedef {ReturnType<typeof createCourse>} Course */

/**
 * @param {import('../shared/engine.js').Engine} engine
 * @param {Plan} plan
 * @param {() => boolean} isClosed
 * @returns {Promise<Runner | null>} null: the course was closed meanwhile
 */
async function startRunner(engine, plan, isClosed) {
  const learner = await createLearner(engine, plan);
  try {
    if (!isClosed()) {
      const look = await learner.look();
      await learner.keep(look);
      return { learner, look };
    }
  } catch (reason) {
    await learner.dispose(); // no one uses it yet
    throw reason;
  }
  await learner.dispose();
  return null;
}

/**
 * Whether a model's loss is far above that of blind guessing.
 * @param {readonly Runner[]} runners
 * @param {number} vocabSize
 */
function isHopeless(runners, vocabSize) {
  const blind = Math.log(vocabSize);
  return runners.some(({ learner }) => (learner.losses().at(-1) ?? 0) > HOPELESS * blind);
}

/**
 * @param {Runner} runner
 * @param {number} step that was kept, or not
 */
async function rewind(runner, step) {
  const checkpoint = runner.learner.checkpoints().find((one) => one.step === step);
  if (!checkpoint) return;
  await runner.learner.goBack(checkpoint);
  runner.look = checkpoint;
}
