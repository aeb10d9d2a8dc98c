// ALBERT: BERT whose layers share the parameters of one layer or of a few groups, with a narrow embedding.

import { times } from './graph.ts';
import { classes, labels, words, WORD_BIAS } from './heads.ts';
import type { Reading, Table } from './graph.ts';

export function albert({ config }: Reading): Table {
  const heads = config.heads('hidden_size', 'num_attention_heads');
  const epsilon = config.number('layer_norm_eps');
  const activation = config.activation('hidden_act');
  const layers = config.layers('num_hidden_layers');
  const groups = config.size('num_hidden_groups');
  const steps = config.size('inner_group_num'); // layers of a group
  const inner = config.size('intermediate_size');
  config.expectOnly('position_embedding_type', 'absolute', null);
  const groupOf = (layer: number) => Math.floor(Math.floor(layer / steps) / (layers / groups));
  return {
    kind: 'encoder',
    names: {
      token_embd: 'embeddings.word_embeddings',
      position_embd: 'embeddings.position_embeddings',
      token_types: 'embeddings.token_type_embeddings',
      token_embd_norm: 'embeddings.LayerNorm',
      token_embd_project: 'encoder.embedding_hidden_mapping_in',
      blk: times(
        layers * steps,
        (at) => `encoder.albert_layer_groups.${groupOf(at)}.albert_layers.${at % steps}`,
      ),
      attn_q: 'attention.query',
      attn_k: 'attention.key',
      attn_v: 'attention.value',
      attn_output: 'attention.dense',
      attn_output_norm: 'attention.LayerNorm',
      ffn_up: 'ffn',
      ffn_down: 'ffn_output',
      layer_output_norm: 'full_layer_layer_norm',
      'head.dense': 'predictions.dense',
      'head.norm': 'predictions.LayerNorm',
      output: 'predictions.decoder',
      output_bias: 'predictions.bias',
      pooler: 'pooler',
      classes: 'classifier',
      labels: 'classifier',
    },
    vocab: config.size('vocab_size'),
    context: config.size('max_position_embeddings'),
    layers: layers * steps,
    ...heads,
    inner,
    activation,
    norm: { epsilon },
    heads: [words(activation, epsilon, true), classes('tanh'), labels],
    tied: true,
    harmless: [WORD_BIAS],
  };
}
