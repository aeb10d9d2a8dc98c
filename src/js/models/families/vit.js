// ViT, DeiT and DINOv2, without and with registers: images cut into patches, each a token.

import { activationOf, layerNorm, linear, ownKeys, preNorm, times } from './common.js';
import { headOf } from './heads.js';

/** @import { Block, Description, Mlp, PoolStep } from '../description.js' */
/** @import { Config, Reading } from './common.js' */
/** @import { Choice } from './heads.js' */

/** @param {Reading} reading @returns {Description} */
export function vit(reading) {
  const { config, has } = reading;
  const width = config.hidden_size;
  const epsilon = config.layer_norm_eps;
  const first = ['embeddings.cls_token'];
  if (has('embeddings.distillation_token')) first.push('embeddings.distillation_token');
  const registers = registersOf(config);
  const projection = linear('embeddings.patch_embeddings.projection');
  const [height, patchWidth] = pairOf(config.patch_size);
  const [down, across] = [
    pairOf(config.image_size)[0] / height,
    pairOf(config.image_size)[1] / patchWidth,
  ];
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
      blocks: times(config.num_hidden_layers, (layer) => block(config, has, layer)),
      finalNorm: layerNorm('layernorm', epsilon),
    },
    ...headOf(reading, heads(config)),
  };
}

/** @param {number | [number, number]} size @returns {[number, number]} */
function pairOf(size) {
  return Array.isArray(size) ? size : [size, size];
}

/** @param {Config} config */
function registersOf({ model_type: type, num_register_tokens: count = 4 }) {
  const table = 'embeddings.register_tokens';
  return type === 'dinov2_with_registers' && count > 0 ? { table, count } : null;
}

/**
 * @param {Config} config
 * @param {Reading['has']} has
 * @param {number} layer
 * @returns {Block}
 */
function block(config, has, layer) {
  const at = `encoder.layer.${layer}`;
  const dino = config.model_type.startsWith('dinov2');
  const epsilon = config.layer_norm_eps;
  const numHeads = config.num_attention_heads;
  const headDim = config.hidden_size / numHeads;
  const bias = config.qkv_bias !== false;
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
  const activation = activationOf(config.hidden_act);
  if (!dino) {
    return {
      up: linear(`${at}.intermediate.dense`),
      gate: null,
      down: linear(`${at}.output.dense`),
      activation,
    };
  }
  if (config.use_swiglu_ffn) {
    const inner =
      Math.floor(((Math.floor(config.hidden_size * config.mlp_ratio) * 2) / 3 + 7) / 8) * 8;
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
  return { up: linear(`${at}.mlp.fc1`), gate: null, down: linear(`${at}.mlp.fc2`), activation };
}

/** @param {Config} config @returns {Choice[]} */
function heads(config) {
  const average = [linear('cls_classifier'), linear('distillation_classifier')];
  const except = registersOf(config)?.count ?? 0;
  /** @type {PoolStep} */
  const pooled = config.model_type.startsWith('dinov2')
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
