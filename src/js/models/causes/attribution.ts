// A measure as a sum of parts: what the embedding, every head, every MLP and the biases add to it.

import { HeadwiseError } from '../../arguments/errors.ts';
import { logSumExp, measureRow, refuseFunction, rowOf, targetOf } from './measure.ts';
import { factorsOf, linearOf, partsAt } from './parts.ts';
import type { Head, HeadStep, Linear, Pool, PoolStep, RowStep } from '../description.ts';
import type { Attribution, Part } from '../../types/models.ts';
import type { Target } from './measure.ts';
import type { Parts } from './parts.ts';
import type { Inner } from './inner.ts';

/** Rows of weights that are unpacked at once. */
const CHUNK = 1024;

/** @param measure of logits, not a function */
export async function attributionOf(inner: Inner, measure: unknown): Promise<Attribution> {
  if (typeof measure === 'function') return refuseFunction(measure);
  const target = targetOf(inner, measure);
  const { opened, blocks, length } = inner;
  const { head, stack } = opened.description;
  const all = [...Array(length).keys()];
  const rows = target.row === null ? rowsFor(head as Head, inner, all) : [target.row];
  const parts = await partsAt(inner, rows, blocks.length, 'attribution');
  if (stack.finalNorm) parts.normalize(factorsOf(opened, stack.finalNorm, parts.width));
  await passHead(inner, head as Head, parts, rows, target);
  const total = measureRow(opened.engine, rowOf(inner, target.row), target);
  const found = parts.terms.map(({ label, values }): Part => ({ ...label, value: values[0] }));
  const rest = total - found.reduce((sum, { value }) => sum + value, 0);
  return { total, parts: found, rest };
}

/** The rows that a head for the whole text reads. */
function rowsFor({ steps }: Head, { read, length }: Inner, all: readonly number[]) {
  for (const step of steps) {
    if ('pool' in step) return step.pool.every((kind) => kind === 'first') ? [0] : all;
    if ('row' in step) return [rowIndex(step, read, length)];
    if ('average' in step) return all.slice(0, step.average.length);
  }
  return all;
}

/** The row of a step, like output-head.ts. */
function rowIndex({ row, id }: RowStep, { ids, encoded }: Inner['read'], length: number) {
  if (row === 'end') return (encoded ?? []).lastIndexOf(id as number);
  let at = length - 1;
  while (id !== null && at > 0 && ids?.[at] === id) at--;
  return at;
}

/** Leaves one number for each part: of the measured logit, or of the difference. */
async function passHead(
  inner: Inner,
  { steps }: Head,
  parts: Parts,
  rows: readonly number[],
  target: Target,
) {
  const last = steps.findLastIndex((step) => 'linear' in step || 'average' in step);
  for (const step of steps.slice(0, last)) await passStep(inner, step, parts, rows);
  const ends = [target.id, ...(target.against === null ? [] : [target.against])];
  const after = steps.slice(last + 1);
  const step = steps[last] as { linear: Linear } | { average: readonly Linear[] };
  if (target.isLog && target.against === null) {
    return passLogProbability(inner, step, after, parts, target);
  }
  await mapTo(inner, step, parts, ends);
  for (const one of after) await passStep(inner, one, parts, rows);
  const { sum, terms } = parts;
  for (const values of [sum, ...terms.map((term) => term.values)]) {
    if (ends.length === 2) values[0] -= values[1];
  }
}

/** The last linear map, to some of its outputs. */
async function mapTo(
  { opened }: Inner,
  step: { linear: Linear } | { average: readonly Linear[] },
  parts: Parts,
  outputs: readonly number[],
) {
  const some = (linear: Linear) => {
    const { engine, weights } = opened;
    const { weight, bias } = weights.linear(linear);
    const size = outputs.length * weight.columns;
    const rows = engine.buffer('some outputs', size);
    engine.embed(weight, Int32Array.from(outputs), rows);
    const all = bias && engine.read(bias, weight.rows);
    return { weight: engine.read(rows, size), bias: all && outputs.map((one) => all[one]) };
  };
  if ('linear' in step) {
    const { weight, bias } = some(step.linear);
    await parts.map(weight, bias);
    return;
  }
  const maps = step.average.map(some);
  const { terms, width } = parts;
  const apply = (x: Float64Array) =>
    Float64Array.from({ length: outputs.length }, (_, o) => {
      let sum = 0;
      for (const [row, { weight }] of maps.entries()) {
        for (let i = 0; i < width; i++) sum += x[row * width + i] * weight[o * width + i];
      }
      return sum / maps.length;
    });
  parts.sum = apply(parts.sum);
  for (const term of terms) term.values = apply(term.values);
  parts.rows = 1;
  parts.width = outputs.length;
  for (const { bias } of maps) if (bias) parts.shift(bias.map((value) => value / maps.length));
}

/**
 * ln p of one output: its logit less the mean of all logits by their probabilities, less the entropy. Probabilities, and the factors
 * of a softcap, are the run's. The part named bias contains the entropy.
 */
async function passLogProbability(
  inner: Inner,
  step: { linear: Linear } | { average: readonly Linear[] },
  after: readonly HeadStep[],
  parts: Parts,
  { id, row }: Target,
) {
  const { engine } = inner.opened;
  const logits = rowOf(inner, row);
  const lse = logSumExp(engine, logits);
  const shape = [logits.length];
  const probabilities: Float32Array = engine.attention.softmax({
    data: logits.slice(),
    shape,
  }).data;
  const by = Float64Array.from(probabilities, (p, at) => (at === id ? 1 : 0) - p);
  let entropy = 0;
  for (let at = 0; at < logits.length; at++) {
    const p = probabilities[at];
    if (p > 0) entropy -= p * (logits[at] - lse);
  }
  if ('linear' in step) {
    const { weight, bias } = await meanOutput(inner, step.linear, parts, by, after.length > 0 ? logits : null); // prettier-ignore
    await parts.map(weight, [bias]);
  } else {
    await mapTo(inner, step, parts, [...by.keys()]);
    for (const one of after) await passStep(inner, one, parts, [0]);
    await parts.map(by, null);
  }
  parts.bias[0] -= entropy;
}

/**
 * The outputs of a linear map, weighed and added, as one output.
 *
 * @param parts of its input
 * @param ends what the outputs become; null: themselves
 */
async function meanOutput(
  { opened: { engine, weights } }: Inner,
  linear: Linear,
  parts: Parts,
  by: Float64Array,
  ends: Float32Array | null,
) {
  const { weight: table, bias } = weights.linear(linear);
  const { columns } = table;
  const x = parts.sum;
  const biases = bias && engine.read(bias, table.rows);
  const weight = new Float64Array(columns);
  let constant = 0;
  for (let first = 0; first < by.length; first += CHUNK) {
    const count = Math.min(CHUNK, by.length - first);
    const buffer = engine.buffer('some outputs', count * columns);
    engine.embed(
      table,
      Int32Array.from({ length: count }, (_, i) => first + i),
      buffer,
    );
    const rows = engine.read(buffer, count * columns);
    for (let i = 0; i < count; i++) {
      const own = biases?.[first + i] ?? 0;
      let raw = own;
      for (let j = 0; ends && j < columns; j++) raw += rows[i * columns + j] * x[j];
      const factor = !ends ? 1 : raw === 0 ? 0 : ends[first + i] / raw;
      const share = by[first + i] * factor;
      for (let j = 0; j < columns; j++) weight[j] += share * rows[i * columns + j];
      constant += share * own;
    }
    await parts.pause();
  }
  return { weight, bias: constant };
}

async function passStep(inner: Inner, step: HeadStep, parts: Parts, rows: readonly number[]) {
  const { opened } = inner;
  const { engine } = opened;
  if ('linear' in step) {
    const { weight, bias } = linearOf(opened, step.linear);
    await parts.map(weight, bias);
  } else if ('norm' in step) parts.normalize(factorsOf(opened, step.norm, parts.width));
  else if ('scale' in step) parts.scale(() => step.scale);
  else if ('activation' in step) {
    const x = engine.put('activated', Float32Array.from(parts.sum));
    engine.activate(step.activation, x, null, parts.sum.length, x);
    scaleTo(parts, engine.read(x, parts.sum.length));
  } else if ('softcap' in step) {
    const x = engine.put(
      'activated',
      Float32Array.from(parts.sum, (one) => one / step.softcap),
    );
    engine.activate('tanh', x, null, parts.sum.length, x);
    scaleTo(parts, engine.read(x, parts.sum.length).map((one) => one * step.softcap)); // prettier-ignore
  } else if ('pool' in step) pool(parts, step, rows);
  else if ('row' in step) return;
  else {
    const [name] = Object.keys(step);
    throw new HeadwiseError(
      'unsupported',
      `attribution: the head's step ${name} is no sum of parts`,
    );
  }
}

/** Multiplies by the factors from x to y. */
function scaleTo(parts: Parts, y: Float32Array) {
  const factors = Float64Array.from(y, (one, at) =>
    parts.sum[at] === 0 ? 0 : one / parts.sum[at],
  );
  parts.scale((at) => factors[at]);
}

/** @param rows the positions of the parts' rows */
function pool(parts: Parts, { pool: kinds, except = 0 }: PoolStep, rows: readonly number[]) {
  const { width, sum } = parts;
  const count = rows.length;
  const largest = Array.from({ length: width }, (_, column) => {
    let best = 0;
    for (let row = 1; row < count; row++) {
      if (sum[row * width + column] > sum[best * width + column]) best = row;
    }
    return best;
  });
  const weigh: Record<Pool, (row: number, column: number) => number> = {
    first: (row) => +(row === 0),
    last: (row) => +(row === count - 1),
    max: (row, column) => +(row === largest[column]),
    mean: () => 1 / count,
    'mean of the others': (row) => (row > except ? 1 / (count - 1 - except) : 0),
    'root mean': () => 1 / Math.sqrt(count),
    'weighted mean': (row) => (row + 1) / ((count * (count + 1)) / 2),
  };
  parts.combine(kinds.length, (to, from, column) => weigh[kinds[to]](from, column));
  parts.width *= kinds.length; // the rows of several kinds are joined
  parts.rows = 1;
}
