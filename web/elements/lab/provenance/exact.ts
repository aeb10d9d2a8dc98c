// The float64 value of a number, from the readable reference.
// The same formulas on the same words and weights, from the embedding on. Only the requested row is
// computed.

import { addAndNorm, createMultiHeadAttention, embed, softmaxSteps } from 'headwise/reference';
import { parseCell } from '../answer/cells.ts';
import { MATRICES, REPLACEABLE, TURNED } from '../answer/matrices.ts';
import { isMasked } from '../answer/question.ts';
import { pairOf, turnOf } from '../answer/rotary.ts';
import type { Rotary } from '../answer/layer-steps.ts';
import type { Norm } from '../answer/source.ts';
import type { Answer, Trace } from '../answer/answer.ts';
import type { Cell } from '../answer/cells.ts';

type DoubleTensor = { readonly data: Float64Array; readonly shape: readonly number[] };

/** Multiplications that take no noticeable time on the page's thread. */
const MOST = 12e6;
/**
 * @param name name of a cell
 * @returns null where there is no float64 value for comparison
 */
export function exactValue(
  answer: Answer,
  name: string,
): number | 'too long' | null | Promise<number | 'too long' | null> {
  const cell = parseCell(name);
  const { trace } = answer;
  if (!cell || !trace) return null;
  if (answer.exact) return answer.exact(cell);
  if (answer.question.source.block.given) return null;
  const first = exactEmbedding(answer, false);
  const second = trace.second ? exactEmbedding(answer, true) : first;
  // the results of earlier layers are used as they are
  if (answer.question.layer > 0 && /^x2?$/.test(cell.matrix)) return null;
  const input = /^(positions|x)(2?)$/.exec(cell.matrix);
  if (input) {
    const from = input[2] ? second : first;
    return at(from[input[1] as 'x'], cell.row, cell.column);
  }
  const { kind } = MATRICES[cell.matrix];
  if (kind === null) return null; // given, not computed: it has no rounding
  const [length, width] = second.x.shape;
  if (length * width * width * 2 + answer.columns * width > MOST) return 'too long';
  const ofKeys = isOfKeys(cell.matrix);
  const row = rowsOf(ofKeys ? second.x : first.x, cell.row, 1);
  const isFirst = answer.question.source.block.norm === 'pre';
  const enter = (rows: DoubleTensor) => (isFirst ? normOf(rows, null, trace.learned).output : rows);
  const query = enter(row);
  const result = forward(answer, query, ofKeys ? query : enter(second.x), cell);
  const norm = normOf(row, isFirst ? null : result.output, trace.learned);
  const head = cell.head ?? 0;
  switch (cell.matrix.replace('2', '')) {
    case 'output':
      return at(result.output, 0, cell.column);
    case 'concatenated':
      return at(result.trace.concatenated, 0, cell.column);
    case 'exponentials':
      return ofHead(softmaxSteps(result.trace.masked).exponentials, head, cell.column);
    case 'sum':
      return at(row, 0, cell.column) + at(result.output, 0, cell.column);
    case 'norm':
      return at(norm.output, 0, cell.column);
    case 'mean':
      return norm.mean.data[0];
    case 'variance':
      return norm.variance.data[0];
    default:
      return ofHead(result.trace[cell.matrix as 'query'], head, cell.column);
  }
}

const isOfKeys = (matrix: string) => MATRICES[matrix].rows === 'key';

/** Vectors and positions: given values stay, computed ones are computed again. */
function exactEmbedding({ trace, question }: Answer, ofSecond: boolean) {
  const known = (trace as Trace)[ofSecond ? 'second' : 'first'];
  if (!known) throw new TypeError('embedding: expected one');
  const { tokens, positions } = known;
  const [length, embedDim] = tokens.shape;
  const moved = Object.keys(question.edits).some((name) => name.startsWith('positions.'));
  const ids = new Uint32Array(length);
  const replace = question.source.trained || moved ? { tokens, positions } : { tokens };
  const exact = embed(ids, { embedDim, replace, ...(!positions && { positions: 'none' }) });
  if (question.layer === 0) return exact;
  return { ...exact, x: { data: Float64Array.from(known.x.data), shape: known.x.shape } };
}

/**
 * The layer for one query, with all edits in effect.
 *
 * @param query (1, D)
 * @param keys (S, D)
 */
function forward(answer: Answer, query: DoubleTensor, keys: DoubleTensor, cell: Cell) {
  const { question, trace } = answer;
  const { heads, scaled, edits } = question;
  const { weights } = trace as Trace;
  const { rotary } = question.source.block;
  const ofKeys = isOfKeys(cell.matrix);
  const [columns, width] = keys.shape;
  const bias = 'in_proj_bias' in weights;
  const layer = createMultiHeadAttention({ embedDim: width, numHeads: heads, bias });
  layer.loadStateDict(weights);
  const ignore = Uint8Array.from({ length: columns }, (_, key) =>
    !ofKeys && isMasked(question, cell.row, key) ? 1 : 0,
  );
  const options = {
    trace: true,
    mask: { ignore: { data: ignore, shape: [1, columns] } },
    ...(scaled ? {} : { scale: 1 }),
  };
  const replace: Record<string, DoubleTensor> = {};
  let result = layer.forward(query, keys, keys, options);
  /** projections before the norm */
  const before: Record<string, DoubleTensor> = {};
  for (const stage of REPLACEABLE) {
    const { of } = MATRICES[stage];
    if (of && !rotary) continue;
    // there is one row of queries here; if a key is explained, one row of keys
    const single = ofKeys || !isOfKeys(stage);
    const changes = Object.entries(edits).flatMap(([name, value]) => {
      const place = parseCell(name);
      if (place?.matrix !== stage) return [];
      if (single && place.row !== cell.row) return [];
      return [{ place: { ...place, row: single ? 0 : place.row }, value }];
    });
    if (changes.length === 0 && !of) continue;
    const known = needed(result.trace)[of ?? (stage as 'query')];
    if (of) before[of] = known;
    const { shape } = known;
    const copy =
      of && rotary ? turned(known, rotary, single ? cell.row : 0) : Float64Array.from(known.data);
    const [, rows, across] = shape;
    for (const { place, value } of changes) {
      copy[(Number(place.head) * rows + place.row) * across + place.column] = value;
    }
    replace[of ?? stage] = { data: copy, shape };
    result = layer.forward(query, keys, keys, { ...options, replace });
  }
  const { output, trace: steps } = result;
  const after = needed(steps);
  const compared = { [TURNED.query]: after.query, [TURNED.key]: after.key };
  return { output, trace: { ...after, ...compared, ...before } };
}

/**
 * Rotary positions: each pair of numbers is rotated by its position.
 *
 * @param heads (H, rows, E)
 * @param place position of the first row
 */
function turned({ data, shape: [, rows, width] }: DoubleTensor, rotary: Rotary, place: number) {
  return Float64Array.from(data, (value, at) => {
    const column = at % width;
    const found = pairOf(rotary, column, width);
    if (!found) return value;
    const { pair, first, second } = found;
    const angle = (place + (Math.floor(at / width) % rows)) * turnOf(rotary, pair, width);
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    const partner = data[at - column + (column === first ? second : first)];
    return value * cosine + (column === first ? -partner : partner) * sine;
  });
}

function normOf(x: DoubleTensor, added: DoubleTensor | null, learned: Norm | null) {
  const nothing = { data: new Float64Array(x.data.length), shape: x.shape };
  return addAndNorm(x, added ?? nothing, learned ?? {});
}

function needed<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('trace: expected one');
  return value;
}

/** @param tensor (rows, columns) */
function rowsOf(
  { data, shape: [, columns] }: DoubleTensor,
  first: number,
  count: number,
): DoubleTensor {
  const part = data.subarray(first * columns, (first + count) * columns);
  return { data: part, shape: [count, columns] };
}

/** @param tensor (rows, columns) */
function at({ data, shape }: DoubleTensor, row: number, column: number) {
  return data[row * shape[1] + column];
}

/** @param tensor (heads, 1, columns) */
function ofHead({ data, shape }: DoubleTensor, head: number, column: number) {
  return data[head * shape[1] * shape[2] + column];
}

/** The distance from a float32 number to its neighbour above. */
export function stepAt(value: number) {
  const bits = new Uint32Array(Float32Array.of(Math.abs(value)).buffer);
  const [next] = new Float32Array(Uint32Array.of(bits[0] + 1).buffer);
  return next - Math.abs(value);
}
