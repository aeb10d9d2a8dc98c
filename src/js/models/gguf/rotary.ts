// Makes config.json's fields of rotary positions from GGUF's keys and tensors. Their meaning is defined by llama.cpp's
// src/llama-model.cpp (keys), src/llama-context.cpp (scale of queries and keys) and ggml's rope, which divides angles by a
// factor for each pair.

import { toFloat32 } from '../../formats/stored.ts';
import { wrongValue } from './keys.ts';
import type { StoredValues } from '../../formats/stored.ts';
import type { Keys } from './keys.ts';

/** Tensors of factors: for all texts, and for texts within and beyond the original context. */
const [ALL, SHORT, LONG] = ['rope_freqs.weight', 'rope_factors_short.weight', 'rope_factors_long.weight']; // prettier-ignore
const THETA = 10000;
/** Terms of a logarithm; the last is below a float64's precision. */
const TERMS = 12;

/** factors by the name of their tensor */
export type Factors = Map<string, Float32Array>;

export async function readFactors(
  names: Iterable<string>,
  read: (name: string) => Promise<StoredValues>,
): Promise<Factors> {
  const factors: Factors = new Map();
  for (const name of names) {
    if ([ALL, SHORT, LONG].includes(name)) factors.set(name, toFloat32(await read(name)));
  }
  return factors;
}

/**
 * The names of the tensors that an architecture reads, from src/models/llama.cpp, granite.cpp and phi3.cpp.
 */
export function factorNamesOf({ text }: Keys, architecture: string): readonly string[] {
  if (architecture === 'phi3') return [SHORT, LONG];
  if (architecture !== 'llama' && architecture !== 'granite') return [];
  return text('rope.scaling.type', 'linear') === 'longrope' ? [SHORT, LONG] : [ALL];
}

/** @param factors that the architecture reads */
export function rotaryFieldsOf(keys: Keys, headDim: number, factors: Factors = new Map()) {
  const { count, number, has } = keys;
  const dims = count('rope.dimension_count', headDim);
  if (dims > headDim || dims % 2 !== 0) {
    throw keys.refused('rope.dimension_count', `an even number up to ${headDim}`);
  }
  const older = number('rope.scale_linear', 0);
  const type = typeOf(keys);
  const given = has('rope.scaling.factor') ? number('rope.scaling.factor') : older;
  const scale = type === 'none' || given === 0 ? 1 : given;
  const theta = positive(keys, 'rope.freq_base', THETA);
  const gain = positive(keys, 'rope.scaling.attn_factor', 1);
  const context = count('context_length');
  const original = count('rope.scaling.original_context_length', 0) || context;
  return {
    dims,
    rope_theta: theta,
    // plus a half, because the product with headDim is rounded down
    partial_rotary_factor: dims === headDim ? 1 : (dims + 0.5) / headDim,
    rope_scaling:
      type === 'yarn'
        ? yarn(keys, { scale, gain, original }, factors)
        : divided(dims / 2, { scale, gain, original }, factors),
  };
}

function typeOf(keys: Keys) {
  const type = keys.text('rope.scaling.type', 'linear');
  if (!['none', 'linear', 'yarn', 'longrope'].includes(type)) {
    throw keys.refused('rope.scaling.type', 'none, linear, yarn or longrope');
  }
  const mixes = type === 'yarn' ? 1 : 0; // the weight of YaRN's extrapolation
  const mix = keys.number('rope.scaling.yarn_ext_factor', mixes);
  if (mix !== mixes && mix >= 0) {
    throw keys.refused(
      'rope.scaling.yarn_ext_factor',
      `${mixes} where rope.scaling.type is ${type}`,
    );
  }
  return type;
}

function positive(keys: Keys, name: string, otherwise: number) {
  const value = keys.number(name, otherwise);
  if (value > 0) return value;
  throw keys.refused(name, 'a number above 0');
}

type Scaling = { scale: number; gain: number; original: number };

function divided(pairs: number, { scale, gain, original }: Scaling, factors: Factors) {
  if (factors.size === 0 && scale === 1 && gain === 1) return null;
  const listOf = (name: string) => {
    const list = factors.get(name) ?? factors.get(ALL) ?? new Float32Array(pairs).fill(1);
    if (list.length !== pairs) {
      throw wrongValue('format', factors.has(name) ? name : ALL, `${pairs} numbers`, list.length);
    }
    if (list.every((factor) => factor > 0 && factor < Infinity))
      return Array.from(list, (factor) => factor * scale);
    throw wrongValue('format', factors.has(name) ? name : ALL, 'numbers above 0', [...list]);
  };
  return {
    rope_type: 'longrope',
    short_factor: listOf(SHORT),
    long_factor: listOf(LONG),
    attention_factor: gain,
    original_max_position_embeddings: original,
  };
}

function yarn(keys: Keys, { scale, gain, original }: Scaling, factors: Factors) {
  if (factors.size > 0) {
    const [name] = factors.keys();
    throw keys.refused('rope.scaling.type', `another beside ${name}`);
  }
  const grown = scale <= 1 ? 1 : 0.1 * logarithm(scale) + 1;
  return {
    rope_type: 'yarn',
    factor: scale,
    original_max_position_embeddings: original,
    beta_fast: positive(keys, 'rope.scaling.yarn_beta_fast', 32),
    beta_slow: positive(keys, 'rope.scaling.yarn_beta_slow', 1),
    attention_factor: gain * grown,
  };
}

/**
 * The natural logarithm, by sums alone, which have the same bits in every browser: the core is not loaded yet.
 *
 * @param x from 1
 */
function logarithm(x: number) {
  let halvings = 0;
  for (; x > 1.5; x /= 2) halvings++;
  const y = (x - 1) / (x + 1);
  let sum = 0;
  for (let n = 2 * TERMS - 1; n > 0; n -= 2) sum = sum * y * y + 1 / n;
  return 2 * y * sum + halvings * Math.LN2;
}
