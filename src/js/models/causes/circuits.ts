// Heads from their weights alone: eigenvalues of what a head compares (QK) and writes (OV), and how much a later head reads of an
// earlier one's output. Weights are used as they act on the stream: with the gains of norms, and without the mean where a norm takes
// it out.

import { HeadwiseError } from '../../arguments/errors.ts';
import { optionNames, readOptions, toBoolean, toWord } from '../../arguments/options.ts';
import { Tensor } from '../../arguments/tensor-class.ts';
import { gainOf } from '../model-layer.ts';
import { toHead } from '../run-arguments.ts';
import { makePause } from '../yield-to-page.ts';
import { linearOf } from './parts.ts';
import type { Block, Linear, Norm, Ref } from '../description.ts';
import type { Opened } from '../model.ts';
import type { FloatTensor } from '../../types/index.ts';
import type { Circuits, Complex } from '../../types/models.ts';

const AT = optionNames('layer', 'head', 'copying');

/** The maps of one head on the stream. */
interface HeadMaps {
  /** (E, D) each: they read the stream */
  query: Float64Array;
  key: Float64Array;
  value: Float64Array;
  /** (D, E): it writes to the stream */
  output: Float64Array;
}

/** The eigenvalues of a head's circuits. */
export async function circuitsOf(
  opened: Opened,
  at: unknown,
): Promise<Circuits | Omit<Circuits, 'copying'>> {
  const { blocks } = opened.description.stack;
  const { copying = true, ...given } = readOptions(at, 'at', AT);
  const parts = blocks.map(({ attention: part }) => ({ part }));
  const { layer, head } = toHead(given, parts as unknown as Parameters<typeof toHead>[1]);
  const ends = toBoolean(copying, 'copying') ? endsOf(opened) : null;
  const { embedDim } = opened.description;
  const width = blocks[layer].attention.headDim;
  const { query, key, value, output } = headMaps(opened, blocks[layer])(head);
  // the eigenvalues of A B other than 0 are also the eigenvalues of B A, which is smaller
  const qk = eigenvalues(opened, product(key, query, width, embedDim));
  const ov = eigenvalues(opened, product(value, transposed(output, width), width, embedDim));
  if (!ends) return { qk, ov };
  const through = eigenvalues(opened, await throughTokens(opened, ends, value, output, width));
  const sum = through.reduce((all, { re }) => all + re, 0);
  const size = through.reduce((all, { re, im }) => all + Math.sqrt(re * re + im * im), 0);
  return { qk, ov, copying: size > 0 ? sum / size : 0 };
}

/** The tables of tokens, and the head's way from the stream to logits. @throws {HeadwiseError} for a head that is not linear */
function endsOf({ description: { head, headless, stack } }: Opened) {
  const steps = head?.steps ?? [];
  if (head?.kind !== 'tokens' || stack.embedding.tokens === null) {
    const why = headless === undefined ? '' : `: ${headless}`;
    throw new HeadwiseError('unsupported', `circuits: expected a model that predicts tokens${why}`);
  }
  const last = steps.findLastIndex((step) => 'linear' in step);
  const other = steps.slice(0, last).find((step) => !('linear' in step || 'norm' in step || 'scale' in step)); // prettier-ignore
  if (other) {
    const [name] = Object.keys(other);
    const text = `circuits: expected a linear head after the final norm, got one with ${name === 'activation' ? 'an activation' : name}`;
    throw new HeadwiseError('unsupported', text);
  }
  return { before: steps.slice(0, last), last: (steps[last] as { linear: Linear }).linear };
}

/** W_V Eᵀ U W_O through the tables of all tokens, (E, E): its eigenvalues are the nonzero ones of U W_O W_V Eᵀ. */
async function throughTokens(
  opened: Opened,
  { before, last }: ReturnType<typeof endsOf>,
  value: Float64Array,
  output: Float64Array,
  width: number,
) {
  const { engine, weights, description } = opened;
  const { embedding, finalNorm } = description.stack;
  const { tokens, projection, projectsFirst, norm } = embedding;
  let reads: Float64Array = value;
  const project = () => {
    if (!projection) return;
    const { weight } = linearOf(opened, projection);
    const rows = reads.length / width;
    reads = product(
      reads,
      transposed(Float64Array.from(weight), weight.length / rows),
      width,
      rows,
    );
  };
  if (!projectsFirst) project();
  if (norm) reads = reading(opened, norm, reads, reads.length / width);
  if (projectsFirst) project();
  let writes: Float64Array = transposed(output, width); // (E, D)
  if (finalNorm) writes = written(opened, finalNorm, writes, width);
  for (const step of before) {
    if ('norm' in step) writes = written(opened, step.norm, writes, width);
    else if ('linear' in step) {
      const { weight } = linearOf(opened, step.linear);
      writes = product(writes, Float64Array.from(weight), width, writes.length / width);
    }
  }
  const table = weights.matrix(tokens as Ref);
  const count = description.vocabSize;
  const through = (matrix: typeof table, x: Float64Array, name: string) => {
    const out = engine.buffer(name, width * matrix.rows);
    engine.multiply(matrix, null, engine.put('circuit', Float32Array.from(x)), width, out);
    return { rows: engine.read(out, width * matrix.rows), size: matrix.rows };
  };
  const read = through(table, reads, 'circuit read');
  const write = through(weights.linear(last).weight, writes, 'circuit written');
  const both = Math.min(read.size, write.size, count);
  const out = new Float64Array(width * width);
  const pause = makePause(null);
  for (let e = 0; e < width; e++) {
    await pause();
    for (let f = 0; f < width; f++) {
      let sum = 0;
      for (let v = 0; v < both; v++)
        sum += read.rows[e * read.size + v] * write.rows[f * write.size + v];
      out[e * width + f] = sum;
    }
  }
  return out;
}

/** Makes the maps of each head of a block. */
function headMaps(opened: Opened, { attention: part, around }: Block): (head: number) => HeadMaps {
  const { embedDim } = opened.description;
  const { numHeads, numKvHeads, headDim } = part;
  const all = (linear: Linear) => Float64Array.from(linearOf(opened, linear).weight);
  const read = (linear: Linear) => {
    const weight = all(linear);
    return around.before ? reading(opened, around.before, weight, embedDim) : weight;
  };
  const [query, key, value] = [read(part.query), read(part.key), read(part.value)];
  const output = all(part.output);
  for (const norm of [around.inside, around.after]) {
    if (norm) scaleRows(output, gainOf(opened, norm, embedDim));
  }
  const factors = opened.weights.factors(around.layerScale, embedDim);
  if (factors) scaleRows(output, factors);
  const rowsOf = (weight: Float64Array, head: number, norm: Norm | null | undefined) => {
    const size = headDim * embedDim;
    const own = weight.slice(head * size, (head + 1) * size);
    if (!norm) return own;
    const gain = gainOf(opened, norm, headDim);
    const first = gain.length === headDim ? 0 : head * headDim;
    if (norm.form === 'layer' && gain.length === headDim) centreColumns(own, embedDim);
    return scaleRows(own, gain.subarray(first, first + headDim));
  };
  return (head) => {
    const kv = Math.floor(head / (numHeads / numKvHeads));
    const columns = new Float64Array(embedDim * headDim);
    for (let d = 0; d < embedDim; d++) {
      const from = d * numHeads * headDim + head * headDim;
      columns.set(output.subarray(from, from + headDim), d * headDim);
    }
    return {
      query: rowsOf(query, head, part.queryNorm),
      key: rowsOf(key, kv, part.keyNorm),
      value: rowsOf(value, kv, null),
      output: columns,
    };
  };
}

/** Folds a norm into a map that reads its output: the gain, and without the mean that the norm takes out. @param map (rows, width) */
function reading(opened: Opened, norm: Norm, map: Float64Array, width: number) {
  const gain = gainOf(opened, norm, width);
  for (let at = 0; at < map.length; at += width) {
    let mean = 0;
    for (let i = 0; i < width; i++) {
      map[at + i] *= gain[i];
      mean += map[at + i] / width;
    }
    if (norm.form === 'layer') for (let i = 0; i < width; i++) map[at + i] -= mean;
  }
  return map;
}

/** Vectors of the stream after a norm, without its scale. @param rows (count, width) */
function written(opened: Opened, norm: Norm, rows: Float64Array, count: number) {
  const width = rows.length / count;
  const gain = gainOf(opened, norm, width);
  for (let at = 0; at < rows.length; at += width) {
    let mean = 0;
    if (norm.form === 'layer') for (let i = 0; i < width; i++) mean += rows[at + i] / width;
    for (let i = 0; i < width; i++) rows[at + i] = (rows[at + i] - mean) * gain[i];
  }
  return rows;
}

/** Multiplies each row by its factor. */
function scaleRows(matrix: Float64Array, by: ArrayLike<number>) {
  const width = matrix.length / by.length;
  for (let i = 0; i < matrix.length; i++) matrix[i] *= by[Math.floor(i / width)];
  return matrix;
}

function centreColumns(matrix: Float64Array, width: number) {
  const rows = matrix.length / width;
  for (let column = 0; column < width; column++) {
    let mean = 0;
    for (let row = 0; row < rows; row++) mean += matrix[row * width + column] / rows;
    for (let row = 0; row < rows; row++) matrix[row * width + column] -= mean;
  }
}

/** A Bᵀ. @param a (rows, inner) @param b (any, inner) */
function product(a: Float64Array, b: Float64Array, rows: number, inner: number) {
  const columns = b.length / inner;
  const out = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      let sum = 0;
      for (let k = 0; k < inner; k++) sum += a[i * inner + k] * b[j * inner + k];
      out[i * columns + j] = sum;
    }
  }
  return out;
}

/** (rows, columns) as (columns, rows). */
function transposed(matrix: Float64Array, columns: number) {
  const rows = matrix.length / columns;
  return matrix.map((_, at) => matrix[(at % rows) * columns + Math.floor(at / rows)]);
}

/** The larger magnitudes first. @param matrix (size, size) */
function eigenvalues({ engine }: Opened, matrix: Float64Array): Complex[] {
  const values = engine.eigenvalues(matrix);
  return Array.from({ length: values.length / 2 }, (_, i) => ({
    re: values[2 * i],
    im: values[2 * i + 1],
  }));
}

const KINDS = ['query', 'key', 'value'] as const;

/**
 * How much each head b reads of each earlier head a's output: |W_b W_a| / (|W_b| |W_a|), Frobenius norms. With R Q = W and
 * orthogonal rows of Q, |W_K^T X W_V| = |R_K^T X R_V|, so that only matrices as wide as a head are multiplied.
 */
export async function compositionOf(opened: Opened, kind: unknown): Promise<FloatTensor> {
  const which = toWord(kind, 'kind', KINDS);
  const { embedDim, stack } = opened.description;
  const { blocks } = stack;
  const heads = Math.max(...blocks.map(({ attention }) => attention.numHeads));
  const shape = [blocks.length, heads, blocks.length, heads];
  const effects = new Float32Array(shape.reduce((all, size) => all * size, 1));
  /** by layer and head: the map that it writes with, and the map that reads */
  const pause = makePause(null);
  const all: { writes: Float64Array; reads: Float64Array; written: number; read: number; headDim: number }[][] = []; // prettier-ignore
  for (const block of blocks) {
    const maps = headMaps(opened, block);
    const { numHeads, headDim } = block.attention;
    const own: (typeof all)[number] = [];
    for (let head = 0; head < numHeads; head++) {
      const { query, key, value, output } = maps(head);
      const writes = narrow(transposed(output, headDim), value, headDim, embedDim); // (E, D)
      const [side, inner] = which === 'query' ? [key, query] : which === 'key' ? [query, key] : [transposed(output, headDim), value]; // prettier-ignore
      const reads = narrow(inner, side, headDim, embedDim); // (E, D)
      own.push({ writes, reads, written: lengthOf(writes), read: lengthOf(reads), headDim });
      await pause();
    }
    all.push(own);
  }
  for (let b = 1; b < blocks.length; b++) {
    for (const [j, reader] of all[b].entries()) {
      for (let a = 0; a < b; a++) {
        for (const [i, writer] of all[a].entries()) {
          const both = lengthOf(product(reader.reads, writer.writes, reader.headDim, embedDim));
          const whole = reader.read * writer.written;
          effects[((a * heads + i) * blocks.length + b) * heads + j] = whole > 0 ? both / whole : 0;
          await pause();
        }
      }
    }
  }
  return new Tensor(effects, shape);
}

/**
 * R A with |Bᵀ A| = |R A|: R is the transposed Cholesky factor of B Bᵀ, so that RᵀR = B Bᵀ.
 *
 * @param a (size, width)
 * @param b (size, width)
 */
function narrow(a: Float64Array, b: Float64Array, size: number, width: number) {
  const gram = product(b, b, size, width);
  const lower = new Float64Array(size * size); // lower lowerᵀ = gram
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = gram[i * size + j];
      for (let k = 0; k < j; k++) sum -= lower[i * size + k] * lower[j * size + k];
      if (i === j) lower[i * size + i] = Math.sqrt(Math.max(sum, 0));
      else lower[i * size + j] = lower[j * size + j] > 0 ? sum / lower[j * size + j] : 0;
    }
  }
  const out = new Float64Array(size * width);
  for (let i = 0; i < size; i++) {
    for (let k = i; k < size; k++) {
      const factor = lower[k * size + i];
      for (let d = 0; d < width; d++) out[i * width + d] += factor * a[k * width + d];
    }
  }
  return out;
}

function lengthOf(matrix: Float64Array) {
  let square = 0;
  for (const value of matrix) square += value * value;
  return Math.sqrt(square);
}
