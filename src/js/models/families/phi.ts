// Phi 1 to 2: attention and MLP in parallel after one norm, a part of each head rotated, a bias in every linear map.

import { decoderHeads } from './heads.ts';
import { parametersOf, rotaryOf } from './rotary.ts';
import type { Reading, Table } from './graph.ts';

export function phi(reading: Reading): Table {
  const { config, values, isGguf, has } = reading;
  const heads = config.heads('hidden_size', 'num_attention_heads');
  config.expectOnly('head_dim', null, heads.headDim);
  const rotary = rotaryOf(reading, parametersOf(config, { share: 0.5 }), heads.headDim);
  const isNormed = config.flag('qk_layernorm');
  return {
    names: {
      token_embd: 'embed_tokens',
      output_norm: 'final_layernorm',
      output: 'lm_head',
      labels: 'score',
      blk: 'layers.*',
      attn_norm: 'input_layernorm',
      attn_qkv: isGguf && has('blk.0.attn_qkv.weight') ? 'Wqkv' : '', // in older files
      attn_q: 'self_attn.q_proj',
      attn_k: 'self_attn.k_proj',
      attn_v: 'self_attn.v_proj',
      attn_q_norm: isNormed ? 'self_attn.q_layernorm' : '',
      attn_k_norm: isNormed ? 'self_attn.k_layernorm' : '',
      attn_output: 'self_attn.dense',
      ffn_norm: 'input_layernorm',
      ffn_up: 'mlp.fc1',
      ffn_down: 'mlp.fc2',
    },
    ...heads,
    numKvHeads: config.size('num_key_value_heads', heads.numHeads),
    layers: config.layers('num_hidden_layers'),
    attention: () => ({ rotary }),
    bias: isGguf ? 'stored' : {},
    norm: { epsilon: config.number('layer_norm_eps') },
    inner: config.size('intermediate_size'),
    activation: config.activation('hidden_act'),
    parallel: true,
    vocab: config.size('vocab_size'),
    heads: decoderHeads(values, { bias: true }),
    tied: false,
  };
}
