// T5 in GGUF, with its decoder (t5) or without (t5encoder).

import { HeadwiseError } from '../../arguments/errors.js';
import { vocabSizeOf } from './keys.js';

/** @import { GgufModel, Keys } from './keys.js' */

/** The farthest distance that every T5 tells apart; no file says it. */
const FARTHEST = 128;

/** Of a layer, GGUF's name and the family's, in which the MLP of a decoder has another number. @type {Record<string, string>} */
const LAYER = {
  attn_norm: '0.layer_norm',
  attn_q: '0.SelfAttention.q',
  attn_k: '0.SelfAttention.k',
  attn_v: '0.SelfAttention.v',
  attn_o: '0.SelfAttention.o',
  attn_rel_b: '0.SelfAttention.relative_attention_bias',
  cross_attn_norm: '1.layer_norm',
  cross_attn_q: '1.EncDecAttention.q',
  cross_attn_k: '1.EncDecAttention.k',
  cross_attn_v: '1.EncDecAttention.v',
  cross_attn_o: '1.EncDecAttention.o',
};
/** @type {Record<string, string>} */
const MLP = {
  ffn_norm: 'layer_norm',
  ffn_gate: 'DenseReluDense.wi_0',
  ffn_down: 'DenseReluDense.wo',
};
/** @type {Record<string, string>} */
const TOP = {
  'token_embd.weight': 'shared.weight',
  'output.weight': 'lm_head.weight',
  'enc.output_norm.weight': 'encoder.final_layer_norm.weight',
  'dec.output_norm.weight': 'decoder.final_layer_norm.weight',
};

/**
 * @param {Keys} keys
 * @param {readonly string[]} all
 * @returns {GgufModel}
 */
export function t5(keys, all) {
  const { get, number, metadata } = keys;
  const own = all.find((name) => /^(enc|dec)\.blk\.[1-9]\d*\.attn_rel_b\.weight$/.test(name));
  if (own !== undefined) {
    const text = `${own}: expected relative positions in the first block alone, as T5 has them; this is UMT5, which cannot be run`;
    throw new HeadwiseError('unsupported', text);
  }
  const gated = all.some((name) => name.endsWith('.ffn_gate.weight'));
  const layers = number('block_count');
  return {
    config: {
      model_type: 't5',
      d_model: number('embedding_length'),
      d_kv: number('attention.key_length'),
      d_ff: number('feed_forward_length'),
      num_heads: number('attention.head_count'),
      num_layers: layers,
      num_decoder_layers: get('decoder_block_count') ?? layers,
      layer_norm_epsilon: number('attention.layer_norm_rms_epsilon'),
      relative_attention_num_buckets: number('attention.relative_buckets_count'),
      relative_attention_max_distance: FARTHEST,
      feed_forward_proj: gated ? 'gated-gelu' : 'relu',
      tie_word_embeddings: !all.includes('output.weight'),
      n_positions: number('context_length'),
      vocab_size: vocabSizeOf(keys),
      decoder_start_token_id: get('decoder_start_token_id'),
      eos_token_id: metadata['tokenizer.ggml.eos_token_id'],
    },
    names: new Map(all.map((name) => [nameOf(name, gated), name])),
  };
}

/** @param {string} name @param {boolean} gated */
function nameOf(name, gated) {
  if (Object.hasOwn(TOP, name)) return TOP[name];
  const [, side, layer, part] = name.match(/^(enc|dec)\.blk\.(\d+)\.(\w+)\.weight$/) ?? [];
  const up = gated ? 'DenseReluDense.wi_1' : 'DenseReluDense.wi';
  const mlp = part === 'ffn_up' ? up : MLP[part];
  const known = mlp === undefined ? LAYER[part] : `${side === 'enc' ? 1 : 2}.${mlp}`;
  if (known === undefined) return name;
  return `${side === 'enc' ? 'encoder' : 'decoder'}.block.${layer}.layer.${known}.weight`;
}
