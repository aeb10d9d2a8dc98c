// Searches for the mistake in a submission: computes the formulas of known mistakes, and of pairs of them, and compares.

import { nextTask } from '../runtime/next-task.ts';
import { BOUND_MULTIPLE } from '../reference/bounds.ts';
import { differ, isNear, largestOf, rowOf } from './compare.ts';
import { CONVENTIONS, FAULTS } from './faults/index.ts';
import { roundedSteps } from './precision.ts';
import { computeMaps, computeOutput, prepare, CORRECT_STEPS } from './steps.ts';
import type { Numbers } from './arrays.ts';
import type { Fault } from './faults/index.ts';
import type { Steps } from './steps.ts';
import type { Given, Right, CheckedSubmission } from './checked-submission.ts';

/** Pairs of faults are tried only if they need at most this number of multiplications, about half a minute. */
const PAIRS_BUDGET = 2e10;
/** The largest change of numbers by rounding to half precision, relative to the largest number. */
const MOST_ROUNDING = 0.25;
/** Milliseconds between two pauses, in which a page can draw. */
const PAUSE_EVERY = 2e7;

/** detail: the form of the fault, if it has several */
export type FaultName = { name: string; detail?: string };

export interface FoundFault {
  /** such as 'scale missing'; two faults at once are joined by ' + ' */
  name: string;
  /** the wrong computation and its correction, in plain words */
  explanation: string;
  /** the difference between its numbers and the submission's, relative to the largest number */
  difference: number;
  /** the fault, or both faults of a pair */
  parts: FaultName[];
}

/** attention: in the submission's form */
type Computed = { output: Numbers; attention: Numbers };

/** A fault, and the steps that it replaces. */
type Candidate = { fault: Fault; changed: Partial<Steps> };

export class Search {
  tried = { faults: 0, pairs: 0 };
  /** Set if the time limit ended the search. */
  stopped: { faults: number; pairs: number; seconds: number } | undefined;
  #task;
  #right;
  #tolerance;
  #progress;
  #seconds;
  #deadline;
  #work = 0;
  /** The largest difference from the submission of numbers that are compared further: nearer than the correct ones. */
  #reach;
  /** The queries whose rows are computed first. */
  #rows: readonly number[];
  /** The largest number of each array. */
  #largest = {
    given: {} as Partial<Record<'attention' | 'output', number>>,
    right: {} as Partial<Record<'attention' | 'output', number>>,
  };
  #candidates: Candidate[];
  #pairs: [Candidate, Candidate][];

  constructor(
    task: CheckedSubmission,
    right: Right,
    {
      tolerance,
      seconds,
      progress,
    }: { tolerance: number; seconds: number; progress: (done: number) => unknown },
  ) {
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
      changed: fault.change(CORRECT_STEPS, task),
    }));
    this.#pairs = pairsOf(this.#candidates);
    if (this.#pairs.length * multiplications(task, task.call.queryLen) > PAIRS_BUDGET)
      this.#pairs = [];
  }

  /** The faults that give the correct numbers for this submission. */
  async unseen() {
    const candidates = this.#candidates.filter(({ fault }) => !fault.isFitted);
    const names: FaultName[] = [];
    for (const { fault, changed } of candidates) {
      if (this.#isOver(candidates.length, 0)) break;
      this.tried.faults++;
      const steps = { ...CORRECT_STEPS, ...changed };
      const candidate = { fault, changed };
      if (this.#compute([candidate], steps, CONVENTIONS, this.#isRight)) names.push(nameOf(fault));
      await this.#pause(this.tried.faults / candidates.length);
    }
    return names;
  }

  /** @returns single faults, or pairs if no single fault fits */
  async faults(): Promise<FoundFault[]> {
    const found: FoundFault[] = [];
    const [singles, pairs] = [this.#candidates.length, this.#pairs.length];
    for (const candidate of this.#candidates) {
      if (this.#isOver(singles, pairs)) break;
      this.tried.faults++;
      const difference = this.#matches([candidate], { ...CORRECT_STEPS, ...candidate.changed });
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

  /** @param pairs the number of pairs to try */
  #isOver(faults: number, pairs: number) {
    if (performance.now() < this.#deadline) return false;
    this.stopped = { faults, pairs, seconds: this.#seconds };
    return true;
  }

  /**
   * The difference between the numbers of some steps and the submission's, or null if they are not equal.
   *
   * @param candidates the fault or the two faults of these steps
   */
  #matches(candidates: readonly Candidate[], steps: Steps): number | null {
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

  #isInReach = (name: 'attention' | 'output', numbers: Numbers, row: number | null) => {
    const given = this.#task.given[name];
    if (given === undefined) return true;
    const reach = this.#reach;
    if (row === null) return isNear(given, numbers, reach);
    const there = rowOf(given, numbers, row, this.#task.call.queryLen);
    // If all numbers are within reach of the given ones, the largest is at most this.
    const most = (this.#largest.given[name] ??= largestOf(given.data));
    return there !== null && isNear(there, numbers, reach, most > reach ? most / (1 - reach) : 1);
  };

  #isRight = (name: 'attention' | 'output', numbers: Numbers, row: number | null) => {
    const [expected, bound] = [this.#right.arrays[name], this.#right.bounds[name]];
    if (!expected || !bound) return true; // the submission has no map
    const largest = (this.#largest.right[name] ??= largestOf(expected.data) || 1);
    const [there, allowed] = [expected, bound].map((whole) =>
      row === null ? whole : rowOf(whole, numbers, row, this.#task.call.queryLen),
    );
    if (!there || !allowed) return false;
    return differ(numbers, there, allowed.data, largest).difference <= this.#tolerance;
  };

  /**
   * Whether numbers within reach differ from the submission's by rounding alone. The reference bounds only the correct steps;
   * the rounding of other steps is measured, by rounding the result of each step.
   */
  #isExplained = (steps: Steps, task: CheckedSubmission, computed: Computed) => {
    const { given, format } = this.#task;
    if (format.round === null) return true;
    const inFormat = roundedSteps(steps, format.round);
    const maps = computeMaps(inFormat, task);
    const rounded = { attention: maps.shown, output: computeOutput(inFormat, task, maps) };
    return (['attention', 'output'] as const).every((name) => {
      const array = given[name];
      if (array === undefined) return true;
      const { difference } = differ(rounded[name], computed[name]);
      const allowed = difference === Infinity ? 0 : BOUND_MULTIPLE * difference;
      return isNear(array, computed[name], Math.max(this.#tolerance, allowed));
    });
  };

  /**
   * The numbers of some steps, or null if they differ from the submission's. The first rows to compare are rows where the
   * submission is wrong: most wrong steps differ there. Any convention is accepted for the rows of queries that may attend to no
   * key.
   *
   * @param candidates the fault or the two faults of these steps
   * @param isSame row: compares only this query's row
   */
  #compute(
    candidates: readonly Candidate[],
    steps: Steps,
    conventions: readonly CheckedSubmission['emptyRows'][],
    isSame: (name: 'attention' | 'output', numbers: Numbers, row: number | null) => boolean,
    isEnough: (steps: Steps, task: CheckedSubmission, computed: Computed) => boolean = () => true,
  ): Computed | null {
    try {
      const [query, key] = [prepare(steps, this.#task, 'query'), prepare(steps, this.#task, 'key')];
      const isWhole =
        candidates.some(({ fault }) => fault.mixes) || query.shape[2] !== this.#task.call.queryLen;
      const rows = isWhole ? [] : this.#rows;
      this.#work += multiplications(this.#task, rows.length);
      let value: Numbers | undefined;
      for (const emptyRows of conventions) {
        const task = { ...this.#task, emptyRows };
        let computed: Computed | null = null;
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
        if (!canDiffer) return null; // whatever the convention
      }
    } catch (error) {
      // the shapes of a pair's two faults may not fit together
      if (!(error instanceof RangeError)) throw error;
    }
    return null;
  }

  async #pause(done: number) {
    if (this.#work < PAUSE_EVERY) return;
    this.#work = 0;
    this.#progress(done);
    await nextTask();
  }
}

/** All pairs of faults in different parts of the computation. */
function pairsOf(all: readonly Candidate[]): [Candidate, Candidate][] {
  return all.flatMap((first, n) =>
    all
      .slice(n + 1)
      .filter((second) => first.fault.about !== second.fault.about)
      .map((second) => [first, second] as [Candidate, Candidate]),
  );
}

function farthest(
  given: Given,
  { output, attention }: Partial<Record<'output' | 'attention', Numbers>>,
) {
  const maps = given.attention && attention ? differ(given.attention, attention).difference : 0;
  return Math.max(output ? differ(given.output, output).difference : 0, maps);
}

/**
 * The queries with the largest difference in the output and in the maps; without differences, the last query and a middle one.
 */
function rowsOf({ given, call: { queryLen } }: CheckedSubmission, { arrays }: Right): number[] {
  if (queryLen < 3) return [];
  const rows = (['output', 'attention'] as const).flatMap((name) => {
    const [array, expected] = [given[name], arrays[name]];
    const row = array && expected && differ(array, expected).at?.at(-2);
    return row !== undefined && row < queryLen ? [row] : [];
  });
  const first = rows.length > 0 ? rows : [queryLen - 1, Math.floor(queryLen / 2)];
  return [...new Set(first)];
}

const NAN_ONLY = ['nan'] as const;

function together(first: Candidate, second: Candidate, task: CheckedSubmission): Steps {
  const overlap = Object.keys(first.changed).some((step) => Object.hasOwn(second.changed, step));
  const steps = { ...CORRECT_STEPS, ...first.changed };
  return { ...steps, ...(overlap ? second.fault.change(steps, task) : second.changed) };
}

function foundFault(faults: Fault[], difference: number): FoundFault {
  return {
    name: faults.map(({ name }) => name).join(' + '),
    explanation: faults
      .map(({ explanation, detail = '' }) => explanation.replaceAll('{detail}', detail))
      .join(' '),
    difference,
    parts: faults.map(nameOf),
  };
}

function nameOf({ name, detail }: Fault): FaultName {
  return detail === undefined ? { name } : { name, detail };
}

/**
 * Whether a query may attend to no key, or no query may attend to a key, which a softmax over the wrong axis needs to know.
 *
 * @param masked (B, H, L, T)
 * @param orColumn false: checks queries only
 */
function hasEmptyLine({ data, shape }: Numbers, orColumn: boolean = true) {
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

/** @param rows number of queries */
function multiplications({ call }: CheckedSubmission, rows: number) {
  const { batch, numHeads, queryLen, keyLen, pastLen, headDim, valueHeadDim } = call;
  const maps = batch * numHeads * rows * (keyLen + pastLen) * (headDim + valueHeadDim + 20);
  return maps + batch * queryLen * numHeads * valueHeadDim * numHeads * headDim;
}
