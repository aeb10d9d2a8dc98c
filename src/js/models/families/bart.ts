// BART and Marian: an encoder and a decoder with norms after. BART's positions are learned, from the third row on; Marian's
// are sines that its file does not have.

import { layerNorm, linear, looksBack, ownKeys, postNorm, times } from './common.ts';
import { classesAtEnd, headOf, tied } from './heads.ts';
import type { AttentionPart, Description, Stack, Tie } from '../description.ts';
import type { Reading } from './common.ts';
import type { Config } from './config.ts';

const OFFSET = 2;
const EPSILON = 1e-5;
const END = 2;

export function bart(reading: Reading): Description {
  const { config, has, power, values } = reading;
  const marks = ['final_logits_bias', 'lm_head.weight'].filter(has).slice(0, 1);
  const bias = has('final_logits_bias') ? 'final_logits_bias' : null;
  const isShared = config.type !== 'marian' || config.flag('share_encoder_decoder_embeddings');
  const encoderVocabSize = config.size('vocab_size');
  return {
    kind: 'encoder-decoder',
    anchor: 'decoder.layers.0.fc1.weight',
    vocabSize: (!isShared && config.sizeOrNone('decoder_vocab_size')) || encoderVocabSize,
    encoderVocabSize,
    contextLen: config.size('max_position_embeddings'),
    embedDim: config.size('d_model'),
    encoder: stack(config, 'encoder', power),
    stack: stack(config, 'decoder', power),
    ...headOf(reading, [
      classesAtEnd(values, END),
      {
        tasks: ['CausalLM'],
        kind: 'tokens',
        marks: marks.length > 0 ? marks : ['lm_head.weight'],
        steps: [{ linear: { weight: 'lm_head.weight', bias } }],
      },
    ]),
    ties: tied(values, true, ...tiesOf(values)),
  };
}

/** Marian has models whose two sides have words of their own. */
function tiesOf({
  model_type: type,
  share_encoder_decoder_embeddings: isShared = true,
}: Record<string, any>): Tie[] {
  if (type === 'marian' && !isShared) return [['lm_head.weight', tokensOf('decoder')]];
  return [tokensOf('encoder'), tokensOf('decoder'), 'lm_head.weight'].map((name) => [
    name,
    'shared.weight',
  ]);
}

function stack(config: Config, side: 'encoder' | 'decoder', power: Reading['power']): Stack {
  const width = config.size('d_model');
  const marian = config.type === 'marian';
  const decoder = side === 'decoder';
  const numHeads = config.size(`${side}_attention_heads`);
  const headDim = config.quotient('d_model', `${side}_attention_heads`);
  const inner = config.size(`${side}_ffn_dim`);
  const activation = config.activation('activation_function');
  const attention = (at: string, causal: boolean): AttentionPart => ({
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
      scale: config.flag('scale_embedding') ? power(width, 0.5) : 1,
      positions: marian
        ? { sinusoidal: 'halves' }
        : { table: `${side}.embed_positions.weight`, offset: OFFSET },
      norm: marian ? null : layerNorm(`${side}.layernorm_embedding`, EPSILON),
    },
    blocks: times(config.layers(`${side}_layers`), (layer) => {
      const at = `${side}.layers.${layer}`;
      return {
        attention: attention(`${at}.self_attn`, decoder && looksBack(config)),
        around: postNorm(layerNorm(`${at}.self_attn_layer_norm`, EPSILON)),
        cross: decoder ? attention(`${at}.encoder_attn`, false) : null,
        aroundCross: decoder
          ? postNorm(layerNorm(`${at}.encoder_attn_layer_norm`, EPSILON))
          : undefined,
        mlp: {
          up: linear(`${at}.fc1`),
          gate: null,
          down: linear(`${at}.fc2`),
          ...{ inner, activation },
        },
        aroundMlp: postNorm(layerNorm(`${at}.final_layer_norm`, EPSILON)),
      };
    }),
    finalNorm: null,
  };
}

function tokensOf(side: 'encoder' | 'decoder') {
  return `${side}.embed_tokens.weight`;
}
