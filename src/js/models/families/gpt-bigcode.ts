// StarCoder and SantaCoder: GPT-2's blocks with weights as (out, in), and one key head for all queries or one for each.

import { decoderHeads } from './heads.ts';
import type { Reading, Table } from './graph.ts';

export function gptBigcode({ config, values }: Reading): Table {
  const heads = config.heads('n_embd', 'n_head');
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
    numKvHeads: config.flag('multi_query') ? 1 : heads.numHeads,
    grouped: true,
    scale: config.flag('scale_attn_weights') ? undefined : 1,
    layers: config.layers('n_layer'),
    norm: { epsilon: config.number('layer_norm_epsilon') },
    inner: config.size('n_inner', 4 * heads.width),
    activation: config.activation('activation_function'),
    vocab: config.size('vocab_size'),
    context: config.size('n_positions'),
    heads: decoderHeads(values),
    tied: true,
    harmless: [/^h\.\d+\.attn\.(masked_)?bias$/], // causal masks
  };
}
