// GPT-NeoX and Pythia: q, k, v of each head in consecutive rows, a part of each head rotated, attention and MLP in parallel.

import { parametersOf, rotaryOf } from './rotary.ts';
import { decoderHeads } from './heads.ts';
import type { Reading, Table } from './graph.ts';

export function gptNeox(reading: Reading): Table {
  const { config, values } = reading;
  const numHeads = config.size('num_attention_heads');
  const headDim = config.quotient('hidden_size', 'num_attention_heads');
  config.expectOnly('head_dim', null, 0, headDim); // for rotary positions alone
  const names: [string, string] = ['rotary_emb_base', 'rotary_pct'];
  const rotary = rotaryOf(reading, parametersOf(config, { share: 0.25, names }), headDim);
  const bias = config.flag('attention_bias');
  return {
    names: {
      token_embd: 'embed_in',
      output_norm: 'final_layer_norm',
      output: 'embed_out',
      labels: 'classifier',
      blk: 'layers.*',
      attn_norm: 'input_layernorm',
      ffn_norm: 'post_attention_layernorm',
      attn_qkv: 'attention.query_key_value',
      attn_output: 'attention.dense',
      ffn_up: 'mlp.dense_h_to_4h',
      ffn_down: 'mlp.dense_4h_to_h',
    },
    numHeads,
    headDim,
    grouped: true,
    bias: { qkv: bias, output: bias },
    attention: () => ({ rotary }),
    layers: config.layers('num_hidden_layers'),
    norm: { epsilon: config.number('layer_norm_eps') },
    inner: config.size('intermediate_size'),
    activation: config.activation('hidden_act'),
    parallel: config.flag('use_parallel_residual'),
    vocab: config.size('vocab_size'),
    width: config.size('hidden_size'),
    heads: decoderHeads(values),
    tied: false,
    harmless: [/^layers\.\d+\.attention\.(masked_)?bias$/], // causal masks
  };
}
