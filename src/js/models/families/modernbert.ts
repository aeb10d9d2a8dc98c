// ModernBERT: rotary positions with a theta for layers that see everything and one for those that see a window, gated MLP,
// norms without bias.

import {
  contextOf,
  groupedRows,
  layerNorm,
  linear,
  ownKeys,
  partOf,
  preNorm,
  times,
} from './common.ts';
import { parametersByType, rotary } from './rotary.ts';
import { headOf, tied } from './heads.ts';
import type { Description, HeadStep } from '../description.ts';
import type { Reading } from './common.ts';
import type { Config } from './config.ts';
import type { Choice } from './heads.ts';

const FULL = 'full_attention';
const SLIDING = 'sliding_attention';
/** One layer of so many sees everything, where the config does not say it. */
const EVERY = 3;

export function modernbert(reading: Reading): Description {
  const { config, values } = reading;
  const width = config.size('hidden_size');
  const numHeads = config.size('num_attention_heads');
  const headDim = config.quotient('hidden_size', 'num_attention_heads');
  const inner = config.size('intermediate_size');
  const activation = config.activation('hidden_activation');
  const norm = (name: string) =>
    layerNorm(name, config.number('norm_eps'), config.flag('norm_bias'));
  const layers = config.layers('num_hidden_layers');
  const types = typesOf(config, layers);
  const reach = config.has('sliding_window')
    ? config.count('sliding_window')
    : Math.floor(config.count('local_attention') / 2);
  const attentionBias = config.flag('attention_bias');
  const mlpBias = config.flag('mlp_bias');
  const turns = (isFull: boolean) => rotary(reading, turnsOf(config, isFull), headDim);
  const blocks = times(layers, (layer) => {
    const at = `layers.${layer}`;
    const isFull = types[layer] === FULL;
    const part = (i: number) =>
      partOf(`${at}.attn.Wqkv`, attentionBias, groupedRows(1, 3, i, 1, width));
    const half = (i: number) => partOf(`${at}.mlp.Wi`, mlpBias, [i * inner, (i + 1) * inner]);
    return {
      attention: {
        query: part(0),
        key: part(1),
        value: part(2),
        output: linear(`${at}.attn.Wo`, attentionBias),
        ...ownKeys(numHeads, headDim),
        causal: false,
        window: isFull ? undefined : { left: reach, right: reach },
        rotary: turns(isFull),
      },
      around:
        layer === 0
          ? { before: null, inside: null, after: null }
          : preNorm(norm(`${at}.attn_norm`)),
      mlp: {
        gate: half(0),
        up: half(1),
        down: linear(`${at}.mlp.Wo`, mlpBias),
        ...{ inner, activation },
      },
      aroundMlp: preNorm(norm(`${at}.mlp_norm`)),
    };
  });
  return {
    kind: 'encoder',
    anchor: 'embeddings.tok_embeddings.weight',
    vocabSize: config.size('vocab_size'),
    contextLen: contextOf(config, blocks),
    embedDim: width,
    stack: {
      embedding: { tokens: 'embeddings.tok_embeddings.weight', norm: norm('embeddings.norm') },
      blocks,
      finalNorm: norm('final_norm'),
    },
    ...headOf(reading, heads(config)),
    ties: tied(values, true, ['decoder.weight', 'embeddings.tok_embeddings.weight']),
  };
}

/** The type of each layer. */
function typesOf(config: Config, layers: number) {
  const given = config.words('layer_types', layers, [FULL, SLIDING]);
  const every = config.size('global_attn_every_n_layers', EVERY);
  return given ?? times(layers, (layer) => (layer % every === 0 ? FULL : SLIDING));
}

function turnsOf(config: Config, isFull: boolean) {
  return isFull
    ? parametersByType(config, FULL, ['global_rope_theta', 160000], true)
    : parametersByType(config, SLIDING, ['local_rope_theta', 10000], true);
}

function heads(config: Config): Choice[] {
  const normed: HeadStep[] = [
    { linear: linear('head.dense', config.flag('classifier_bias')) },
    { activation: config.activation('classifier_activation') },
    { norm: layerNorm('head.norm', config.number('norm_eps'), config.flag('norm_bias')) },
  ];
  const marks = ['head.dense.weight', 'classifier.weight'];
  const pool = config.choice('classifier_pooling', ['cls', 'mean']) === 'mean' ? 'mean' : 'first';
  const out = { linear: linear('classifier') };
  return [
    {
      tasks: ['SequenceClassification'],
      kind: 'classes',
      marks,
      steps: [{ pool: [pool] }, ...normed, out],
    },
    { tasks: ['TokenClassification'], kind: 'labels', marks, steps: [...normed, out] },
    {
      tasks: ['MaskedLM'],
      kind: 'tokens',
      marks: ['head.dense.weight'],
      steps: [...normed, { linear: linear('decoder', config.flag('decoder_bias')) }],
    },
  ];
}
