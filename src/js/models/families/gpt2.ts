// GPT-2: learned positions, fused q, k, v, and weights stored as (in, out), as its Conv1D has them.

import { layerNorm, linear, looksBack, preNorm, times } from './common.ts';
import { decoderHeads, headOf, tied } from './heads.ts';
import type { Description, Linear } from '../description.ts';
import type { Reading } from './common.ts';

export function gpt2(reading: Reading): Description {
  const { config, values } = reading;
  const width = config.size('n_embd');
  const numHeads = config.size('n_head');
  const headDim = config.quotient('n_embd', 'n_head');
  const inner = config.size('n_inner', 4 * width);
  const epsilon = config.number('layer_norm_epsilon');
  const activation = config.activation('activation_function');
  const isScaled = config.flag('scale_attn_weights');
  const isScaledByLayer = config.flag('scale_attn_by_inverse_layer_idx');
  config.expectOnly('add_cross_attention', false);
  return {
    kind: 'decoder',
    anchor: 'wte.weight',
    vocabSize: config.size('vocab_size'),
    contextLen: config.size('n_positions'),
    embedDim: width,
    stack: {
      embedding: { tokens: 'wte.weight', positions: { table: 'wpe.weight', offset: 0 } },
      blocks: times(config.layers('n_layer'), (layer) => {
        const at = `h.${layer}`;
        const part = (i: number) => conv(`${at}.attn.c_attn`, [i * width, (i + 1) * width]);
        return {
          attention: {
            query: part(0),
            key: part(1),
            value: part(2),
            output: conv(`${at}.attn.c_proj`),
            numHeads,
            numKvHeads: numHeads,
            headDim,
            scale: (isScaled ? 1 / Math.sqrt(headDim) : 1) / (isScaledByLayer ? layer + 1 : 1),
            causal: looksBack(config),
          },
          around: preNorm(layerNorm(`${at}.ln_1`, epsilon)),
          mlp: {
            up: conv(`${at}.mlp.c_fc`),
            gate: null,
            down: conv(`${at}.mlp.c_proj`),
            ...{ inner, activation },
          },
          aroundMlp: preNorm(layerNorm(`${at}.ln_2`, epsilon)),
        };
      }),
      finalNorm: layerNorm('ln_f', epsilon),
    },
    ...headOf(reading, decoderHeads(values, { label: 'classifier' })),
    ties: tied(values, true, ['lm_head.weight', 'wte.weight']),
  };
}

function conv(name: string, rows?: [number, number]): Linear {
  const { weight, bias } = linear(name);
  return {
    weight: { name: weight as string, rows, transposed: true },
    bias: { name: bias as string, rows },
  };
}
