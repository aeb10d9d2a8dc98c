// T5 in GGUF, with its decoder (t5) or without (t5encoder).

import { HeadwiseError } from '../../arguments/errors.ts';
import { namesBy, poolingOf, tokenIdOf, vocabSizeOf } from './keys.ts';
import type { GgufModel, Keys } from './keys.ts';

/** The farthest distance that every T5 tells apart; no file says it. */
const FARTHEST = 128;

/** Of a layer, GGUF's name and the family's, in which the MLP of a decoder has another number. */
const LAYER: Record<string, string> = {
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
const MLP: Record<string, string> = {
  ffn_norm: 'layer_norm',
  ffn_gate: 'DenseReluDense.wi_0',
  ffn_down: 'DenseReluDense.wo',
};
const TOP: Record<string, string> = {
  'token_embd.weight': 'shared.weight',
  'output.weight': 'lm_head.weight',
  'enc.output_norm.weight': 'encoder.final_layer_norm.weight',
  'dec.output_norm.weight': 'decoder.final_layer_norm.weight',
};

/** Keys that src/models/t5.cpp does not read: the epsilon of another norm, and turns. */
const HARMLESS = [/^attention\.layer_norm_epsilon$/, /^rope\./, /^classifier\.output_labels$/];
/** Tensors that it reads and never uses. */
const UNUSED = [/^dec\.blk\.\d+\.cross_attn_rel_b\.weight$/];

export function t5(
  architecture: 't5' | 't5encoder',
): (keys: Keys, all: readonly string[]) => GgufModel {
  return (keys, all) => {
    const { count, ofLayers, number, metadata } = keys;
    const own = all.find((name) => /^(enc|dec)\.blk\.[1-9]\d*\.attn_rel_b\.weight$/.test(name));
    if (own !== undefined) {
      const text = `${own}: expected relative positions in the first block alone, as T5 has them; this is UMT5, which cannot be run`;
      throw new HeadwiseError('unsupported', text);
    }
    const gated = all.some((name) => name.endsWith('.ffn_gate.weight'));
    const [layers, width] = [count('block_count'), count('embedding_length')];
    const heads = ofLayers('attention.head_count');
    const headDim = count('attention.key_length', Math.floor(width / heads));
    keys.same('embedding_length_out', width);
    keys.same('attention.head_count_kv', heads);
    for (const name of ['value_length', 'key_length_swa', 'value_length_swa']) {
      keys.same(`attention.${name}`, headDim);
    }
    // an encoder sees both ways whatever the file says: src/llama-context.cpp
    if (!keys.flag('attention.causal', true) && architecture === 't5') {
      throw keys.refused('attention.causal', 'true or no such key');
    }
    const pooling = architecture === 't5encoder' ? poolingOf(keys) : undefined;
    const config = {
      model_type: 't5',
      d_model: width,
      d_kv: headDim,
      d_ff: ofLayers('feed_forward_length'),
      num_heads: heads,
      num_layers: layers,
      num_decoder_layers: count('decoder_block_count', layers),
      layer_norm_epsilon: number('attention.layer_norm_rms_epsilon'),
      relative_attention_num_buckets: count('attention.relative_buckets_count'),
      relative_attention_max_distance: FARTHEST,
      feed_forward_proj: gated ? 'gated-gelu' : 'relu',
      tie_word_embeddings: !all.includes('output.weight'),
      n_positions: count('context_length'),
      vocab_size: vocabSizeOf(keys),
      decoder_start_token_id: count('decoder_start_token_id', 0),
      eos_token_id: tokenIdOf(metadata, 'eos'),
    };
    keys.expectAllRead(HARMLESS);
    const names = namesBy(all, (name) => nameOf(name, gated));
    return { config, names, pooling, harmless: UNUSED };
  };
}

function nameOf(name: string, gated: boolean) {
  if (Object.hasOwn(TOP, name)) return TOP[name];
  const [, side, layer, part = ''] = name.match(/^(enc|dec)\.blk\.(\d+)\.(\w+)\.weight$/) ?? [];
  const up = gated ? 'DenseReluDense.wi_1' : 'DenseReluDense.wi';
  const of = (table: Record<string, string>) =>
    Object.hasOwn(table, part) ? table[part] : undefined;
  const mlp = part === 'ffn_up' ? up : of(MLP);
  const known = mlp === undefined ? of(LAYER) : `${side === 'enc' ? 1 : 2}.${mlp}`;
  if (side === undefined || known === undefined) return undefined;
  return `${side === 'enc' ? 'encoder' : 'decoder'}.block.${layer}.layer.${known}.weight`;
}
