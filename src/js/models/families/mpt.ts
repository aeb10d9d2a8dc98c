// MPT: ALiBi by its own rule, fused q, k, v, norms without bias.

import { slopesOf } from './graph.ts';
import { decoderHeads } from './heads.ts';
import type { Reading, Table } from './graph.ts';

/** A constant in its code; its config's alibi_bias_max is ignored. */
const BIAS_MAX = 8;

export function mpt({ config, power, values }: Reading): Table {
  const heads = config.heads('d_model', 'n_heads');
  const own = config.part('attn_config');
  const clip = own?.any('clip_qkv') ? own.positive('clip_qkv') : undefined;
  const slopes = ownSlopes(heads.numHeads, power);
  return {
    names: {
      token_embd: 'wte',
      output_norm: 'norm_f',
      output: 'lm_head',
      labels: 'classifier',
      blk: 'blocks.*',
      attn_norm: 'norm_1',
      attn_qkv: 'attn.Wqkv',
      attn_output: 'attn.out_proj',
      ffn_norm: 'norm_2',
      ffn_up: 'ffn.up_proj',
      ffn_down: 'ffn.down_proj',
    },
    ...heads,
    bias: { qkv: false, output: false, ffn: false },
    scale: own?.number('softmax_scale', 1 / Math.sqrt(heads.headDim)),
    attention: () => ({ slopes, clip }),
    norm: { epsilon: config.number('layer_norm_epsilon'), bias: false },
    inner: 4 * heads.width, // its code ignores expansion_ratio
    activation: 'gelu',
    vocab: config.size('vocab_size'),
    context: config.size('max_seq_len'),
    layers: config.layers('n_layers'),
    heads: decoderHeads(values),
    tied: true,
  };
}

function ownSlopes(heads: number, power: Reading['power']) {
  let whole = 1;
  while (whole < heads) whole *= 2;
  const all = slopesOf(whole, (i) => 1 / power(2, ((i + 1) * BIAS_MAX) / whole));
  if (whole === heads) return all;
  const odd = all.filter((_, i) => i % 2 === 1);
  const even = all.filter((_, i) => i % 2 === 0);
  return [...odd, ...even].slice(0, heads);
}
