// BLOOM: ALiBi instead of positions, q, k, v of each head together, and a norm of the embedding.

import {
  alibiSlopes,
  groupedRows,
  layerNorm,
  linear,
  ownKeys,
  partOf,
  preNorm,
  times,
} from './common.js';
import { decoderHeads, headOf, tied } from './heads.js';

/** @import { Description } from '../description.js' */
/** @import { Reading } from './common.js' */

/** ALiBi sets no longest text; this many tokens fit. */
const CONTEXT = 2048;

/** @param {Reading} reading @returns {Description} */
export function bloom(reading) {
  const { config, power } = reading;
  const width = config.hidden_size ?? config.n_embed;
  const numHeads = config.n_head ?? config.num_attention_heads;
  const layers = config.n_layer ?? config.num_hidden_layers;
  const headDim = width / numHeads;
  const epsilon = config.layer_norm_epsilon;
  const keepsNormed = config.apply_residual_connection_post_layernorm === true;
  const slopes = alibiSlopes(numHeads, power);
  return {
    kind: 'decoder',
    anchor: 'word_embeddings.weight',
    vocabSize: config.vocab_size,
    contextLen: config.seq_length ?? CONTEXT,
    embedDim: width,
    stack: {
      embedding: {
        tokens: 'word_embeddings.weight',
        norm: layerNorm('word_embeddings_layernorm', epsilon),
      },
      blocks: times(layers, (layer) => {
        const at = `h.${layer}`;
        const part = (/** @type {number} */ i) =>
          partOf(
            `${at}.self_attention.query_key_value`,
            true,
            groupedRows(numHeads, 3, i, 1, headDim),
          );
        return {
          attention: {
            query: part(0),
            key: part(1),
            value: part(2),
            output: linear(`${at}.self_attention.dense`),
            ...ownKeys(numHeads, headDim),
            causal: true,
            slopes,
          },
          around: { ...preNorm(layerNorm(`${at}.input_layernorm`, epsilon)), keepsNormed },
          mlp: {
            up: linear(`${at}.mlp.dense_h_to_4h`),
            gate: null,
            down: linear(`${at}.mlp.dense_4h_to_h`),
            activation: 'gelu-tanh',
          },
          aroundMlp: {
            ...preNorm(layerNorm(`${at}.post_attention_layernorm`, epsilon)),
            keepsNormed,
          },
        };
      }),
      finalNorm: layerNorm('ln_f', epsilon),
    },
    ...headOf(reading, decoderHeads(config, { label: 'classifier' })),
    ties: tied(config, true, ['lm_head.weight', 'word_embeddings.weight']),
  };
}
