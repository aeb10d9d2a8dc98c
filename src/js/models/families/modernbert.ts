// ModernBERT: rotary positions with one theta for layers with a window and another for the rest, gated MLPs, norms without
// bias.

import { times } from './graph.ts';
import { layerNorm, linear } from './heads.ts';
import { parametersByType, rotaryOf } from './rotary.ts';
import type { HeadStep } from '../description.ts';
import type { Config } from './config.ts';
import type { Reading, Table } from './graph.ts';
import type { Choice } from './heads.ts';

const FULL = 'full_attention';
const SLIDING = 'sliding_attention';
/** Default of the period of layers without a window. */
const EVERY = 3;

export function modernbert(reading: Reading): Table {
  const { config } = reading;
  const heads = config.heads('hidden_size', 'num_attention_heads');
  const inner = config.size('intermediate_size');
  const activation = config.activation('hidden_activation');
  const norm = { epsilon: config.number('norm_eps'), bias: config.flag('norm_bias') };
  const layers = config.layers('num_hidden_layers');
  const bias = config.flag('attention_bias');
  return {
    kind: 'encoder',
    names: {
      token_embd: 'embeddings.tok_embeddings',
      token_embd_norm: 'embeddings.norm',
      output_norm: 'final_norm',
      blk: 'layers.*',
      'blk.0.attn_norm': '',
      attn_norm: 'attn_norm',
      attn_qkv: 'attn.Wqkv',
      attn_output: 'attn.Wo',
      ffn_norm: 'mlp_norm',
      ffn_up: 'mlp.Wi',
      ffn_down: 'mlp.Wo',
      'head.dense': 'head.dense',
      'head.norm': 'head.norm',
      output: 'decoder',
      classes: 'classifier',
    },
    ...heads,
    inner,
    activation,
    norm,
    layers,
    gateInUp: true,
    attention: layersOf(reading, layers, heads.headDim),
    bias: { qkv: bias, output: bias, ffn: config.flag('mlp_bias') },
    vocab: config.size('vocab_size'),
    heads: headsOf(config, norm),
    tied: true,
    otherHeads: ['head', 'decoder'],
  };
}

/** The windows and rotary positions of layers, by the layers' types. */
function layersOf(reading: Reading, count: number, headDim: number): Table['attention'] {
  const { config } = reading;
  const given = config.words('layer_types', count, [FULL, SLIDING]);
  const every = config.size('global_attn_every_n_layers', EVERY);
  const types = given ?? times(count, (layer) => (layer % every === 0 ? FULL : SLIDING));
  const reach = config.has('sliding_window')
    ? config.count('sliding_window')
    : Math.floor(config.count('local_attention') / 2);
  const full = types.includes(FULL)
    ? parametersByType(config, FULL, ['global_rope_theta', 160000], true)
    : null;
  const sliding = types.includes(SLIDING)
    ? parametersByType(config, SLIDING, ['local_rope_theta', 10000], true)
    : null;
  const [ofFull, ofSliding] = [full, sliding].map((one) => one && rotaryOf(reading, one, headDim));
  return (layer) =>
    types[layer] === FULL
      ? { rotary: ofFull }
      : { rotary: ofSliding, window: { left: reach, right: reach } };
}

function headsOf(config: Config, norm: { epsilon: number; bias: boolean }): Choice[] {
  const normed: HeadStep[] = [
    { linear: linear('head.dense', config.flag('classifier_bias')) },
    { activation: config.activation('classifier_activation') },
    { norm: layerNorm('head.norm', norm.epsilon, norm.bias) },
  ];
  const marks = ['head.dense.weight', 'classes.weight'];
  const pool = config.choice('classifier_pooling', ['cls', 'mean']) === 'mean' ? 'mean' : 'first';
  const out = { linear: linear('classes') };
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
      steps: [...normed, { linear: linear('output', config.flag('decoder_bias')) }],
    },
  ];
}
