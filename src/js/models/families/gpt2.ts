// GPT-2: learned positions, fused q, k, v, and weights stored as (in, out), the layout of its Conv1D.

import { decoderHeads } from './heads.ts';
import type { Reading, Table } from './graph.ts';

export function gpt2({ config, values }: Reading): Table {
  const heads = config.heads('n_embd', 'n_head');
  const scale = config.flag('scale_attn_weights') ? 1 / Math.sqrt(heads.headDim) : 1;
  const isScaledByLayer = config.flag('scale_attn_by_inverse_layer_idx');
  config.expectOnly('add_cross_attention', false);
  return {
    names: {
      token_embd: 'wte',
      position_embd: 'wpe',
      output_norm: 'ln_f',
      output: 'lm_head',
      labels: 'classifier',
      blk: 'h.*',
      attn_norm: 'ln_1',
      attn_qkv: 'attn.c_attn',
      attn_output: 'attn.c_proj',
      ffn_norm: 'ln_2',
      ffn_up: 'mlp.c_fc',
      ffn_down: 'mlp.c_proj',
    },
    ...heads,
    transposed: true,
    attention: (layer) => (isScaledByLayer ? { scale: scale / (layer + 1) } : { scale }),
    inner: config.size('n_inner', 4 * heads.width),
    norm: { epsilon: config.number('layer_norm_epsilon') },
    activation: config.activation('activation_function'),
    vocab: config.size('vocab_size'),
    context: config.size('n_positions'),
    layers: config.layers('n_layer'),
    heads: decoderHeads(values),
    tied: true,
    harmless: [/^h\.\d+\.(attn|crossattention)\.(masked_)?bias$/], // causal masks
  };
}
