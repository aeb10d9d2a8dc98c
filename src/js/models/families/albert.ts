// ALBERT: BERT with one layer (or a few groups) used again and again, and a narrow embedding.

import { layerNorm, linear, ownKeys, postNorm, times } from './common.ts';
import { classes, headOf, labels, tied, words } from './heads.ts';
import type { Description } from '../description.ts';
import type { Reading } from './common.ts';

export function albert(reading: Reading): Description {
  const { config, values } = reading;
  const width = config.size('hidden_size');
  const numHeads = config.size('num_attention_heads');
  const headDim = config.quotient('hidden_size', 'num_attention_heads');
  const epsilon = config.number('layer_norm_eps');
  const activation = config.activation('hidden_act');
  const layers = config.layers('num_hidden_layers');
  const groups = config.size('num_hidden_groups');
  const steps = config.size('inner_group_num'); // of a group
  const inner = config.size('intermediate_size');
  config.expectOnly('position_embedding_type', 'absolute', null);
  const tokens = 'embeddings.word_embeddings.weight';
  const decoder = 'predictions.decoder';
  const word = words(
    { dense: 'predictions.dense', norm: 'predictions.LayerNorm', decoder: linear(decoder) },
    activation,
    epsilon,
  );
  return {
    kind: 'encoder',
    anchor: 'embeddings.word_embeddings.weight',
    vocabSize: config.size('vocab_size'),
    contextLen: config.size('max_position_embeddings'),
    embedDim: width,
    stack: {
      embedding: {
        tokens: 'embeddings.word_embeddings.weight',
        positions: { table: 'embeddings.position_embeddings.weight', offset: 0 },
        types: 'embeddings.token_type_embeddings.weight',
        norm: layerNorm('embeddings.LayerNorm', epsilon),
        projection: linear('encoder.embedding_hidden_mapping_in'),
      },
      blocks: times(layers * steps, (step) => {
        const group = Math.floor(Math.floor(step / steps) / (layers / groups));
        const at = `encoder.albert_layer_groups.${group}.albert_layers.${step % steps}`;
        return {
          attention: {
            query: linear(`${at}.attention.query`),
            key: linear(`${at}.attention.key`),
            value: linear(`${at}.attention.value`),
            output: linear(`${at}.attention.dense`),
            ...ownKeys(numHeads, headDim),
            causal: false,
          },
          around: postNorm(layerNorm(`${at}.attention.LayerNorm`, epsilon)),
          mlp: {
            up: linear(`${at}.ffn`),
            gate: null,
            down: linear(`${at}.ffn_output`),
            ...{ inner, activation },
          },
          aroundMlp: postNorm(layerNorm(`${at}.full_layer_layer_norm`, epsilon)),
        };
      }),
      finalNorm: null,
    },
    ...headOf(reading, [
      { ...word, tasks: [...word.tasks, 'PreTraining'] },
      classes('pooler', 'tanh', 'classifier'),
      labels('classifier'),
    ]),
    ties: tied(
      config,
      true,
      [`${decoder}.weight`, tokens],
      [`${decoder}.bias`, 'predictions.bias'],
    ),
  };
}
