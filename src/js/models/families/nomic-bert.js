// Nomic BERT: BERT with rotary positions and gated MLPs, of which only the norms have biases. Its own config.json has the names of
// GPT-2; that of transformers has BERT's.

import { describe, HeadwiseError } from '../../arguments/errors.js';
import {
  activationOf,
  groupedRows,
  layerNorm,
  linear,
  ownKeys,
  partOf,
  postNorm,
  rotary,
  times,
} from './common.js';
import { classes, headOf, labels, tied, words } from './heads.js';

/** @import { Description } from '../description.js' */
/** @import { Config, Reading } from './common.js' */

const HEAD = 'cls.predictions';
/** Of its own config.json, the values of every published model that this table is for, and what a file without the key means. @type {Record<string, [expected: unknown, without: unknown]>} */
const EXPECTED = {
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

/** @param {Reading} reading @returns {Description} */
export function nomicBert({ config: given, ...rest }) {
  const config = inTransformersWords(given);
  const reading = { ...rest, config };
  const width = config.hidden_size;
  const numHeads = config.num_attention_heads;
  const headDim = config.head_dim ?? width / numHeads;
  const epsilon = config.layer_norm_eps;
  const turns = rotary(reading, { headDim });
  return {
    kind: 'encoder',
    anchor: 'embeddings.word_embeddings.weight',
    vocabSize: config.vocab_size,
    contextLen: config.max_position_embeddings,
    embedDim: width,
    stack: {
      embedding: {
        tokens: 'embeddings.word_embeddings.weight',
        types: config.type_vocab_size > 0 ? 'embeddings.token_type_embeddings.weight' : null,
        norm: layerNorm('emb_ln', epsilon),
      },
      blocks: times(config.num_hidden_layers, (layer) => {
        const at = `encoder.layers.${layer}`;
        const part = (/** @type {number} */ i) =>
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
            activation: activationOf(config.hidden_act),
          },
          aroundMlp: postNorm(layerNorm(`${at}.norm2`, epsilon)),
        };
      }),
      finalNorm: null,
    },
    ...headOf({ ...rest, config: given }, [
      words(
        {
          dense: `${HEAD}.transform.dense`,
          norm: `${HEAD}.transform.layer_norm`,
          decoder: linear(`${HEAD}.decoder`),
        },
        activationOf(config.hidden_act),
        epsilon,
      ),
      classes('pooler.dense', 'tanh', 'classifier'),
      labels('classifier'),
    ]),
    ties: tied(
      given,
      true,
      [`${HEAD}.decoder.weight`, 'embeddings.word_embeddings.weight'],
      [`${HEAD}.decoder.bias`, `${HEAD}.bias`],
    ),
  };
}

/** @param {Config} config @returns {Config} */
function inTransformersWords(config) {
  if (config.n_embd === undefined) return config;
  for (const [key, [expected, without]] of Object.entries(EXPECTED)) {
    const value = config[key] === undefined ? without : config[key];
    if (value === expected) continue;
    const got = `got ${describe(value)}${Object.hasOwn(config, key) ? '' : ', as without it'}`;
    throw new HeadwiseError('unsupported', `${key}: expected ${expected} of a Nomic BERT, ${got}`);
  }
  return {
    hidden_size: config.n_embd,
    num_attention_heads: config.n_head,
    num_hidden_layers: config.n_layer,
    max_position_embeddings: config.n_positions,
    layer_norm_eps: config.layer_norm_epsilon,
    hidden_act: String(config.activation_function).replace('swiglu', 'silu'),
    rope_theta: config.rotary_emb_base,
    vocab_size: config.vocab_size,
    type_vocab_size: config.type_vocab_size,
  };
}
