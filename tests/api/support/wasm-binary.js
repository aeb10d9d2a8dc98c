// Edits WebAssembly's binary format, as far as the tests need it: adds a function and a global to a
// module, and changes the body of a function.

import assert from 'node:assert/strict';

const MAGIC = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** Numbers of sections, and of kinds of imports and exports. */
const SECTION = { import: 2, function: 3, global: 6, export: 7, code: 10 };
const KIND = { function: 0, table: 1, memory: 2, global: 3, tag: 4 };

/** Instructions, as far as the tests write them. */
export const OP = {
  block: [0x02, 0x40],
  brIf: (/** @type {number} */ depth) => [0x0d, ...leb(depth)],
  call: (/** @type {number} */ index) => [0x10, ...leb(index)],
  end: [0x0b],
  return: [0x0f],
  unreachable: [0x00],
  localGet: (/** @type {number} */ index) => [0x20, ...leb(index)],
  globalGet: (/** @type {number} */ index) => [0x23, ...leb(index)],
  globalSet: (/** @type {number} */ index) => [0x24, ...leb(index)],
  i32: (/** @type {number} */ value) => [0x41, ...leb(value)], // of 0 to 63
  i32Eqz: [0x45],
  f32x4Pmax: [0xfd, 0xeb, 0x01],
  i32Add: [0x6a],
  i32Sub: [0x6b],
};

export class WasmBinary {
  /** @type {{ id: number, bytes: Uint8Array }[]} */
  #sections = [];
  /** The number of imports of each kind: they come first in the numbering. */
  #imported = new Map([
    [KIND.function, 0],
    [KIND.global, 0],
  ]);
  /** @type {Uint8Array[]} of the module's own functions */
  #bodies;

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    const reader = new Reader(bytes, MAGIC.length);
    while (!reader.isAtEnd) {
      const id = reader.byte();
      this.#sections.push({ id, bytes: reader.bytes(reader.number()) });
    }
    this.#countImports();
    const code = new Reader(this.#section(SECTION.code).bytes, 0);
    this.#bodies = Array.from({ length: code.number() }, () => code.bytes(code.number()));
  }

  /** @returns {{ index: number, body: Uint8Array }[]} */
  exportedFunctions() {
    const reader = new Reader(this.#section(SECTION.export).bytes, 0);
    const exports = Array.from({ length: reader.number() }, () => {
      reader.bytes(reader.number());
      return { kind: reader.byte(), index: reader.number() };
    });
    const functions = exports.filter(({ kind }) => kind === KIND.function);
    return functions.map(({ index }) => ({ index, body: this.bodyOf(index) }));
  }

  /** @param {number} index */
  bodyOf(index) {
    return this.#bodies[index - this.#importedOf(KIND.function)];
  }

  /**
   * @param {number} index
   * @param {readonly number[][]} instructions
   */
  setBody(index, instructions) {
    this.#bodies[index - this.#importedOf(KIND.function)] = bodyOf(instructions);
  }

  /**
   * The functions that have some bytes in them.
   *
   * @param {readonly number[]} bytes
   * @returns {number[]}
   */
  functionsWith(bytes) {
    const wanted = Buffer.from(bytes);
    const own = this.#bodies.flatMap((body, at) =>
      Buffer.from(body).includes(wanted) ? [at] : [],
    );
    return own.map((at) => at + this.#importedOf(KIND.function));
  }

  /**
   * Moves a function to a new place, and puts another into the old one, which the callers know.
   *
   * @param {number} index
   * @param {(moved: number) => readonly number[][]} instructions of the other
   */
  wrap(index, instructions) {
    const section = this.#section(SECTION.function);
    const first = this.#importedOf(KIND.function);
    const reader = new Reader(section.bytes, 0);
    const types = Array.from({ length: reader.number() }, () => reader.number());
    section.bytes = append(section.bytes, leb(types[index - first]));
    this.#bodies.push(this.bodyOf(index));
    this.setBody(index, instructions(first + types.length));
  }

  /**
   * A number that JavaScript can set, 0 to begin with.
   *
   * @param {string} name of the export
   * @returns {number} its index
   */
  addGlobal(name) {
    const section = this.#section(SECTION.global);
    const index = this.#importedOf(KIND.global) + new Reader(section.bytes, 0).number();
    section.bytes = append(section.bytes, [0x7f, 1, ...OP.i32(0), ...OP.end]);
    const exports = this.#section(SECTION.export);
    const text = [...name].map((letter) => letter.charCodeAt(0));
    exports.bytes = append(exports.bytes, [text.length, ...text, KIND.global, ...leb(index)]);
    return index;
  }

  /** @returns {Uint8Array<ArrayBuffer>} the module */
  toBytes() {
    const bodies = this.#bodies.flatMap((body) => [leb(body.length), body]);
    this.#section(SECTION.code).bytes = concatenate([leb(this.#bodies.length), ...bodies]);
    const parts = this.#sections.flatMap(({ id, bytes }) => [[id], leb(bytes.length), bytes]);
    return concatenate([MAGIC, ...parts]);
  }

  /** @param {number} wanted */
  #section(wanted) {
    const section = this.#sections.find(({ id }) => id === wanted);
    assert.ok(section);
    return section;
  }

  #countImports() {
    const reader = new Reader(this.#section(SECTION.import).bytes, 0);
    for (let left = reader.number(); left > 0; left--) {
      for (let names = 0; names < 2; names++) reader.bytes(reader.number());
      const kind = reader.byte();
      this.#imported.set(kind, this.#importedOf(kind) + 1);
      if (kind === KIND.function) reader.number();
      else if (kind === KIND.memory) for (let n = reader.byte() & 1; n >= 0; n--) reader.number();
      else if (kind === KIND.global) reader.bytes(2);
      else assert.fail(`an import of kind ${kind}`);
    }
  }

  /** @param {number} kind */
  #importedOf(kind) {
    return this.#imported.get(kind) ?? 0;
  }
}

/** @param {readonly ArrayLike<number>[]} instructions of a function without locals */
function bodyOf(instructions) {
  return concatenate([[0], ...instructions, OP.end]);
}

/**
 * A vector with another item at its end.
 *
 * @param {Uint8Array} vector
 * @param {ArrayLike<number>} item
 */
function append(vector, item) {
  const reader = new Reader(vector, 0);
  const length = reader.number();
  return concatenate([leb(length + 1), vector.subarray(reader.place), item]);
}

/**
 * @param {number} value not negative
 * @returns {number[]}
 */
function leb(value) {
  const bytes = [];
  for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128);
  return [...bytes, value];
}

/** @param {readonly ArrayLike<number>[]} parts */
function concatenate(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let place = 0;
  for (const part of parts) {
    bytes.set(part, place);
    place += part.length;
  }
  return bytes;
}

class Reader {
  #bytes;

  /**
   * @param {Uint8Array} bytes
   * @param {number} place
   */
  constructor(bytes, place) {
    this.#bytes = bytes;
    this.place = place;
  }

  get isAtEnd() {
    return this.place === this.#bytes.length;
  }

  byte() {
    return this.#bytes[this.place++];
  }

  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  }

  /** @param {number} length */
  bytes(length) {
    this.place += length;
    return this.#bytes.slice(this.place - length, this.place);
  }
}
