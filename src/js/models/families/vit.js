// ViT, DeiT and DINOv2, without and with registers: images cut into patches, each a token.

import { layerNorm, linear, ownKeys, preNorm, times } from './common.js';
import { headOf } from './heads.js';

/** @import { Block, Description, Mlp, PoolStep } from '../description.js' */
/** @import { Reading } from './common.js' */
/** @import { Config } from './config.js' */
/** @import { Choice } from './heads.js' */

/** @param {Reading} reading @returns {Description} */
export function vit(reading) {
  const { config, has } = reading;
  const width = config.size('hidden_size');
  const epsilon = config.number('layer_norm_eps');
  const first = ['embeddings.cls_token'];
  if (has('embeddings.distillation_token')) first.push('embeddings.distillation_token');
  const registers = registersOf(config);
  const projection = linear('embeddings.patch_embeddings.projection');
  const [height, patchWidth] = config.pair('patch_size');
  const sides = config.pair('image_size');
  const [down, across] = [Math.floor(sides[0] / height), Math.floor(sides[1] / patchWidth)];
  return {
    kind: 'vision',
    anchor: 'embeddings.cls_token',
    vocabSize: 0,
    contextLen: down * across + first.length + (registers?.count ?? 0),
    embedDim: width,
    stack: {
      embedding: {
        tokens: null,
        patches: {
          ...{ projection, height, width: patchWidth, down, across, first, registers },
          positions: 'embeddings.position_embeddings',
          isSmoothed: registers !== null,
        },
      },
      blocks: times(config.layers('num_hidden_layers'), (layer) => block(config, has, layer)),
      finalNorm: layerNorm('layernorm', epsilon),
    },
    ...headOf(reading, heads(config)),
  };
}

/** @param {Config} config */
function registersOf(config) {
  if (config.type !== 'dinov2_with_registers') return null;
  const count = config.count('num_register_tokens');
  return count > 0 ? { table: 'embeddings.register_tokens', count } : null;
}

/**
 * @param {Config} config
 * @param {Reading['has']} has
 * @param {number} layer
 * @returns {Block}
 */
function block(config, has, layer) {
  const at = `encoder.layer.${layer}`;
  const dino = config.type.startsWith('dinov2');
  const epsilon = config.number('layer_norm_eps');
  const numHeads = config.size('num_attention_heads');
  const headDim =
    config.sizeOrNone('head_dim') ?? config.quotient('hidden_size', 'num_attention_heads');
  const bias = config.flag('qkv_bias');
  const attention = `${at}.attention`;
  return {
    attention: {
      query: linear(`${attention}.attention.query`, bias),
      key: linear(`${attention}.attention.key`, bias),
      value: linear(`${attention}.attention.value`, bias),
      output: linear(`${attention}.output.dense`),
      ...ownKeys(numHeads, headDim),
      causal: false,
    },
    around: {
      ...preNorm(layerNorm(dino ? `${at}.norm1` : `${at}.layernorm_before`, epsilon)),
      layerScale: dino ? `${at}.layer_scale1.lambda1` : null,
    },
    mlp: mlpOf(config, has, at, dino),
    aroundMlp: {
      ...preNorm(layerNorm(dino ? `${at}.norm2` : `${at}.layernorm_after`, epsilon)),
      layerScale: dino ? `${at}.layer_scale2.lambda1` : null,
    },
  };
}

/**
 * @param {Config} config
 * @param {Reading['has']} has
 * @param {string} at
 * @param {boolean} dino
 * @returns {Mlp}
 */
function mlpOf(config, has, at, dino) {
  const activation = config.activation('hidden_act');
  const width = config.size('hidden_size');
  if (!dino) {
    return {
      up: linear(`${at}.intermediate.dense`),
      gate: null,
      down: linear(`${at}.output.dense`),
      inner: config.size('intermediate_size'),
      activation,
    };
  }
  const wide = Math.trunc(width * config.size('mlp_ratio'));
  if (config.flag('use_swiglu_ffn')) {
    const inner = Math.floor((Math.floor((wide * 2) / 3) + 7) / 8) * 8;
    const half = (/** @type {number} */ i) => ({
      weight: {
        name: `${at}.mlp.weights_in.weight`,
        rows: /** @type {[number, number]} */ ([i * inner, (i + 1) * inner]),
      },
      bias: {
        name: `${at}.mlp.weights_in.bias`,
        rows: /** @type {[number, number]} */ ([i * inner, (i + 1) * inner]),
      },
    });
    return {
      gate: half(0),
      up: half(1),
      down: linear(`${at}.mlp.weights_out`),
      activation: 'silu',
    };
  }
  return {
    up: linear(`${at}.mlp.fc1`),
    gate: null,
    down: linear(`${at}.mlp.fc2`),
    ...{ inner: wide, activation },
  };
}

/** @param {Config} config @returns {Choice[]} */
function heads(config) {
  const average = [linear('cls_classifier'), linear('distillation_classifier')];
  const except = registersOf(config)?.count ?? 0;
  /** @type {PoolStep} */
  const pooled = config.type.startsWith('dinov2')
    ? { pool: ['first', 'mean of the others'], except }
    : { pool: ['first'] };
  return [
    {
      tasks: ['ImageClassificationWithTeacher'],
      kind: 'classes',
      marks: ['cls_classifier.weight'],
      steps: [{ average }],
    },
    {
      tasks: ['ImageClassification'],
      kind: 'classes',
      marks: ['classifier.weight'],
      steps: [pooled, { linear: linear('classifier') }],
    },
  ];
}
