// DistilBERT: half of BERT, without token types and pooler.

import { layerNorm, linear, ownKeys, postNorm, times } from './common.ts';
import { classes, headOf, labels, tied, words } from './heads.ts';
import type { Description } from '../description.ts';
import type { Reading } from './common.ts';

const EPSILON = 1e-12; // in its code, not in its config

export function distilbert(reading: Reading): Description {
  const { config, values } = reading;
  const numHeads = config.size('n_heads');
  const headDim = config.quotient('dim', 'n_heads');
  const inner = config.size('hidden_dim');
  const activation = config.activation('activation');
  return {
    kind: 'encoder',
    anchor: 'embeddings.word_embeddings.weight',
    vocabSize: config.size('vocab_size'),
    contextLen: config.size('max_position_embeddings'),
    embedDim: config.size('dim'),
    stack: {
      embedding: {
        tokens: 'embeddings.word_embeddings.weight',
        positions: { table: 'embeddings.position_embeddings.weight', offset: 0 },
        norm: layerNorm('embeddings.LayerNorm', EPSILON),
      },
      blocks: times(config.layers('n_layers'), (layer) => {
        const at = `transformer.layer.${layer}`;
        return {
          attention: {
            query: linear(`${at}.attention.q_lin`),
            key: linear(`${at}.attention.k_lin`),
            value: linear(`${at}.attention.v_lin`),
            output: linear(`${at}.attention.out_lin`),
            ...ownKeys(numHeads, headDim),
            causal: false,
          },
          around: postNorm(layerNorm(`${at}.sa_layer_norm`, EPSILON)),
          mlp: {
            up: linear(`${at}.ffn.lin1`),
            gate: null,
            down: linear(`${at}.ffn.lin2`),
            ...{ inner, activation },
          },
          aroundMlp: postNorm(layerNorm(`${at}.output_layer_norm`, EPSILON)),
        };
      }),
      finalNorm: null,
    },
    ...headOf(reading, [
      words(
        { dense: 'vocab_transform', norm: 'vocab_layer_norm', decoder: linear('vocab_projector') },
        activation,
        EPSILON,
      ),
      classes('pre_classifier', 'relu', 'classifier'),
      labels('classifier'),
    ]),
    ties: tied(values, true, ['vocab_projector.weight', 'embeddings.word_embeddings.weight']),
  };
}
