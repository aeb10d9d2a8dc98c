// BART and Marian: an encoder and a decoder with norms after. BART's positions are learned, from the third row on; Marian's
// are sines that its file does not have.

import { activationOf, layerNorm, linear, ownKeys, postNorm, times } from './common.js';
import { classesAtEnd, headOf, tied } from './heads.js';

/** @import { AttentionPart, Description, Stack, Tie } from '../description.js' */
/** @import { Config, Reading } from './common.js' */

const OFFSET = 2;
const EPSILON = 1e-5;
const END = 2;

/** @param {Reading} reading @returns {Description} */
export function bart(reading) {
  const { config, has, power } = reading;
  const marks = ['final_logits_bias', 'lm_head.weight'].filter(has).slice(0, 1);
  const bias = has('final_logits_bias') ? 'final_logits_bias' : null;
  return {
    kind: 'encoder-decoder',
    anchor: 'decoder.layers.0.fc1.weight',
    vocabSize: config.decoder_vocab_size ?? config.vocab_size,
    encoderVocabSize: config.vocab_size,
    contextLen: config.max_position_embeddings,
    embedDim: config.d_model,
    encoder: stack(config, 'encoder', power),
    stack: stack(config, 'decoder', power),
    ...headOf(reading, [
      classesAtEnd(config, END),
      {
        tasks: ['CausalLM'],
        kind: 'tokens',
        marks: marks.length > 0 ? marks : ['lm_head.weight'],
        steps: [{ linear: { weight: 'lm_head.weight', bias } }],
      },
    ]),
    ties: tied(config, true, ...tiesOf(config)),
  };
}

/** Marian has models whose two sides have words of their own. @param {Config} config @returns {Tie[]} */
function tiesOf({ model_type: type, share_encoder_decoder_embeddings: isShared = true }) {
  if (type === 'marian' && !isShared) return [['lm_head.weight', tokensOf('decoder')]];
  return [tokensOf('encoder'), tokensOf('decoder'), 'lm_head.weight'].map((name) => [
    name,
    'shared.weight',
  ]);
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
    ...ownKeys(numHeads, headDim),
    causal,
  });
  return {
    embedding: {
      tokens: tokensOf(side),
      scale: config.scale_embedding ? power(width, 0.5) : 1,
      positions: marian
        ? { sinusoidal: 'halves' }
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

/** @param {'encoder' | 'decoder'} side */
function tokensOf(side) {
  return `${side}.embed_tokens.weight`;
}
