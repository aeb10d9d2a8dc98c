// BART and Marian: an encoder and a decoder with norms after. BART's positions are learned, from the third row on; Marian's
// are sines that its file does not have.

import { classesAtEnd, linear } from './heads.ts';
import type { Tie } from '../description.ts';
import type { Config } from './config.ts';
import type { Reading, StackTable, Table } from './graph.ts';

const OFFSET = 2;
const EPSILON = 1e-5;
const END = 2;

export function bart({ config, has, power, values }: Reading): Table {
  const isMarian = config.type === 'marian';
  const isShared = !isMarian || config.flag('share_encoder_decoder_embeddings');
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
      position_embd: isMarian ? '' : '{side}.embed_positions',
      token_embd_norm: isMarian ? '' : '{side}.layernorm_embedding',
      output: 'lm_head',
      'output.bias': 'final_logits_bias',
      pooler: 'classification_head.dense',
      classes: 'classification_head.out_proj',
      blk: '{side}.layers.*',
      attn_q: 'self_attn.q_proj',
      attn_k: 'self_attn.k_proj',
      attn_v: 'self_attn.v_proj',
      attn_output: 'self_attn.out_proj',
      attn_output_norm: 'self_attn_layer_norm',
      'dec.cross_attn_q': 'encoder_attn.q_proj',
      'dec.cross_attn_k': 'encoder_attn.k_proj',
      'dec.cross_attn_v': 'encoder_attn.v_proj',
      'dec.cross_attn_output': 'encoder_attn.out_proj',
      'dec.cross_attn_output_norm': 'encoder_attn_layer_norm',
      ffn_up: 'fc1',
      ffn_down: 'fc2',
      layer_output_norm: 'final_layer_norm',
    },
    vocab,
    encoderVocab,
    context,
    width,
    ...sizesOf(config, 'decoder'),
    encoder,
    embeddingScale: config.flag('scale_embedding') ? power(width, 0.5) : 1,
    positionOffset: OFFSET,
    sinusoidal: isMarian ? 'halves' : undefined,
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
      isMarian ? /^(encoder|decoder)\.embed_positions\.weight$/ : /^(encoder|decoder)\.version$/,
    ],
  };
}

/** Some Marian models have a vocabulary for each side. */
const SHARED: readonly Tie[] = ['enc.token_embd', 'dec.token_embd', 'output'].map((name) => [
  `${name}.weight`,
  'shared_embd.weight',
]);

function sizesOf(config: Config, side: 'encoder' | 'decoder') {
  const numHeads = config.size(`${side}_attention_heads`);
  const headDim = config.quotient('d_model', `${side}_attention_heads`);
  const inner = config.size(`${side}_ffn_dim`);
  const layers = config.layers(`${side}_layers`);
  return { numHeads, headDim, inner, layers } satisfies Partial<StackTable>;
}
