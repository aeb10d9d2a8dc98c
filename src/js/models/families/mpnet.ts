// MPNet: BERT without token types, with T5's bias by distance, which its encoder owns. Its config has a number of buckets
// that its code ignores: it is always 32.

import { layerNorm, linear, ownKeys, postNorm, times } from './common.ts';
import { classes, headOf, labels, tied, words } from './heads.ts';
import type { Description } from '../description.ts';
import type { Reading } from './common.ts';

const BUCKETS = 32;
const FARTHEST = 128;
const OFFSET = 2; // behind padding, which its code has as 1, whatever its config says

export function mpnet(reading: Reading): Description {
  const { config, values } = reading;
  const numHeads = config.size('num_attention_heads');
  const headDim = config.quotient('hidden_size', 'num_attention_heads');
  const inner = config.size('intermediate_size');
  const epsilon = config.number('layer_norm_eps');
  const activation = config.activation('hidden_act');
  const relative = {
    table: 'encoder.relative_attention_bias.weight',
    buckets: BUCKETS,
    farthest: FARTHEST,
    bothWays: true,
  };
  return {
    kind: 'encoder',
    anchor: 'embeddings.word_embeddings.weight',
    vocabSize: config.size('vocab_size'),
    contextLen: config.size('max_position_embeddings') - OFFSET,
    embedDim: config.size('hidden_size'),
    stack: {
      embedding: {
        tokens: 'embeddings.word_embeddings.weight',
        positions: { table: 'embeddings.position_embeddings.weight', offset: OFFSET },
        norm: layerNorm('embeddings.LayerNorm', epsilon),
      },
      blocks: times(config.layers('num_hidden_layers'), (layer) => {
        const at = `encoder.layer.${layer}`;
        return {
          attention: {
            query: linear(`${at}.attention.attn.q`),
            key: linear(`${at}.attention.attn.k`),
            value: linear(`${at}.attention.attn.v`),
            output: linear(`${at}.attention.attn.o`),
            ...ownKeys(numHeads, headDim),
            causal: false,
            relative,
          },
          around: postNorm(layerNorm(`${at}.attention.LayerNorm`, epsilon)),
          mlp: {
            up: linear(`${at}.intermediate.dense`),
            gate: null,
            down: linear(`${at}.output.dense`),
            ...{ inner, activation },
          },
          aroundMlp: postNorm(layerNorm(`${at}.output.LayerNorm`, epsilon)),
        };
      }),
      finalNorm: null,
    },
    ...headOf(reading, [
      words(
        { dense: 'lm_head.dense', norm: 'lm_head.layer_norm', decoder: linear('lm_head.decoder') },
        'gelu',
        epsilon,
      ),
      classes('classifier.dense', 'tanh', 'classifier.out_proj'),
      labels('classifier'),
    ]),
    ties: tied(
      config,
      true,
      ['lm_head.decoder.weight', 'embeddings.word_embeddings.weight'],
      ['lm_head.decoder.bias', 'lm_head.bias'],
    ),
  };
}
