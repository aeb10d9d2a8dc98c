// Falcon: one key head (7B), groups of heads (40B), or a key for each head and ALiBi (RW), whose slopes it rounds to bfloat16
// and scales with the scores.

import {
  activationOf,
  alibiSlopes,
  groupedRows,
  layerNorm,
  linear,
  partOf,
  preNorm,
  rotary,
  times,
} from './common.js';
import { decoderHeads, headOf, tied } from './heads.js';

/** @import { Block, Description } from '../description.js' */
/** @import { Config, Reading } from './common.js' */

/** @param {Reading} reading @returns {Description} */
export function falcon(reading) {
  const { config } = reading;
  const layers = config.num_hidden_layers ?? config.n_layer;
  return {
    kind: 'decoder',
    anchor: 'word_embeddings.weight',
    vocabSize: config.vocab_size,
    contextLen: config.max_position_embeddings ?? 2048,
    embedDim: config.hidden_size,
    stack: {
      embedding: { tokens: 'word_embeddings.weight' },
      blocks: times(layers, (layer) => block(reading, `h.${layer}`)),
      finalNorm: layerNorm('ln_f', config.layer_norm_epsilon),
    },
    ...headOf(reading, decoderHeads(config, { label: 'classifier' })),
    ties: tied(config, true, ['lm_head.weight', 'word_embeddings.weight']),
  };
}

/**
 * @param {Reading} reading
 * @param {string} at
 * @returns {Block}
 */
function block(reading, at) {
  const { config, power } = reading;
  const epsilon = config.layer_norm_epsilon;
  const bias = config.bias === true;
  const numHeads = config.num_attention_heads ?? config.n_head;
  const headDim = config.hidden_size / numHeads;
  const numKvHeads = kvHeads(config, numHeads);
  const parallel = config.new_decoder_architecture || config.parallel_attn !== false;
  const two = config.new_decoder_architecture && (config.num_ln_in_parallel_attn ?? 2) === 2;
  const first = two ? `${at}.ln_attn` : `${at}.input_layernorm`;
  const second = two
    ? `${at}.ln_mlp`
    : parallel
      ? `${at}.input_layernorm`
      : `${at}.post_attention_layernorm`;
  const share = numHeads / numKvHeads;
  const rows = (/** @type {number} */ from, /** @type {number} */ count) =>
    partOf(
      `${at}.self_attention.query_key_value`,
      bias,
      groupedRows(numKvHeads, share + 2, from, count, headDim),
    );
  const scale = 1 / Math.sqrt(headDim);
  return {
    attention: {
      query: rows(0, share),
      key: rows(share, 1),
      value: rows(share + 1, 1),
      output: linear(`${at}.self_attention.dense`, bias),
      numHeads,
      numKvHeads,
      headDim,
      scale,
      causal: true,
      rotary: config.alibi ? null : rotary(reading, { headDim }),
      slopes: config.alibi ? alibiSlopes(numHeads, power).map(bfloat16) : null,
      // once, as it was trained; eager attention of transformers 5 adds it twice, in its mask and to the scores
      biasOf: config.alibi ? (slope, key) => bfloat16(slope * key) * scale : undefined,
    },
    around: preNorm(layerNorm(first, epsilon)),
    mlp: {
      up: linear(`${at}.mlp.dense_h_to_4h`, bias),
      gate: null,
      down: linear(`${at}.mlp.dense_4h_to_h`, bias),
      activation: activationOf(config.activation ?? 'gelu', 'activation'),
    },
    aroundMlp: preNorm(layerNorm(second, epsilon)),
    parallel: Boolean(parallel),
  };
}

/** @param {Config} config @param {number} numHeads */
function kvHeads(config, numHeads) {
  if (config.new_decoder_architecture) return config.num_kv_heads ?? numHeads;
  return config.multi_query === false ? numHeads : 1;
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** To the nearest bfloat16, ties to even. @param {number} x */
function bfloat16(x) {
  float[0] = x;
  bits[0] = (bits[0] + 0x7fff + ((bits[0] >>> 16) & 1)) & 0xffff0000;
  return float[0];
}
