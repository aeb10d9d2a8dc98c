// GGUF in the words of config.json: llama.cpp's own names of sizes and tensors, as its converter writes them.

import { HeadwiseError } from '../../arguments/errors.js';
import { bert, modernBert, nomicBert } from './bert.js';
import { keysOf } from './keys.js';
import { llama } from './llama.js';
import { t5 } from './t5.js';

/** @import { GgufValue } from '../../formats/gguf.js' */
/** @import { GgufModel, Keys } from './keys.js' */

/** Architectures whose tensors are those of a family here. @type {Record<string, (keys: Keys, names: readonly string[]) => GgufModel>} */
const ARCHITECTURES = {
  llama: llama('llama'),
  qwen2: llama('qwen2'),
  qwen3: llama('qwen3'),
  gemma: llama('gemma'),
  gemma2: llama('gemma2'),
  phi3: llama('phi3'),
  bert,
  'nomic-bert': nomicBert,
  'modern-bert': modernBert,
  t5,
  t5encoder: t5,
};

/**
 * The model of a GGUF file.
 *
 * @param {Record<string, GgufValue>} metadata
 * @param {readonly string[]} names of its tensors
 * @returns {GgufModel}
 */
export function modelOfGguf(metadata, names) {
  const architecture = String(metadata['general.architecture'] ?? 'none');
  if (Object.hasOwn(ARCHITECTURES, architecture)) {
    return ARCHITECTURES[architecture](keysOf(metadata, architecture), names);
  }
  throw new HeadwiseError(
    'unsupported',
    `general.architecture: expected one of ${Object.keys(ARCHITECTURES).join(', ')}, got ${architecture}`,
  );
}
