// MPT: ALiBi by its own rule, fused q, k, v, norms without bias.

import {
  groupedRows,
  layerNorm,
  linear,
  looksBack,
  partOf,
  preNorm,
  slopesOf,
  times,
} from './common.ts';
import { decoderHeads, headOf, tied } from './heads.ts';
import type { Description } from '../description.ts';
import type { Reading } from './common.ts';

/** Its config has alibi_bias_max; its code always takes this. */
const BIAS_MAX = 8;

export function mpt(reading: Reading): Description {
  const { config, power, values } = reading;
  const width = config.size('d_model');
  const numHeads = config.size('n_heads');
  const headDim = config.quotient('d_model', 'n_heads');
  const attention = config.part('attn_config');
  const epsilon = config.number('layer_norm_epsilon');
  const clip = attention?.any('clip_qkv') ? attention.positive('clip_qkv') : undefined;
  const ownScale = 1 / Math.sqrt(headDim);
  const slopes = ownSlopes(numHeads, power);
  return {
    kind: 'decoder',
    anchor: 'wte.weight',
    vocabSize: config.size('vocab_size'),
    contextLen: config.size('max_seq_len'),
    embedDim: width,
    stack: {
      embedding: { tokens: 'wte.weight' },
      blocks: times(config.layers('n_layers'), (layer) => {
        const at = `blocks.${layer}`;
        const part = (i: number) =>
          partOf(`${at}.attn.Wqkv`, false, groupedRows(1, 3, i, 1, width));
        return {
          attention: {
            query: part(0),
            key: part(1),
            value: part(2),
            output: linear(`${at}.attn.out_proj`, false),
            numHeads,
            numKvHeads: numHeads,
            headDim,
            scale: attention?.number('softmax_scale', ownScale) ?? ownScale,
            causal: looksBack(config),
            slopes,
            clip,
          },
          around: preNorm(layerNorm(`${at}.norm_1`, epsilon, false)),
          mlp: {
            up: linear(`${at}.ffn.up_proj`, false),
            gate: null,
            down: linear(`${at}.ffn.down_proj`, false),
            inner: 4 * width, // its code ignores expansion_ratio
            activation: 'gelu',
          },
          aroundMlp: preNorm(layerNorm(`${at}.norm_2`, epsilon, false)),
        };
      }),
      finalNorm: layerNorm('norm_f', epsilon, false),
    },
    ...headOf(reading, decoderHeads(values, { label: 'classifier' })),
    ties: tied(values, true, ['lm_head.weight', 'wte.weight']),
  };
}

function ownSlopes(heads: number, power: Reading['power']) {
  let whole = 1;
  while (whole < heads) whole *= 2;
  const all = slopesOf(whole, (i) => 1 / power(2, ((i + 1) * BIAS_MAX) / whole));
  if (whole === heads) return all;
  const odd = all.filter((_, i) => i % 2 === 1);
  const even = all.filter((_, i) => i % 2 === 0);
  return [...odd, ...even].slice(0, heads);
}
