// Reads a model's files: config.json, tensors by name, tokenizer, how a text's vector is made.

import { describe, HeadwiseError } from '../arguments/errors.js';
import { isRecord } from '../arguments/options.js';
import { isOfModel, readConfig, readMetadata } from '../training/model-file.js';
import { modelOfGguf } from './gguf/index.js';
import { sentenceOf, sentenceOfPooling } from './output-head/sentence-modules.js';
import { modelFolder } from './sources/model-folder.js';
import { openSource, readJson } from './sources/source.js';
import { openTensorFiles } from './sources/tensor-files.js';
import { openTokenizer } from './tokenizer/from-files.js';
import { vocabularyTokenizer } from './tokenizer/vocabulary.js';

/** @import { StoredTensor } from '../formats/stored.js' */
/** @import { GgufModel } from './gguf/keys.js' */
/** @import { Sentence } from './output-head/sentence-modules.js' */
/** @import { ModelSource, Source, SourceOptions } from './sources/source.js' */
/** @import { TensorFiles } from './sources/tensor-files.js' */
/** @import { TextTokenizer } from './tokenizer/tokenizer.js' */
/** @import { TensorSource } from './weight-store.js' */

/**
 * @typedef {object} Found
 * @property {Record<string, any>} config
 * @property {boolean} isConfigFile whether config is config.json, not what a file of weights says of itself
 * @property {TensorSource} tensors
 * @property {TextTokenizer | null} tokenizer
 * @property {Sentence | null} sentence null: no file says how a text's vector is made
 * @property {unknown} preprocessor how to prepare an image; null: no file says it
 * @property {string[]} files
 * @property {Record<string, string>} about
 * @property {Record<string, number>} dtypes bytes of each
 */

/** The model_type of a transformer of headwise/training. */
const OWN = 'headwise';

/**
 * @param {ModelSource} given
 * @param {SourceOptions} options
 * @returns {Promise<Found>}
 */
export async function openFiles(given, options) {
  const source = modelFolder(await openSource(given, options));
  const weights = await openTensorFiles(source);
  const gguf = weights.format === 'gguf' ? await modelOfGguf(weights) : null;
  const own = weights.format === 'safetensors' ? ownOf(weights) : null;
  const config = gguf
    ? { tie_word_embeddings: true, ...gguf.config } // llama.cpp ties whatever head a file lacks
    : (own?.config ?? (await configOf(source, weights)));
  const modules = await sentenceOf(source);
  return {
    config: modules ? encoderOf(config) : config,
    isConfigFile: !gguf && !own && config.model_type !== OWN,
    tensors: gguf ? tensorsOfGguf(weights, gguf) : tensorsOf(weights, modules?.tensors ?? null),
    tokenizer:
      (await openTokenizer(source, weights.metadata, config)) ??
      (own ? vocabularyTokenizer(own.vocab) : null),
    sentence: gguf?.pooling ? sentenceOfPooling(gguf.pooling) : (modules?.sentence ?? null),
    preprocessor: source.has('preprocessor_config.json')
      ? await readJson(source, 'preprocessor_config.json')
      : null,
    files: source.files,
    about: own?.about ?? {},
    dtypes: dtypesOf(weights),
  };
}

/**
 * config.json. That of a transformer of headwise/training is checked as createTransformer checks it.
 *
 * @param {Source} source
 * @param {TensorFiles} weights
 * @returns {Promise<Found['config']>}
 */
async function configOf(source, { tensors }) {
  /** @type {unknown} */
  const config = await readJson(source, 'config.json');
  if (!isRecord(config)) throw wrongConfig('config.json: expected an object', config);
  const { model_type: type, ...own } = config;
  if (type === OWN) return { model_type: type, ...readConfig(own, tensors) };
  if (type === undefined || typeof type === 'string') return config;
  throw wrongConfig('config.json: expected a name as model_type', type);
}

/** @param {string} expected @param {unknown} value */
function wrongConfig(expected, value) {
  return new HeadwiseError('format', `${expected}, got ${describe(value)}`);
}

/**
 * Of a file that writeModel (headwise/training) made: it holds its config and vocabulary.
 *
 * @param {TensorFiles} weights
 */
function ownOf({ metadata, tensors }) {
  if (!isOfModel(metadata)) return null;
  const { config, vocab, about } = readMetadata(metadata, tensors);
  return { config: { model_type: OWN, ...config }, vocab, about };
}

/** sentence-transformers reads of a T5 the encoder alone. @param {Found['config']} config @returns {Found['config']} */
function encoderOf(config) {
  const isT5 = config.model_type === 't5' || config.model_type === 'mt5';
  return isT5 ? { ...config, architectures: ['T5EncoderModel'] } : config;
}

/**
 * @param {TensorFiles} weights
 * @param {TensorSource | null} modules behind the model
 * @returns {TensorSource}
 */
function tensorsOf({ tensors, read }, modules) {
  const own = new Set(modules?.names);
  return {
    names: [...tensors.keys(), ...own],
    read: (name) => (modules && own.has(name) ? modules.read(name) : read(name)),
  };
}

/**
 * @param {TensorFiles} weights
 * @param {GgufModel} model
 * @returns {TensorSource}
 */
function tensorsOfGguf({ read }, { names, rows: rowsOf, harmless = [] }) {
  const nameInFile = (/** @type {string} */ name) => names.get(name) ?? name;
  return {
    names: [...names.keys()],
    nameInFile,
    isHarmless: (name) => harmless.some((one) => one.test(name)),
    async read(name) {
      const tensor = await read(nameInFile(name));
      const rows = rowsOf?.(name, tensor.shape[0]) ?? null;
      return rows ? reordered(tensor, rows) : tensor;
    },
  };
}

/**
 * @param {StoredTensor} tensor
 * @param {readonly number[]} rows
 * @returns {StoredTensor}
 */
function reordered({ dtype, shape, data }, rows) {
  const stride = data.length / shape[0];
  const out = new Uint8Array(data.length);
  for (const [i, row] of rows.entries()) {
    out.set(data.subarray(row * stride, (row + 1) * stride), i * stride);
  }
  return { dtype, shape, data: out };
}

/** @param {TensorFiles} weights */
function dtypesOf({ tensors }) {
  /** @type {Record<string, number>} */
  const bytes = {};
  for (const { dtype, begin, end } of tensors.values()) {
    bytes[dtype] = (bytes[dtype] ?? 0) + end - begin;
  }
  return bytes;
}
