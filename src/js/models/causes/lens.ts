// The lens: what a model's own head makes of the stream of a layer, as if no layer came after it.

import { HeadwiseError } from '../../arguments/errors.ts';
import { optionNames, readOptions, toInteger } from '../../arguments/options.ts';
import { Tensor } from '../../arguments/tensor-class.ts';
import { headOf } from '../output-head/output-head.ts';
import { because, predict } from '../output-head/predictions.ts';
import { usualPosition } from './measure.ts';
import { streamAt } from './stream.ts';
import type { Head } from '../description.ts';
import type { Buffer } from '../model-engine.ts';
import type { Numbers } from '../saved-attention.ts';
import type { Prediction } from '../../types/models.ts';
import type { Inner } from './inner.ts';

const LENS = optionNames('layer', 'at', 'position', 'top');
/** Number of rows from which a product has the same bits; fewer rows are summed in another order. */
const ENOUGH_ROWS = 3;

/** logits: (V) or (L, V), or of classes */
export async function lensOf(
  inner: Inner,
  at: unknown,
): Promise<{ logits: Numbers; predictions: Prediction[] }> {
  const { position, top = 10, ...rest } = readOptions(at, 'at', LENS);
  const { opened, length, logits: own, logitsless, probabilityForm, namesOf } = inner;
  const { head, stack, embedDim } = opened.description;
  if (!own || !head || !probabilityForm) {
    const text = `lens: this model has no head that predicts${because(logitsless)}`;
    throw new HeadwiseError('unsupported', text);
  }
  const row = position === undefined ? null : toInteger(position, 'position', 0, length - 1);
  const count = toInteger(top, 'top', 1);
  const { data } = await streamAt(inner, rest);
  const { engine, weights } = opened;
  const isOfText = head.kind === 'classes';
  const some = row === null || isOfText ? { rows: data, first: 0 } : someRows(data, embedDim, row);
  const x = engine.put('lens', some.rows);
  const size = some.rows.length / embedDim;
  if (stack.finalNorm) engine.normalize(weights.norm(stack.finalNorm), x, size, embedDim, x);
  const logits = headOf(opened, head, x, size, inner.read) as Numbers;
  const width = isOfText ? logits.data.length : logits.data.length / size;
  const shown = isOfText ? 0 : row === null ? usualPosition(inner) : some.first;
  const values = logits.data.subarray(shown * width, (shown + 1) * width);
  return {
    logits: row === null || isOfText ? logits : new Tensor(values.slice(), [width]),
    predictions: predict(engine, values, count, namesOf, probabilityForm),
  };
}

/** A row, among as many as give it the bits that it has among all. */
function someRows(x: Float32Array, width: number, row: number) {
  if (x.length < ENOUGH_ROWS * width) return { rows: x, first: row };
  const rows = new Float32Array(ENOUGH_ROWS * width);
  for (let i = 0; i < ENOUGH_ROWS; i++) {
    rows.set(x.subarray(row * width, (row + 1) * width), i * width);
  }
  return { rows, first: 0 };
}

/**
 * The logits of variants of a run, (V) or of classes, with the bits that each has alone.
 *
 * @param x the final norm's output: (B, D), a row of each variant, or (B L, D), overwritten
 * @param count B
 */
export function logitsOf(
  { opened, length, read }: Inner,
  head: Head,
  x: Buffer,
  count: number,
  isRow: boolean,
): Float32Array[] {
  const { engine, description } = opened;
  const width = description.embedDim;
  const each = isRow ? 1 : length;
  if (!isRow || length < ENOUGH_ROWS) {
    return Array.from({ length: count }, (_, at) => {
      const own = engine.part(x, at * each * width, each * width);
      return (headOf(opened, head, own, each, read) as Numbers).data;
    });
  }
  const rows = new Float32Array(Math.max(count, ENOUGH_ROWS) * width);
  rows.set(engine.read(x, count * width));
  const all = rows.length / width;
  const { data } = headOf(opened, head, engine.put('lens', rows), all, read) as Numbers;
  const size = data.length / all;
  return Array.from({ length: count }, (_, at) => data.subarray(at * size, (at + 1) * size));
}
