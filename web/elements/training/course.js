// A run of one model, or of two beside each other on the same batches: starting, pausing, going back, and what goes wrong.
// It has no words and draws nothing; it tells its listeners that something changed.

import { codeOf } from '../shared/errors.js';
import { createPace } from './pace.js';
import { createRunners } from './runners.js';

/**
 * @typedef {import('./tasks.js').Plan} Plan
 *
 * @typedef {'starting' | 'paused' | 'running' | 'diverged' | 'failed'} Phase
 */

/**
 * @param {() => Promise<import('../shared/engine.js').Engine>} engine
 * @param {readonly Plan[]} plans the first is the one that is looked at
 * @param {() => void} changed
 */
export function createCourse(engine, plans, changed) {
  /** @type {Phase} */
  let phase = 'starting';
  const runners = createRunners(plans);
  /** @type {unknown} */
  let error = null;
  /** where it pauses by itself */
  let goal = plans[0].steps;
  let closed = false;
  let turn = 0;
  let waiting = 0;
  const pace = createPace();
  /** one task at a time, so that no reader sees half of a step */
  /** @type {Promise<void>} */
  let last = start();

  async function start() {
    try {
      if (!(await runners.start(await engine(), () => closed))) return;
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
    if (phase !== 'running') changed(); // settled() waits for this
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

  async function learn() {
    await runners.learn();
    if (runners.areHopeless()) phase = 'diverged';
  }

  async function run() {
    const mine = ++turn;
    const goesOn = () => phase === 'running' && mine === turn;
    while (goesOn()) {
      await pace.next();
      if (!goesOn()) return;
      await after(async () => {
        await learn();
        await runners.look();
        if (phase === 'running' && runners.step() >= goal) phase = 'paused';
        if (phase !== 'running') await runners.look(true);
      });
    }
  }

  return {
    phase: () => phase,
    error: () => error,
    runners: runners.all,
    step: runners.step,
    goal: () => goal,
    setSpeed: pace.setSpeed,
    /** Goes on; from where it is, or as far again. */
    play() {
      if (phase !== 'paused') return;
      if (runners.step() >= goal) goal *= 2;
      phase = 'running';
      changed();
      void run();
    },
    pause() {
      if (phase !== 'running') return;
      phase = 'paused';
      pace.wake();
      void after(() => runners.look(true));
    },
    /** One step. */
    single() {
      if (phase !== 'paused') return;
      if (runners.step() >= goal) goal *= 2;
      void after(async () => {
        await learn();
        await runners.look(true);
      });
    },
    /**
     * Becomes what it was at a step that was kept.
     * @param {number} wanted
     */
    goBack(wanted) {
      return after(async () => {
        await runners.goBack(wanted);
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
      await runners.dispose();
    },
  };
}

/** @typedef {ReturnType<typeof createCourse>} Course */
