// MPNet: BERT without token types, with T5's bias by distance, which its encoder owns. Its config has a number of buckets
// that its code ignores: it is always 32.

import { activationOf, layerNorm, linear, ownKeys, postNorm, times } from './common.js';
import { classes, headOf, labels, tied, words } from './heads.js';

/** @import { Description } from '../description.js' */
/** @import { Reading } from './common.js' */

const BUCKETS = 32;
const FARTHEST = 128;

/** @param {Reading} reading @returns {Description} */
export function mpnet(reading) {
  const { config } = reading;
  const width = config.hidden_size;
  const numHeads = config.num_attention_heads;
  const epsilon = config.layer_norm_eps;
  const activation = activationOf(config.hidden_act);
  const offset = (config.pad_token_id ?? 1) + 1;
  const relative = {
    table: 'encoder.relative_attention_bias.weight',
    buckets: BUCKETS,
    farthest: FARTHEST,
    bothWays: true,
  };
  return {
    kind: 'encoder',
    anchor: 'embeddings.word_embeddings.weight',
    vocabSize: config.vocab_size,
    contextLen: config.max_position_embeddings - offset,
    embedDim: width,
    stack: {
      embedding: {
        tokens: 'embeddings.word_embeddings.weight',
        positions: { table: 'embeddings.position_embeddings.weight', offset },
        norm: layerNorm('embeddings.LayerNorm', epsilon),
      },
      blocks: times(config.num_hidden_layers, (layer) => {
        const at = `encoder.layer.${layer}`;
        return {
          attention: {
            query: linear(`${at}.attention.attn.q`),
            key: linear(`${at}.attention.attn.k`),
            value: linear(`${at}.attention.attn.v`),
            output: linear(`${at}.attention.attn.o`),
            ...ownKeys(numHeads, width / numHeads),
            causal: false,
            relative,
          },
          around: postNorm(layerNorm(`${at}.attention.LayerNorm`, epsilon)),
          mlp: {
            up: linear(`${at}.intermediate.dense`),
            gate: null,
            down: linear(`${at}.output.dense`),
            activation,
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
