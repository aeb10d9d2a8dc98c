// Tries the formulas of known mistakes, and of two of them at once, on a submission.

import { nextTask } from '../runtime/next-task.js';
import { differ, isNear } from './compare.js';
import { CONVENTIONS, FAULTS } from './faults/index.js';
import { computeMaps, computeOutput, RIGHT } from './steps.js';

/** @import { Numbers } from './arrays.js' */
/** @import { Fault } from './faults/index.js' */
/** @import { Steps } from './steps.js' */
/** @import { Given, Task } from './task.js' */

/** Pairs of faults are tried while they take at most as many multiplications as this, which take about half a minute. */
const PAIRS_BUDGET = 2e10;
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

/** A fault with the steps that it replaces. @typedef {{ fault: Fault, changed: Partial<Steps> }} Candidate */

export class Search {
  tried = { faults: 0, pairs: 0 };
  #task;
  #tolerance;
  #progress;
  #work = 0;
  /** @type {Candidate[]} */
  #candidates;

  /**
   * @param {Task} task
   * @param {number} tolerance
   * @param {(done: number) => unknown} progress
   */
  constructor(task, tolerance, progress) {
    this.#task = task;
    this.#tolerance = tolerance;
    this.#progress = progress;
    this.#candidates = FAULTS.filter(({ applies = () => true }) => applies(task)).map((fault) => ({
      fault,
      changed: fault.change(RIGHT, task),
    }));
  }

  /** The faults whose numbers are the right ones. */
  async unseen() {
    const maps = computeMaps(RIGHT, this.#task);
    const output = computeOutput(RIGHT, this.#task, maps);
    const right = { output, ...(this.#task.given.attention && { attention: maps.shown }) };
    /** @type {FaultName[]} */
    const names = [];
    for (const { fault, changed } of this.#candidates) {
      if (fault.isFitted) continue;
      this.tried.faults++;
      if (this.#matches({ ...RIGHT, ...changed }, right) !== null) names.push(nameOf(fault));
      await this.#pause(this.tried.faults / this.#candidates.length);
    }
    return names;
  }

  /** @returns {Promise<FoundFault[]>} single faults, or if none fits, pairs */
  async faults() {
    const singles = await this.#singles();
    return singles.length > 0 ? singles : this.#pairs();
  }

  async #singles() {
    /** @type {FoundFault[]} */
    const found = [];
    for (const { fault, changed } of this.#candidates) {
      this.tried.faults++;
      const difference = this.#matches({ ...RIGHT, ...changed }, this.#task.given);
      if (difference !== null) found.push(foundFault([fault], difference));
      await this.#pause(0);
    }
    return found.sort((a, b) => a.difference - b.difference);
  }

  async #pairs() {
    /** @type {FoundFault[]} */
    const found = [];
    const all = this.#candidates;
    const count = (all.length * (all.length - 1)) / 2;
    if (count * multiplications(this.#task) > PAIRS_BUDGET) return found;
    let done = 0;
    for (const [n, first] of all.entries()) {
      for (const second of all.slice(n + 1)) {
        done++;
        if (first.fault.about === second.fault.about) continue;
        this.tried.pairs++;
        const difference = this.#matches(together(first, second, this.#task), this.#task.given);
        if (difference !== null) found.push(foundFault([first.fault, second.fault], difference));
        await this.#pause(done / count);
      }
    }
    return found.sort((a, b) => a.difference - b.difference);
  }

  /**
   * How far these steps' numbers are from a submission's, or null if they are not the same. Where queries may attend to
   * nothing, any convention for their rows will do.
   *
   * @param {Steps} steps
   * @param {Given} given
   * @returns {number | null}
   */
  #matches(steps, given) {
    const hasNaN = given.output.data.some(Number.isNaN);
    this.#work += multiplications(this.#task);
    try {
      for (const emptyRows of hasNaN ? NAN_ONLY : CONVENTIONS) {
        const task = { ...this.#task, emptyRows };
        const maps = computeMaps(steps, task);
        if (!given.attention || isNear(given.attention, maps.shown, this.#tolerance)) {
          const output = computeOutput(steps, task, maps);
          if (isNear(given.output, output, this.#tolerance)) {
            return farthest(given, { output, attention: maps.shown });
          }
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
 * @param {Given} given
 * @param {{ output: Numbers, attention: Numbers }} computed
 */
function farthest(given, { output, attention }) {
  const maps = given.attention ? differ(given.attention, attention).difference : 0;
  return Math.max(differ(given.output, output).difference, maps);
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
