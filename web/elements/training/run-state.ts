// The run on the screen: course, inspected step, and removed heads.
// The settings determine the course. It draws nothing and has no texts.

import { createLatestQuery } from '../lesson/latest-query.ts';
import { sameValue } from '../lab/state/values.ts';
import { createRunControl } from './run-control.ts';
import { isOwn, readOwn } from './task/own.ts';
import { LESSONS, planOf } from './tasks.ts';
import type { Evaluation } from 'headwise/training';
import type { Actions } from '../lab/frame.ts';
import type { TrainingSettings } from '../lab/state/training.ts';
import type { RunControl } from './run-control.ts';
import type { Runner } from './run-pool.ts';

type Settings = TrainingSettings;

export function createRunState(actions: Actions, changed: () => void) {
  /** settings of the present course */
  let madeFor: Settings | null = null;
  let course: RunControl | null = null;
  /** the inspected step; null: the newest */
  let past: number | null = null;
  const removed: Set<string> = new Set();
  const less = createLess(changed);
  let startsByItself = false;

  /** Starts over. */
  function restart(settings: Settings) {
    actions.learned(false);
    const before = course;
    if (before?.phase() === 'failed') actions.retry(); // another engine
    madeFor = settings;
    past = null;
    less.forget();
    removed.clear();
    const closing = before?.close();
    course = null;
    if (isOwn(settings) && 'problem' in readOwn(settings)) return changed(); // the task has no data yet
    const several = planOf(settings, settings.heads);
    const plans = settings.versus ? [several, planOf(settings, 1)] : [several];
    course = createRunControl(
      async () => {
        await closing; // two models at a time are enough
        return actions.engine();
      },
      plans,
      changed,
    );
    if (settings.to !== null) course.goTo(settings.to);
    const { numLayers, numHeads } = several.config;
    const isThere = ([layer, head]: [number, number]) => layer < numLayers && head < numHeads;
    for (const head of pairsOf(settings.off.join()).filter(isThere)) removed.add(head.join('.'));
    changed();
  }

  /** After the loss has diverged, only earlier steps can continue. */
  function canGoOn() {
    const phase = course?.phase();
    return phase === 'paused' || (phase === 'diverged' && past !== null);
  }

  return {
    restart,
    canGoOn,
    course: () => course,
    past: () => past,
    removed: () => removed,
    /** Makes the course for the settings, unless it exists. */
    follow(settings: Settings) {
      const { speed, to } = settings;
      const isLed = to !== null && to !== madeFor?.to;
      if (!madeFor || isLed || !sameRun(settings, madeFor)) restart(settings);
      course?.setSpeed(speed ?? LESSONS[settings.task].speed);
    },
    /** Notes that the state now names this step and these heads: they lead nowhere. */
    note(to: number | null, off: readonly string[]) {
      if (madeFor) madeFor = { ...madeFor, to, off };
    },
    /** Starts as soon as it can. */
    startByItself() {
      startsByItself = true;
    },
    /** Whether it has just started by itself. */
    begin() {
      if (!startsByItself || !course || course.phase() === 'starting') return;
      startsByItself = false;
      course.play();
    },
    /** Continues from the inspected step. */
    async goOn(onwards: (course: RunControl) => void) {
      const mine = course;
      if (!mine || !canGoOn()) return;
      if (past !== null) {
        const from = past;
        past = null;
        less.forget();
        await mine.goBack(from);
      }
      onwards(mine);
    },
    /** @param step step to inspect */
    look(step: number) {
      if (!course) return;
      course.pause();
      const wanted = step === course.step() ? null : step;
      if (wanted !== past) less.forget();
      past = wanted;
      changed();
    },
    toggle(head: string, takesPart: boolean) {
      if (takesPart) removed.delete(head);
      else removed.add(head);
      less.forget();
      changed();
    },
    /** The inspected state of one runner. */
    seenOf: ({ learner, look: now }: Runner) =>
      (past !== null && learner.checkpoints().find((one) => one.step === past)) || now,
    /** The evaluation without the removed heads. */
    without(step: number) {
      const heads = [...removed].sort().join();
      // on its way to a step, a run does nothing else
      if (course && course.target() === null && heads !== '')
        less.ask(course, past, heads, past ?? step);
      return { heads: pairsOf(heads), ...less.found() };
    },
    close() {
      void course?.close();
      course = madeFor = null;
    },
  };
}

/** Evaluates a run without some of its heads. */
function createLess(changed: () => void) {
  let less: Evaluation | null = null;
  let error: unknown = null;
  const ask = createLatestQuery(
    /** @param _at the newest step, so that a new step is evaluated again */
    async (course: RunControl, step: number | null, heads: string, _at: number) => {
      const { learner } = course.runners()[0];
      const checkpoint = learner.checkpoints().find((one) => one.step === step) ?? null;
      return learner.without(checkpoint, pairsOf(heads));
    },
    {
      show(found) {
        less = found;
        changed();
      },
      fail(reason) {
        error = reason;
        changed();
      },
      busy() {},
    },
  );
  return {
    ask,
    found: () => ({ less, error }),
    forget() {
      less = null;
      error = null;
      ask.forget();
    },
  };
}

/** Whether two settings give the same run, whatever its speed and target. */
export function sameRun(a: Settings, b: Settings) {
  const anyhow = { speed: null, to: null, off: [] };
  return sameValue({ ...a, ...anyhow }, { ...b, ...anyhow });
}

export type RunState = ReturnType<typeof createRunState>;

/** @param heads `layer.head` of each, with spaces between them */
function pairsOf(heads: string): [number, number][] {
  if (heads === '') return [];
  return heads.split(',').map((one) => one.split('.').map(Number) as [number, number]);
}
