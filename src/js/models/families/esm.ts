// ESM, models of proteins: BERT with norms before its parts. ESM-2 has rotary positions, ESM-1b a table of positions and a norm
// of embeddings. Dropout removed masked tokens in training, so a text's embeddings are scaled by its fraction of masks.

import { Config } from './config.ts';
import { isCausal } from './graph.ts';
import { classes, labels, linear, words } from './heads.ts';
import { rotaryOf } from './rotary.ts';
import type { Reading, Table } from './graph.ts';

/** Places of frequencies in a file: as transformers 5 writes them, and in each layer of older files. */
const PLACES = ['encoder.layer.*.attention.self.', 'encoder.layer.0.attention.self.', ''];
/** The share of the tokens that training did not mask: of 15 %, it masked 80 %. */
const UNMASKED = 1 - 0.15 * 0.8;

export function esm(reading: Reading): Table {
  const { config, has } = reading;
  const heads = config.heads('hidden_size', 'num_attention_heads');
  const inner = config.size('intermediate_size');
  const epsilon = config.number('layer_norm_eps');
  config.expectOnly('add_cross_attention', false, null);
  config.expectOnly('is_folding_model', false, null);
  const isRotary = config.choice('position_embedding_type', ['absolute', 'rotary']) === 'rotary';
  const offset = isRotary ? 0 : config.id('pad_token_id') + 1;
  const frequencies = PLACES.map((at) => `${at}rotary_embeddings.inv_freq`).find(has);
  const given = new Config({}, { at: 'rope_parameters.' });
  const how = { given, theta: config.positive('rope_theta'), share: 1, isPartial: false };
  const rotary = isRotary && { ...rotaryOf(reading, how, heads.headDim), stored: frequencies };
  return {
    kind: 'encoder',
    names: {
      token_embd: 'embeddings.word_embeddings',
      position_embd: isRotary ? '' : 'embeddings.position_embeddings',
      token_embd_norm: config.flag('emb_layer_norm_before') ? 'embeddings.layer_norm' : '',
      output_norm: 'encoder.emb_layer_norm_after',
      blk: 'encoder.layer.*',
      attn_norm: 'attention.LayerNorm',
      attn_q: 'attention.self.query',
      attn_k: 'attention.self.key',
      attn_v: 'attention.self.value',
      attn_output: 'attention.output.dense',
      ffn_norm: 'LayerNorm',
      ffn_up: 'intermediate.dense',
      ffn_down: 'output.dense',
      'head.dense': 'lm_head.dense',
      'head.norm': 'lm_head.layer_norm',
      output: 'lm_head.decoder',
      'output.bias': 'lm_head.bias',
      pooler: 'classifier.dense',
      classes: 'classifier.out_proj',
      labels: 'classifier',
      contacts: 'contact_head.regression',
    },
    ...heads,
    inner,
    activation: 'gelu',
    norm: { epsilon },
    layers: config.layers('num_hidden_layers'),
    causal: config.flag('is_decoder') && isCausal(config),
    attention: () => (rotary ? { rotary } : {}),
    positionOffset: offset,
    masks: config.flag('token_dropout') ? { id: config.id('mask_token_id'), unmasked: UNMASKED } : undefined, // prettier-ignore
    vocab: config.size('vocab_size'),
    context: config.size('max_position_embeddings') - offset,
    heads: [words('gelu', epsilon), classes('tanh'), labels],
    contacts: linear('contacts'),
    tied: true,
    harmless: [
      /rotary_embeddings\.inv_freq$/, // the ones in layer 0 are read
      /^contact_head\./, // without its other part
      ...(isRotary ? [/^embeddings\.position_embeddings\.weight$/] : []),
    ],
  };
}
