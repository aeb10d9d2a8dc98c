// GPT-NeoX and Pythia: q, k, v of each head together, a part of each head turned, attention and MLP side by side.

import {
  contextOf,
  groupedRows,
  layerNorm,
  linear,
  looksBack,
  ownKeys,
  partOf,
  preNorm,
  times,
} from './common.ts';
import { parametersOf, rotary } from './rotary.ts';
import { decoderHeads, headOf, tied } from './heads.ts';
import type { Description } from '../description.ts';
import type { Reading } from './common.ts';

export function gptNeox(reading: Reading): Description {
  const { config, values } = reading;
  const numHeads = config.size('num_attention_heads');
  const headDim = config.quotient('hidden_size', 'num_attention_heads');
  config.expectOnly('head_dim', null, 0, headDim); // of the turns alone
  const epsilon = config.number('layer_norm_eps');
  const bias = config.flag('attention_bias');
  const parameters = parametersOf(config, {
    share: 0.25,
    names: ['rotary_emb_base', 'rotary_pct'],
  });
  const turns = rotary(reading, parameters, headDim);
  const blocks = times(config.layers('num_hidden_layers'), (layer) => {
    const at = `layers.${layer}`;
    const part = (i: number) =>
      partOf(`${at}.attention.query_key_value`, bias, groupedRows(numHeads, 3, i, 1, headDim));
    return {
      attention: {
        query: part(0),
        key: part(1),
        value: part(2),
        output: linear(`${at}.attention.dense`, bias),
        ...ownKeys(numHeads, headDim),
        causal: looksBack(config),
        rotary: turns,
      },
      around: preNorm(layerNorm(`${at}.input_layernorm`, epsilon)),
      mlp: {
        up: linear(`${at}.mlp.dense_h_to_4h`),
        gate: null,
        down: linear(`${at}.mlp.dense_4h_to_h`),
        inner: config.size('intermediate_size'),
        activation: config.activation('hidden_act'),
      },
      aroundMlp: preNorm(layerNorm(`${at}.post_attention_layernorm`, epsilon)),
      parallel: config.flag('use_parallel_residual'),
    };
  });
  return {
    kind: 'decoder',
    anchor: 'embed_in.weight',
    vocabSize: config.size('vocab_size'),
    contextLen: contextOf(config, blocks),
    embedDim: config.size('hidden_size'),
    stack: {
      embedding: { tokens: 'embed_in.weight' },
      blocks,
      finalNorm: layerNorm('final_layer_norm', epsilon),
    },
    ...headOf(reading, decoderHeads(values, { next: 'embed_out', label: 'classifier' })),
    ties: tied(values, false, ['embed_out.weight', 'embed_in.weight']),
  };
}
