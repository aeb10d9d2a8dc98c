// OPT: learned positions from the third row on, norms before or, in one size, after.

import { activationOf, layerNorm, linear, ownKeys, postNorm, preNorm, times } from './common.js';
import { decoderHeads, headOf, tied } from './heads.js';

/** @import { Description } from '../description.js' */
/** @import { Reading } from './common.js' */

const OFFSET = 2;
const EPSILON = 1e-5; // of torch, as its code has no other

/** @param {Reading} reading @returns {Description} */
export function opt(reading) {
  const { config, has } = reading;
  const width = config.hidden_size;
  const numHeads = config.num_attention_heads;
  const bias = config.enable_bias !== false;
  const affine = config.layer_norm_elementwise_affine !== false;
  const norm = (/** @type {string} */ name) =>
    affine
      ? layerNorm(name, EPSILON)
      : { form: /** @type {const} */ ('layer'), gain: null, shift: null, epsilon: EPSILON };
  const before = config.do_layer_norm_before !== false;
  const around = before ? preNorm : postNorm;
  const narrow = (config.word_embed_proj_dim ?? width) !== width;
  const first = narrow ? [{ linear: linear('project_out', false) }] : [];
  return {
    kind: 'decoder',
    anchor: 'embed_tokens.weight',
    vocabSize: config.vocab_size,
    contextLen: config.max_position_embeddings,
    embedDim: width,
    stack: {
      embedding: {
        tokens: 'embed_tokens.weight',
        projection: narrow ? linear('project_in', false) : null,
        projectsFirst: true,
        positions: { table: 'embed_positions.weight', offset: OFFSET },
      },
      blocks: times(config.num_hidden_layers, (layer) => {
        const at = `layers.${layer}`;
        const attention = `${at}.self_attn`;
        return {
          attention: {
            query: linear(`${attention}.q_proj`, bias),
            key: linear(`${attention}.k_proj`, bias),
            value: linear(`${attention}.v_proj`, bias),
            output: linear(`${attention}.out_proj`, bias),
            ...ownKeys(numHeads, width / numHeads),
            causal: true,
          },
          around: around(norm(`${at}.self_attn_layer_norm`)),
          mlp: {
            up: linear(`${at}.fc1`, bias),
            gate: null,
            down: linear(`${at}.fc2`, bias),
            activation: activationOf(config.activation_function, 'activation_function'),
          },
          aroundMlp: around(norm(`${at}.final_layer_norm`)),
        };
      }),
      finalNorm:
        before &&
        !config._remove_final_layer_norm &&
        (has('decoder.final_layer_norm.weight') || !affine)
          ? norm('final_layer_norm')
          : null,
    },
    ...headOf(reading, decoderHeads(config, { label: null, padding: 1, first })),
    ties: tied(config, true, ['lm_head.weight', 'embed_tokens.weight']),
  };
}
