// OPT: learned positions from the third row on, norms before or, in one size, after.

import { layerNorm, linear, looksBack, ownKeys, postNorm, preNorm, times } from './common.ts';
import { decoderHeads, headOf, tied } from './heads.ts';
import type { Description } from '../description.ts';
import type { Reading } from './common.ts';

const OFFSET = 2;
const EPSILON = 1e-5; // of torch, as its code has no other

export function opt(reading: Reading): Description {
  const { config, has, values } = reading;
  const width = config.size('hidden_size');
  const numHeads = config.size('num_attention_heads');
  const headDim = config.quotient('hidden_size', 'num_attention_heads');
  const inner = config.size('ffn_dim');
  const activation = config.activation('activation_function');
  const bias = config.flag('enable_bias');
  const affine = config.flag('layer_norm_elementwise_affine');
  const norm = (name: string) =>
    affine
      ? layerNorm(name, EPSILON)
      : { form: 'layer' as const, gain: null, shift: null, epsilon: EPSILON };
  const before = config.flag('do_layer_norm_before');
  const around = before ? preNorm : postNorm;
  const narrow = config.size('word_embed_proj_dim', width) !== width;
  const first = narrow ? [{ linear: linear('project_out', false) }] : [];
  return {
    kind: 'decoder',
    anchor: 'embed_tokens.weight',
    vocabSize: config.size('vocab_size'),
    contextLen: config.size('max_position_embeddings'),
    embedDim: width,
    stack: {
      embedding: {
        tokens: 'embed_tokens.weight',
        projection: narrow ? linear('project_in', false) : null,
        projectsFirst: true,
        positions: { table: 'embed_positions.weight', offset: OFFSET },
      },
      blocks: times(config.layers('num_hidden_layers'), (layer) => {
        const at = `layers.${layer}`;
        const attention = `${at}.self_attn`;
        return {
          attention: {
            query: linear(`${attention}.q_proj`, bias),
            key: linear(`${attention}.k_proj`, bias),
            value: linear(`${attention}.v_proj`, bias),
            output: linear(`${attention}.out_proj`, bias),
            ...ownKeys(numHeads, headDim),
            causal: looksBack(config),
          },
          around: around(norm(`${at}.self_attn_layer_norm`)),
          mlp: {
            up: linear(`${at}.fc1`, bias),
            gate: null,
            down: linear(`${at}.fc2`, bias),
            ...{ inner, activation },
          },
          aroundMlp: around(norm(`${at}.final_layer_norm`)),
        };
      }),
      finalNorm:
        before &&
        !config.flag('_remove_final_layer_norm') &&
        (has('decoder.final_layer_norm.weight') || !affine)
          ? norm('final_layer_norm')
          : null,
    },
    ...headOf(reading, decoderHeads(values, { label: null, padding: 1, first })),
    ties: tied(values, true, ['lm_head.weight', 'embed_tokens.weight']),
  };
}
