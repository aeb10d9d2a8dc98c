// BART and Marian: an encoder and a decoder with norms after. BART's positions are learned, from the third row on; Marian's
// are sines that its file does not have.

import { activationOf, layerNorm, linear, postNorm, times } from './common.js';

/** @import { AttentionPart, Description, Stack } from '../description.js' */
/** @import { Config, Reading } from './common.js' */

const OFFSET = 2;
const EPSILON = 1e-5;

/** @param {Reading} reading @returns {Description} */
export function bart(reading) {
  const { config, power } = reading;
  return {
    kind: 'encoder-decoder',
    anchor: 'decoder.layers.0.fc1.weight',
    vocabSize: config.vocab_size,
    contextLen: config.max_position_embeddings,
    embedDim: config.d_model,
    encoder: stack(config, 'encoder', power),
    stack: stack(config, 'decoder', power),
    head: {
      kind: 'tokens',
      steps: [{ linear: { weight: 'lm_head.weight', bias: 'final_logits_bias' } }],
    },
  };
}

/**
 * @param {Config} config
 * @param {'encoder' | 'decoder'} side
 * @param {Reading['power']} power
 * @returns {Stack}
 */
function stack(config, side, power) {
  const width = config.d_model;
  const marian = config.model_type === 'marian';
  const decoder = side === 'decoder';
  const numHeads = config[`${side}_attention_heads`];
  const headDim = width / numHeads;
  /** @param {string} at @param {boolean} causal @returns {AttentionPart} */
  const attention = (at, causal) => ({
    query: linear(`${at}.q_proj`),
    key: linear(`${at}.k_proj`),
    value: linear(`${at}.v_proj`),
    output: linear(`${at}.out_proj`),
    numHeads,
    numKvHeads: numHeads,
    headDim,
    scale: 1 / Math.sqrt(headDim),
    causal,
  });
  return {
    embedding: {
      tokens: 'shared.weight',
      scale: config.scale_embedding ? power(width, 0.5) : 1,
      positions: marian
        ? { sinusoidal: width }
        : { table: `${side}.embed_positions.weight`, offset: OFFSET },
      norm: marian ? null : layerNorm(`${side}.layernorm_embedding`, EPSILON),
    },
    blocks: times(config[`${side}_layers`], (layer) => {
      const at = `${side}.layers.${layer}`;
      return {
        attention: attention(`${at}.self_attn`, decoder),
        around: postNorm(layerNorm(`${at}.self_attn_layer_norm`, EPSILON)),
        cross: decoder ? attention(`${at}.encoder_attn`, false) : null,
        aroundCross: decoder
          ? postNorm(layerNorm(`${at}.encoder_attn_layer_norm`, EPSILON))
          : undefined,
        mlp: {
          up: linear(`${at}.fc1`),
          gate: null,
          down: linear(`${at}.fc2`),
          activation: activationOf(config.activation_function, 'activation_function'),
        },
        aroundMlp: postNorm(layerNorm(`${at}.final_layer_norm`, EPSILON)),
      };
    }),
    finalNorm: null,
  };
}
