// The engine of opened models: weights as the file stores them, buffers, and operations on them in the core. Attention is
// that of headwise.

import { HeadwiseError } from '../arguments/errors.ts';
import { ACTIVATIONS } from '../transformer/activations.ts';
import { Headwise } from '../headwise.ts';
import { allocate } from '../runtime/results.ts';
import { ThreadRuntime } from '../runtime/handle.ts';
import type { Core, Slot } from '../runtime/core.ts';
import type { Backend } from '../types/index.ts';
import type { Activation, Sinusoids } from './description.ts';

/** Dtypes of weights, in the order of src/transformer/stored_matrix.h. */
export const STORED = [
  ...['F32', 'F16', 'BF16', 'Q8_0', 'Q4_0', 'Q4_1', 'Q5_0', 'Q5_1'],
  ...['Q2_K', 'Q3_K', 'Q4_K', 'Q5_K', 'Q6_K', 'IQ4_NL', 'IQ4_XS'],
];
/** Forms of norms, in the order of src/transformer/row_operations.h. */
const NORMS = ['layer', 'rms'];
/** The address that means no buffer. */
export const NONE = 0;

/** Numbers in the core's memory, at a fixed address. */
export interface Buffer {
  slot: Slot;
  address: number;
  size: number;
}

export interface Weights {
  slot: Slot;
  rows: number;
  columns: number;
}

export class ModelEngine {
  declare readonly core: Core;
  #buffers: Map<string, Buffer> = new Map();
  #operations;
  /** whether products with weights that have 8-bit arithmetic use it */
  declare readonly isInt8: boolean;
  #eigenvalues: (matrix: number, size: number, out: number) => void;

  declare readonly attention: Headwise;
  /** has the same bits in every browser */
  declare power: (base: number, exponent: number) => number;
  /** has the same bits in every browser */
  declare logarithm: (x: number) => number;

  constructor(core: Core, backend: Backend, arithmetic: 'exact' | 'int8' = 'exact') {
    this.core = core;
    this.isInt8 = arithmetic === 'int8';
    this.attention = new Headwise(new ThreadRuntime(core), backend);
    let functions: any;
    this.#operations = core.create((module, engine) => {
      functions = module;
      return new functions.RowOperations(engine);
    });
    this.power = (base, exponent) => functions.power(base, exponent);
    this.logarithm = (x) => functions.logarithm(x);
    this.#eigenvalues = (matrix, size, out) =>
      core.call(() => functions.eigenvalues(matrix, size, out));
  }

  /**
   * Reserves the place of a matrix in the core.
   *
   * @param dtype one of STORED
   */
  reserve(dtype: string, rows: number, columns: number): Weights {
    const { core, isInt8 } = this;
    const slot = core.create(
      ({ StoredWeights }: any, engine) =>
        new StoredWeights(engine, STORED.indexOf(dtype), rows, columns, isInt8),
    );
    return { slot, rows, columns };
  }

  /** Copies rows of a matrix into their place, without converting their bytes. @param first of the rows */
  fill({ slot, rows }: Weights, bytes: Uint8Array, first: number = 0, count: number = rows) {
    this.core.write(slot.handle.address + first * (bytes.length / count), bytes);
  }

  /** Stores a matrix in the core. */
  store(dtype: string, rows: number, columns: number, bytes: Uint8Array): Weights {
    const weights = this.reserve(dtype, rows, columns);
    this.fill(weights, bytes);
    return weights;
  }

  /** The buffer of a name, with at least this many numbers. */
  buffer(name: string, size: number): Buffer {
    const known = this.#buffers.get(name);
    if (known && known.size >= size) return known;
    if (known) this.core.deleteSlot(known.slot);
    this.#buffers.delete(name);
    const slot = this.core.create(
      ({ FloatBuffer }: any, engine) => new FloatBuffer(engine, Math.max(size, 1)),
    );
    const made = { slot, address: slot.handle.address, size };
    this.#buffers.set(name, made);
    return made;
  }

  /** @returns the buffer of the name, which holds the values */
  put(name: string, values: Float32Array): Buffer {
    const buffer = this.buffer(name, values.length);
    this.core.write(buffer.address, values);
    return buffer;
  }

  /** Some consecutive numbers of a buffer. */
  part({ slot, address, size: room }: Buffer, first: number, size: number): Buffer {
    if (first + size > room) throw mismatch(first + size, room);
    return { slot, address: address + 4 * first, size };
  }

  /** @returns a copy */
  read(buffer: Buffer, size: number): Float32Array<ArrayBuffer> {
    const values = allocate(size);
    this.core.readInto(buffer.address, values);
    return values;
  }

  /**
   * y = x W^T + b.
   *
   * @param x (rows, columns)
   * @param y (rows, weight.rows)
   */
  multiply(weight: Weights, bias: Buffer | null, x: Buffer, rows: number, y: Buffer) {
    expectRoom(x, rows * weight.columns);
    expectRoom(y, rows * weight.rows);
    if (bias) expectSize(bias, weight.rows);
    this.#do((operations) =>
      operations.multiply(weight.slot.handle, bias?.address ?? NONE, x.address, rows, y.address),
    );
  }

  /** out = rows of a table. */
  embed(table: Weights, ids: Int32Array, out: Buffer) {
    expectRoom(out, ids.length * table.columns);
    const place = this.buffer('ids', ids.length);
    this.core.write(place.address, ids);
    this.#do((operations) =>
      operations.embed(table.slot.handle, place.address, ids.length, out.address),
    );
  }

  /** @param y may be x */
  normalize(
    {
      form,
      gain,
      shift,
      epsilon,
    }: { form: 'layer' | 'rms'; gain: Buffer | null; shift: Buffer | null; epsilon: number },
    x: Buffer,
    rows: number,
    width: number,
    y: Buffer,
  ) {
    expectRoom(x, rows * width);
    expectRoom(y, rows * width);
    for (const one of [gain, shift]) if (one) expectSize(one, width);
    const [a, b] = [gain?.address ?? NONE, shift?.address ?? NONE];
    this.#do((operations) =>
      operations.normalize(NORMS.indexOf(form), x.address, rows, width, epsilon, a, b, y.address),
    );
  }

  /**
   * y = f(x), or f(x) gate.
   *
   * @param y may be x
   */
  activate(activation: Activation, x: Buffer, gate: Buffer | null, size: number, y: Buffer) {
    for (const one of [x, y, gate]) if (one) expectRoom(one, size);
    const kind = ACTIVATIONS.indexOf(activation);
    this.#do((operations) =>
      operations.activate(kind, x.address, gate?.address ?? NONE, size, y.address),
    );
  }

  /** Rotates x (rows, heads, headDim) in place, by rotary positions. */
  rotate(
    {
      frequencies,
      factor,
      dims,
      interleaved,
    }: { frequencies: Float64Array; factor: number; dims: number; interleaved: boolean },
    firstPosition: number,
    x: Buffer,
    rows: number,
    heads: number,
    headDim: number,
  ) {
    expectRoom(x, rows * heads * headDim);
    if (dims > headDim) throw mismatch(dims, headDim);
    const place = this.buffer('frequencies', 2 * frequencies.length);
    this.core.write(place.address, new Uint8Array(frequencies.buffer));
    this.#do((operations) =>
      operations.rotate(
        ...[x.address, rows, heads, headDim, dims, interleaved],
        ...[place.address, factor, firstPosition],
      ),
    );
  }

  /** y += x. */
  add(x: Buffer, size: number, y: Buffer) {
    expectRoom(x, size);
    expectRoom(y, size);
    this.#do((operations) => operations.add(x.address, 1, size, y.address));
  }

  /** y *= by. */
  scale(by: number, size: number, y: Buffer) {
    expectRoom(y, size);
    this.#do((operations) => operations.scale(by, size, y.address));
  }

  /** The positions of Vaswani et al., (length, width), from the first one's number on. */
  sinusoids(first: number, length: number, width: number, order: Sinusoids) {
    const isSpread = order === 'spread'; // an odd width ends in a 0
    const pairs = isSpread ? Math.floor(width / 2) : Math.ceil(width / 2);
    const rows = new Float32Array(2 * length * pairs);
    for (let i = 0; i < length; i++) rows.fill(1, 2 * i * pairs, (2 * i + 1) * pairs);
    const frequencies = Float64Array.from({ length: pairs }, (_, i) =>
      this.power(10000, isSpread ? -i / (pairs - 1) : -(2 * i) / width),
    );
    const rotated = this.put('sinusoids', rows);
    const how = { frequencies, factor: 1, dims: 2 * pairs, interleaved: false };
    this.rotate(how, first, rotated, length, 1, 2 * pairs);
    const values = this.read(rotated, rows.length);
    const sineAt = (j: number) =>
      order === 'pairs' ? [j % 2 === 0, Math.floor(j / 2)] : [j < pairs, j % pairs];
    const places = Array.from({ length: width }, (_, j) => sineAt(j));
    return Float32Array.from({ length: length * width }, (_, at) => {
      const [isSine, pair] = places[at % width];
      if (at % width >= 2 * pairs) return 0;
      return values[2 * Math.floor(at / width) * pairs + (isSine ? pairs : 0) + Number(pair)];
    });
  }

  /** The first rows of a matrix as float32. */
  unpack(weight: Weights, rows: number = weight.rows) {
    const out = this.buffer('unpacked', rows * weight.columns);
    this.embed(
      weight,
      Int32Array.from({ length: rows }, (_, i) => i),
      out,
    );
    return this.read(out, rows * weight.columns);
  }

  /** The eigenvalues of a square matrix, (size, 2): real and imaginary parts. */
  eigenvalues(matrix: Float64Array): Float64Array {
    const size = Math.sqrt(matrix.length);
    const place = this.buffer('eigenvalues', 2 * (matrix.length + 2 * size) + 2);
    const from = Math.ceil(place.address / 8) * 8; // doubles are at multiples of 8
    const to = from + 8 * matrix.length;
    this.core.write(from, new Uint8Array(matrix.buffer, matrix.byteOffset, matrix.byteLength));
    this.#eigenvalues(from, size, to);
    const out = new Float64Array(2 * size);
    this.core.readInto(to, new Float32Array(out.buffer));
    return out;
  }

  /** Bytes of the core's memory. */
  get bytes() {
    return this.core.memoryBytes;
  }

  dispose() {
    this.attention.dispose();
  }

  #do(work: (operations: any) => void) {
    this.core.expectReady();
    this.core.call(() => work(this.#operations.handle));
  }
}

function expectRoom(buffer: Buffer, size: number) {
  if (buffer.size < size) throw mismatch(size, buffer.size);
}

function expectSize(buffer: Buffer, size: number) {
  if (buffer.size !== size) throw mismatch(size, buffer.size);
}

export function mismatch(expected: number, got: number) {
  return new HeadwiseError(
    'format',
    `the model's tensors do not fit each other: expected one of ${expected} numbers, got ${got}`,
  );
}
