// What the families' tables share: how config.json says things, in its older words and its newer ones.

import { describe, HeadwiseError } from '../../arguments/errors.js';

/** @import { Activation, Linear, Norm, Ref, Rotary, Sublayer } from '../description.js' */

const MOST_LAYERS = 1024;
const MOST_HEADS = 65536;

const MOST_WIDE = 1 << 20; // numbers of a row, and heads

/** @typedef {Record<string, any>} Config a config.json */

/**
 * The input of a family's table.
 *
 * @typedef {object} Reading
 * @property {Config} config
 * @property {(name: string) => boolean} has whether the file has a tensor, with any prefix
 * @property {(base: number, exponent: number) => number} power the same bits in every browser
 * @property {(x: number) => number} logarithm
 */

/** @type {Record<string, Activation>} */
const ACTIVATIONS = {
  gelu: 'gelu',
  gelu_python: 'gelu',
  gelu_new: 'gelu-tanh',
  gelu_fast: 'gelu-tanh',
  gelu_pytorch_tanh: 'gelu-tanh',
  gelu_accurate: 'gelu-tanh',
  quick_gelu: 'quick-gelu',
  silu: 'silu',
  swish: 'silu',
  relu: 'relu',
  relu2: 'relu-squared',
  tanh: 'tanh',
};

/**
 * @param {string} name as transformers calls it
 * @param {string} [where] it stands
 * @returns {Activation}
 */
export function activationOf(name, where = 'hidden_act') {
  if (Object.hasOwn(ACTIVATIONS, name)) return ACTIVATIONS[name];
  const known = Object.keys(ACTIVATIONS).join(', ');
  throw new HeadwiseError('unsupported', `${where}: expected one of ${known}, got ${name}`);
}

/**
 * Refuses what is no size, before a loop runs to it.
 *
 * @param {string} name
 * @param {unknown} size
 */
export function expectSize(name, size) {
  if (Number.isInteger(size) && Number(size) >= 1 && Number(size) <= MOST_WIDE) return;
  const expected = `an integer from 1 to ${MOST_WIDE}`;
  throw new HeadwiseError(
    'format',
    `config: expected ${name} as ${expected}, got ${describe(size)}`,
  );
}

/**
 * @param {string} name
 * @param {boolean} [bias]
 * @returns {Linear}
 */
export function linear(name, bias = true) {
  return { weight: `${name}.weight`, bias: bias ? `${name}.bias` : null };
}

/**
 * Some of the outputs of a fused map.
 *
 * @param {string} name
 * @param {boolean} bias
 * @param {[number, number] | readonly number[]} rows
 * @param {boolean} [transposed] stored as (in, out): then `rows` are columns of the stored matrix
 * @returns {Linear}
 */
export function partOf(name, bias, rows, transposed = false) {
  return {
    weight: { name: `${name}.weight`, rows, transposed },
    bias: bias ? { name: `${name}.bias`, rows } : null,
  };
}

/**
 * Rows of query, key and value where each group of heads has its own together: (groups, parts, width).
 *
 * @param {number} groups
 * @param {number} parts of a group
 * @param {number} first of the parts that are wanted
 * @param {number} count
 * @param {number} width of a part
 */
export function groupedRows(groups, parts, first, count, width) {
  expectSize('numKvHeads', groups);
  expectSize('the heads of a group', count);
  expectSize('headDim', width);
  expectSize('numHeads * headDim', groups * count * width);
  const rows = [];
  for (let group = 0; group < groups; group++) {
    for (let i = first * width; i < (first + count) * width; i++) {
      rows.push(group * parts * width + i);
    }
  }
  return rows;
}

/**
 * @param {string} name
 * @param {number} epsilon
 * @param {boolean} [bias]
 * @returns {Norm}
 */
export function layerNorm(name, epsilon, bias = true) {
  return { form: 'layer', gain: `${name}.weight`, shift: bias ? `${name}.bias` : null, epsilon };
}

/**
 * @param {string} name
 * @param {number} epsilon
 * @param {number} [plus] 1 where the file has a gain's difference from 1
 * @returns {Norm}
 */
export function rmsNorm(name, epsilon, plus = 0) {
  return { form: 'rms', gain: { name: `${name}.weight`, plus }, shift: null, epsilon };
}

/**
 * Sizes of an attention with as many heads of keys as of queries, and the usual scale.
 *
 * @param {number} numHeads
 * @param {number} headDim
 */
export function ownKeys(numHeads, headDim) {
  return { numHeads, numKvHeads: numHeads, headDim, scale: 1 / Math.sqrt(headDim) };
}

/** @param {Norm} norm @returns {Sublayer} */
export const preNorm = (norm) => ({ before: norm, inside: null, after: null });
/** @param {Norm} norm @returns {Sublayer} */
export const postNorm = (norm) => ({ before: null, inside: null, after: norm });

/**
 * One block for each layer.
 *
 * @template T
 * @param {number} count
 * @param {(layer: number) => T} make
 * @returns {T[]}
 */
export function times(count, make) {
  if (!(count >= 0 && count <= MOST_LAYERS)) {
    const text = `config: expected at most ${MOST_LAYERS} layers, got ${count}`;
    throw new HeadwiseError('format', text);
  }
  return Array.from({ length: count }, (_, layer) => make(layer));
}

/**
 * ALiBi's slope of each head, of float32, as the core has them.
 *
 * @param {number} heads
 * @param {(head: number) => number} slopeOf
 */
export function slopesOf(heads, slopeOf) {
  if (!(heads >= 1 && heads <= MOST_HEADS)) {
    const text = `config: expected 1 to ${MOST_HEADS} heads with ALiBi, got ${heads}`;
    throw new HeadwiseError('format', text);
  }
  return Array.from({ length: heads }, (_, head) => Math.fround(slopeOf(head)));
}

/**
 * The slopes of ALiBi, by the paper's rule, which headwise has, too.
 *
 * @param {number} heads
 * @param {Reading['power']} power
 */
export function alibiSlopes(heads, power) {
  expectSize('numHeads', heads);
  let whole = 1;
  while (whole <= heads / 2 && whole < MOST_HEADS) whole *= 2;
  return slopesOf(heads, (head) =>
    head < whole
      ? power(2, (-8 * (head + 1)) / whole)
      : power(2, (-4 * (2 * (head - whole) + 1)) / whole),
  );
}

/**
 * Rotary positions of a config: rope_parameters (transformers 5), or rope_theta and rope_scaling.
 *
 * @param {Reading} reading
 * @param {object} how
 * @param {number} how.headDim
 * @param {number} [how.theta] where the config has it under another name
 * @param {number} [how.share] of a head that is turned
 * @param {string} [how.layerType] whose parameters, where each type has its own
 * @param {boolean} [how.plain] without scaling, whatever the config says
 * @param {boolean} [how.interleaved]
 * @returns {Rotary}
 */
export function rotary(reading, how) {
  expectSize('headDim', how.headDim);
  const { config, power, logarithm } = reading;
  const all = config.rope_parameters ?? {};
  const given = (how.layerType && all[how.layerType]) ?? all;
  const scaling = how.plain ? {} : { ...(config.rope_scaling ?? {}), ...given };
  const theta = given.rope_theta ?? how.theta ?? config.rope_theta ?? 10000;
  const share = how.share ?? given.partial_rotary_factor ?? config.partial_rotary_factor ?? 1;
  const dims = 2 * Math.floor(Math.trunc(how.headDim * share) / 2);
  if (!(dims >= 0 && dims <= how.headDim)) {
    const expected = `from 0 to ${how.headDim} numbers of a head to turn`;
    throw new HeadwiseError('format', `config: expected ${expected}, got ${dims}`);
  }
  const kind = scaling.rope_type ?? scaling.type ?? 'default';
  const pairs = dims / 2;
  const plain = Float64Array.from({ length: pairs }, (_, i) => 1 / power(theta, (2 * i) / dims));
  const most = config.max_position_embeddings;
  const original =
    scaling.original_max_position_embeddings ?? config.original_max_position_embeddings ?? most;

  /** @param {number} length @returns {{ frequencies: Float64Array, factor: number }} */
  function of(length) {
    switch (kind) {
      case 'default':
        return { frequencies: plain, factor: 1 };
      case 'linear':
        return { frequencies: plain.map((f) => f / scaling.factor), factor: 1 };
      case 'dynamic': {
        const long = Math.max(length, most);
        const grown = (scaling.factor * long) / most - (scaling.factor - 1);
        const base = theta * power(grown, dims / (dims - 2));
        return { frequencies: plain.map((_, i) => 1 / power(base, (2 * i) / dims)), factor: 1 };
      }
      case 'llama3':
        return { frequencies: plain.map((f) => llama3(f, scaling, original)), factor: 1 };
      case 'yarn':
        return yarn();
      case 'longrope': {
        const by = length > original ? scaling.long_factor : scaling.short_factor;
        const ratio = scaling.factor ?? most / original;
        const factor =
          scaling.attention_factor ??
          (ratio <= 1 ? 1 : Math.sqrt(1 + logarithm(ratio) / logarithm(original)));
        return { frequencies: plain.map((f, i) => f / by[i]), factor };
      }
      default:
        throw new HeadwiseError(
          'unsupported',
          `rope_type: expected default, linear, dynamic, llama3, yarn or longrope, got ${kind}`,
        );
    }
  }

  function yarn() {
    const {
      beta_fast: fast = 32,
      beta_slow: slow = 1,
      mscale,
      mscale_all_dim: all,
      truncate = true,
    } = scaling;
    const ratio = scaling.factor ?? most / original;
    const at = (/** @type {number} */ turns) =>
      (dims * logarithm(original / (turns * 2 * Math.PI))) / (2 * logarithm(theta));
    let low = at(fast);
    let high = at(slow);
    if (truncate) [low, high] = [Math.floor(low), Math.ceil(high)];
    low = Math.max(low, 0);
    high = Math.min(high, dims - 1);
    if (low === high) high += 0.001;
    const frequencies = plain.map((f, i) => {
      const ramp = Math.min(1, Math.max(0, (i - low) / (high - low)));
      return (f / ratio) * ramp + f * (1 - ramp);
    });
    const grow = (/** @type {number} */ by) => (ratio <= 1 ? 1 : 0.1 * by * logarithm(ratio) + 1);
    const factor = scaling.attention_factor ?? (mscale && all ? grow(mscale) / grow(all) : grow(1));
    return { frequencies, factor };
  }

  of(1); // refuses an unknown part now
  return { of, dims, interleaved: how.interleaved ?? false };
}

/**
 * @param {number} frequency
 * @param {Config} scaling
 * @param {number} original
 */
function llama3(frequency, scaling, original) {
  const { factor, low_freq_factor: low, high_freq_factor: high } = scaling;
  const length = (2 * Math.PI) / frequency;
  if (length < original / high) return frequency;
  if (length > original / low) return frequency / factor;
  const smooth = (original / length - low) / (high - low);
  return ((1 - smooth) * frequency) / factor + smooth * frequency;
}
