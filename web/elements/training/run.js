// The run on the screen: course, inspected step, and removed heads.
// The settings determine the course. It draws nothing and has no texts.

import { createAsker } from '../lesson/asker.js';
import { sameValue } from '../lab/state/values.js';
import { createCourse } from './course.js';
import { isOwn, readOwn } from './task/own.js';
import { LESSONS, planOf } from './tasks.js';

/**
 * @typedef {import('../lab/state/training.js').TrainingSettings} Settings
 * @typedef {import('./course.js').Course} Course
 * @typedef {import('./runners.js').Runner} Runner
 */

/**
 * @param {import('../lab/frame.js').Actions} actions
 * @param {() => void} changed
 */
export function createRun(actions, changed) {
  /** @type {Settings | null} what the course was made for */
  let madeFor = null;
  /** @type {Course | null} */
  let course = null;
  /** the step that one looks at; null: the newest @type {number | null} */
  let past = null;
  /** @type {Set<string>} */
  const removed = new Set();
  const less = createLess(changed);
  let startsByItself = false;

  /** Starts over. @param {Settings} settings */
  function restart(settings) {
    actions.learned(false);
    const before = course;
    if (before?.phase() === 'failed') actions.retry(); // another engine
    madeFor = settings;
    past = null;
    less.forget();
    removed.clear();
    const closing = before?.close();
    course = null;
    if (isOwn(settings) && 'problem' in readOwn(settings)) return changed(); // nothing to learn yet
    const several = planOf(settings, settings.heads);
    const plans = settings.versus ? [several, planOf(settings, 1)] : [several];
    course = createCourse(
      async () => {
        await closing; // two models at a time are enough
        return actions.engine();
      },
      plans,
      changed,
    );
    if (settings.to !== null) course.goTo(settings.to);
    const { numLayers, numHeads } = several.config;
    const isThere = (/** @type {[number, number]} */ [layer, head]) =>
      layer < numLayers && head < numHeads;
    for (const head of pairsOf(settings.off.join()).filter(isThere)) removed.add(head.join('.'));
    changed();
  }

  /** After it diverged, it can be continued from earlier steps only. */
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
    /** Makes the course that the settings ask for, unless it is there. @param {Settings} settings */
    follow(settings) {
      const { speed, to } = settings;
      const isLed = to !== null && to !== madeFor?.to;
      if (!madeFor || isLed || !sameRun(settings, madeFor)) restart(settings);
      course?.setSpeed(speed ?? LESSONS[settings.task].speed);
    },
    /** Begins as soon as it can. */
    startByItself() {
      startsByItself = true;
    },
    /** Whether it has just begun by itself. */
    begin() {
      if (!startsByItself || !course || course.phase() === 'starting') return;
      startsByItself = false;
      course.play();
    },
    /** From the step that one looks at. @param {(course: Course) => void} onwards */
    async goOn(onwards) {
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
    /** @param {number} step that is to be looked at */
    look(step) {
      if (!course) return;
      course.pause();
      const wanted = step === course.step() ? null : step;
      if (wanted !== past) less.forget();
      past = wanted;
      changed();
    },
    /** @param {string} head @param {boolean} takesPart */
    toggle(head, takesPart) {
      if (takesPart) removed.delete(head);
      else removed.add(head);
      less.forget();
      changed();
    },
    /** What is on the screen of one runner. @param {Runner} runner */
    seenOf: ({ learner, look: now }) =>
      (past !== null && learner.checkpoints().find((one) => one.step === past)) || now,
    /** What it is like without the heads that are left out. @param {number} step */
    without(step) {
      const heads = [...removed].sort().join();
      if (course && heads !== '') less.ask(course, past, heads, past ?? step);
      return { heads: pairsOf(heads), ...less.found() };
    },
    close() {
      void course?.close();
      course = madeFor = null;
    },
  };
}

/**
 * Evaluates a run without some of its heads.
 * @param {() => void} changed
 */
function createLess(changed) {
  /** @type {import('headwise/training').Evaluation | null} */
  let less = null;
  /** @type {unknown} */
  let error = null;
  const ask = createAsker(
    /**
     * @param {Course} course
     * @param {number | null} step
     * @param {string} heads
     * @param {number} _at the newest step, so that it is asked again when that has moved
     */
    async (course, step, heads, _at) => {
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

/**
 * Whether two settings give the same run, however fast and far it goes.
 * @param {Settings} a
 * @param {Settings} b
 */
export function sameRun(a, b) {
  const anyhow = { speed: null, to: null, off: [] };
  return sameValue({ ...a, ...anyhow }, { ...b, ...anyhow });
}

/** @typedef {ReturnType<typeof createRun>} Run */

/** @param {string} heads `layer.head` of each @returns {[number, number][]} */
function pairsOf(heads) {
  if (heads === '') return [];
  return heads
    .split(',')
    .map((one) => /** @type {[number, number]} */ (one.split('.').map(Number)));
}
