// Falcon: one key head (7B), groups of heads (40B), or a key for each head and ALiBi (RW), whose slopes it rounds to bfloat16
// and scales with the scores.

import {
  alibiSlopes,
  contextOf,
  groupedRows,
  layerNorm,
  linear,
  looksBack,
  partOf,
  preNorm,
  times,
} from './common.ts';
import { parametersOf, rotary } from './rotary.ts';
import { decoderHeads, headOf, tied } from './heads.ts';
import type { Block, Description } from '../description.ts';
import type { Reading } from './common.ts';
import type { Config } from './config.ts';

export function falcon({ config: given, ...rest }: Reading): Description {
  const { values } = rest;
  const config = given.renamed({ n_embed: 'hidden_size' });
  const reading = { ...rest, config };
  const blocks = times(config.layers('num_hidden_layers'), (layer) => block(reading, `h.${layer}`));
  return {
    kind: 'decoder',
    anchor: 'word_embeddings.weight',
    vocabSize: config.size('vocab_size'),
    contextLen: contextOf(config, blocks),
    embedDim: config.size('hidden_size'),
    stack: {
      embedding: { tokens: 'word_embeddings.weight' },
      blocks,
      finalNorm: layerNorm('ln_f', config.number('layer_norm_epsilon')),
    },
    ...headOf(reading, decoderHeads(values, { label: 'classifier' })),
    ties: tied(values, true, ['lm_head.weight', 'word_embeddings.weight']),
  };
}

function block(reading: Reading, at: string): Block {
  const { config, power } = reading;
  const epsilon = config.number('layer_norm_epsilon');
  const bias = config.flag('bias');
  const numHeads = config.size('num_attention_heads');
  const headDim = config.quotient('hidden_size', 'num_attention_heads');
  const numKvHeads = kvHeads(config, numHeads);
  const isNew = config.flag('new_decoder_architecture');
  const alibi = config.flag('alibi');
  const parallel = isNew || config.flag('parallel_attn');
  const two = isNew && config.count('num_ln_in_parallel_attn', 2) === 2;
  const first = two ? `${at}.ln_attn` : `${at}.input_layernorm`;
  const second = two
    ? `${at}.ln_mlp`
    : parallel
      ? `${at}.input_layernorm`
      : `${at}.post_attention_layernorm`;
  const share = numHeads / numKvHeads;
  const rows = (from: number, count: number) =>
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
      causal: looksBack(config),
      rotary: alibi ? null : rotary(reading, parametersOf(config), headDim),
      slopes: alibi ? alibiSlopes(numHeads, power).map(bfloat16) : null,
      // once, as it was trained; eager attention of transformers 5 adds it twice, in its mask and to the scores
      biasOf: alibi ? (slope, key) => bfloat16(slope * key) * scale : undefined,
    },
    around: preNorm(layerNorm(first, epsilon)),
    mlp: {
      up: linear(`${at}.mlp.dense_h_to_4h`, bias),
      gate: null,
      down: linear(`${at}.mlp.dense_4h_to_h`, bias),
      inner: config.size('ffn_hidden_size', 4 * config.size('hidden_size')),
      activation: config.activation('activation'),
    },
    aroundMlp: preNorm(layerNorm(second, epsilon)),
    parallel,
  };
}

function kvHeads(config: Config, numHeads: number) {
  if (config.flag('new_decoder_architecture')) return config.size('num_kv_heads', numHeads);
  return config.flag('multi_query') ? 1 : numHeads;
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** To the nearest bfloat16, ties to even. */
function bfloat16(x: number) {
  float[0] = x;
  bits[0] = (bits[0] + 0x7fff + ((bits[0] >>> 16) & 1)) & 0xffff0000;
  return float[0];
}
