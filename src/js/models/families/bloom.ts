// BLOOM: ALiBi instead of positions, q, k, v of each head together, and a norm of the embedding.

import {
  alibiSlopes,
  groupedRows,
  layerNorm,
  linear,
  looksBack,
  ownKeys,
  partOf,
  preNorm,
  times,
} from './common.ts';
import { decoderHeads, headOf, tied } from './heads.ts';
import type { Description } from '../description.ts';
import type { Reading } from './common.ts';

/** ALiBi sets no longest text; this many tokens fit. */
const CONTEXT = 2048;

export function bloom(reading: Reading): Description {
  const { power, values } = reading;
  const config = reading.config.renamed({ n_embed: 'hidden_size' });
  const width = config.size('hidden_size');
  const numHeads = config.size('n_head');
  const headDim = config.quotient('hidden_size', 'n_head');
  const epsilon = config.number('layer_norm_epsilon');
  const keepsNormed = config.flag('apply_residual_connection_post_layernorm');
  const slopes = alibiSlopes(numHeads, power);
  return {
    kind: 'decoder',
    anchor: 'word_embeddings.weight',
    vocabSize: config.size('vocab_size'),
    contextLen: config.size('seq_length', CONTEXT),
    embedDim: width,
    stack: {
      embedding: {
        tokens: 'word_embeddings.weight',
        norm: layerNorm('word_embeddings_layernorm', epsilon),
      },
      blocks: times(config.layers('n_layer'), (layer) => {
        const at = `h.${layer}`;
        const part = (i: number) =>
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
            causal: looksBack(config),
            slopes,
          },
          around: { ...preNorm(layerNorm(`${at}.input_layernorm`, epsilon)), keepsNormed },
          mlp: {
            up: linear(`${at}.mlp.dense_h_to_4h`),
            gate: null,
            down: linear(`${at}.mlp.dense_4h_to_h`),
            inner: 4 * width,
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
    ...headOf(reading, decoderHeads(values, { label: 'classifier' })),
    ties: tied(values, true, ['lm_head.weight', 'word_embeddings.weight']),
  };
}
