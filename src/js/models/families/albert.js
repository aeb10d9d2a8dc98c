// ALBERT: BERT with one layer (or a few groups) used again and again, and a narrow embedding.

import { layerNorm, linear, ownKeys, postNorm, times } from './common.js';

/** @import { Description, Head } from '../description.js' */
/** @import { Reading } from './common.js' */

/** @param {Reading} reading @returns {Description} */
export function albert({ config, has }) {
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
    head: headOf(has, activation, epsilon),
  };
}

/**
 * @param {Reading['has']} has
 * @param {import('../description.js').Activation} activation
 * @param {number} epsilon
 * @returns {Head | null}
 */
function headOf(has, activation, epsilon) {
  if (has('predictions.dense.weight')) {
    return {
      kind: 'tokens',
      steps: [
        { linear: linear('predictions.dense') },
        { activation },
        { norm: layerNorm('predictions.LayerNorm', epsilon) },
        { linear: { weight: 'predictions.decoder.weight', bias: 'predictions.bias' } },
      ],
    };
  }
  if (has('classifier.weight') && has('pooler.weight')) {
    return {
      kind: 'classes',
      steps: [
        { pool: 'first' },
        { linear: linear('pooler') },
        { activation: 'tanh' },
        { linear: linear('classifier') },
      ],
    };
  }
  return null;
}
