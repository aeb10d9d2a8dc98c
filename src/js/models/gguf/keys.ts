// Reads the metadata of a GGUF file by llama.cpp's keys. A key that was never read is refused by name, unless it
// changes nothing.

import { describe, HeadwiseError } from '../../arguments/errors.ts';
import { times } from '../families/graph.ts';
import type { GgufValue } from '../../formats/gguf.ts';
import type { Pooling } from '../model.ts';

/**
 * the keys of one architecture, by their names after `<architecture>.`; without `otherwise` a key is required
 */
export interface Keys {
  metadata: Record<string, GgufValue>;
  has: (name: string) => boolean;
  get: (name: string) => GgufValue | undefined;
  /** an integer from 0 */
  count: (name: string, otherwise?: number) => number;
  /** a count, or equal counts for all layers */
  ofLayers: (name: string, otherwise?: number) => number;
  number: (name: string, otherwise?: number) => number;
  flag: (name: string, otherwise: boolean) => boolean;
  text: (name: string, otherwise: string) => string;
  /** refuses another value, except 0, which means none */
  same: (name: string, expected: number) => void;
  /** the error for a valid value that is not implemented */
  refused: (name: string, expected: string) => HeadwiseError;
  expectAllRead: (harmless?: readonly RegExp[]) => void;
}

export interface GgufModel {
  /** a config.json with the meaning of the metadata */
  config: Record<string, any>;
  /** names of tensors that were read into the config */
  read?: readonly string[];
  pooling?: Pooling;
  /** names of tensors that change nothing */
  harmless?: readonly RegExp[];
}

/** Keys that change nothing, whatever they say: llama.cpp (src/llama-model.cpp) reads them for other architectures or not at all. */
const HARMLESS = [/^rope\.scaling\.finetuned$/, /^tensor_data_layout$/];
/** Other values than 0 and false that change nothing. */
const NEUTRAL: Record<string, readonly unknown[]> = {
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
/** Poolings by llama.cpp's numbers. The last is for a ranking, which needs a pair of texts. */
const POOLINGS: readonly Pooling['kind'][] = ['none', 'mean', 'first', 'last', 'none'];
/** The number of the pooling for a ranking. */
export const RANKING = 4;

export function keysOf(metadata: Record<string, GgufValue>, architecture: string): Keys {
  const read = new Set();
  const full = (name: string) => `${architecture}.${name}`;
  const has = (name: string) => Object.hasOwn(metadata, full(name));
  const get = (name: string) => {
    read.add(name);
    return has(name) ? metadata[full(name)] : undefined;
  };
  const typed: <T>(
    name: string,
    expected: string,
    fits: (value: any) => boolean,
    otherwise?: T,
  ) => T = (name, expected, fits, otherwise) => {
    const value = (get(name) ?? otherwise) as any;
    if (fits(value)) return value;
    throw wrongValue('format', full(name), expected, value);
  };
  const isNumber = (value: unknown) => Number.isFinite(value);
  const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
  const refused = (name: string, expected: string) =>
    wrongValue('unsupported', full(name), expected, get(name));
  return {
    metadata,
    has,
    get,
    refused,
    count: (name, otherwise) => typed(name, 'an integer from 0', isCount, otherwise),
    ofLayers(name, otherwise) {
      const list = get(name) as any;
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

function isNeutral(name: string, value: GgufValue) {
  const isOff = (one: unknown) => one === 0 || one === false;
  if (isOff(value) || (Array.isArray(value) && value.every(isOff))) return true;
  return Object.hasOwn(NEUTRAL, name) && NEUTRAL[name].includes(value);
}

export function wrongValue(
  code: 'format' | 'unsupported',
  key: string,
  expected: string,
  value: unknown,
) {
  const got = Array.isArray(value) ? `[${value.slice(0, 8).join(', ')}]` : describe(value);
  return new HeadwiseError(code, `${key}: expected ${expected}, got ${got}`);
}

/** The id of a special token. As in llama.cpp, an id beyond the vocabulary means that there is none. */
export function tokenIdOf(
  metadata: Record<string, GgufValue>,
  name: string,
  otherwise?: number,
): number | undefined {
  const key = `tokenizer.ggml.${name}_token_id`;
  const id = metadata[key];
  if (id === undefined) return otherwise;
  if (typeof id !== 'number' || !Number.isInteger(id)) {
    throw wrongValue('format', key, 'the number of a token', id);
  }
  const tokens = metadata['tokenizer.ggml.tokens'];
  return id < 0 || (Array.isArray(tokens) && id >= tokens.length) ? otherwise : id;
}

/** The number of tokens in the vocabulary. */
export function vocabSizeOf({ count, metadata }: Keys) {
  const tokens = metadata['tokenizer.ggml.tokens'];
  return count('vocab_size', Array.isArray(tokens) ? tokens.length : 0);
}

/** The pooling to a text's vector, which has length 1, as in llama.cpp. */
export function poolingOf({ has, count, refused }: Keys): Pooling | undefined {
  if (!has('pooling_type')) return undefined;
  const kind = POOLINGS[count('pooling_type')];
  if (kind) return { kind, normalize: true };
  throw refused('pooling_type', `an integer from 0 to ${POOLINGS.length - 1}`);
}

/**
 * The types of layers, with or without a window, from a list or a period.
 *
 * @param usual default of the period
 */
export function layerTypesOf(
  { get, count, refused }: Keys,
  layers: number,
  usual: number,
  isWindow: (layer: number, period: number) => boolean,
): string[] {
  const name = 'attention.sliding_window_pattern';
  const list = get(name);
  if (Array.isArray(list) && list.length < layers) throw refused(name, `${layers} values`);
  const period = Array.isArray(list) ? 0 : count(name, usual);
  return times(layers, (layer) => {
    const window = Array.isArray(list) ? list[layer] : period === 0 || isWindow(layer, period);
    return window ? 'sliding_attention' : 'full_attention';
  });
}
