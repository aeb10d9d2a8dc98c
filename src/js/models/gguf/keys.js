// Reads a GGUF file's facts about its model, by llama.cpp's names of keys.

import { HeadwiseError } from '../../arguments/errors.js';

/** @import { GgufValue } from '../../formats/gguf.js' */
/** @import { Pooling } from '../model.js' */

/**
 * @typedef {object} Keys of one architecture
 * @property {(name: string) => GgufValue | undefined} get
 * @property {(name: string) => number} number refused if it is missing
 * @property {Record<string, GgufValue>} metadata
 *
 * @typedef {object} GgufModel
 * @property {Record<string, any>} config the config.json that the metadata stand for
 * @property {Map<string, string>} names the file's name of each tensor, by the family's
 * @property {(name: string, count: number) => number[] | null} [rows] the row of the file for each of a tensor's, by the
 *   family's name and their number
 * @property {Pooling} [pooling]
 */

/**
 * @param {Record<string, GgufValue>} metadata
 * @param {string} architecture
 * @returns {Keys}
 */
export function keysOf(metadata, architecture) {
  const get = (/** @type {string} */ name) => metadata[`${architecture}.${name}`];
  return {
    metadata,
    get,
    number(name) {
      const value = get(name);
      if (typeof value === 'number') return value;
      throw new HeadwiseError('format', `${architecture}.${name}: expected a number, got ${value}`);
    },
  };
}

/**
 * How many tokens there are.
 *
 * @param {Keys} keys
 */
export function vocabSizeOf({ get, metadata }) {
  const tokens = metadata['tokenizer.ggml.tokens'];
  return get('vocab_size') ?? (Array.isArray(tokens) ? tokens.length : 0);
}
