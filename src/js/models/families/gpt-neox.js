// GPT-NeoX and Pythia: q, k, v of each head together, a part of each head turned, attention and MLP side by side.

import {
  activationOf,
  groupedRows,
  layerNorm,
  linear,
  ownKeys,
  partOf,
  preNorm,
  rotary,
  times,
} from './common.js';
import { decoderHeads, headOf, tied } from './heads.js';

/** @import { Description } from '../description.js' */
/** @import { Reading } from './common.js' */

/** @param {Reading} reading @returns {Description} */
export function gptNeox(reading) {
  const { config } = reading;
  const width = config.hidden_size;
  const numHeads = config.num_attention_heads;
  const headDim = width / numHeads;
  const epsilon = config.layer_norm_eps;
  const bias = config.attention_bias !== false;
  return {
    kind: 'decoder',
    anchor: 'embed_in.weight',
    vocabSize: config.vocab_size,
    contextLen: config.max_position_embeddings,
    embedDim: width,
    stack: {
      embedding: { tokens: 'embed_in.weight' },
      blocks: times(config.num_hidden_layers, (layer) => {
        const at = `layers.${layer}`;
        const part = (/** @type {number} */ i) =>
          partOf(`${at}.attention.query_key_value`, bias, groupedRows(numHeads, 3, i, 1, headDim));
        return {
          attention: {
            query: part(0),
            key: part(1),
            value: part(2),
            output: linear(`${at}.attention.dense`, bias),
            ...ownKeys(numHeads, headDim),
            causal: true,
            rotary: rotary(reading, {
              headDim,
              theta: config.rotary_emb_base,
              share: config.rope_parameters?.partial_rotary_factor ?? config.rotary_pct ?? 0.25,
            }),
          },
          around: preNorm(layerNorm(`${at}.input_layernorm`, epsilon)),
          mlp: {
            up: linear(`${at}.mlp.dense_h_to_4h`),
            gate: null,
            down: linear(`${at}.mlp.dense_4h_to_h`),
            activation: activationOf(config.hidden_act),
          },
          aroundMlp: preNorm(layerNorm(`${at}.post_attention_layernorm`, epsilon)),
          parallel: config.use_parallel_residual !== false,
        };
      }),
      finalNorm: layerNorm('final_layer_norm', epsilon),
    },
    ...headOf(reading, decoderHeads(config, { next: 'embed_out', label: 'classifier' })),
    ties: tied(config, false, ['embed_out.weight', 'embed_in.weight']),
  };
}
