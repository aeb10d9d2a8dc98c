// Falcon: one key head (7B), groups of heads (40B), or a key for each head and ALiBi (RW), whose slopes are rounded to bfloat16
// and scaled with the scores.

import { alibiSlopes } from './graph.ts';
import { parametersOf, rotaryOf } from './rotary.ts';
import { decoderHeads } from './heads.ts';
import type { AttentionPart } from '../description.ts';
import type { Reading, Table } from './graph.ts';
import type { Config } from './config.ts';

export function falcon({ config: given, ...rest }: Reading): Table {
  const config = given.renamed({ n_embed: 'hidden_size' });
  const layers = config.layers('num_hidden_layers');
  const bias = config.flag('bias');
  const numHeads = config.size('num_attention_heads');
  const headDim = config.quotient('hidden_size', 'num_attention_heads');
  const numKvHeads = kvHeads(config, numHeads);
  const isNew = config.flag('new_decoder_architecture');
  const parallel = isNew || config.flag('parallel_attn');
  const isTwo = isNew && config.count('num_ln_in_parallel_attn', 2) === 2;
  const positions = positionsOf({ ...rest, config }, numHeads, headDim);
  const second = parallel ? 'input_layernorm' : 'post_attention_layernorm';
  return {
    names: {
      token_embd: 'word_embeddings',
      output_norm: 'ln_f',
      output: 'lm_head',
      labels: 'classifier',
      blk: 'h.*',
      attn_norm: isTwo ? 'ln_attn' : 'input_layernorm',
      ffn_norm: isTwo ? 'ln_mlp' : second,
      attn_qkv: 'self_attention.query_key_value',
      attn_output: 'self_attention.dense',
      ffn_up: 'mlp.dense_h_to_4h',
      ffn_down: 'mlp.dense_4h_to_h',
    },
    layers,
    numHeads,
    numKvHeads,
    headDim,
    grouped: true,
    parallel,
    attention: () => positions,
    bias: { qkv: bias, output: bias, ffn: bias },
    norm: { epsilon: config.number('layer_norm_epsilon') },
    inner: config.size('ffn_hidden_size', 4 * config.size('hidden_size')),
    activation: config.activation('activation'),
    vocab: config.size('vocab_size'),
    width: config.size('hidden_size'),
    heads: decoderHeads(rest.values),
    tied: true,
  };
}

function kvHeads(config: Config, numHeads: number) {
  if (config.flag('new_decoder_architecture')) return config.size('num_kv_heads', numHeads);
  return config.flag('multi_query') ? 1 : numHeads;
}

function positionsOf(reading: Reading, heads: number, headDim: number): Partial<AttentionPart> {
  const { config, power } = reading;
  if (!config.flag('alibi')) return { rotary: rotaryOf(reading, parametersOf(config), headDim) };
  return {
    slopes: alibiSlopes(heads, power).map(bfloat16),
    // added once, as in training; eager attention of transformers 5 adds it twice, in its mask and to the scores
    roundsBias: true,
  };
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** Rounds to the nearest bfloat16, ties to even. */
function bfloat16(x: number) {
  float[0] = x;
  bits[0] = (bits[0] + 0x7fff + ((bits[0] >>> 16) & 1)) & 0xffff0000;
  return float[0];
}
