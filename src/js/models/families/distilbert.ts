// DistilBERT: half of BERT, without token types and pooler.

import { classes, labels, words } from './heads.ts';
import type { Reading, Table } from './graph.ts';

const EPSILON = 1e-12; // in its code, not in its config

export function distilbert({ config }: Reading): Table {
  const numHeads = config.size('n_heads');
  const headDim = config.quotient('dim', 'n_heads');
  const inner = config.size('hidden_dim');
  const activation = config.activation('activation');
  return {
    kind: 'encoder',
    names: {
      token_embd: 'embeddings.word_embeddings',
      position_embd: 'embeddings.position_embeddings',
      token_embd_norm: 'embeddings.LayerNorm',
      blk: 'transformer.layer.*',
      attn_q: 'attention.q_lin',
      attn_k: 'attention.k_lin',
      attn_v: 'attention.v_lin',
      attn_output: 'attention.out_lin',
      attn_output_norm: 'sa_layer_norm',
      ffn_up: 'ffn.lin1',
      ffn_down: 'ffn.lin2',
      layer_output_norm: 'output_layer_norm',
      'head.dense': 'vocab_transform',
      'head.norm': 'vocab_layer_norm',
      output: 'vocab_projector',
      pooler: 'pre_classifier',
      classes: 'classifier',
      labels: 'classifier',
    },
    vocab: config.size('vocab_size'),
    context: config.size('max_position_embeddings'),
    width: config.size('dim'),
    layers: config.layers('n_layers'),
    numHeads,
    headDim,
    inner,
    activation,
    norm: { epsilon: EPSILON },
    heads: [words(activation, EPSILON), classes('relu'), labels],
    tied: true,
  };
}
