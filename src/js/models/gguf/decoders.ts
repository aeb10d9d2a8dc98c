// Phi 1 to 2, StableLM, StarCoder and StarCoder 2 in GGUF: decoders with layer norms. What a file means is in llama.cpp's
// src/models, in the files of these names.

import { poolingOf, RANKING, tokenIdOf, vocabSizeOf } from './keys.ts';
import { rotaryFieldsOf } from './rotary.ts';
import type { GgufModel, Keys } from './keys.ts';

type Fields = Record<string, unknown>;
type Architecture = (keys: Keys, all: readonly string[]) => GgufModel;

/** Keys that llama.cpp reads for none of these: the epsilon of RMS norms, windows, and names of classes. */
const HARMLESS = [/^attention\.layer_norm_rms_epsilon$/, /^attention\.sliding_window(_pattern)?$/, /^classifier\.output_labels$/]; // prettier-ignore
/** StableLM's converter writes this for every file; the tensors say it. */
const PARALLEL = /^use_parallel_residual$/;
const ROTARY = /^rope\./;

export const phi2 = decoder([], (keys) => ({
  model_type: 'phi',
  hidden_act: 'gelu_new',
  ...rotaryFields(keys),
}));

export const stablelm = decoder([PARALLEL], (keys, all) => ({
  model_type: 'stablelm',
  hidden_act: 'silu',
  use_parallel_residual: !all.includes('blk.0.ffn_norm.weight'),
  ...rotaryFields(keys),
}));

export const starcoder2 = decoder([], (keys) => {
  keys.same('rope.dimension_count', headDimOf(keys));
  return {
    model_type: 'starcoder2',
    hidden_act: 'gelu_pytorch_tanh',
    norm_epsilon: keys.number('attention.layer_norm_epsilon'),
    ...rotaryFields(keys),
  };
});

export const starcoder = decoder([ROTARY], (keys) => {
  const { count, ofLayers, number, refused } = keys;
  const one = 'attention.head_count_kv';
  if (ofLayers(one, 0) !== 1) throw refused(one, '1');
  return {
    model_type: 'gpt_bigcode',
    n_embd: count('embedding_length'),
    n_head: ofLayers('attention.head_count'),
    n_layer: count('block_count'),
    n_inner: ofLayers('feed_forward_length'),
    n_positions: count('context_length'),
    layer_norm_epsilon: number('attention.layer_norm_epsilon'),
    activation_function: 'gelu_pytorch_tanh',
    multi_query: true,
  };
});

/** @param harmless keys that this architecture does not read */
function decoder(
  harmless: readonly RegExp[],
  fieldsOf: (keys: Keys, all: readonly string[]) => Fields,
): Architecture {
  return (keys, all) => {
    const { count, ofLayers, number, metadata } = keys;
    const heads = ofLayers('attention.head_count');
    const isCausal = keys.flag('attention.causal', true);
    const config = {
      hidden_size: count('embedding_length'),
      num_attention_heads: heads,
      num_key_value_heads: ofLayers('attention.head_count_kv', heads),
      num_hidden_layers: count('block_count'),
      intermediate_size: ofLayers('feed_forward_length'),
      max_position_embeddings: count('context_length'),
      layer_norm_eps: number('attention.layer_norm_epsilon'),
      vocab_size: vocabSizeOf(keys),
      is_causal: isCausal,
      ...(isCausal ? {} : { architectures: ['Model'] }), // it predicts no next token
      bos_token_id: tokenIdOf(metadata, 'bos'),
      eos_token_id: tokenIdOf(metadata, 'eos'),
      ...fieldsOf(keys, all),
    };
    keys.same('embedding_length_out', config.hidden_size);
    for (const name of ['key_length', 'value_length', 'key_length_swa', 'value_length_swa']) {
      keys.same(`attention.${name}`, headDimOf(keys));
    }
    const pooling = poolingOf(keys);
    const ranks = keys.get('pooling_type') === RANKING;
    keys.expectAllRead([...HARMLESS, ...harmless]);
    const unread = [...(ranks ? [] : [/^cls\./]), ...(isCausal ? [] : [/^output\./])];
    return { config, pooling, harmless: unread };
  };
}

const headDimOf = ({ count, ofLayers }: Keys) =>
  Math.floor(count('embedding_length') / ofLayers('attention.head_count'));

function rotaryFields(keys: Keys) {
  const { dims, ...rotary } = rotaryFieldsOf(keys, headDimOf(keys));
  keys.same('rope.dimension_count_swa', dims);
  keys.same('rope.freq_base_swa', rotary.rope_theta);
  return rotary;
}
