// Experiment: masks on the sentence, without drawing.
// Before the softmax and after it, a table read in the two opposite ways, and a row that may attend
// to nothing.

import { sumOf } from '../scale/experiment.ts';
import { headOf, rowAt, rowsOf, sideBySide } from '../tensors.ts';
import type { Engine, Matrix, Trace } from '../tensors.ts';

interface MaskedRow {
  /** (S) before the mask */
  scores: Float32Array;
  /** (S): -Infinity where the word may not attend */
  masked: Float32Array;
  /** (S) softmax of the masked scores */
  shares: Float32Array;
  /** sum of those weights */
  sum: number;
  /** (S): weights of all scores, then set to 0 where the word may not attend */
  late: Float32Array;
  /** sum of those weights */
  lateSum: number;
}

export async function computeMaskedRow(
  engine: Engine,
  trace: Trace,
  { head, row }: { head: number; row: number },
): Promise<MaskedRow> {
  const open = (await attend(engine, trace, {})).trace;
  const causal = (await attend(engine, trace, { causal: true })).trace;
  const pick = (tensor: Matrix) => rowAt(tensor, head, row);
  const masked = pick(causal.masked);
  const shares = pick(causal.attention);
  const late = pick(open.attention).map((share, key) => (masked[key] === -Infinity ? 0 : share));
  return {
    scores: pick(open.scores),
    masked,
    shares,
    sum: await sumOf(engine, shares),
    late,
    lateSum: await sumOf(engine, late),
  };
}

/**
 * One table of true and false, read as "may attend" and as "may not". True means a word's own
 * position or an earlier one, as in the causal mask.
 */
export async function computePolarity(engine: Engine, trace: Trace, { head }: { head: number }) {
  const [, rows, columns] = trace.attention.shape;
  const table = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    table.fill(1, row * columns, row * columns + Math.min(row + 1, columns));
  }
  const mask = { data: table, shape: [rows, columns] };
  const attended = await attend(engine, trace, { mask: { attend: mask } });
  const ignored = await attend(engine, trace, { mask: { ignore: mask } });
  return {
    table,
    attend: headOf(attended.trace.attention, head),
    ignore: headOf(ignored.trace.attention, head),
  };
}

/** A query that may attend to nothing, not even to itself. */
export async function computeEmptyRow(
  engine: Engine,
  trace: Trace,
  { head, row }: { head: number; row: number },
) {
  const [heads, rows, columns] = trace.attention.shape;
  const table = new Uint8Array(rows * columns).fill(1);
  table.fill(0, row * columns, (row + 1) * columns);
  const mask = { attend: { data: table, shape: [rows, columns] } };
  const result = await attend(engine, trace, { mask });
  const bias = trace.weights['out_proj.bias'];
  const width = result.output.shape[2];
  const concatenated = sideBySide(result.output, heads, rows, width);
  const output = await engine.linear(concatenated, trace.weights['out_proj.weight'], bias);
  return {
    masked: rowAt(result.trace.masked, head, row),
    shares: rowAt(result.trace.attention, head, row),
    mixed: rowAt(result.output, head, row),
    output: rowsOf(output, row, 1).data,
    bias: bias.data,
    map: headOf(result.trace.attention, head),
  };
}

/** Attention with the trace's own queries, keys and values. */
async function attend(
  engine: Engine,
  { query, key, value }: Trace,
  options: Record<string, unknown>,
) {
  const result = await engine.scaledDotProductAttention(query, key, value, {
    ...options,
    trace: true,
  });
  const { output, trace } = result;
  if (!trace) throw new TypeError('the intermediates that were asked for are missing');
  return { output, trace };
}
