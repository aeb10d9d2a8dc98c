// BART, mBART, Marian, Pegasus, M2M100 and NLLB: an encoder and a decoder, with norms after in BART and Marian, and before
// in the others. Positions of BART and mBART are learned, from the third row on; the others' are sines, in some files of Pegasus too.

import { classesAtEnd, linear } from './heads.ts';
import type { Names, Tie } from '../description.ts';
import type { Config } from './config.ts';
import type { Reading, StackTable, Table } from './graph.ts';

/** Names of norms after each part, and before it. */
const AFTER: Names = {
  attn_output_norm: 'self_attn_layer_norm',
  'dec.cross_attn_output_norm': 'encoder_attn_layer_norm',
  layer_output_norm: 'final_layer_norm',
};
const BEFORE: Names = {
  attn_norm: 'self_attn_layer_norm',
  'dec.cross_attn_norm': 'encoder_attn_layer_norm',
  ffn_norm: 'final_layer_norm',
};
const OFFSET = 2;
const EPSILON = 1e-5;
const END = 2;

export function bart({ config, has, power, values }: Reading): Table {
  const is = (...types: string[]) => types.includes(config.type);
  const isBefore = is('mbart', 'pegasus', 'm2m_100');
  const isLearned = is('bart', 'mbart');
  const isTable = isLearned || (is('pegasus') && has('encoder.embed_positions.weight'));
  const isShared = !is('marian') || config.flag('share_encoder_decoder_embeddings');
  const isBiased = has('final_logits_bias');
  const encoderVocab = config.size('vocab_size');
  const vocab = (!isShared && config.sizeOrNone('decoder_vocab_size')) || encoderVocab;
  const context = config.size('max_position_embeddings');
  const width = config.size('d_model');
  const encoder = sizesOf(config, 'encoder');
  return {
    kind: 'encoder-decoder',
    anchor: 'dec.blk.0.ffn_up.weight',
    names: {
      shared_embd: 'shared',
      token_embd: '{side}.embed_tokens',
      position_embd: isTable ? '{side}.embed_positions' : '',
      token_embd_norm: isLearned ? '{side}.layernorm_embedding' : '',
      output_norm: isBefore ? '{side}.layer_norm' : '',
      output: 'lm_head',
      'output.bias': 'final_logits_bias',
      pooler: 'classification_head.dense',
      classes: 'classification_head.out_proj',
      blk: '{side}.layers.*',
      attn_q: 'self_attn.q_proj',
      attn_k: 'self_attn.k_proj',
      attn_v: 'self_attn.v_proj',
      attn_output: 'self_attn.out_proj',
      'dec.cross_attn_q': 'encoder_attn.q_proj',
      'dec.cross_attn_k': 'encoder_attn.k_proj',
      'dec.cross_attn_v': 'encoder_attn.v_proj',
      'dec.cross_attn_output': 'encoder_attn.out_proj',
      ffn_up: 'fc1',
      ffn_down: 'fc2',
      ...(isBefore ? BEFORE : AFTER),
    },
    vocab,
    encoderVocab,
    context,
    width,
    ...sizesOf(config, 'decoder'),
    encoder,
    embeddingScale: config.flag('scale_embedding') ? power(width, 0.5) : 1,
    positionOffset: isLearned ? OFFSET : is('m2m_100') ? afterPadding(config) : 0,
    sinusoidal: isLearned ? undefined : is('m2m_100') ? 'spread' : 'halves',
    norm: { epsilon: EPSILON },
    activation: config.activation('activation_function'),
    heads: [
      classesAtEnd(values, END),
      {
        tasks: ['CausalLM'],
        kind: 'tokens',
        marks: [isBiased ? 'output.bias' : 'output.weight'],
        steps: [{ linear: linear('output', isBiased) }],
      },
    ],
    tied: true,
    ties: isShared ? SHARED : [['output.weight', 'dec.token_embd.weight']],
    harmless: [
      /^shared\.weight$/,
      isLearned ? /^(encoder|decoder)\.version$/ : /^(encoder|decoder)\.embed_positions\.weights?$/,
    ],
  };
}

/** Some Marian models have a vocabulary for each side. */
const SHARED: readonly Tie[] = ['enc.token_embd', 'dec.token_embd', 'output'].map((name) => [
  `${name}.weight`,
  'shared_embd.weight',
]);

/** The number of M2M100's first position, which follows padding's. */
function afterPadding(config: Config) {
  const padding = config.id('pad_token_id');
  // a decoder that begins with padding would give it no position
  if (config.any('decoder_start_token_id') !== padding) return padding + 1;
  throw config.wrong('pad_token_id', 'another token than decoder_start_token_id', padding, 'unsupported'); // prettier-ignore
}

function sizesOf(config: Config, side: 'encoder' | 'decoder') {
  const numHeads = config.size(`${side}_attention_heads`);
  const headDim = config.quotient('d_model', `${side}_attention_heads`);
  const inner = config.size(`${side}_ffn_dim`);
  const layers = config.layers(`${side}_layers`);
  return { numHeads, headDim, inner, layers } satisfies Partial<StackTable>;
}
