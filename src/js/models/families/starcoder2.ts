// StarCoder 2: rotary positions, groups of heads, LayerNorm, and a window in every layer.

import { isCausal } from './graph.ts';
import { decoderHeads } from './heads.ts';
import { parametersOf, rotaryOf } from './rotary.ts';
import type { Reading, Table } from './graph.ts';

export function starcoder2(reading: Reading): Table {
  const { config, values, isGguf } = reading;
  const headDim =
    config.sizeOrNone('head_dim') ?? config.quotient('hidden_size', 'num_attention_heads');
  const rotary = rotaryOf(reading, parametersOf(config), headDim);
  const size = config.sizeOrNone('sliding_window');
  const window = size === null ? undefined : isCausal(config) ? { left: size - 1 } : { left: size, right: size }; // prettier-ignore
  const bias = config.flag('use_bias');
  return {
    names: {
      token_embd: 'embed_tokens',
      output_norm: 'norm',
      output: 'lm_head',
      labels: 'score',
      blk: 'layers.*',
      attn_norm: 'input_layernorm',
      attn_q: 'self_attn.q_proj',
      attn_k: 'self_attn.k_proj',
      attn_v: 'self_attn.v_proj',
      attn_output: 'self_attn.o_proj',
      ffn_norm: 'post_attention_layernorm',
      ffn_up: 'mlp.c_fc',
      ffn_down: 'mlp.c_proj',
    },
    width: config.size('hidden_size'),
    numHeads: config.size('num_attention_heads'),
    numKvHeads: config.size('num_key_value_heads'),
    headDim,
    layers: config.layers('num_hidden_layers'),
    attention: () => ({ rotary, window }),
    bias: isGguf ? 'stored' : { qkv: bias, output: bias, ffn: bias },
    norm: { epsilon: config.number('norm_epsilon') },
    inner: config.size('intermediate_size'),
    activation: config.activation('hidden_act'),
    vocab: config.size('vocab_size'),
    heads: decoderHeads(values),
    tied: true,
  };
}
