// Nomic BERT: BERT with rotary positions and gated MLPs, of which only the norms have biases. Its own config.json has the names of
// GPT-2; that of transformers has BERT's.

import { describe, HeadwiseError } from '../../arguments/errors.ts';
import {
  contextOf,
  groupedRows,
  layerNorm,
  linear,
  ownKeys,
  partOf,
  postNorm,
  times,
} from './common.ts';
import { parametersOf, rotary } from './rotary.ts';
import { classes, headOf, labels, tied, words } from './heads.ts';
import type { Description } from '../description.ts';
import type { Reading } from './common.ts';
import type { Config } from './config.ts';

const HEAD = 'cls.predictions';
/** Of its own config.json, the values of every published model that this table is for, and what a file without the key means. */
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

export function nomicBert({ config: given, ...rest }: Reading): Description {
  const { values } = rest;
  const config = inTransformersWords(given, values);
  const reading = { ...rest, config };
  const width = config.size('hidden_size');
  const numHeads = config.size('num_attention_heads');
  const headDim =
    config.sizeOrNone('head_dim') ?? config.quotient('hidden_size', 'num_attention_heads');
  const isSaid = config.has('intermediate_size') || !config.has('n_embd');
  const inner = isSaid ? config.size('intermediate_size') : undefined;
  const activation = config.activation('hidden_act');
  const epsilon = config.number('layer_norm_eps');
  const turns = rotary(reading, parametersOf(config, { theta: 1000 }), headDim);
  const blocks = times(config.layers('num_hidden_layers'), (layer) => {
    const at = `encoder.layers.${layer}`;
    const part = (i: number) =>
      partOf(`${at}.attn.Wqkv`, false, groupedRows(1, 3, i, 1, numHeads * headDim));
    return {
      attention: {
        ...{ query: part(0), key: part(1), value: part(2) },
        output: linear(`${at}.attn.out_proj`, false),
        ...ownKeys(numHeads, headDim),
        causal: false,
        rotary: turns,
      },
      around: postNorm(layerNorm(`${at}.norm1`, epsilon)),
      mlp: {
        gate: linear(`${at}.mlp.fc12`, false),
        up: linear(`${at}.mlp.fc11`, false),
        down: linear(`${at}.mlp.fc2`, false),
        ...{ inner, activation },
      },
      aroundMlp: postNorm(layerNorm(`${at}.norm2`, epsilon)),
    };
  });
  return {
    kind: 'encoder',
    anchor: 'embeddings.word_embeddings.weight',
    vocabSize: config.size('vocab_size'),
    contextLen: contextOf(config, blocks),
    embedDim: width,
    stack: {
      embedding: {
        tokens: 'embeddings.word_embeddings.weight',
        types:
          config.count('type_vocab_size') > 0 ? 'embeddings.token_type_embeddings.weight' : null,
        norm: layerNorm('emb_ln', epsilon),
      },
      blocks,
      finalNorm: null,
    },
    ...headOf(reading, [
      words(
        {
          dense: `${HEAD}.transform.dense`,
          norm: `${HEAD}.transform.layer_norm`,
          decoder: linear(`${HEAD}.decoder`),
        },
        activation,
        epsilon,
      ),
      classes('pooler.dense', 'tanh', 'classifier'),
      labels('classifier'),
    ]),
    ties: tied(
      values,
      true,
      [`${HEAD}.decoder.weight`, 'embeddings.word_embeddings.weight'],
      [`${HEAD}.decoder.bias`, `${HEAD}.bias`],
    ),
  };
}

/** Its own config.json, by the names of transformers. */
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
