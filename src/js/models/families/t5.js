// T5: no scale, a bias by distance that the first block owns and all use, norms without mean. Its encoder may be alone.

import { activationOf, linear, preNorm, rmsNorm, times } from './common.js';
import { classesAtEnd, classOf, headOf, labels, tied } from './heads.js';

/** @import { AttentionPart, Description, HeadStep, Stack, Tie } from '../description.js' */
/** @import { Reading } from './common.js' */

const SHARED = 'shared.weight';
const END = 1;
/** Classes that have no decoder. */
const ENCODERS = /EncoderModel$|ForTokenClassification$/;
/** Its config's tie_word_embeddings says something else: whether logits are scaled. */
const TIED = {};

/** @param {Reading} reading @returns {Description} */
export function t5(reading) {
  const { config, has, power } = reading;
  const sizes = {
    anchor: SHARED,
    vocabSize: config.vocab_size,
    contextLen: config.n_positions ?? 512,
    embedDim: config.d_model,
  };
  const encoder = stack(config, 'encoder', config.num_layers);
  const decodes = ['final_layer_norm', 'block.0.layer.0.SelfAttention.q'];
  const isAlone =
    ENCODERS.test(classOf(config) ?? '') || !decodes.some((name) => has(`decoder.${name}.weight`));
  if (isAlone) {
    const ties = tied(TIED, true, embeddingTie('encoder'));
    return {
      kind: 'encoder',
      ...sizes,
      stack: encoder,
      ...headOf(reading, [labels('classifier')]),
      ties,
    };
  }
  /** @type {HeadStep[]} */
  const steps = [{ linear: linear('lm_head', false) }];
  // transformers 5 says so, before it followed from the tie; of mT5 it says nothing, and does not
  const isScaled = config.scale_decoder_outputs ?? config.tie_word_embeddings !== false;
  if (isScaled && config.model_type === 't5') steps.unshift({ scale: power(config.d_model, -0.5) });
  return {
    kind: 'encoder-decoder',
    ...sizes,
    encoder,
    stack: stack(config, 'decoder', config.num_decoder_layers ?? config.num_layers),
    ...headOf(reading, [
      classesAtEnd(config, END),
      { tasks: ['CausalLM'], kind: 'tokens', marks: [], steps },
    ]),
    ties: tied(TIED, true, embeddingTie('encoder'), embeddingTie('decoder'), [
      'lm_head.weight',
      SHARED,
    ]),
  };
}

/** @param {'encoder' | 'decoder'} side @returns {Tie} */
const embeddingTie = (side) => [`${side}.embed_tokens.weight`, SHARED];

/**
 * @param {Reading['config']} config
 * @param {'encoder' | 'decoder'} side
 * @param {number} layers
 * @returns {Stack}
 */
function stack(config, side, layers) {
  const { num_heads: numHeads, d_kv: headDim, layer_norm_epsilon: epsilon } = config;
  const decoder = side === 'decoder';
  const projection = String(config.feed_forward_proj ?? 'relu');
  const gated = projection.startsWith('gated-');
  const name = config.dense_act_fn ?? projection.replace('gated-', '');
  const activation = activationOf(
    projection === 'gated-gelu' ? 'gelu_new' : name,
    'feed_forward_proj',
  );
  /** @param {string} at @param {boolean} cross @returns {AttentionPart} */
  const attention = (at, cross) => ({
    query: linear(`${at}.q`, false),
    key: linear(`${at}.k`, false),
    value: linear(`${at}.v`, false),
    output: linear(`${at}.o`, false),
    numHeads,
    numKvHeads: numHeads,
    headDim,
    scale: 1,
    causal: decoder && !cross,
    relative: cross
      ? null
      : {
          table: `${side}.block.0.layer.0.SelfAttention.relative_attention_bias.weight`,
          buckets: config.relative_attention_num_buckets,
          farthest: config.relative_attention_max_distance ?? 128,
          bothWays: !decoder,
        },
  });
  return {
    embedding: { tokens: embeddingTie(side)[0] },
    blocks: times(layers, (layer) => {
      const at = `${side}.block.${layer}.layer`;
      const norm = (/** @type {number} */ i) => preNorm(rmsNorm(`${at}.${i}.layer_norm`, epsilon));
      const last = decoder ? 2 : 1;
      const dense = `${at}.${last}.DenseReluDense`;
      return {
        attention: attention(`${at}.0.SelfAttention`, false),
        around: norm(0),
        cross: decoder ? attention(`${at}.1.EncDecAttention`, true) : null,
        aroundCross: decoder ? norm(1) : undefined,
        mlp: {
          up: linear(gated ? `${dense}.wi_1` : `${dense}.wi`, false),
          gate: gated ? linear(`${dense}.wi_0`, false) : null,
          down: linear(`${dense}.wo`, false),
          activation,
        },
        aroundMlp: norm(last),
      };
    }),
    finalNorm: rmsNorm(`${side}.final_layer_norm`, epsilon),
  };
}
