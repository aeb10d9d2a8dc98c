// ViT, DeiT and DINOv2, without and with registers: images cut into patches, each a token.

import { layerNorm, linear, ownKeys, preNorm, times } from './common.ts';
import { headOf } from './heads.ts';
import type { Block, Description, Mlp, PoolStep } from '../description.ts';
import type { Reading } from './common.ts';
import type { Config } from './config.ts';
import type { Choice } from './heads.ts';

export function vit(reading: Reading): Description {
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

function registersOf(config: Config) {
  if (config.type !== 'dinov2_with_registers') return null;
  const count = config.count('num_register_tokens');
  return count > 0 ? { table: 'embeddings.register_tokens', count } : null;
}

function block(config: Config, has: Reading['has'], layer: number): Block {
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

function mlpOf(config: Config, has: Reading['has'], at: string, dino: boolean): Mlp {
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
    const half = (i: number) => ({
      weight: {
        name: `${at}.mlp.weights_in.weight`,
        rows: [i * inner, (i + 1) * inner] as [number, number],
      },
      bias: {
        name: `${at}.mlp.weights_in.bias`,
        rows: [i * inner, (i + 1) * inner] as [number, number],
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

function heads(config: Config): Choice[] {
  const average = [linear('cls_classifier'), linear('distillation_classifier')];
  const except = registersOf(config)?.count ?? 0;
  const pooled: PoolStep = config.type.startsWith('dinov2')
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
