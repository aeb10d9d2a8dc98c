// Reads and writes a transformer as a file: parameters as safetensors, with the config and the vocabulary as metadata.

import { HeadwiseError, shorten, wrongKind, wrongNumber } from '../arguments/errors.ts';
import { readArrays } from '../formats/safetensors.ts';
import { withoutScales } from '../formats/scales.ts';
import { writeSafetensors } from '../formats/write-safetensors.ts';
import { isRecord, optionNames, readNested } from '../arguments/options.ts';
import { expectShape } from '../arguments/tensor.ts';
import { checkTransformer } from '../transformer/config.ts';
import { checkTransformerState, shapesOf } from '../transformer/state.ts';
import type { ResolvedTransformerConfig, TransformerConfig } from '../types/training.ts';
import type { PlainTensor } from '../types/index.ts';

type Shapes = ReadonlyMap<string, { readonly shape: readonly number[] }>;

export interface ModelFile {
  /** for createTransformer */
  config: ResolvedTransformerConfig;
  /** the words of the tokens 0, 1, 2 ... */
  vocab: string[];
  /** notes of the file's author, under names other than config and vocab */
  about: Record<string, string>;
  /** for loadStateDict */
  state: Record<string, PlainTensor>;
}

const FIELDS = optionNames('config', 'state', 'vocab', 'about');

/** The maximum size of a table of sinusoidal positions, in numbers. */
const LARGEST_TABLE = 1 << 22;

/**
 * Writes a model's config, parameters and vocabulary as one file.
 *
 * @returns a safetensors file, the same bytes for the same model
 *
 * @example
 * writeModel({ config: model.config, state: model.stateDict(), vocab: [...task.vocab], about: { task: task.name } });
 */
export function writeModel(
  model: Pick<ModelFile, 'state' | 'vocab'> & {
    config: TransformerConfig;
    about?: ModelFile['about'];
  },
): Uint8Array<ArrayBuffer> {
  if (!isRecord(model)) throw wrongKind('model', 'an object with config, state and vocab', model);
  const { config, state, vocab, about = {} } = readNested(model, 'model', FIELDS) as typeof model;
  if (!isRecord(about)) throw wrongKind('about', 'an object of strings', about);
  for (const [name, value] of Object.entries(about)) {
    if (name === 'config' || name === 'vocab') {
      throw new TypeError(`about.${name}: expected another name, as the file has its own ${name}`);
    }
    if (typeof value !== 'string') throw wrongKind(`about.${shorten(name)}`, 'a string', value);
  }
  const plan = checkTransformer(config);
  expectTable(plan);
  expectVocab(vocab, plan.vocabSize);
  return writeSafetensors(checkTransformerState(plan, state), {
    ...about,
    config: JSON.stringify(plan),
    vocab: JSON.stringify(vocab),
  });
}

/**
 * Reads a file of writeModel. Its matrices may be in half precision, or in 8 bits (I8) with a scale (F16) for each 32 numbers
 * of a row, in a tensor of the same name and `.scales`.
 *
 * @throws {HeadwiseError} 'format' for any other file
 *
 * @example
 * const { config, state, vocab } = readModel(await (await fetch('grammar.safetensors')).arrayBuffer());
 * const model = createTransformer(headwise, config);
 * model.loadStateDict(state);
 */
export function readModel(file: ArrayBuffer | Uint8Array): ModelFile {
  const { tensors: stored, metadata } = readArrays(file);
  if (!isOfModel(metadata)) {
    throw new HeadwiseError('format', 'model: expected config and vocab in its metadata, got none');
  }
  return attempt(() => {
    const tensors = withoutScales(stored);
    const { config, vocab, about } = readMetadata(metadata, new Map(Object.entries(tensors)));
    return { config, vocab, about, state: checkTransformerState(config, tensors) };
  });
}

/** Whether a file is from writeModel, by its metadata. */
export function isOfModel(metadata: Record<string, unknown>): metadata is Record<string, string> {
  const { config, vocab } = metadata;
  return typeof config === 'string' && typeof vocab === 'string';
}

/**
 * @param metadata of a file from writeModel
 * @param tensors of the same file
 */
export function readMetadata(
  { config, vocab, ...about }: Record<string, string>,
  tensors: Shapes,
): Omit<ModelFile, 'state'> {
  return attempt(() => {
    const plan = readConfig(JSON.parse(config), tensors);
    const words = JSON.parse(vocab);
    expectVocab(words, plan.vocabSize);
    return { config: plan, vocab: words, about };
  });
}

/**
 * Checks a config against the file's tensors. Otherwise sizes that only the config claims would fill the memory before a
 * missing tensor is noticed.
 */
export function readConfig(config: unknown, tensors: Shapes): ResolvedTransformerConfig {
  return attempt(() => {
    const plan = checkTransformer(config);
    expectTable(plan);
    const { numLayers } = plan;
    if (numLayers > tensors.size) {
      throw wrongNumber('numLayers', `at most ${tensors.size}, the file's tensors`, numLayers);
    }
    for (const [name, shape] of Object.entries(shapesOf(plan))) {
      const found = tensors.get(name);
      if (!found) throw new RangeError(`${name}: expected this tensor in the file, got none`);
      expectShape(found.shape, name, shape);
    }
    return plan;
  });
}

/**
 * Limits sinusoidal positions: the file contains no table of them, so its own size does not limit theirs.
 */
function expectTable({ positions, contextLen, embedDim }: ResolvedTransformerConfig) {
  const most = Math.floor(LARGEST_TABLE / embedDim);
  if (positions !== 'sinusoidal' || contextLen <= most) return;
  const expected = `at most ${most} for sinusoidal positions of width ${embedDim} in a file`;
  throw wrongNumber('contextLen', expected, contextLen);
}

function attempt<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof HeadwiseError) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new HeadwiseError('format', `model: ${message}`, { cause });
  }
}

function expectVocab(vocab: unknown, size: number) {
  if (!Array.isArray(vocab) || !vocab.every((word) => typeof word === 'string')) {
    throw wrongKind('vocab', 'an array of strings', vocab);
  }
  if (vocab.length !== size) throw wrongNumber('vocab', `${size} words, the vocabSize`, vocab);
}
