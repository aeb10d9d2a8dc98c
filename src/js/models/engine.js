// The core as models use it: weights as the file stores them, buffers, and the operations between them. Attention is the
// engine's own.

import { HeadwiseError } from '../arguments/errors.js';
import { ACTIVATIONS } from '../transformer/activations.js';
import { Headwise } from '../headwise.js';
import { allocate } from '../runtime/results.js';
import { ThreadRuntime } from '../runtime/handle.js';

/** @import { Slot, Core } from '../runtime/core.js' */
/** @import { Backend } from '../types/index.js' */
/** @import { Activation } from './description.js' */

/** In the order of src/model/stored_matrix.h. */
export const STORED = ['F32', 'F16', 'BF16', 'Q8_0', 'Q4_0', 'Q4_1', 'Q4_K', 'Q6_K'];
/** In the order of src/model/blocks.h. */
const NORMS = ['layer', 'rms'];
/** No buffer: an address that stands for none. */
const NONE = 0;

/**
 * Numbers in the core's memory, that stay where they are.
 *
 * @typedef {object} Buffer
 * @property {Slot} slot
 * @property {number} address
 * @property {number} size
 *
 * @typedef {object} Weights
 * @property {Slot} slot
 * @property {number} rows
 * @property {number} columns
 */

export class ModelEngine {
  #core;
  /** @type {Map<string, Buffer>} */
  #buffers = new Map();
  #blocks;

  /**
   * @param {Core} core
   * @param {Backend} backend
   */
  constructor(core, backend) {
    this.#core = core;
    /** @readonly */
    this.attention = new Headwise(new ThreadRuntime(core), backend);
    /** @type {any} */
    let functions;
    this.#blocks = core.create((module, engine) => {
      functions = module;
      return new functions.Blocks(engine);
    });
    /** @type {(base: number, exponent: number) => number} the same bits in every browser */
    this.power = (base, exponent) => functions.power(base, exponent);
    /** @type {(x: number) => number} likewise */
    this.logarithm = (x) => functions.logarithm(x);
  }

  /**
   * A matrix, its bytes as they are.
   *
   * @param {string} dtype one of STORED
   * @param {number} rows
   * @param {number} columns
   * @param {Uint8Array} bytes
   * @returns {Weights}
   */
  store(dtype, rows, columns, bytes) {
    const core = this.#core;
    const slot = core.create(
      (/** @type {any} */ { StoredWeights }, engine) =>
        new StoredWeights(engine, STORED.indexOf(dtype), rows, columns),
    );
    core.write(slot.handle.address, bytes);
    return { slot, rows, columns };
  }

  /**
   * A buffer of at least this many numbers, under its own name.
   *
   * @param {string} name
   * @param {number} size
   * @returns {Buffer}
   */
  buffer(name, size) {
    const known = this.#buffers.get(name);
    if (known && known.size >= size) return known;
    if (known) this.#core.deleteSlot(known.slot);
    this.#buffers.delete(name);
    const slot = this.#core.create(
      (/** @type {any} */ { FloatBuffer }, engine) => new FloatBuffer(engine, Math.max(size, 1)),
    );
    const made = { slot, address: slot.handle.address, size };
    this.#buffers.set(name, made);
    return made;
  }

  /** @param {Float32Array} values @param {string} name @returns {Buffer} that holds them */
  put(name, values) {
    const buffer = this.buffer(name, values.length);
    this.#core.write(buffer.address, values);
    return buffer;
  }

  /** @param {Buffer} buffer @param {number} size @returns {Float32Array<ArrayBuffer>} a copy */
  read(buffer, size) {
    const values = allocate(size);
    this.#core.readInto(buffer.address, values);
    return values;
  }

  /**
   * y = x W^T + b.
   *
   * @param {Weights} weight
   * @param {Buffer | null} bias
   * @param {Buffer} x (rows, columns)
   * @param {number} rows
   * @param {Buffer} y (rows, weight.rows)
   */
  multiply(weight, bias, x, rows, y) {
    expectRoom(x, rows * weight.columns);
    expectRoom(y, rows * weight.rows);
    if (bias) expectSize(bias, weight.rows);
    this.#do((blocks) =>
      blocks.multiply(weight.slot.handle, bias?.address ?? NONE, x.address, rows, y.address),
    );
  }

  /**
   * Rows of a table.
   *
   * @param {Weights} table
   * @param {Int32Array} ids
   * @param {Buffer} out
   */
  embed(table, ids, out) {
    expectRoom(out, ids.length * table.columns);
    const place = this.buffer('ids', ids.length);
    this.#core.write(place.address, ids);
    this.#do((blocks) => blocks.embed(table.slot.handle, place.address, ids.length, out.address));
  }

  /**
   * @param {{ form: 'layer' | 'rms', gain: Buffer | null, shift: Buffer | null, epsilon: number }} norm
   * @param {Buffer} x
   * @param {number} rows
   * @param {number} width
   * @param {Buffer} y may be x
   */
  normalize({ form, gain, shift, epsilon }, x, rows, width, y) {
    expectRoom(x, rows * width);
    expectRoom(y, rows * width);
    for (const one of [gain, shift]) if (one) expectSize(one, width);
    const [a, b] = [gain?.address ?? NONE, shift?.address ?? NONE];
    this.#do((blocks) =>
      blocks.normalize(NORMS.indexOf(form), x.address, rows, width, epsilon, a, b, y.address),
    );
  }

  /**
   * y = f(x), or f(x) gate.
   *
   * @param {Activation} activation
   * @param {Buffer} x
   * @param {Buffer | null} gate
   * @param {number} size
   * @param {Buffer} y may be x
   */
  activate(activation, x, gate, size, y) {
    for (const one of [x, y, gate]) if (one) expectRoom(one, size);
    const kind = ACTIVATIONS.indexOf(activation);
    this.#do((blocks) => blocks.activate(kind, x.address, gate?.address ?? NONE, size, y.address));
  }

  /**
   * Turns x (rows, heads, headDim) in place.
   *
   * @param {{ frequencies: Float64Array, factor: number, dims: number, interleaved: boolean }} how
   * @param {number} firstPosition
   * @param {Buffer} x
   * @param {number} rows
   * @param {number} heads
   * @param {number} headDim
   */
  turn({ frequencies, factor, dims, interleaved }, firstPosition, x, rows, heads, headDim) {
    expectRoom(x, rows * heads * headDim);
    if (dims > headDim) throw mismatch(dims, headDim);
    const place = this.buffer('frequencies', 2 * frequencies.length);
    this.#core.write(place.address, new Uint8Array(frequencies.buffer));
    this.#do((blocks) =>
      blocks.turn(
        ...[x.address, rows, heads, headDim, dims, interleaved],
        ...[place.address, factor, firstPosition],
      ),
    );
  }

  /** y += x. @param {Buffer} x @param {number} size @param {Buffer} y */
  add(x, size, y) {
    expectRoom(x, size);
    expectRoom(y, size);
    this.#do((blocks) => blocks.add(x.address, 1, size, y.address));
  }

  /** y *= by. @param {number} by @param {number} size @param {Buffer} y */
  scale(by, size, y) {
    expectRoom(y, size);
    this.#do((blocks) => blocks.scale(by, size, y.address));
  }

  /**
   * The positions of Vaswani et al.: each sine with its cosine, or as Marian has them, sines in the first half of a row and
   * cosines in the second.
   *
   * @param {number} first
   * @param {number} length
   * @param {number} width
   * @param {'halves' | 'pairs'} order
   */
  sinusoids(first, length, width, order) {
    const pairs = Math.ceil(width / 2);
    const rows = new Float32Array(2 * length * pairs);
    for (let i = 0; i < length; i++) rows.fill(1, 2 * i * pairs, (2 * i + 1) * pairs);
    const frequencies = Float64Array.from({ length: pairs }, (_, i) =>
      this.power(10000, -(2 * i) / width),
    );
    const turned = this.put('sinusoids', rows);
    const how = { frequencies, factor: 1, dims: 2 * pairs, interleaved: false };
    this.turn(how, first, turned, length, 1, 2 * pairs);
    const values = this.read(turned, rows.length);
    const sineAt = (/** @type {number} */ j) =>
      order === 'halves' ? [j < pairs, j % pairs] : [j % 2 === 0, Math.floor(j / 2)];
    const places = Array.from({ length: width }, (_, j) => sineAt(j));
    return Float32Array.from({ length: length * width }, (_, at) => {
      const [isSine, pair] = places[at % width];
      return values[2 * Math.floor(at / width) * pairs + (isSine ? pairs : 0) + Number(pair)];
    });
  }

  /**
   * The first rows of a matrix as float32.
   *
   * @param {Weights} weight
   * @param {number} [rows]
   */
  unpack(weight, rows = weight.rows) {
    const out = this.buffer('unpacked', rows * weight.columns);
    this.embed(
      weight,
      Int32Array.from({ length: rows }, (_, i) => i),
      out,
    );
    return this.read(out, rows * weight.columns);
  }

  /** Bytes of the core's memory. */
  get bytes() {
    return this.#core.memoryBytes;
  }

  dispose() {
    this.attention.dispose();
  }

  /** @param {(blocks: any) => void} work */
  #do(work) {
    this.#core.expectReady();
    this.#core.call(() => work(this.#blocks.handle));
  }
}

/** @param {Buffer} buffer @param {number} size */
function expectRoom(buffer, size) {
  if (buffer.size < size) throw mismatch(size, buffer.size);
}

/** @param {Buffer} buffer @param {number} size */
function expectSize(buffer, size) {
  if (buffer.size !== size) throw mismatch(size, buffer.size);
}

/** @param {number} expected @param {number} got */
function mismatch(expected, got) {
  return new HeadwiseError(
    'format',
    `the model's tensors do not fit each other: expected one of ${expected} numbers, got ${got}`,
  );
}
