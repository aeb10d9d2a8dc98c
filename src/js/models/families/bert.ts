// BERT and models with its architecture: RoBERTa (positions begin after padding's), ELECTRA (a narrower embedding), MiniLM.

import { isCausal } from './graph.ts';
import { classes, labels, linear, words, WORD_BIAS } from './heads.ts';
import type { Names } from '../description.ts';
import type { Reading, Table } from './graph.ts';
import type { Choice } from './heads.ts';

/** The names of heads; RoBERTa and its variants have others. */
const HEADS: Record<string, Names> = {
  bert: {
    'head.dense': 'cls.predictions.transform.dense',
    'head.norm': 'cls.predictions.transform.LayerNorm',
    output: 'cls.predictions.decoder',
    output_bias: 'cls.predictions.bias',
    cls: 'pooler.dense',
    'cls.output': 'classifier',
  },
  electra: {
    'head.dense': 'generator_predictions.dense',
    'head.norm': 'generator_predictions.LayerNorm',
    output: 'generator_lm_head',
    cls: 'classifier.dense',
    'cls.output': 'classifier.out_proj',
    discriminator: 'discriminator_predictions.dense',
    'discriminator.output': 'discriminator_predictions.dense_prediction',
  },
};
const ROBERTA: Names = {
  'head.dense': 'lm_head.dense',
  'head.norm': 'lm_head.layer_norm',
  output: 'lm_head.decoder',
  output_bias: 'lm_head.bias',
  cls: 'classifier.dense',
  'cls.output': 'classifier.out_proj',
};

export function bert({ config, isGguf }: Reading): Table {
  const { type } = config;
  const heads = config.heads('hidden_size', 'num_attention_heads');
  const inner = config.size('intermediate_size');
  const epsilon = config.number('layer_norm_eps');
  const activation = config.activation('hidden_act');
  const isElectra = type === 'electra';
  const isNarrow = isElectra && config.size('embedding_size') !== heads.width;
  config.expectOnly('position_embedding_type', 'absolute', null);
  config.expectOnly('add_cross_attention', false);
  // RoBERTa and its variants count positions from padding's on
  const offset = Object.hasOwn(HEADS, type) ? 0 : config.id('pad_token_id') + 1;
  const vocab = config.size('vocab_size');
  const context = config.size('max_position_embeddings') - offset;
  const isTyped = config.count('type_vocab_size') > 0;
  return {
    kind: 'encoder',
    names: {
      token_embd: 'embeddings.word_embeddings',
      position_embd: 'embeddings.position_embeddings',
      token_types: isTyped ? 'embeddings.token_type_embeddings' : '',
      token_embd_norm: 'embeddings.LayerNorm',
      token_embd_project: isNarrow ? 'embeddings_project' : '',
      blk: 'encoder.layer.*',
      attn_q: 'attention.self.query',
      attn_k: 'attention.self.key',
      attn_v: 'attention.self.value',
      attn_output: 'attention.output.dense',
      attn_output_norm: 'attention.output.LayerNorm',
      ffn_up: 'intermediate.dense',
      ffn_down: 'output.dense',
      layer_output_norm: 'output.LayerNorm',
      ...(HEADS[type] ?? ROBERTA),
      labels: 'classifier',
    },
    vocab,
    context,
    ...heads,
    inner,
    activation,
    positionOffset: offset,
    layers: config.layers('num_hidden_layers'),
    norm: { epsilon },
    causal: config.flag('is_decoder') && isCausal(config),
    heads: [
      words(type === 'bert' ? activation : 'gelu', epsilon, type === 'bert'),
      // a DistilBERT in GGUF, which has no token types, has another
      ...(isGguf && !isTyped ? [] : [classes(isElectra ? 'gelu' : 'tanh', 'cls', 'cls.output')]),
      labels,
      ...(isElectra ? [replaced(activation)] : []),
    ],
    tied: true,
    harmless: [/^embeddings\.token_type_ids$/, WORD_BIAS],
  };
}

/** ELECTRA's discriminator: whether each token replaced another. */
const replaced = (activation: Table['activation']): Choice => ({
  tasks: ['PreTraining'],
  kind: 'labels',
  marks: ['discriminator.weight'],
  steps: [
    { linear: linear('discriminator') },
    { activation },
    { linear: linear('discriminator.output') },
  ],
  names: ['replaced'],
});
