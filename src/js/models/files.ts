// Reads a model's files: config.json, tensors by name, the tokenizer, and the steps to a text's vector.

import { describe, HeadwiseError } from '../arguments/errors.ts';
import { isRecord } from '../arguments/options.ts';
import { BLOCKS_OF_SCALES, hasScales, isScales, scalesOf, toBlocks } from '../formats/scales.ts';
import { isOfModel, readConfig, readMetadata } from '../training/model-file.ts';
import { modelOfGguf } from './gguf/index.ts';
import { sentenceOf, sentenceOfPooling } from './output-head/sentence-modules.ts';
import { modelFolder } from './sources/model-folder.ts';
import { openSource, readJson } from './sources/source.ts';
import { openTensorFiles } from './sources/tensor-files.ts';
import { openTokenizer } from './tokenizer/from-files.ts';
import { vocabularyTokenizer } from './tokenizer/vocabulary.ts';
import type { GgufModel } from './gguf/keys.ts';
import type { Sentence } from './output-head/sentence-modules.ts';
import type { ModelSource, Source, SourceOptions } from './sources/source.ts';
import type { TensorFiles } from './sources/tensor-files.ts';
import type { TextTokenizer } from './tokenizer/tokenizer.ts';
import type { TensorSource } from './weight-store.ts';

interface Found {
  config: Record<string, any>;
  /** whether config is config.json, not the metadata of a file of weights */
  isConfigFile: boolean;
  /** whether tensors have GGUF's names and layouts */
  isGguf: boolean;
  tensors: TensorSource;
  tokenizer: TextTokenizer | null;
  /** the steps to a text's vector; null: no file has them */
  sentence: Sentence | null;
  /** preprocessor_config.json; null: there is none */
  preprocessor: unknown;
  files: string[];
  about: Record<string, string>;
  /** bytes of each dtype */
  dtypes: Record<string, number>;
}

/** The model_type of a transformer of headwise/training. */
const OWN = 'headwise';

export async function openFiles(given: ModelSource, options: SourceOptions): Promise<Found> {
  const source = modelFolder(await openSource(given, options));
  const weights = await openTensorFiles(source);
  const gguf = weights.format === 'gguf' ? await modelOfGguf(weights) : null;
  const own = weights.format === 'safetensors' ? ownOf(weights) : null;
  const config = gguf
    ? { tie_word_embeddings: true, ...gguf.config } // llama.cpp ties a head that a file lacks
    : (own?.config ?? (await configOf(source, weights)));
  const modules = await sentenceOf(source);
  return {
    config: modules ? encoderOf(config) : config,
    isConfigFile: !gguf && !own && config.model_type !== OWN,
    isGguf: gguf !== null,
    tensors: gguf
      ? tensorsOfGguf(weights, gguf)
      : own
        ? tensorsOfOwn(weights)
        : tensorsOf(weights, modules?.tensors ?? null),
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
 * Reads config.json. If it is of a transformer of headwise/training, createTransformer's checks apply.
 */
async function configOf(source: Source, { tensors }: TensorFiles): Promise<Found['config']> {
  const config: unknown = await readJson(source, 'config.json');
  if (!isRecord(config)) throw wrongConfig('config.json: expected an object', config);
  const { model_type: type, ...own } = config;
  if (type === OWN) return { model_type: type, ...readConfig(own, tensors) };
  if (type === undefined || typeof type === 'string') return config;
  throw wrongConfig('config.json: expected a name as model_type', type);
}

function wrongConfig(expected: string, value: unknown) {
  return new HeadwiseError('format', `${expected}, got ${describe(value)}`);
}

/** Config and vocabulary from a file of writeModel (headwise/training); null for another file. */
function ownOf({ metadata, tensors }: TensorFiles) {
  if (!isOfModel(metadata)) return null;
  const { config, vocab, about } = readMetadata(metadata, tensors);
  return { config: { model_type: OWN, ...config }, vocab, about };
}

/** The config of the encoder alone if the model is a T5: sentence-transformers leaves out its decoder. */
function encoderOf(config: Found['config']): Found['config'] {
  const isT5 = config.model_type === 't5' || config.model_type === 'mt5';
  return isT5 ? { ...config, architectures: ['T5EncoderModel'] } : config;
}

/** @param modules the tensors of sentence-transformers' modules after the model */
function tensorsOf(files: TensorFiles, modules: TensorSource | null): TensorSource {
  const own = new Set(modules?.names);
  const sourceOf = (name: string) => (modules && own.has(name) ? modules : files);
  return {
    names: [...files.tensors.keys(), ...own],
    headerOf: (name) => sourceOf(name).headerOf(name),
    rowsOf: files.rowsOf,
    read: (name) => sourceOf(name).read(name),
  };
}

/** The tensors of a file of writeModel. A tensor in 8 bits becomes blocks, which the core reads as they are. */
function tensorsOfOwn({ tensors, headerOf, rowsOf, read }: TensorFiles): TensorSource {
  return {
    names: [...tensors.keys()].filter((name) => !isScales(name, tensors)),
    headerOf(name) {
      const { dtype, shape } = headerOf(name);
      return { dtype: hasScales(name, tensors) ? BLOCKS_OF_SCALES : dtype, shape };
    },
    rowsOf: (name) => (hasScales(name, tensors) ? null : rowsOf(name)),
    async read(name) {
      if (!hasScales(name, tensors)) return read(name);
      return toBlocks(await read(name), await read(scalesOf(name)));
    },
  };
}

function tensorsOfGguf(
  { tensors, headerOf, rowsOf, read }: TensorFiles,
  { read: alreadyRead = [], harmless = [] }: GgufModel,
): TensorSource {
  return {
    names: [...tensors.keys()].filter((name) => !alreadyRead.includes(name)),
    ...{ headerOf, rowsOf },
    read,
    isHarmless: (name) => harmless.some((one) => one.test(name)),
  };
}

function dtypesOf({ tensors }: TensorFiles) {
  const bytes: Record<string, number> = {};
  for (const { dtype, begin, end } of tensors.values()) {
    bytes[dtype] = (bytes[dtype] ?? 0) + end - begin;
  }
  return bytes;
}
