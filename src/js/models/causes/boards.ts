// Boards of changes: every head off in turn, and parts of one run put into another. Each cell is the measure of a changed run.

import { wrongKind } from '../../arguments/errors.ts';
import { optionNames, readOptions, toFunction, toSignal, toWord } from '../../arguments/options.ts';
import { Tensor } from '../../arguments/tensor-class.ts';
import { elsewhere, partsOf } from '../run-parts.ts';
import { variantsAtOnce } from '../variants.ts';
import { callMeasure, checkMeasure } from './measure.ts';
import { cellsOf, expectAlike, measurerOf } from './cells.ts';
import type { Measure, Patch, Run, Sweep } from '../../types/models.ts';
import type { Opened } from '../model.ts';
import type { Changes } from '../saved-attention.ts';
import type { Spec } from './cells.ts';

const SWEEP = optionNames('measure', 'of', 'by', 'target', 'signal', 'onProgress');
const PATCH = optionNames('into', 'from', 'measure', 'over', 'signal', 'onProgress');

interface Watch {
  signal: AbortSignal | null;
  onProgress: (done: number) => unknown;
}

/**
 * @param model on this thread, or in a worker if the measure is a function
 * @param opened its parts; null: it is in a worker
 */
export async function sweepModel(
  model: any,
  input: unknown,
  options: unknown,
  opened: Opened | null,
): Promise<Sweep> {
  const given = readOptions(options, 'options', SWEEP);
  const of = given.of === undefined ? 'heads' : toWord(given.of, 'of', ['heads', 'attentions', 'mlps']); // prettier-ignore
  const by = byOf(given.by);
  const watch = watchOf(given);
  const { signal, target, measure } = given;
  checkMeasure(measure, opened);
  const how = { ...(signal !== undefined && { signal }), ...(target !== undefined && { target }) };
  const base = await model.run(input, how);
  if (Array.isArray(base)) {
    for (const one of base) one.dispose();
    throw wrongKind('input', 'one text, or a pair', input);
  }
  try {
    const { value, effects } = await board(base, { of, by }, measure as Measure, watch);
    return { base: value, effects };
  } finally {
    base.dispose();
  }
}

function byOf(by: unknown): 'zero' | 'mean' | { run: Run } {
  if (by === undefined) return 'zero';
  if (by === 'zero' || by === 'mean') return by;
  if (isRun(by)) return { run: by };
  throw wrongKind('by', "'zero', 'mean' or a run", by);
}

const isRun = (value: unknown): value is Run =>
  typeof value === 'object' && value !== null && 'attentionWindow' in value;

/** @param opened the model to which both runs belong; null: it is in a worker, which compares them */
export async function patchRuns(options: unknown, opened: Opened | null): Promise<Patch> {
  const { into, from, over: word, measure, ...given } = readOptions(options, 'options', PATCH);
  for (const [name, run] of Object.entries({ into, from })) {
    if (!isRun(run)) throw wrongKind(name, 'a run from model.run()', run);
    if (opened && partsOf(run).inner().opened !== opened) {
      throw wrongKind(name, 'a run of this model', run);
    }
  }
  const over = toWord(word, 'over', ['residual', 'attentions', 'mlps', 'heads', 'patterns']);
  const [one, other] = [into, from] as [Run, Run];
  const made = await board(one, { over, from: other }, measure as Measure, watchOf(given));
  const { end } = made;
  const whole = end - made.value;
  const { shape } = made.effects;
  const normalized = new Tensor(
    Float32Array.from(made.exact, (x) => x / whole),
    [...shape],
  );
  return { into: made.value, from: end, effects: made.effects, normalized };
}

function watchOf({ signal, onProgress }: Readonly<Record<string, unknown>>): Watch {
  return {
    signal: toSignal(signal),
    onProgress: onProgress === undefined ? () => {} : toFunction(onProgress, 'onProgress'),
  };
}

/** A board's question, of handles. */
export type Question =
  | { of: 'heads' | 'attentions' | 'mlps'; by: 'zero' | 'mean' | { run: Run } }
  | { over: 'residual' | 'attentions' | 'mlps' | 'heads' | 'patterns'; from: Run };

/** The board of a run: effects are the measures of the changed runs less the run's own. */
async function board(
  run: Run,
  question: Question,
  measure: Measure,
  { signal, onProgress }: Watch,
) {
  const { value, shape, atOnce, of, close } = await hostOf(run, question, measure, signal);
  try {
    // an error of the other run's measure comes before the work
    const end = 'from' in question ? await question.from.measure(measure) : value;
    const [layers, columns = 1] = shape;
    const exact = new Float64Array(layers * columns);
    for (let layer = 0; layer < layers; layer++) {
      for (let first = 0; first < columns; first += atOnce) {
        signal?.throwIfAborted();
        const at = layer * columns + first;
        const count = Math.min(atOnce, columns - first);
        const values = await of(Array.from({ length: count }, (_, i) => at + i));
        exact.set(
          values.map((one) => one - value),
          at,
        );
        for (let i = 1; i <= count; i++) onProgress((at + i) / exact.length);
      }
    }
    return { value, end, exact, effects: new Tensor(Float32Array.from(exact), [...shape]) };
  } finally {
    close();
  }
}

/** Changes and measures a run where it is. */
async function hostOf(
  run: Run,
  question: Question,
  measure: Measure,
  signal: AbortSignal | null,
): Promise<{
  value: number;
  shape: readonly number[];
  /** cells of a layer */
  atOnce: number;
  of: (cells: readonly number[]) => Promise<readonly number[]>;
  close: () => void;
}> {
  const there = elsewhere.get(run);
  if (there && typeof measure === 'function') {
    const value = await callMeasure(measure, run);
    const { shape } = await there('cells', [question]);
    const of = async ([index]: readonly number[]) => {
      const changed: Run | null = await there('changed', [question, index]);
      if (!changed) return [value];
      try {
        return [await callMeasure(measure, changed)];
      } finally {
        changed.dispose();
      }
    };
    return { value, shape, atOnce: 1, of, close: () => {} };
  }
  const inner = partsOf(run).inner();
  const { shape, changes } = cellsOf(inner, specOf(run, question));
  const measurer = await measurerOf(inner, run, measure);
  const [, columns = 1] = shape;
  return {
    ...{ value: measurer.base, shape, close: measurer.close },
    atOnce: measurer.atOnce ? variantsAtOnce(columns, inner.length) : 1,
    of: async (cells) => {
      const all: (Changes | null)[] = [];
      for (const cell of cells) all.push(await changes(cell));
      return measurer.measure(all, signal);
    },
  };
}

/** @throws {RangeError} for runs of other lengths */
function specOf(run: Run, question: Question): Spec {
  const inner = partsOf(run).inner();
  if ('over' in question) {
    const from = partsOf(question.from).inner();
    expectAlike(inner, from, 'from');
    return { over: question.over, from };
  }
  const { of, by } = question;
  if (typeof by === 'string') return { of, by };
  const other = partsOf(by.run).inner();
  expectAlike(inner, other, 'by');
  return { of, by: { run: other } };
}

/** The shape of a board, for a client of a run in a worker. */
export async function cells(run: Run, question: Question) {
  return { shape: cellsOf(partsOf(run).inner(), specOf(run, question)).shape };
}

/** The changed run of a cell, likewise; null: nothing is changed. */
export async function changed(run: Run, question: Question, index: number): Promise<Run | null> {
  const inner = partsOf(run).inner();
  const changes = await cellsOf(inner, specOf(run, question)).changes(index);
  return changes && inner.again.run(changes, null);
}
