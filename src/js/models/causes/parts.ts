// The stream of some rows as a sum of parts: token, position, every head, every MLP, biases. Linear steps apply to each part alone;
// a norm, an activation or a softcap multiplies all parts by the factor that it had in the run, so that the sum stays the run's.

import { HeadwiseError } from '../../arguments/errors.ts';
import { gainOf } from '../model-layer.ts';
import { makePause } from '../yield-to-page.ts';
import type { Block, Linear, Norm, Sublayer } from '../description.ts';
import type { Numbers, SavedAttention } from '../saved-attention.ts';
import type { BlockParts } from '../stack.ts';
import type { FloatTensor } from '../../types/index.ts';
import type { Part } from '../../types/models.ts';
import type { Inner } from './inner.ts';

export type Label = Omit<Part, 'value'>;

/** One part's numbers in each row. */
interface Term {
  label: Label;
  /** (rows, width) */
  values: Float64Array;
}

/** A norm's numbers: y = (x - mean) / deviation · gain + shift. */
interface Factors {
  isCentred: boolean;
  gain: Float32Array;
  shift: Float32Array | null;
  epsilon: number;
}

/** Rows, and the parts that they are the sums of. Long work on them yields to the page. */
export class Parts {
  #pause = makePause(null);
  terms: Term[] = [];
  rows: number;
  width: number;
  /** (rows, width), the sum of the parts, as the run computed it */
  sum: Float64Array;

  constructor(rows: number, width: number) {
    this.rows = rows;
    this.width = width;
    this.sum = new Float64Array(rows * width);
  }

  add(label: Label, values: ArrayLike<number>) {
    this.terms.push({ label, values: Float64Array.from(values) });
    for (let i = 0; i < values.length; i++) this.sum[i] += values[i];
  }

  /** The part of all biases, made when one is first added. */
  get bias(): Float64Array {
    let found = this.terms.find(({ label }) => label.kind === 'bias');
    if (!found) {
      found = { label: { kind: 'bias' }, values: new Float64Array(this.sum.length) };
      this.terms.push(found);
    }
    return found.values;
  }

  /** Adds a vector to each row. */
  shift(by: ArrayLike<number>, to: Float64Array = this.bias) {
    for (let i = 0; i < this.sum.length; i++) {
      to[i] += by[i % this.width];
      this.sum[i] += by[i % this.width];
    }
  }

  /** Multiplies all parts. @param by a number for each number of the sum */
  scale(by: (at: number) => number) {
    for (let i = 0; i < this.sum.length; i++) {
      const factor = by(i);
      this.sum[i] *= factor;
      for (const { values } of this.terms) values[i] *= factor;
    }
  }

  /** @param to where the norm's bias counts */
  normalize(norm: Factors, to?: Float64Array) {
    const { gain, shift, isCentred, epsilon } = norm;
    const size = gain.length;
    const centre = (values: Float64Array) => {
      for (let at = 0; isCentred && at < values.length; at += size) {
        let sum = 0;
        for (let i = 0; i < size; i++) sum += values[at + i];
        for (let i = 0; i < size; i++) values[at + i] -= sum / size;
      }
    };
    centre(this.sum);
    for (const { values } of this.terms) centre(values);
    const deviations = Float64Array.from({ length: this.sum.length / size }, (_, row) => {
      let square = 0;
      for (let i = 0; i < size; i++) square += this.sum[row * size + i] * this.sum[row * size + i];
      return Math.sqrt(square / size + epsilon);
    });
    this.scale((at) => gain[at % size] / deviations[Math.floor(at / size)]);
    if (shift) this.shift(shift, to ?? this.bias);
  }

  /** y = x Wᵀ + b. @param weight (out, width) */
  async map(weight: Float32Array | Float64Array, bias: ArrayLike<number> | null) {
    const out = weight.length / this.width;
    const apply = (x: Float64Array) => product(x, weight, this.rows, this.width);
    this.sum = apply(this.sum);
    for (const term of this.terms) {
      term.values = apply(term.values);
      await this.pause();
    }
    this.width = out;
    if (bias) this.shift(bias);
  }

  pause(): Promise<void> {
    return this.#pause();
  }

  /** Makes rows of weighed sums of the rows. */
  combine(rows: number, weigh: (to: number, from: number, column: number) => number) {
    const apply = (x: Float64Array) =>
      Float64Array.from({ length: rows * this.width }, (_, at) => {
        const [to, column] = [Math.floor(at / this.width), at % this.width];
        let sum = 0;
        for (let from = 0; from < this.rows; from++) {
          const weight = weigh(to, from, column);
          if (weight !== 0) sum += weight * x[from * this.width + column];
        }
        return sum;
      });
    this.sum = apply(this.sum);
    for (const term of this.terms) term.values = apply(term.values);
    this.rows = rows;
  }

  /** Some rows alone. */
  pick(rows: readonly number[]): Parts {
    const other = new Parts(rows.length, this.width);
    const take = (x: Float64Array) => {
      const out = new Float64Array(rows.length * this.width);
      for (const [to, from] of rows.entries()) {
        out.set(x.subarray(from * this.width, (from + 1) * this.width), to * this.width);
      }
      return out;
    };
    other.terms = this.terms.map(({ label, values }) => ({ label, values: take(values) }));
    other.sum = take(this.sum);
    return other;
  }

  /** Some columns alone, of one row. */
  columns(first: number, count: number) {
    const take = (x: Float64Array) => x.slice(first, first + count);
    this.sum = take(this.sum);
    for (const term of this.terms) term.values = take(term.values);
    this.width = count;
  }
}

/** x Wᵀ. @param x (rows, width) @param weight (out, width) */
function product(
  x: Float64Array,
  weight: Float32Array | Float64Array,
  rows: number,
  width: number,
): Float64Array {
  const out = weight.length / width;
  const y = new Float64Array(rows * out);
  for (let row = 0; row < rows; row++) {
    for (let o = 0; o < out; o++) {
      let sum = 0;
      for (let i = 0; i < width; i++) sum += x[row * width + i] * weight[o * width + i];
      y[row * out + o] = sum;
    }
  }
  return y;
}

type Core = Inner['opened'];

/** A linear map's numbers. */
export function linearOf({ engine, weights }: Core, linear: Linear) {
  const { weight, bias } = weights.linear(linear);
  return { weight: engine.unpack(weight), bias: bias && engine.read(bias, weight.rows) };
}

/** A norm's numbers, over rows of `width`. */
export function factorsOf({ engine, weights }: Core, norm: Norm, width: number): Factors {
  const gain = gainOf({ engine, weights }, norm, width);
  const shift = norm.shift === null ? null : engine.read(weights.vector(norm.shift), gain.length);
  return { isCentred: norm.form === 'layer', gain, shift, epsilon: norm.epsilon };
}

/**
 * The parts of the stream that enters a layer, or at the number of layers of the stream that leaves the last.
 *
 * @param rows positions
 * @throws {HeadwiseError} 'unsupported' for a stream that was replaced on the way
 */
export async function partsAt(
  inner: Inner,
  rows: readonly number[],
  layer: number,
  name: string,
): Promise<Parts> {
  const replaced = inner.changes.replaced.find(
    (one) => one.name === 'residual' && one.layer <= layer && one.layer < inner.blocks.length,
  );
  if (replaced) {
    const text = `${name}: the stream that enters layer ${replaced.layer} of this run was replaced, so it is no sum of parts`;
    throw new HeadwiseError('unsupported', text);
  }
  const parts = await embeddingParts(inner, rows);
  for (let n = 0; n < layer; n++) {
    setSum(parts, inner.hidden[n], rows);
    await addBlock(inner, parts, n, await inner.again.parts(n), rows);
  }
  setSum(parts, inner.hidden[layer], rows);
  return parts;
}

/** Takes the run's own sum, so that its factors are the run's. */
function setSum(
  parts: Parts,
  { data, shape: [, width] }: Pick<FloatTensor, 'data' | 'shape'>,
  rows: readonly number[],
) {
  for (const [at, row] of rows.entries()) {
    parts.sum.set(data.subarray(row * width, (row + 1) * width), at * width);
  }
}

const rowsOf = ({ data, shape }: Pick<FloatTensor, 'data' | 'shape'>, rows: readonly number[]) => {
  const width = shape[shape.length - 1];
  const out = new Float32Array(rows.length * width);
  for (const [at, row] of rows.entries()) {
    out.set(data.subarray(row * width, (row + 1) * width), at * width);
  }
  return out;
};

/** The steps from the model's input to the first layer. */
async function embeddingParts(
  { embedding, opened }: Inner,
  rows: readonly number[],
): Promise<Parts> {
  const steps = embedding(true);
  const [first] = steps;
  const parts = new Parts(rows.length, first.output.shape[1]);
  for (const { name, output, added, by = 1, factors, weight, bias, norm } of steps) {
    if (name === 'tokens' || name === 'patches') {
      parts.add({ kind: 'token' }, rowsOf(output, rows));
    } else if (name === 'scale') {
      parts.scale((at) => factors?.[rows[Math.floor(at / parts.width)]] ?? by);
    } else if (added) {
      parts.add({ kind: name === 'types' ? 'type' : 'position' }, rowsOf(added, rows));
    } else if (weight) await parts.map(weight.data, bias?.data ?? null);
    else if (norm) {
      const { embedding: table } = opened.description.stack;
      parts.normalize(factorsOf(opened, table.norm as Norm, parts.width));
    }
    setSum(parts, output, rows);
  }
  return parts;
}

/** Adds what a layer adds, and passes its norms. */
async function addBlock(
  inner: Inner,
  parts: Parts,
  layer: number,
  { attended, crossed, mlp }: BlockParts,
  rows: readonly number[],
) {
  const { opened, blocks, self, cross } = inner;
  const { around, aroundCross, aroundMlp, parallel } = blocks[layer] as Block;
  const pass = (norm: Norm | null | undefined) => {
    if (norm) parts.normalize(factorsOf(opened, norm, parts.width));
  };
  const begin = ({ keepsNormed, before }: Sublayer) => pass(keepsNormed ? before : null);
  const isReplaced = (name: string) =>
    inner.changes.replaced.some((one) => one.layer === layer && one.name === name);
  begin(around);
  await addAttention(
    inner,
    parts,
    self[layer],
    around,
    rows,
    isReplaced('attended') ? attended : null,
  );
  if (!parallel) pass(around.after);
  if (crossed && aroundCross) {
    begin(aroundCross);
    const saved = cross.find((one) => one.layer === layer) as SavedAttention;
    await addAttention(inner, parts, saved, aroundCross, rows, null);
    pass(aroundCross.after);
  }
  if (mlp && aroundMlp) {
    begin(aroundMlp);
    parts.add({ kind: 'mlp', layer }, rowsOf(mlp, rows));
    pass(aroundMlp.after);
  }
}

/**
 * Adds each head's contribution, with the norm on the attention's output at the factor that it had.
 *
 * @param given (L, D), added instead
 */
async function addAttention(
  { opened, cross }: Inner,
  parts: Parts,
  saved: SavedAttention,
  { inside, layerScale }: Sublayer,
  rows: readonly number[],
  given: Numbers | null,
) {
  const { layer, part } = saved;
  const isCross = cross.includes(saved);
  const label = (more: Label): Label => ({
    layer,
    ...more,
    ...(isCross && { attention: 'cross' }),
  });
  const bias = label({ kind: 'attentionBias' });
  if (given) return parts.add(bias, rowsOf(given, rows));
  const { width } = parts;
  const own = new Parts(rows.length, width);
  const { weight, bias: outputBias } = linearOf(opened, part.output);
  const heads = saved.heads as Numbers;
  const [count, length, headDim] = heads.shape;
  for (let head = 0; head < count; head++) {
    const values = new Float64Array(rows.length * width);
    for (const [at, row] of rows.entries()) {
      const z = heads.data.subarray((head * length + row) * headDim, (head * length + row + 1) * headDim); // prettier-ignore
      for (let d = 0; d < width; d++) {
        const from = d * count * headDim + head * headDim;
        let sum = 0;
        for (let e = 0; e < headDim; e++) sum += z[e] * weight[from + e];
        values[at * width + d] = sum;
      }
    }
    own.add(label({ kind: 'head', head }), values);
    await parts.pause();
  }
  if (outputBias || inside?.shift) {
    own.add(bias, new Float64Array(own.sum.length));
    const { values } = own.terms[own.terms.length - 1];
    if (outputBias) own.shift(outputBias, values);
    if (inside) own.normalize(factorsOf(opened, inside, width), values);
  } else if (inside) own.normalize(factorsOf(opened, inside, width));
  const by = opened.weights.factors(layerScale, width);
  if (by) {
    own.scale((at) => by[at % width]);
  }
  for (const { label: each, values } of own.terms) parts.add(each, values);
}
