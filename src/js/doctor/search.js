// Tries the formulas of known mistakes, and of two of them at once, on a submission.

import { nextTask } from '../runtime/next-task.js';
import { BOUND_MULTIPLE } from '../reference/bounds.js';
import { differ, isNear } from './compare.js';
import { CONVENTIONS, FAULTS } from './faults/index.js';
import { roundedSteps } from './precision.js';
import { computeMaps, computeOutput, RIGHT } from './steps.js';

/** @import { Numbers } from './arrays.js' */
/** @import { Fault } from './faults/index.js' */
/** @import { Steps } from './steps.js' */
/** @import { Given, Right, Task } from './task.js' */

/** Pairs of faults are tried while they take at most as many multiplications as this, which take about half a minute. */
const PAIRS_BUDGET = 2e10;
/** Rounding of a half precision takes numbers less far than this, relative to the largest. */
const MOST_ROUNDING = 0.25;
/** Between two pauses, in which a page can draw. */
const PAUSE_EVERY = 2e7;

/**
 * @typedef {{ name: string, detail?: string }} FaultName detail: which of several forms of the fault
 *
 * @typedef {object} FoundFault
 * @property {string} name such as 'scale missing'; two faults at once are joined by ' + '
 * @property {string} explanation what was computed, and what to change, in plain words
 * @property {number} difference of its numbers from the submission's, relative to the largest number
 * @property {FaultName[]} parts the fault, or the two that were made together
 */

/** @typedef {{ output: Numbers, attention: Numbers }} Computed attention: as it is handed in */

/** A fault with the steps that it replaces. @typedef {{ fault: Fault, changed: Partial<Steps> }} Candidate */

export class Search {
  tried = { faults: 0, pairs: 0 };
  /** Where the limit ended the search. @type {{ faults: number, pairs: number, seconds: number } | undefined} */
  stopped;
  #task;
  #right;
  #tolerance;
  #progress;
  #seconds;
  #deadline;
  #work = 0;
  /** How far numbers may be from a submission's to be looked at: nearer than the right ones. */
  #reach;
  /** @type {Candidate[]} */
  #candidates;
  /** @type {[Candidate, Candidate][]} */
  #pairs;

  /**
   * @param {Task} task
   * @param {Right} right
   * @param {{ tolerance: number, seconds: number, progress: (done: number) => unknown }} options
   */
  constructor(task, right, { tolerance, seconds, progress }) {
    this.#task = task;
    this.#right = right;
    this.#tolerance = tolerance;
    this.#progress = progress;
    this.#seconds = seconds;
    this.#deadline = performance.now() + 1000 * seconds;
    const reach = Math.min(MOST_ROUNDING, farthest(task.given, right.arrays));
    this.#reach = task.format.round === null ? tolerance : Math.max(tolerance, reach);
    this.#candidates = FAULTS.filter(({ applies = () => true }) => applies(task)).map((fault) => ({
      fault,
      changed: fault.change(RIGHT, task),
    }));
    this.#pairs = pairsOf(this.#candidates);
    if (this.#pairs.length * multiplications(task) > PAIRS_BUDGET) this.#pairs = [];
  }

  /** The faults with which the submission would be right as well. */
  async unseen() {
    const candidates = this.#candidates.filter(({ fault }) => !fault.isFitted);
    /** @type {FaultName[]} */
    const names = [];
    for (const { fault, changed } of candidates) {
      if (this.#isOver(candidates.length, 0)) break;
      this.tried.faults++;
      const steps = { ...RIGHT, ...changed };
      if (this.#compute(steps, CONVENTIONS, this.#isRight)) names.push(nameOf(fault));
      await this.#pause(this.tried.faults / candidates.length);
    }
    return names;
  }

  /** @returns {Promise<FoundFault[]>} single faults, or if none fits, pairs */
  async faults() {
    /** @type {FoundFault[]} */
    const found = [];
    const [singles, pairs] = [this.#candidates.length, this.#pairs.length];
    for (const { fault, changed } of this.#candidates) {
      if (this.#isOver(singles, pairs)) break;
      this.tried.faults++;
      const difference = this.#matches({ ...RIGHT, ...changed });
      if (difference !== null) found.push(foundFault([fault], difference));
      await this.#pause(0);
    }
    for (const [first, second] of found.length > 0 ? [] : this.#pairs) {
      if (this.#isOver(singles, pairs)) break;
      this.tried.pairs++;
      const difference = this.#matches(together(first, second, this.#task));
      if (difference !== null) found.push(foundFault([first.fault, second.fault], difference));
      await this.#pause(this.tried.pairs / pairs);
    }
    return found.sort((a, b) => a.difference - b.difference);
  }

  /**
   * @param {number} faults
   * @param {number} pairs how many there are to try
   */
  #isOver(faults, pairs) {
    if (performance.now() < this.#deadline) return false;
    this.stopped = { faults, pairs, seconds: this.#seconds };
    return true;
  }

  /**
   * How far these steps' numbers are from a submission's, or null if they are not the same.
   *
   * @param {Steps} steps
   * @returns {number | null}
   */
  #matches(steps) {
    const { given } = this.#task;
    const conventions = given.output.data.some(Number.isNaN) ? NAN_ONLY : CONVENTIONS;
    const computed = this.#compute(steps, conventions, this.#isInReach, this.#isExplained);
    return computed && farthest(given, computed);
  }

  /** @param {'attention' | 'output'} name @param {Numbers} numbers */
  #isInReach = (name, numbers) => {
    const given = this.#task.given[name];
    return given === undefined || isNear(given, numbers, this.#reach);
  };

  /** @param {'attention' | 'output'} name @param {Numbers} numbers */
  #isRight = (name, numbers) => {
    const [expected, bound] = [this.#right.arrays[name], this.#right.bounds[name]];
    if (!expected || !bound) return true; // no map was handed in
    return differ(numbers, expected, bound.data).difference <= this.#tolerance;
  };

  /**
   * Whether numbers within reach are the submission's but for rounding. The reference bounds the right steps only: how far
   * rounding takes these is measured, by rounding the result of each.
   *
   * @param {Steps} steps
   * @param {Task} task
   * @param {Computed} computed
   */
  #isExplained = (steps, task, computed) => {
    const { given, format } = this.#task;
    if (format.round === null) return true;
    const inFormat = roundedSteps(steps, format.round);
    const maps = computeMaps(inFormat, task);
    const rounded = { attention: maps.shown, output: computeOutput(inFormat, task, maps) };
    return /** @type {const} */ (['attention', 'output']).every((name) => {
      const array = given[name];
      if (array === undefined) return true;
      const { difference } = differ(rounded[name], computed[name]);
      const allowed = difference === Infinity ? 0 : BOUND_MULTIPLE * difference;
      return isNear(array, computed[name], Math.max(this.#tolerance, allowed));
    });
  };

  /**
   * The numbers of these steps, or null if they are not the same. Where queries may attend to nothing, any convention for
   * their rows will do.
   *
   * @param {Steps} steps
   * @param {readonly Task['emptyRows'][]} conventions
   * @param {(name: 'attention' | 'output', numbers: Numbers) => boolean} isSame
   * @param {(steps: Steps, task: Task, computed: Computed) => boolean} [isEnough]
   * @returns {Computed | null}
   */
  #compute(steps, conventions, isSame, isEnough = () => true) {
    this.#work += multiplications(this.#task);
    try {
      for (const emptyRows of conventions) {
        const task = { ...this.#task, emptyRows };
        const maps = computeMaps(steps, task);
        if (isSame('attention', maps.shown)) {
          const computed = { attention: maps.shown, output: computeOutput(steps, task, maps) };
          if (isSame('output', computed.output) && isEnough(steps, task, computed)) return computed;
        }
        if (!hasEmptyLine(maps.masked)) return null;
      }
    } catch (error) {
      // the two faults of a pair may make shapes that do not go together
      if (!(error instanceof RangeError)) throw error;
    }
    return null;
  }

  /** @param {number} done */
  async #pause(done) {
    if (this.#work < PAUSE_EVERY) return;
    this.#work = 0;
    this.#progress(done);
    await nextTask();
  }
}

/**
 * All two of them that are about different parts.
 *
 * @param {readonly Candidate[]} all
 * @returns {[Candidate, Candidate][]}
 */
function pairsOf(all) {
  return all.flatMap((first, n) =>
    all
      .slice(n + 1)
      .filter((second) => first.fault.about !== second.fault.about)
      .map((second) => /** @type {[Candidate, Candidate]} */ ([first, second])),
  );
}

/**
 * @param {Given} given
 * @param {Partial<Record<'output' | 'attention', Numbers>>} computed
 */
function farthest(given, { output, attention }) {
  const maps = given.attention && attention ? differ(given.attention, attention).difference : 0;
  return Math.max(output ? differ(given.output, output).difference : 0, maps);
}

const NAN_ONLY = /** @type {const} */ (['nan']);

/**
 * @param {Candidate} first
 * @param {Candidate} second
 * @param {Task} task
 * @returns {Steps}
 */
function together(first, second, task) {
  const overlap = Object.keys(first.changed).some((step) => Object.hasOwn(second.changed, step));
  const steps = { ...RIGHT, ...first.changed };
  return { ...steps, ...(overlap ? second.fault.change(steps, task) : second.changed) };
}

/**
 * @param {Fault[]} faults
 * @param {number} difference
 * @returns {FoundFault}
 */
function foundFault(faults, difference) {
  return {
    name: faults.map(({ name }) => name).join(' + '),
    explanation: faults
      .map(({ explanation, detail = '' }) => explanation.replaceAll('{detail}', detail))
      .join(' '),
    difference,
    parts: faults.map(nameOf),
  };
}

/**
 * @param {Fault} fault
 * @returns {FaultName}
 */
function nameOf({ name, detail }) {
  return detail === undefined ? { name } : { name, detail };
}

/**
 * Whether a query, or for a softmax over the wrong axis a key, has no partner at all.
 *
 * @param {Numbers} masked (B, H, L, T)
 */
function hasEmptyLine({ data, shape }) {
  const [rows, columns] = shape.slice(-2);
  const size = rows * columns;
  for (let first = 0; first < data.length; first += size) {
    for (let i = 0; i < rows; i++) {
      let j = 0;
      while (j < columns && data[first + i * columns + j] === -Infinity) j++;
      if (j === columns) return true;
    }
    for (let j = 0; j < columns; j++) {
      let i = 0;
      while (i < rows && data[first + i * columns + j] === -Infinity) i++;
      if (i === rows) return true;
    }
  }
  return false;
}

/** @param {Task} task */
function multiplications({ call }) {
  const { batch, numHeads, queryLen, keyLen, pastLen, headDim, valueHeadDim } = call;
  const maps = batch * numHeads * queryLen * (keyLen + pastLen) * (headDim + valueHeadDim + 20);
  return maps + batch * queryLen * numHeads * valueHeadDim * numHeads * headDim;
}
