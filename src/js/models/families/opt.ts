// OPT: learned positions from the third row on, norms before or, in one size, after.

import { decoderHeads, linear } from './heads.ts';
import type { Names } from '../description.ts';
import type { Reading, Table } from './graph.ts';

const OFFSET = 2;
const EPSILON = 1e-5; // torch's default; its code has no other

export function opt({ config, values }: Reading): Table {
  const heads = config.heads('hidden_size', 'num_attention_heads');
  const inner = config.size('ffn_dim');
  const bias = config.flag('enable_bias');
  const affine = config.flag('layer_norm_elementwise_affine');
  const isBefore = config.flag('do_layer_norm_before');
  const isNarrow = config.size('word_embed_proj_dim', heads.width) !== heads.width;
  const isLast = isBefore && !config.flag('_remove_final_layer_norm');
  const [attention, mlp] = ['self_attn_layer_norm', 'final_layer_norm'];
  const norms: Names = isBefore
    ? { attn_norm: attention, ffn_norm: mlp }
    : { attn_output_norm: attention, layer_output_norm: mlp };
  return {
    names: {
      token_embd: 'embed_tokens',
      position_embd: 'embed_positions',
      output: 'lm_head',
      ...(isNarrow && { token_embd_project: 'project_in', output_project: 'project_out' }),
      ...(isLast && { output_norm: 'final_layer_norm' }),
      blk: 'layers.*',
      ...norms,
      attn_q: 'self_attn.q_proj',
      attn_k: 'self_attn.k_proj',
      attn_v: 'self_attn.v_proj',
      attn_output: 'self_attn.out_proj',
      ffn_up: 'fc1',
      ffn_down: 'fc2',
    },
    ...heads,
    inner,
    activation: config.activation('activation_function'),
    positionOffset: OFFSET,
    projectsFirst: true,
    bias: { qkv: bias, output: bias, ffn: bias, projection: false },
    norm: { epsilon: EPSILON, affine },
    vocab: config.size('vocab_size'),
    context: config.size('max_position_embeddings'),
    layers: config.layers('num_hidden_layers'),
    heads: decoderHeads(values, {
      hasLabels: false,
      padding: 1,
      first: isNarrow ? [{ linear: linear('output_project', false) }] : [],
    }),
    tied: true,
    harmless: [/^version$/],
  };
}
