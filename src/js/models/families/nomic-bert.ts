// Nomic BERT: BERT with rotary positions and gated MLPs, in which only norms have biases. Its original config.json has GPT-2's
// names, transformers' has BERT's.

import { describe, HeadwiseError } from '../../arguments/errors.ts';
import { parametersOf, rotaryOf } from './rotary.ts';
import { classes, labels, words, WORD_BIAS } from './heads.ts';
import type { Config } from './config.ts';
import type { Reading, Table } from './graph.ts';

/** Fields of the original config.json: the value in every published model of this table, and the default. */
const EXPECTED: Record<string, [expected: unknown, without: unknown]> = {
  prenorm: [false, false],
  parallel_block: [false, false],
  use_rms_norm: [false, false],
  causal: [false, false],
  qkv_proj_bias: [false, true],
  mlp_fc1_bias: [false, true],
  mlp_fc2_bias: [false, true],
  rotary_emb_fraction: [1, 0],
  rotary_emb_interleaved: [false, false],
  rotary_emb_scale_base: [null, null],
  rotary_scaling_factor: [null, null],
  scale_attn_weights: [true, true],
  scale_attn_by_inverse_layer_idx: [false, false],
};

export function nomicBert({ config: given, ...rest }: Reading): Table {
  const config = inTransformersWords(given, rest.values);
  const width = config.size('hidden_size');
  const numHeads = config.size('num_attention_heads');
  const headDim =
    config.sizeOrNone('head_dim') ?? config.quotient('hidden_size', 'num_attention_heads');
  const isSaid = config.has('intermediate_size') || !config.has('n_embd');
  const inner = isSaid ? config.size('intermediate_size') : undefined;
  const activation = config.activation('hidden_act');
  const epsilon = config.number('layer_norm_eps');
  const rotary = rotaryOf({ ...rest, config }, parametersOf(config, { theta: 1000 }), headDim);
  const layers = config.layers('num_hidden_layers');
  const vocab = config.size('vocab_size');
  return {
    kind: 'encoder',
    names: {
      token_embd: 'embeddings.word_embeddings',
      token_types: config.count('type_vocab_size') > 0 ? 'embeddings.token_type_embeddings' : '',
      token_embd_norm: 'emb_ln',
      blk: 'encoder.layers.*',
      attn_qkv: 'attn.Wqkv',
      attn_output: 'attn.out_proj',
      attn_output_norm: 'norm1',
      ffn_up: 'mlp.fc11',
      ffn_gate: 'mlp.fc12',
      ffn_down: 'mlp.fc2',
      layer_output_norm: 'norm2',
      'head.dense': 'cls.predictions.transform.dense',
      'head.norm': 'cls.predictions.transform.layer_norm',
      output: 'cls.predictions.decoder',
      output_bias: 'cls.predictions.bias',
      pooler: 'pooler.dense',
      classes: 'classifier',
      labels: 'classifier',
    },
    layers,
    vocab,
    width,
    numHeads,
    headDim,
    inner,
    activation,
    norm: { epsilon },
    attention: () => ({ rotary }),
    bias: { qkv: false, output: false, ffn: false },
    heads: [words(activation, epsilon), classes('tanh'), labels],
    tied: true,
    harmless: [WORD_BIAS],
  };
}

/** Transformers' names of the original config.json's fields. */
const NAMES: Record<string, string> = {
  n_embd: 'hidden_size',
  n_head: 'num_attention_heads',
  n_layer: 'num_hidden_layers',
  n_positions: 'max_position_embeddings',
  n_inner: 'intermediate_size',
  layer_norm_epsilon: 'layer_norm_eps',
  activation_function: 'hidden_act',
  rotary_emb_base: 'rope_theta',
};

function inTransformersWords(config: Config, values: Record<string, any>): Config {
  if (!config.has('n_embd')) return config;
  for (const [key, [expected, without]] of Object.entries(EXPECTED)) {
    const value = values[key] === undefined ? without : values[key];
    if (value === expected) continue;
    const got = `got ${describe(value)}${Object.hasOwn(values, key) ? '' : ', as without it'}`;
    throw new HeadwiseError('unsupported', `${key}: expected ${expected} of a Nomic BERT, ${got}`);
  }
  const activation = values.activation_function;
  return config.renamed(NAMES, activation === 'swiglu' ? { activation_function: 'silu' } : {});
}
