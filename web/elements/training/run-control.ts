// A run of one model, or of two on the same batches.
// It starts, pauses, goes back and reports failures. It has no texts and draws nothing; it tells
// its listeners that something changed.

import { codeOf } from '../../ui/errors.ts';
import { createPace } from './pace.ts';
import { createRunPool } from './run-pool.ts';
import { createRunTarget } from './share/run-target.ts';
import type { Engine } from '../shared/engine.ts';
import type { Plan } from './tasks.ts';

export type Phase = 'starting' | 'paused' | 'running' | 'diverged' | 'failed';

/** @param plans the first belongs to the inspected model */
export function createRunControl(
  engine: () => Promise<Engine>,
  plans: readonly Plan[],
  changed: () => void,
) {
  let phase: Phase = 'starting';
  const pool = createRunPool(plans);
  let error: unknown = null;
  let closed = false;
  let turn = 0;
  const pace = createPace();
  const way = createRunTarget(plans[0].steps, pace);
  const { after, waiting, last } = createTurns(start(), {
    isOpen: () => !closed && phase !== 'failed',
    begun: () => phase !== 'running' && changed(),
    ended: () => !closed && changed(),
    failed: (reason) => !closed && fail(reason),
  });

  async function start() {
    try {
      if (!(await pool.start(await engine(), () => closed))) return;
      phase = 'paused';
    } catch (reason) {
      fail(reason);
    }
    if (!closed) changed();
    if (way.target() !== null) leave();
  }

  function fail(reason: unknown) {
    error = reason;
    end(codeOf(reason) === 'diverged' ? 'diverged' : 'failed');
  }

  /** Stops the run and drops its target. */
  function end(next: Phase) {
    phase = next;
    way.arrive();
    if (!closed) changed();
  }

  async function learn() {
    await pool.learn();
    if (pool.areHopeless()) end('diverged');
  }

  async function run() {
    const mine = ++turn;
    const goesOn = () => phase === 'running' && mine === turn;
    while (goesOn()) {
      await pace.next();
      if (!goesOn()) return;
      await after(async () => {
        await learn();
        await pool.look();
        if (phase === 'running' && way.isThere(pool.step())) end('paused');
        if (phase !== 'running') await pool.look(true);
      });
    }
  }

  /** Continues; at the goal, the goal is doubled. */
  function leave() {
    if (phase !== 'paused' || closed) return;
    if (way.target() !== null && way.isThere(pool.step())) return end('paused');
    way.extend(pool.step());
    phase = 'running';
    changed();
    void run();
  }

  return {
    phase: () => phase,
    error: () => error,
    runners: pool.all,
    step: pool.step,
    goal: way.goal,
    target: way.target,
    setSpeed: way.setSpeed,
    /** Runs to a later step as fast as possible, and pauses there. */
    goTo(step: number) {
      way.lead(step);
      leave();
    },
    play: leave,
    pause() {
      if (phase !== 'running') return;
      end('paused');
      pace.wake();
      void after(() => pool.look(true));
    },
    /** Runs one step. */
    single() {
      if (phase !== 'paused') return;
      way.extend(pool.step());
      void after(async () => {
        await learn();
        await pool.look(true);
      });
    },
    /** Restores a saved step. */
    goBack(wanted: number) {
      return after(async () => {
        await pool.goBack(wanted);
        phase = 'paused';
        error = null;
      });
    },
    /** Whether a task other than the run is in progress. */
    isBusy: () => phase === 'starting' || (waiting() > 0 && phase !== 'running'),
    async close() {
      closed = true;
      pace.wake();
      if (phase === 'running') phase = 'paused';
      await last();
      await pool.dispose();
    },
  };
}

/**
 * A queue of tasks, one at a time, so that no reader sees half of a step.
 *
 * @param course.isOpen whether tasks still run
 * @param course.begun settled() waits for tasks that are not the run
 */
function createTurns(
  first: Promise<void>,
  {
    isOpen,
    begun,
    ended,
    failed,
  }: {
    isOpen: () => boolean;
    begun: () => unknown;
    ended: () => unknown;
    failed: (reason: unknown) => unknown;
  },
) {
  let last = first;
  let waiting = 0;
  return {
    waiting: () => waiting,
    last: () => last,
    after(work: () => Promise<void>) {
      waiting++;
      begun();
      last = last.then(async () => {
        try {
          if (isOpen()) await work();
        } catch (reason) {
          failed(reason);
        }
        waiting--;
        ended();
      });
      return last;
    },
  };
}

export type RunControl = ReturnType<typeof createRunControl>;
