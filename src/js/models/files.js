// What a model's files say: config.json, tensors by name, tokenizer, pooling.

import { HeadwiseError } from '../arguments/errors.js';
import { readSafetensors } from '../formats/safetensors.js';

/** @import { Pooling, Tokenizer } from './model.js' */
/** @import { TensorSource } from './weight-store.js' */

/**
 * @typedef {any} ModelSource
 *
 * @typedef {object} Found
 * @property {Record<string, any>} config
 * @property {TensorSource} tensors
 * @property {Tokenizer | null} tokenizer
 * @property {Pooling | null} pooling
 * @property {string[]} files
 * @property {Record<string, number>} dtypes bytes of each
 */

/**
 * @param {ModelSource} source
 * @param {{ signal?: AbortSignal, onProgress?: (done: number, total: number, file: string) => void }} options
 * @returns {Promise<Found>}
 */
export async function openFiles(source, options) {
  void options;
  const text = (/** @type {Uint8Array} */ bytes) => JSON.parse(new TextDecoder().decode(bytes));
  const config = text(source['config.json']);
  const { tensors } = readSafetensors(source['model.safetensors']);
  return {
    config,
    tensors: { names: Object.keys(tensors), read: async (name) => tensors[name] },
    tokenizer: null,
    pooling: null,
    files: Object.keys(source),
    dtypes: {},
  };
}
