// MPNet: BERT without token types, with T5's bias by distance, one table for all layers. Its config has a number of buckets,
// which its code ignores: there are always 32.

import { classes, labels, words, WORD_BIAS } from './heads.ts';
import type { Reading, Table } from './graph.ts';

const OFFSET = 2; // positions begin after padding's, which is 1 in its code, whatever the config says
const RELATIVE = { table: 'attn_rel_b.weight', buckets: 32, farthest: 128, bothWays: true };

export function mpnet({ config }: Reading): Table {
  const numHeads = config.size('num_attention_heads');
  const headDim = config.quotient('hidden_size', 'num_attention_heads');
  const inner = config.size('intermediate_size');
  const epsilon = config.number('layer_norm_eps');
  const activation = config.activation('hidden_act');
  return {
    kind: 'encoder',
    names: {
      token_embd: 'embeddings.word_embeddings',
      position_embd: 'embeddings.position_embeddings',
      token_embd_norm: 'embeddings.LayerNorm',
      attn_rel_b: 'encoder.relative_attention_bias',
      blk: 'encoder.layer.*',
      attn_q: 'attention.attn.q',
      attn_k: 'attention.attn.k',
      attn_v: 'attention.attn.v',
      attn_output: 'attention.attn.o',
      attn_output_norm: 'attention.LayerNorm',
      ffn_up: 'intermediate.dense',
      ffn_down: 'output.dense',
      layer_output_norm: 'output.LayerNorm',
      'head.dense': 'lm_head.dense',
      'head.norm': 'lm_head.layer_norm',
      output: 'lm_head.decoder',
      output_bias: 'lm_head.bias',
      pooler: 'classifier.dense',
      classes: 'classifier.out_proj',
      labels: 'classifier',
    },
    vocab: config.size('vocab_size'),
    context: config.size('max_position_embeddings') - OFFSET,
    width: config.size('hidden_size'),
    layers: config.layers('num_hidden_layers'),
    numHeads,
    headDim,
    inner,
    activation,
    norm: { epsilon },
    positionOffset: OFFSET,
    attention: () => ({ relative: RELATIVE }),
    heads: [words('gelu', epsilon), classes('tanh'), labels],
    tied: true,
    harmless: [WORD_BIAS],
  };
}
