// Reads a GGUF file's facts about its model, by llama.cpp's names of keys. Each key is noted as it is read: what is left is
// refused by its name, unless it changes nothing.

import { describe, HeadwiseError } from '../../arguments/errors.js';
import { times } from '../families/common.js';

/** @import { GgufValue } from '../../formats/gguf.js' */
/** @import { Pooling } from '../model.js' */

/**
 * @typedef {object} Keys of one architecture, by their names behind `<architecture>.`; without `otherwise` a key is required
 * @property {Record<string, GgufValue>} metadata
 * @property {(name: string) => boolean} has
 * @property {(name: string) => GgufValue | undefined} get
 * @property {(name: string, otherwise?: number) => number} count an integer from 0
 * @property {(name: string, otherwise?: number) => number} ofLayers a count, or one for each layer, all of them the same
 * @property {(name: string, otherwise?: number) => number} number
 * @property {(name: string, otherwise: boolean) => boolean} flag
 * @property {(name: string, otherwise: string) => string} text
 * @property {(name: string, expected: number) => void} same refuses another value, except 0, which stands for none
 * @property {(name: string, expected: string) => HeadwiseError} refused a key whose value is right and cannot be carried out
 * @property {(harmless?: readonly RegExp[]) => void} expectAllRead
 *
 * @typedef {object} GgufModel
 * @property {Record<string, any>} config the config.json that the metadata stand for
 * @property {Map<string, string>} names the file's name of each tensor, by the family's
 * @property {(name: string, count: number) => number[] | null} [rows] the row of the file for each of a tensor's, by the
 *   family's name and their number
 * @property {Pooling} [pooling]
 * @property {readonly RegExp[]} [harmless] names of tensors that change nothing
 */

/** Keys that change nothing, whatever they say: llama.cpp (src/llama-model.cpp) reads them for other architectures or not at all. */
const HARMLESS = [/^rope\.scaling\.finetuned$/, /^tensor_data_layout$/];
/** Values that change nothing. None of them is 0 or false, which turn nothing on. @type {Record<string, readonly unknown[]>} */
const NEUTRAL = {
  logit_scale: [1],
  residual_scale: [1],
  embedding_scale: [1],
  expert_weights_scale: [1],
  'attention.output_scale': [1],
  'attention.value_scale': [1],
  'rope.scaling.type': ['none', 'linear'],
  'rope.scaling.factor': [1],
  'rope.scaling.attn_factor': [1],
  'rope.scaling.yarn_attn_factor': [1],
};
/** How a text's vector is made, by llama.cpp's numbers. The last is for a ranking, which needs a pair of texts. @type {readonly Pooling['kind'][]} */
const POOLINGS = ['none', 'mean', 'first', 'last', 'none'];
/** The number of the last. */
export const RANKING = 4;

/**
 * @param {Record<string, GgufValue>} metadata
 * @param {string} architecture
 * @returns {Keys}
 */
export function keysOf(metadata, architecture) {
  const read = new Set();
  const full = (/** @type {string} */ name) => `${architecture}.${name}`;
  const has = (/** @type {string} */ name) => Object.hasOwn(metadata, full(name));
  const get = (/** @type {string} */ name) => {
    read.add(name);
    return has(name) ? metadata[full(name)] : undefined;
  };
  /** @type {<T>(name: string, expected: string, fits: (value: any) => boolean, otherwise?: T) => T} */
  const typed = (name, expected, fits, otherwise) => {
    const value = /** @type {any} */ (get(name) ?? otherwise);
    if (fits(value)) return value;
    throw wrongValue('format', full(name), expected, value);
  };
  const isNumber = (/** @type {unknown} */ value) => Number.isFinite(value);
  const isCount = (/** @type {unknown} */ value) =>
    Number.isSafeInteger(value) && Number(value) >= 0;
  const refused = (/** @type {string} */ name, /** @type {string} */ expected) =>
    wrongValue('unsupported', full(name), expected, get(name));
  return {
    metadata,
    has,
    get,
    refused,
    count: (name, otherwise) => typed(name, 'an integer from 0', isCount, otherwise),
    ofLayers(name, otherwise) {
      const list = /** @type {any} */ (get(name));
      if (!Array.isArray(list)) return typed(name, 'an integer from 0', isCount, otherwise);
      if (!list.every(isCount)) throw wrongValue('format', full(name), 'integers from 0', list);
      if (new Set(list).size === 1) return Number(list[0]);
      throw refused(name, 'the same number for every layer');
    },
    number: (name, otherwise) => typed(name, 'a number', isNumber, otherwise),
    flag: (name, otherwise) =>
      typed(name, 'true or false', (value) => typeof value === 'boolean', otherwise),
    text: (name, otherwise) => typed(name, 'text', (value) => typeof value === 'string', otherwise),
    same(name, expected) {
      const value = typed(name, 'a number', isNumber, expected);
      if (value !== expected && value !== 0) throw refused(name, String(expected));
    },
    expectAllRead(harmless = []) {
      const known = [...HARMLESS, ...harmless];
      for (const key of Object.keys(metadata)) {
        const name = key.slice(architecture.length + 1);
        const isOther = !key.startsWith(`${architecture}.`) || read.has(name);
        if (isOther || known.some((one) => one.test(name)) || isNeutral(name, metadata[key]))
          continue;
        const [value] = NEUTRAL[name] ?? [];
        throw refused(name, value === undefined ? 'no such key' : `${value} or no such key`);
      }
    },
  };
}

/**
 * @param {string} name
 * @param {GgufValue} value
 */
function isNeutral(name, value) {
  const isOff = (/** @type {unknown} */ one) => one === 0 || one === false;
  if (isOff(value) || (Array.isArray(value) && value.every(isOff))) return true;
  return Object.hasOwn(NEUTRAL, name) && NEUTRAL[name].includes(value);
}

/**
 * @param {'format' | 'unsupported'} code
 * @param {string} key
 * @param {string} expected
 * @param {unknown} value
 */
export function wrongValue(code, key, expected, value) {
  const got = Array.isArray(value) ? `[${value.slice(0, 8).join(', ')}]` : describe(value);
  return new HeadwiseError(code, `${key}: expected ${expected}, got ${got}`);
}

/**
 * The number of a token that the file names; as in llama.cpp, one that is no token's is none.
 *
 * @param {Record<string, GgufValue>} metadata
 * @param {string} name
 * @param {number} [otherwise]
 * @returns {number | undefined}
 */
export function tokenIdOf(metadata, name, otherwise) {
  const key = `tokenizer.ggml.${name}_token_id`;
  const id = metadata[key];
  if (id === undefined) return otherwise;
  if (typeof id !== 'number' || !Number.isInteger(id)) {
    throw wrongValue('format', key, 'the number of a token', id);
  }
  const tokens = metadata['tokenizer.ggml.tokens'];
  return id < 0 || (Array.isArray(tokens) && id >= tokens.length) ? otherwise : id;
}

/**
 * How many tokens there are.
 *
 * @param {Keys} keys
 */
export function vocabSizeOf({ count, metadata }) {
  const tokens = metadata['tokenizer.ggml.tokens'];
  return count('vocab_size', Array.isArray(tokens) ? tokens.length : 0);
}

/**
 * How a text's vector is made. It has length 1, as llama.cpp gives it.
 *
 * @param {Keys} keys
 * @returns {Pooling | undefined}
 */
export function poolingOf({ has, count, refused }) {
  if (!has('pooling_type')) return undefined;
  const kind = POOLINGS[count('pooling_type')];
  if (kind) return { kind, normalize: true };
  throw refused('pooling_type', `an integer from 0 to ${POOLINGS.length - 1}`);
}

/**
 * The file's name of each tensor, by the family's. A name that says nothing here, or what another says, is marked: no
 * family asks for it.
 *
 * @param {readonly string[]} all
 * @param {(name: string) => string | undefined} nameOf
 */
export function namesBy(all, nameOf) {
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const name of all) {
    const known = nameOf(name);
    names.set(known === undefined || names.has(known) ? `${name}?` : known, name);
  }
  return names;
}

/**
 * Which layers see a window, by a list or by a period.
 *
 * @param {Keys} keys
 * @param {number} layers
 * @param {number} usual period
 * @param {(layer: number, period: number) => boolean} isWindow
 * @returns {string[]}
 */
export function layerTypesOf({ get, count, refused }, layers, usual, isWindow) {
  const name = 'attention.sliding_window_pattern';
  const list = get(name);
  if (Array.isArray(list) && list.length < layers) throw refused(name, `${layers} values`);
  const period = Array.isArray(list) ? 0 : count(name, usual);
  return times(layers, (layer) => {
    const window = Array.isArray(list) ? list[layer] : period === 0 || isWindow(layer, period);
    return window ? 'sliding_attention' : 'full_attention';
  });
}
