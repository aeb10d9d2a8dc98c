// ViT, DeiT and DINOv2, without and with registers: patches of images are the tokens.

import { linear } from './heads.ts';
import type { Names, Patches, PoolStep } from '../description.ts';
import type { Config } from './config.ts';
import type { Reading, Table } from './graph.ts';
import type { Choice } from './heads.ts';

export function vit({ config, has }: Reading): Table {
  const isDino = config.type.startsWith('dinov2');
  const width = config.size('hidden_size');
  const patches = patchesOf(config, has);
  const { down, across, first, registers } = patches;
  const numHeads = config.size('num_attention_heads');
  const headDim =
    config.sizeOrNone('head_dim') ?? config.quotient('hidden_size', 'num_attention_heads');
  return {
    kind: 'vision',
    anchor: 'class_embd',
    names: {
      class_embd: 'embeddings.cls_token',
      distillation_embd: 'embeddings.distillation_token',
      register_embd: 'embeddings.register_tokens',
      patch_embd: 'embeddings.patch_embeddings.projection',
      position_embd: 'embeddings.position_embeddings',
      output_norm: 'layernorm',
      classes: 'classifier',
      classes_of_first: 'cls_classifier',
      classes_of_distillation: 'distillation_classifier',
      blk: 'encoder.layer.*',
      attn_q: 'attention.attention.query',
      attn_k: 'attention.attention.key',
      attn_v: 'attention.attention.value',
      attn_output: 'attention.output.dense',
      ...(isDino ? dinoNames(config) : VIT),
    },
    width,
    numHeads,
    headDim,
    patches,
    vocab: 0,
    context: down * across + first.length + (registers?.count ?? 0),
    layers: config.layers('num_hidden_layers'),
    bias: { qkv: config.flag('qkv_bias') },
    norm: { epsilon: config.number('layer_norm_eps') },
    ...mlpOf(config, width, isDino),
    heads: headsOf(isDino, registers?.count ?? 0),
    harmless: [/^embeddings\.mask_token$/, ...(isDino ? [] : [/^decoder\.\d+\./])],
  };
}

const VIT: Names = {
  attn_norm: 'layernorm_before',
  ffn_norm: 'layernorm_after',
  ffn_up: 'intermediate.dense',
  ffn_down: 'output.dense',
};

const dinoNames = (config: Config): Names => ({
  attn_norm: 'norm1',
  attn_scale: 'layer_scale1.lambda1',
  ffn_norm: 'norm2',
  ffn_up: config.flag('use_swiglu_ffn') ? 'mlp.weights_in' : 'mlp.fc1',
  ffn_down: config.flag('use_swiglu_ffn') ? 'mlp.weights_out' : 'mlp.fc2',
  ffn_scale: 'layer_scale2.lambda1',
});

function patchesOf(config: Config, has: Reading['has']): Patches {
  const first = ['class_embd'];
  if (has('embeddings.distillation_token')) first.push('distillation_embd');
  const isRegistered = config.type === 'dinov2_with_registers';
  const count = isRegistered ? config.count('num_register_tokens') : 0;
  const [height, width] = config.pair('patch_size');
  const sides = config.pair('image_size');
  return {
    projection: linear('patch_embd'),
    height,
    width,
    first,
    down: Math.floor(sides[0] / height),
    across: Math.floor(sides[1] / width),
    registers: count > 0 ? { table: 'register_embd', count } : null,
    positions: 'position_embd',
    isSmoothed: count > 0,
  };
}

function mlpOf(config: Config, width: number, isDino: boolean) {
  const activation = config.activation('hidden_act');
  if (!isDino) return { inner: config.size('intermediate_size'), activation };
  const inner = Math.trunc(width * config.size('mlp_ratio'));
  if (!config.flag('use_swiglu_ffn')) return { inner, activation };
  const half = Math.floor((Math.floor((inner * 2) / 3) + 7) / 8) * 8;
  return { inner: half, activation: 'silu' as const, gateInUp: true };
}

function headsOf(isDino: boolean, except: number): Choice[] {
  const pooled: PoolStep = isDino
    ? { pool: ['first', 'mean of the others'], except }
    : { pool: ['first'] };
  return [
    {
      tasks: ['ImageClassificationWithTeacher'],
      kind: 'classes',
      marks: ['classes_of_first.weight'],
      steps: [{ average: [linear('classes_of_first'), linear('classes_of_distillation')] }],
    },
    {
      tasks: ['ImageClassification'],
      kind: 'classes',
      marks: ['classes.weight'],
      steps: [pooled, { linear: linear('classes') }],
    },
  ];
}
