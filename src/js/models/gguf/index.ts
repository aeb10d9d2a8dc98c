// Makes a config.json from GGUF's metadata, whose names of sizes and tensors are the ones of llama.cpp's converter.

import { bert, modernBert, nomicBert } from './bert.ts';
import { phi2, stablelm, starcoder, starcoder2 } from './decoders.ts';
import { keysOf, wrongValue } from './keys.ts';
import { llama } from './llama.ts';
import { t5 } from './t5.ts';
import { readFactors } from './rotary.ts';
import type { TensorFiles } from '../sources/tensor-files.ts';
import type { GgufModel, Keys } from './keys.ts';
import type { Factors } from './rotary.ts';

/** Architectures with a family here. */
const ARCHITECTURES: Record<
  string,
  (keys: Keys, names: readonly string[], factors: Factors) => GgufModel
> = {
  llama: llama('llama'),
  qwen2: llama('qwen2'),
  qwen3: llama('qwen3'),
  gemma: llama('gemma'),
  gemma2: llama('gemma2'),
  phi3: llama('phi3'),
  granite: llama('granite'),
  phi2,
  stablelm,
  starcoder,
  starcoder2,
  bert,
  'nomic-bert': nomicBert,
  'modern-bert': modernBert,
  t5: t5('t5'),
  t5encoder: t5('t5encoder'),
};
const DOWN = /(^|\.)blk\.\d+\.ffn_down\.weight$/;
/** Keys of files with a whole model, neither an adapter nor a part of a split, and their values by the number of files. */
const WHOLE: Record<string, (files: number) => readonly unknown[]> = {
  'general.type': () => ['model'],
  'split.count': (files) => (files === 1 ? [1, 0] : [files]),
};

/** The model of a GGUF file. */
export async function modelOfGguf({
  metadata,
  files,
  tensors,
  read,
}: Pick<TensorFiles, 'metadata' | 'files' | 'tensors' | 'read'>): Promise<GgufModel> {
  const architecture = String(metadata['general.architecture'] ?? 'none');
  if (!Object.hasOwn(ARCHITECTURES, architecture)) {
    const expected = `one of ${Object.keys(ARCHITECTURES).join(', ')}`;
    throw wrongValue('unsupported', 'general.architecture', expected, architecture);
  }
  for (const [key, valuesOf] of Object.entries(WHOLE)) {
    const [expected, ...others] = valuesOf(files.length);
    const value = metadata[key] ?? expected;
    if (value !== expected && !others.includes(value)) {
      throw wrongValue('unsupported', key, String(expected), value);
    }
  }
  const names = [...tensors.keys()];
  const factors = await readFactors(names, read);
  const keys = keysOf(metadata, architecture);
  const model = ARCHITECTURES[architecture](keys, names, factors);
  expectInner(`${architecture}.feed_forward_length`, keys.ofLayers('feed_forward_length'), tensors);
  return model;
}

/** Refuses a width of MLPs that differs from their tensors, from which most families take it. */
function expectInner(key: string, inner: number, tensors: TensorFiles['tensors']) {
  for (const [name, { shape }] of tensors) {
    if (!DOWN.test(name) || shape[1] === inner) continue;
    throw wrongValue('format', key, `${shape[1]}, as ${name} has`, inner);
  }
}
