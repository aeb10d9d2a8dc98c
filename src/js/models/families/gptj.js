// GPT-J: pairs of neighbours turned, one norm before attention and MLP side by side, a bias in its head.

import { activationOf, layerNorm, linear, ownKeys, preNorm, rotary, times } from './common.js';
import { decoderHeads, headOf, tied } from './heads.js';

/** @import { Description } from '../description.js' */
/** @import { Reading } from './common.js' */

/** @param {Reading} reading @returns {Description} */
export function gptj(reading) {
  const { config } = reading;
  const { n_embd: width, n_head: numHeads, n_layer: layers } = config;
  const headDim = width / numHeads;
  const epsilon = config.layer_norm_epsilon;
  return {
    kind: 'decoder',
    anchor: 'wte.weight',
    vocabSize: config.vocab_size,
    contextLen: config.n_positions,
    embedDim: width,
    stack: {
      embedding: { tokens: 'wte.weight' },
      blocks: times(layers, (layer) => {
        const at = `h.${layer}`;
        return {
          attention: {
            query: linear(`${at}.attn.q_proj`, false),
            key: linear(`${at}.attn.k_proj`, false),
            value: linear(`${at}.attn.v_proj`, false),
            output: linear(`${at}.attn.out_proj`, false),
            ...ownKeys(numHeads, headDim),
            causal: true,
            rotary: rotary(reading, {
              headDim,
              interleaved: true,
              share: (config.rotary_dim ?? headDim) / headDim,
            }),
          },
          around: preNorm(layerNorm(`${at}.ln_1`, epsilon)),
          mlp: {
            up: linear(`${at}.mlp.fc_in`),
            gate: null,
            down: linear(`${at}.mlp.fc_out`),
            activation: activationOf(config.activation_function, 'activation_function'),
          },
          aroundMlp: preNorm(layerNorm(`${at}.ln_1`, epsilon)),
          parallel: true,
        };
      }),
      finalNorm: layerNorm('ln_f', epsilon),
    },
    ...headOf(reading, decoderHeads(config, { bias: 'lm_head.bias', label: null })),
    ties: tied(config, false, ['lm_head.weight', 'wte.weight']),
  };
}
