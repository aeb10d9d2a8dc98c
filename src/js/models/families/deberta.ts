// DeBERTa, also 2 and 3, and mDeBERTa: BERT whose scores also have the content of a query with the position of a key (c2p), and
// the position of a query with the content of a key (p2c). From 2 on distances share positions by the logarithm.

import { classes, labels, layerNorm, linear, words, WORD_BIAS } from './heads.ts';
import type { Names, PositionScores } from '../description.ts';
import type { Config } from './config.ts';
import type { Reading, Table } from './graph.ts';

/** Names of maps to queries, keys and values, of contents and of positions. */
const FIRST: Names = {
  attn_qkv: 'attention.self.in_proj',
  'attn_q.bias': 'attention.self.q_bias',
  'attn_v.bias': 'attention.self.v_bias',
  attn_pos_q: 'attention.self.pos_q_proj',
  attn_pos_k: 'attention.self.pos_proj',
};
const SECOND: Names = {
  attn_q: 'attention.self.query_proj',
  attn_k: 'attention.self.key_proj',
  attn_v: 'attention.self.value_proj',
  attn_pos_q: 'attention.self.pos_query_proj',
  attn_pos_k: 'attention.self.pos_key_proj',
};

export function deberta({ config }: Reading): Table {
  const heads = config.heads('hidden_size', 'num_attention_heads');
  const inner = config.size('intermediate_size');
  const epsilon = config.number('layer_norm_eps');
  const activation = config.activation('hidden_act');
  const isFirst = config.type === 'deberta';
  config.expectOnly('embedding_size', heads.width);
  if (isFirst) config.expectOnly('talking_head', false);
  else {
    config.expectOnly('conv_kernel_size', 0); // a convolution beside the first layer, as in v2-xlarge
    config.expectOnly('attention_head_size', heads.headDim);
  }
  const kinds = wordsOf(config, 'pos_att_type', ['c2p', 'p2c']);
  const scores = positionsOf(config, kinds, epsilon);
  const factor = 1 + (isFirst ? kinds.length : new Set(kinds).size);
  const isOlder = config.flag('legacy');
  return {
    kind: 'encoder',
    names: {
      token_embd: 'embeddings.word_embeddings',
      position_embd: config.flag('position_biased_input') ? 'embeddings.position_embeddings' : '',
      token_types: config.count('type_vocab_size') > 0 ? 'embeddings.token_type_embeddings' : '',
      token_embd_norm: 'embeddings.LayerNorm',
      positions: 'encoder.rel_embeddings',
      positions_norm: 'encoder.LayerNorm',
      blk: 'encoder.layer.*',
      ...(isFirst ? FIRST : SECOND),
      attn_output: 'attention.output.dense',
      attn_output_norm: 'attention.output.LayerNorm',
      ffn_up: 'intermediate.dense',
      ffn_down: 'output.dense',
      layer_output_norm: 'output.LayerNorm',
      'head.dense': isOlder ? 'cls.predictions.transform.dense' : 'lm_predictions.lm_head.dense',
      'head.norm': isOlder ? 'cls.predictions.transform.LayerNorm' : 'lm_predictions.lm_head.LayerNorm', // prettier-ignore
      output: isOlder ? 'cls.predictions.decoder' : '',
      output_bias: isOlder ? 'cls.predictions.bias' : 'lm_predictions.lm_head.bias',
      pooler: 'pooler.dense',
      classes: 'classifier',
      labels: 'classifier',
    },
    ...heads,
    inner,
    activation,
    norm: { epsilon },
    layers: config.layers('num_hidden_layers'),
    grouped: isFirst,
    bias: isFirst ? { k: false } : {},
    scale: 1 / Math.sqrt(heads.headDim * factor),
    attention: (layer) => ({ positions: scores && scores(`blk.${layer}`) }),
    vocab: config.size('vocab_size'),
    context: config.size('max_position_embeddings'),
    heads: [words(activation, epsilon), classes(config.activation('pooler_hidden_act')), labels],
    tied: isOlder || 'always',
    harmless: [WORD_BIAS, /^embeddings\.position_embeddings\.weight$/],
    otherHeads: ['lm_predictions', 'mask_predictions'],
  };
}

/** @returns null: scores have no relative positions; else a function of a block's path */
function positionsOf(config: Config, kinds: readonly string[], epsilon: number) {
  if (!config.flag('relative_attention')) return null;
  const farthest = config.sizeOr('max_relative_positions', config.size('max_position_embeddings'));
  const isFirst = config.type === 'deberta'; // has none of the fields below
  const buckets = isFirst ? 0 : config.sizeOr('position_buckets', 0);
  if (buckets > 0 && (buckets === 1 || farthest - 1 <= Math.floor(buckets / 2))) {
    const text = `from 2 to ${2 * (farthest - 1) - 1}, or -1`;
    throw config.wrong('position_buckets', text, buckets, 'unsupported');
  }
  const norms = isFirst ? [] : wordsOf(config, 'norm_rel_ebd', ['none', 'layer_norm']);
  const isShared = !isFirst && config.flag('share_att_key');
  if (kinds.length === 0) return null;
  return (at: string): PositionScores => {
    const map = (kind: string, side: 'q' | 'k') => {
      const isBiased = !(isFirst && side === 'k');
      const name = `${at}.attn_${isShared ? side : `pos_${side}`}`;
      return kinds.includes(kind) ? linear(name, isBiased) : null;
    };
    return {
      table: 'positions.weight',
      norm: norms.includes('layer_norm') ? layerNorm('positions_norm', epsilon) : null,
      keys: map('c2p', 'k'),
      queries: map('p2c', 'q'),
      span: buckets || farthest,
      buckets,
      farthest,
    };
  };
}

/** A list of words, or one text with bars between them; null, and no field: none. */
function wordsOf(config: Config, name: string, known: readonly string[]): string[] {
  const value = config.any(name) ?? [];
  const isText = typeof value === 'string';
  const words = isText ? value.toLowerCase().split('|').map((one) => one.trim()) : value; // prettier-ignore
  const expected = known.join(' or ');
  if (!Array.isArray(words)) throw config.wrong(name, expected, value);
  const other = words.find((one) => !known.includes(one));
  if (other === undefined && !words.includes(undefined)) return words;
  throw config.wrong(name, expected, other, 'unsupported');
}
