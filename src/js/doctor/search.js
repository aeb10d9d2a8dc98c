// Tries the formulas of known mistakes, and of two of them at once, on a submission.

import { nextTask } from '../runtime/next-task.js';
import { BOUND_MULTIPLE } from '../reference/bounds.js';
import { differ, isNear, largestOf, rowOf } from './compare.js';
import { CONVENTIONS, FAULTS } from './faults/index.js';
import { roundedSteps } from './precision.js';
import { computeMaps, computeOutput, prepare, RIGHT } from './steps.js';

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
  /** Queries whose rows are computed first. @type {readonly number[]} */
  #rows;
  /** The largest number of each array. */
  #largest = {
    /** @type {Partial<Record<'attention' | 'output', number>>} */
    given: {},
    /** @type {Partial<Record<'attention' | 'output', number>>} */
    right: {},
  };
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
    this.#rows = rowsOf(task, right);
    this.#candidates = FAULTS.filter(({ applies = () => true }) => applies(task)).map((fault) => ({
      fault,
      changed: fault.change(RIGHT, task),
    }));
    this.#pairs = pairsOf(this.#candidates);
    if (this.#pairs.length * multiplications(task, task.call.queryLen) > PAIRS_BUDGET)
      this.#pairs = [];
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
      const candidate = { fault, changed };
      if (this.#compute([candidate], steps, CONVENTIONS, this.#isRight)) names.push(nameOf(fault));
      await this.#pause(this.tried.faults / candidates.length);
    }
    return names;
  }

  /** @returns {Promise<FoundFault[]>} single faults, or if none fits, pairs */
  async faults() {
    /** @type {FoundFault[]} */
    const found = [];
    const [singles, pairs] = [this.#candidates.length, this.#pairs.length];
    for (const candidate of this.#candidates) {
      if (this.#isOver(singles, pairs)) break;
      this.tried.faults++;
      const difference = this.#matches([candidate], { ...RIGHT, ...candidate.changed });
      if (difference !== null) found.push(foundFault([candidate.fault], difference));
      await this.#pause(0);
    }
    for (const [first, second] of found.length > 0 ? [] : this.#pairs) {
      if (this.#isOver(singles, pairs)) break;
      this.tried.pairs++;
      const difference = this.#matches([first, second], together(first, second, this.#task));
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
   * @param {readonly Candidate[]} candidates one, or the two that make these steps
   * @param {Steps} steps
   * @returns {number | null}
   */
  #matches(candidates, steps) {
    const { given } = this.#task;
    const conventions = given.output.data.some(Number.isNaN) ? NAN_ONLY : CONVENTIONS;
    const computed = this.#compute(
      candidates,
      steps,
      conventions,
      this.#isInReach,
      this.#isExplained,
    );
    return computed && farthest(given, computed);
  }

  /** @param {'attention' | 'output'} name @param {Numbers} numbers @param {number | null} row */
  #isInReach = (name, numbers, row) => {
    const given = this.#task.given[name];
    if (given === undefined) return true;
    const reach = this.#reach;
    if (row === null) return isNear(given, numbers, reach);
    const there = rowOf(given, numbers, row, this.#task.call.queryLen);
    // Numbers that are all within reach of the given ones have no larger one than this.
    const most = (this.#largest.given[name] ??= largestOf(given.data));
    return there !== null && isNear(there, numbers, reach, most > reach ? most / (1 - reach) : 1);
  };

  /** @param {'attention' | 'output'} name @param {Numbers} numbers @param {number | null} row */
  #isRight = (name, numbers, row) => {
    const [expected, bound] = [this.#right.arrays[name], this.#right.bounds[name]];
    if (!expected || !bound) return true; // no map was handed in
    const largest = (this.#largest.right[name] ??= largestOf(expected.data) || 1);
    const [there, allowed] = [expected, bound].map((whole) =>
      row === null ? whole : rowOf(whole, numbers, row, this.#task.call.queryLen),
    );
    if (!there || !allowed) return false;
    return differ(numbers, there, allowed.data, largest).difference <= this.#tolerance;
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
   * The numbers of these steps, or null if they are not the same. Single rows come first, where the submission is wrong: most
   * wrong steps give others there. Where queries may attend to nothing, any convention for their rows will do.
   *
   * @param {readonly Candidate[]} candidates one, or the two that make these steps
   * @param {Steps} steps
   * @param {readonly Task['emptyRows'][]} conventions
   * @param {(name: 'attention' | 'output', numbers: Numbers, row: number | null) => boolean} isSame row: of this query only
   * @param {(steps: Steps, task: Task, computed: Computed) => boolean} [isEnough]
   * @returns {Computed | null}
   */
  #compute(candidates, steps, conventions, isSame, isEnough = () => true) {
    try {
      const [query, key] = [prepare(steps, this.#task, 'query'), prepare(steps, this.#task, 'key')];
      const isWhole =
        candidates.some(({ fault }) => fault.mixes) || query.shape[2] !== this.#task.call.queryLen;
      const rows = isWhole ? [] : this.#rows;
      this.#work += multiplications(this.#task, rows.length);
      /** @type {Numbers | undefined} */
      let value;
      for (const emptyRows of conventions) {
        const task = { ...this.#task, emptyRows };
        /** @type {Computed | null} */
        let computed = null;
        let canDiffer = false;
        for (const row of [...rows, null]) {
          if (row === null) this.#work += multiplications(task, task.call.queryLen);
          const maps = computeMaps(steps, task, { query, key, rows: row === null ? null : [row] });
          canDiffer = hasEmptyLine(maps.masked, row === null);
          computed = null;
          if (!isSame('attention', maps.shown, row)) break;
          value ??= prepare(steps, task, 'value');
          const output = computeOutput(steps, task, maps, value);
          if (!isSame('output', output, row)) break;
          computed = { attention: maps.shown, output };
        }
        if (computed && isEnough(steps, task, computed)) return computed;
        if (!canDiffer) return null; // by any other convention
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

/**
 * The queries where the output, and the maps, are farthest from the right ones; for what is right, the last and one between.
 *
 * @param {Task} task
 * @param {Right} right
 * @returns {number[]}
 */
function rowsOf({ given, call: { queryLen } }, { arrays }) {
  if (queryLen < 3) return [];
  const rows = /** @type {const} */ (['output', 'attention']).flatMap((name) => {
    const [array, expected] = [given[name], arrays[name]];
    const row = array && expected && differ(array, expected).at?.at(-2);
    return row !== undefined && row < queryLen ? [row] : [];
  });
  const first = rows.length > 0 ? rows : [queryLen - 1, Math.floor(queryLen / 2)];
  return [...new Set(first)];
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
 * @param {boolean} [orColumn] false: only queries count
 */
function hasEmptyLine({ data, shape }, orColumn = true) {
  const [rows, columns] = shape.slice(-2);
  const size = rows * columns;
  for (let first = 0; first < data.length; first += size) {
    for (let i = 0; i < rows; i++) {
      let j = 0;
      while (j < columns && data[first + i * columns + j] === -Infinity) j++;
      if (j === columns) return true;
    }
    for (let j = 0; orColumn && j < columns; j++) {
      let i = 0;
      while (i < rows && data[first + i * columns + j] === -Infinity) i++;
      if (i === rows) return true;
    }
  }
  return false;
}

/** @param {Task} task @param {number} rows of how many queries */
function multiplications({ call }, rows) {
  const { batch, numHeads, queryLen, keyLen, pastLen, headDim, valueHeadDim } = call;
  const maps = batch * numHeads * rows * (keyLen + pastLen) * (headDim + valueHeadDim + 20);
  return maps + batch * queryLen * numHeads * valueHeadDim * numHeads * headDim;
}
