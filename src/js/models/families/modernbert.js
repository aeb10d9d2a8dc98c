// ModernBERT: rotary positions with a theta for layers that see everything and one for those that see a window, gated MLP,
// norms without bias.

import {
  activationOf,
  groupedRows,
  layerNorm,
  linear,
  ownKeys,
  partOf,
  preNorm,
  rotary,
  times,
} from './common.js';
import { headOf, tied } from './heads.js';

/** @import { Description, HeadStep } from '../description.js' */
/** @import { Reading } from './common.js' */
/** @import { Choice } from './heads.js' */

/** @param {Reading} reading @returns {Description} */
export function modernbert(reading) {
  const { config } = reading;
  const width = config.hidden_size;
  const numHeads = config.num_attention_heads;
  const headDim = width / numHeads;
  const inner = config.intermediate_size;
  const norm = (/** @type {string} */ name) =>
    layerNorm(name, config.norm_eps, config.norm_bias === true);
  const every = config.global_attn_every_n_layers ?? 3;
  const attentionBias = config.attention_bias === true;
  const mlpBias = config.mlp_bias === true;
  return {
    kind: 'encoder',
    anchor: 'embeddings.tok_embeddings.weight',
    vocabSize: config.vocab_size,
    contextLen: config.max_position_embeddings,
    embedDim: width,
    stack: {
      embedding: { tokens: 'embeddings.tok_embeddings.weight', norm: norm('embeddings.norm') },
      blocks: times(config.num_hidden_layers, (layer) => {
        const at = `layers.${layer}`;
        const global = config.layer_types
          ? config.layer_types[layer] === 'full_attention'
          : layer % every === 0;
        const reach = Math.floor(config.local_attention / 2);
        const part = (/** @type {number} */ i) =>
          partOf(`${at}.attn.Wqkv`, attentionBias, groupedRows(1, 3, i, 1, width));
        const half = (/** @type {number} */ i) =>
          partOf(`${at}.mlp.Wi`, mlpBias, [i * inner, (i + 1) * inner]);
        return {
          attention: {
            query: part(0),
            key: part(1),
            value: part(2),
            output: linear(`${at}.attn.Wo`, attentionBias),
            ...ownKeys(numHeads, headDim),
            causal: false,
            window: global ? undefined : { left: reach, right: reach },
            rotary: rotary(reading, {
              headDim,
              theta: global
                ? config.global_rope_theta
                : (config.local_rope_theta ?? config.global_rope_theta),
              layerType: global ? 'full_attention' : 'sliding_attention',
            }),
          },
          around:
            layer === 0
              ? { before: null, inside: null, after: null }
              : preNorm(norm(`${at}.attn_norm`)),
          mlp: {
            gate: half(0),
            up: half(1),
            down: linear(`${at}.mlp.Wo`, mlpBias),
            activation: activationOf(config.hidden_activation, 'hidden_activation'),
          },
          aroundMlp: preNorm(norm(`${at}.mlp_norm`)),
        };
      }),
      finalNorm: norm('final_norm'),
    },
    ...headOf(reading, heads(config)),
    ties: tied(config, true, ['decoder.weight', 'embeddings.tok_embeddings.weight']),
  };
}

/** @param {Reading['config']} config @returns {Choice[]} */
function heads(config) {
  /** @type {HeadStep[]} */
  const normed = [
    { linear: linear('head.dense', config.classifier_bias === true) },
    { activation: activationOf(config.classifier_activation ?? 'gelu', 'classifier_activation') },
    { norm: layerNorm('head.norm', config.norm_eps, config.norm_bias === true) },
  ];
  const marks = ['head.dense.weight', 'classifier.weight'];
  const pool = config.classifier_pooling === 'mean' ? 'mean' : 'first';
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
      steps: [...normed, { linear: linear('decoder', config.decoder_bias !== false) }],
    },
  ];
}
