// T5 in GGUF, with its decoder (t5) or without (t5encoder).

import { HeadwiseError } from '../../arguments/errors.ts';
import { poolingOf, tokenIdOf, vocabSizeOf } from './keys.ts';
import type { GgufModel, Keys } from './keys.ts';

/** The largest distance that every T5 distinguishes; no file has it. */
const FARTHEST = 128;

/** Keys that src/models/t5.cpp does not read: the epsilon of layer norms, and rotary positions. */
const HARMLESS = [/^attention\.layer_norm_epsilon$/, /^rope\./, /^classifier\.output_labels$/];
/** Tensors that src/models/t5.cpp loads and never uses. */
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
    // an encoder is not causal, whatever the file says: src/llama-context.cpp
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
    return { config, pooling, harmless: UNUSED };
  };
}
