// Reads a model's files: config.json, tensors by name, tokenizer, pooling.

import { describe, HeadwiseError } from '../arguments/errors.js';
import { isRecord } from '../arguments/options.js';
import { isOfModel, readConfig, readMetadata } from '../training/model-file.js';
import { modelOfGguf } from './gguf/index.js';
import { modelFolder } from './sources/model-folder.js';
import { openSource, readJson } from './sources/source.js';
import { openTensorFiles } from './sources/tensor-files.js';
import { openTokenizer } from './tokenizer/from-files.js';
import { vocabularyTokenizer } from './tokenizer/vocabulary.js';

/** @import { StoredTensor } from '../formats/stored.js' */
/** @import { GgufModel } from './gguf/keys.js' */
/** @import { Pooling } from './model.js' */
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
 * @property {Pooling | null} pooling null: the mean of all tokens
 * @property {unknown} preprocessor how to prepare an image; null: no file says it
 * @property {string[]} files
 * @property {Record<string, string>} about
 * @property {Record<string, number>} dtypes bytes of each
 */

/** The model_type of a transformer of headwise/training. */
const OWN = 'headwise';
const LARGEST_CONFIG = 1 << 20; // bytes
/** How a text's vector is made, by the names of sentence-transformers. @type {Record<string, Pooling['kind']>} */
const POOLINGS = { cls: 'first', mean: 'mean', max: 'max', lasttoken: 'last' };
const FLAG = 'pooling_mode_';

/**
 * @param {ModelSource} given
 * @param {SourceOptions} options
 * @returns {Promise<Found>}
 */
export async function openFiles(given, options) {
  const source = modelFolder(await openSource(given, options));
  const weights = await openTensorFiles(source);
  const gguf =
    weights.format === 'gguf' ? modelOfGguf(weights.metadata, [...weights.tensors.keys()]) : null;
  const own = weights.format === 'safetensors' ? ownOf(weights) : null;
  const config = (gguf ?? own)?.config ?? (await configOf(source, weights));
  return {
    config,
    isConfigFile: !gguf && !own && config.model_type !== OWN,
    tensors: gguf ? tensorsOfGguf(weights, gguf) : tensorsOf(weights),
    tokenizer:
      (await openTokenizer(source, weights.metadata)) ??
      (own ? vocabularyTokenizer(own.vocab) : null),
    pooling: gguf?.pooling ?? (await poolingOf(source)),
    preprocessor: source.has('preprocessor_config.json')
      ? await readJson(source, 'preprocessor_config.json', LARGEST_CONFIG)
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
  const config = await readJson(source, 'config.json', LARGEST_CONFIG);
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

/** @param {TensorFiles} weights @returns {TensorSource} */
function tensorsOf({ tensors, read }) {
  return { names: [...tensors.keys()], read };
}

/**
 * @param {TensorFiles} weights
 * @param {GgufModel} model
 * @returns {TensorSource}
 */
function tensorsOfGguf({ read }, { names, rows: rowsOf }) {
  const nameInFile = (/** @type {string} */ name) => names.get(name) ?? name;
  return {
    names: [...names.keys()],
    nameInFile,
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

/**
 * How a folder of sentence-transformers makes one vector of a sentence.
 *
 * @param {Source} source
 * @returns {Promise<Pooling | null>}
 */
async function poolingOf(source) {
  if (!source.has('modules.json')) return null;
  /** @type {unknown} */
  const modules = await readJson(source, 'modules.json', LARGEST_CONFIG);
  if (!Array.isArray(modules)) return null;
  const ends = (/** @type {string} */ name) =>
    modules.find(({ type }) => String(type).endsWith(`.${name}`));
  const file = `${ends('Pooling')?.path ?? '1_Pooling'}/config.json`;
  const how = source.has(file) ? await readJson(source, file, LARGEST_CONFIG) : {};
  if (!isRecord(how)) throw wrongConfig(`${file}: expected an object`, how);
  return { kind: poolingKindOf(how), normalize: ends('Normalize') !== undefined };
}

/**
 * Newer files name a mode or several, older ones have a flag for each.
 *
 * @param {Record<string, unknown>} how
 * @returns {Pooling['kind']}
 */
function poolingKindOf({ pooling_mode: mode, ...flags }) {
  const on = Object.keys(flags)
    .filter((flag) => flag.startsWith(FLAG) && flags[flag] === true)
    .map((flag) => flag.slice(FLAG.length).replace(/_tokens?$/, ''));
  const [first = 'mean', ...others] = mode === undefined ? on : [mode].flat();
  const isOne = others.length === 0 && Object.hasOwn(POOLINGS, String(first));
  return isOne ? POOLINGS[String(first)] : 'none';
}
