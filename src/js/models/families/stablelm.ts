// StableLM: Llama's blocks with LayerNorm and a part of each head rotated; attention and MLP in parallel in some.

import { decoderHeads } from './heads.ts';
import { parametersOf, rotaryOf } from './rotary.ts';
import type { Reading, Table } from './graph.ts';

export function stablelm(reading: Reading): Table {
  const { config, values, isGguf } = reading;
  const heads = config.heads('hidden_size', 'num_attention_heads');
  const parallel = config.flag('use_parallel_residual');
  const rotary = rotaryOf(reading, parametersOf(config, { share: 0.25 }), heads.headDim);
  config.expectOnly('head_dim', null, heads.headDim);
  config.expectOnly('qk_layernorm', false); // a gain for each head
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
      ffn_norm: parallel ? 'input_layernorm' : 'post_attention_layernorm',
      ffn_gate: 'mlp.gate_proj',
      ffn_up: 'mlp.up_proj',
      ffn_down: 'mlp.down_proj',
    },
    ...heads,
    numKvHeads: config.size('num_key_value_heads'),
    layers: config.layers('num_hidden_layers'),
    attention: () => ({ rotary }),
    bias: isGguf ? 'stored' : { qkv: config.flag('use_qkv_bias'), output: false, ffn: false },
    norm: { epsilon: config.number('layer_norm_eps') },
    inner: config.size('intermediate_size'),
    activation: config.activation('hidden_act'),
    parallel,
    vocab: config.size('vocab_size'),
    heads: decoderHeads(values),
    tied: false,
  };
}
