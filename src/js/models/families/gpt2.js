// GPT-2: learned positions, fused q, k, v, and weights stored as (in, out), as its Conv1D has them.

import { activationOf, layerNorm, linear, preNorm, times } from './common.js';
import { decoderHeads, headOf, tied } from './heads.js';

/** @import { Description, Linear } from '../description.js' */
/** @import { Reading } from './common.js' */

/** @param {Reading} reading @returns {Description} */
export function gpt2(reading) {
  const { config } = reading;
  const { n_embd: width, n_head: numHeads, n_layer: layers } = config;
  const headDim = width / numHeads;
  const epsilon = config.layer_norm_epsilon;
  const activation = activationOf(config.activation_function, 'activation_function');
  return {
    kind: 'decoder',
    anchor: 'wte.weight',
    vocabSize: config.vocab_size,
    contextLen: config.n_positions,
    embedDim: width,
    stack: {
      embedding: { tokens: 'wte.weight', positions: { table: 'wpe.weight', offset: 0 } },
      blocks: times(layers, (layer) => {
        const at = `h.${layer}`;
        const part = (/** @type {number} */ i) =>
          conv(`${at}.attn.c_attn`, [i * width, (i + 1) * width]);
        return {
          attention: {
            query: part(0),
            key: part(1),
            value: part(2),
            output: conv(`${at}.attn.c_proj`),
            numHeads,
            numKvHeads: numHeads,
            headDim,
            scale:
              (config.scale_attn_weights === false ? 1 : 1 / Math.sqrt(headDim)) /
              (config.scale_attn_by_inverse_layer_idx ? layer + 1 : 1),
            causal: true,
          },
          around: preNorm(layerNorm(`${at}.ln_1`, epsilon)),
          mlp: {
            up: conv(`${at}.mlp.c_fc`),
            gate: null,
            down: conv(`${at}.mlp.c_proj`),
            activation,
          },
          aroundMlp: preNorm(layerNorm(`${at}.ln_2`, epsilon)),
        };
      }),
      finalNorm: layerNorm('ln_f', epsilon),
    },
    ...headOf(reading, decoderHeads(config, { label: 'classifier' })),
    ties: tied(config, true, ['lm_head.weight', 'wte.weight']),
  };
}

/**
 * @param {string} name
 * @param {[number, number]} [rows]
 * @returns {Linear}
 */
function conv(name, rows) {
  const { weight, bias } = linear(name);
  return {
    weight: { name: /** @type {string} */ (weight), rows, transposed: true },
    bias: { name: /** @type {string} */ (bias), rows },
  };
}
