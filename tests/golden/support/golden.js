// Reads the golden data that golden.py wrote. Inputs are drawn again from the case's seed, results
// are in the file. Runs in Node and in a browser, and knows no framework.

import { readPack } from '../../conformance/pack.js';
import { seeded } from './seeded.js';

/** @import { PlainMask, PlainTensor } from '../../../src/js/types/index.ts' */
/** @import { Read } from '../../conformance/pack.js' */

/**
 * A tensor that is in the file, or drawn.
 *
 * @typedef {{ tensor: string } | { shape: number[], stream: number, bound: number }} Described
 */

/**
 * A result: the true value, and how far off the framework's own float32 was.
 *
 * @typedef {{ tensor: string, own: number }} Expected
 */

/**
 * The fields of every framework's cases. Options are in the framework's words, masks among them
 * described.
 *
 * @template Config
 * @template Options
 * @typedef {object} Stored
 * @property {string} name
 * @property {number} seed
 * @property {string} call
 * @property {Config} config
 * @property {Options} options
 * @property {Record<string, Described>} inputs
 * @property {Record<string, Described>} parameters
 * @property {Record<string, Expected>} expected headwise's expected results
 * @property {{ name: string, says: string, theirs: Record<string, { tensor: string }> | { error:
 * string } }} [disagreement]
 *   the framework gives something else
 * @property {Described} [gradOutput] the gradient of the output
 * @property {Record<string, Expected>} [gradients] of inputs and parameters
 */

/** @template Case */
export class Golden {
  #pack;

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.#pack = readPack(bytes);
    /** @type {string} */
    this.version = this.#pack.about.version;
    /** @type {Case[]} */
    this.cases = this.#pack.about.cases;
  }

  /**
   * @param {{ tensor: string }} described
   * @returns {PlainTensor | PlainMask}
   */
  stored({ tensor }) {
    return this.#pack.tensor(tensor);
  }

  /**
   * @param {{ seed: number }} one the case
   * @param {Described} described
   * @returns {PlainTensor}
   */
  floats({ seed }, described) {
    if ('tensor' in described) return /** @type {PlainTensor} */ (this.stored(described));
    const { shape, stream, bound } = described;
    const count = shape.reduce((product, size) => product * size, 1);
    return { data: seeded(count, seed, stream, bound), shape };
  }

  /**
   * @param {{ seed: number }} one
   * @param {Record<string, Described>} described
   * @returns {Record<string, PlainTensor>}
   */
  all(one, described) {
    const drawn = Object.entries(described).map(([name, each]) => [name, this.floats(one, each)]);
    return Object.fromEntries(drawn);
  }
}

/**
 * @template Case
 * @param {Read} read
 * @param {string} path
 * @returns {Promise<Golden<Case>>}
 */
export async function openGolden(read, path) {
  return new Golden(await unpack(await read(path)));
}

/**
 * Unpacks gzip; other bytes stay the same, because a server may have sent Content-Encoding: gzip.
 *
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>}
 */
export async function unpack(bytes) {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;
  if (!isPacked) return bytes;
  const blob = new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)]);
  const plain = blob.stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

/**
 * The same numbers in another shape.
 *
 * @template {{ readonly shape: readonly number[] }} T
 * @param {T} tensor
 * @param {...number} shape
 * @returns {T}
 */
export function reshape(tensor, ...shape) {
  return { ...tensor, shape };
}
