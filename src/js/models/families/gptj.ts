// GPT-J: neighbouring numbers rotated in pairs, attention and MLP in parallel after one norm, a bias in its head.

import { decoderHeads } from './heads.ts';
import type { Rotary } from '../description.ts';
import type { Reading, Table } from './graph.ts';

const THETA = 10000;

export function gptj(reading: Reading): Table {
  const { config, values } = reading;
  const heads = config.heads('n_embd', 'n_head');
  const sizes = { vocab: config.size('vocab_size'), context: config.size('n_positions') };
  const layers = config.layers('n_layer');
  const rotary = rotaryOf(reading, heads.headDim);
  return {
    names: {
      token_embd: 'wte',
      output_norm: 'ln_f',
      output: 'lm_head',
      blk: 'h.*',
      attn_norm: 'ln_1',
      attn_q: 'attn.q_proj',
      attn_k: 'attn.k_proj',
      attn_v: 'attn.v_proj',
      attn_output: 'attn.out_proj',
      ffn_norm: 'ln_1',
      ffn_up: 'mlp.fc_in',
      ffn_down: 'mlp.fc_out',
    },
    ...heads,
    ...sizes,
    layers,
    attention: () => ({ rotary }),
    bias: { qkv: false, output: false },
    norm: { epsilon: config.number('layer_norm_epsilon') },
    inner: config.size('n_inner', 4 * heads.width),
    activation: config.activation('activation_function'),
    parallel: true,
    heads: decoderHeads(values, { bias: true, hasLabels: false }),
    tied: false,
    harmless: [/^h\.\d+\.attn\.(masked_)?bias$/], // causal masks
  };
}

/** Base of its frequencies, a constant in its code. */
function rotaryOf({ config, power }: Reading, headDim: number): Rotary {
  const dims = config.size('rotary_dim');
  if (dims % 2 !== 0 || dims > headDim) {
    throw config.wrong('rotary_dim', `an even number up to ${headDim}, the width of a head`);
  }
  const frequencies = Float64Array.from({ length: dims / 2 }, (_, i) => 1 / power(THETA, (2 * i) / dims)); // prettier-ignore
  return { of: () => ({ frequencies, factor: 1 }), dims, interleaved: true };
}
