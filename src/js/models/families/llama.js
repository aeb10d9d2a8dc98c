// Llama and those that go on from it: Mistral, SmolLM, Qwen 2 and 3, Gemma 1 to 3, Phi-3, OLMo 2. They differ in a few
// places, each a line here.

import { activationOf, linear, partOf, rmsNorm, rotary, times } from './common.js';
import { decoderHeads, headOf, tied } from './heads.js';

/** @import { Block, Description, Sublayer } from '../description.js' */
/** @import { Reading } from './common.js' */

/** The padding that a config means that has none; of the others there is none. @type {Record<string, number>} */
const PADDING = { gemma: 0, gemma2: 0, gemma3_text: 0, olmo2: 1, phi3: 32000, smollm3: 128004 };

/** @param {Reading} reading @returns {Description} */
export function llama(reading) {
  const { config, power } = reading;
  const type = config.model_type;
  const gemma = type.startsWith('gemma');
  const width = config.hidden_size;
  const softcap = config.final_logit_softcapping;
  const bias = isBiased(reading, 'lm_head', false) ? 'lm_head.bias' : undefined;
  const causal = config.is_causal !== false; // both ways no token is the next one
  return {
    kind: causal ? 'decoder' : 'encoder',
    anchor: 'embed_tokens.weight',
    vocabSize: config.vocab_size,
    contextLen: config.max_position_embeddings,
    embedDim: width,
    stack: {
      embedding: {
        tokens: 'embed_tokens.weight',
        scale: gemma ? Math.fround(power(width, 0.5)) : 1,
      },
      blocks: times(config.num_hidden_layers, (layer) => block(reading, layer)),
      finalNorm: rmsNorm('norm', config.rms_norm_eps, plusOf(config)),
    },
    ...(causal
      ? headOf(
          reading,
          decoderHeads(config, {
            bias,
            padding: PADDING[type],
            last: softcap ? [{ softcap }] : [],
          }),
        )
      : { head: null }),
    ties: tied(config, gemma || type === 'smollm3', ['lm_head.weight', 'embed_tokens.weight']),
  };
}

/**
 * @param {Reading} reading
 * @param {number} layer
 * @returns {Block}
 */
function block(reading, layer) {
  const { config } = reading;
  const type = config.model_type;
  const at = `layers.${layer}`;
  const plus = plusOf(config);
  const numHeads = config.num_attention_heads;
  const numKvHeads = config.num_key_value_heads ?? numHeads;
  const headDim = config.head_dim ?? config.hidden_size / numHeads;
  const epsilon = config.rms_norm_eps;
  const norm = (/** @type {string} */ name) => rmsNorm(`${at}.${name}`, epsilon, plus);
  const sliding = isSliding(config, layer);
  const bias = config.attention_bias ?? type === 'qwen2';
  const outputBias = type === 'qwen2' ? false : bias;
  const fused = type === 'phi3';
  const attention = `${at}.self_attn`;
  const [q, kv] = [numHeads * headDim, numKvHeads * headDim];
  const map = (/** @type {string} */ name) =>
    linear(`${attention}.${name}`, isBiased(reading, `${attention}.${name}`, bias));
  const part = (/** @type {number} */ first, /** @type {number} */ end) =>
    partOf(`${attention}.qkv_proj`, isBiased(reading, `${attention}.qkv_proj`, false), [
      first,
      end,
    ]);
  const perHead = type === 'qwen3' || type === 'gemma3_text';
  return {
    attention: {
      query: fused ? part(0, q) : map('q_proj'),
      key: fused ? part(q, q + kv) : map('k_proj'),
      value: fused ? part(q + kv, q + 2 * kv) : map('v_proj'),
      output: linear(`${attention}.o_proj`, isBiased(reading, `${attention}.o_proj`, outputBias)),
      numHeads,
      numKvHeads,
      headDim,
      scale: 1 / Math.sqrt(config.query_pre_attn_scalar ?? headDim),
      causal: config.is_causal !== false,
      softcap: type === 'gemma2' ? (config.attn_logit_softcapping ?? 0) : 0, // Gemma 3 ignores it
      window: sliding ? { left: config.sliding_window - 1 } : undefined,
      rotary: turnsOf(reading, layer, headDim, sliding),
      queryNorm: perHead || type === 'olmo2' ? rmsNorm(`${attention}.q_norm`, epsilon, plus) : null,
      keyNorm: perHead || type === 'olmo2' ? rmsNorm(`${attention}.k_norm`, epsilon, plus) : null,
    },
    ...norms(type, norm),
    mlp: mlpOf(reading, `${at}.mlp`, fused),
  };
}

/**
 * @param {string} type
 * @param {(name: string) => import('../description.js').Norm} norm
 * @returns {{ around: Sublayer, aroundMlp: Sublayer }}
 */
function norms(type, norm) {
  if (type === 'olmo2') {
    return {
      around: { before: null, inside: norm('post_attention_layernorm'), after: null },
      aroundMlp: { before: null, inside: norm('post_feedforward_layernorm'), after: null },
    };
  }
  const sandwich = type === 'gemma2' || type === 'gemma3_text';
  return {
    around: {
      before: norm('input_layernorm'),
      inside: sandwich ? norm('post_attention_layernorm') : null,
      after: null,
    },
    aroundMlp: {
      before: norm(sandwich ? 'pre_feedforward_layernorm' : 'post_attention_layernorm'),
      inside: sandwich ? norm('post_feedforward_layernorm') : null,
      after: null,
    },
  };
}

/**
 * @param {Reading} reading
 * @param {string} at
 * @param {boolean} fused
 */
function mlpOf(reading, at, fused) {
  const { config } = reading;
  const map = (/** @type {string} */ name) =>
    linear(`${at}.${name}`, isBiased(reading, `${at}.${name}`, config.mlp_bias ?? false));
  const part = (/** @type {number} */ first, /** @type {number} */ end) =>
    partOf(`${at}.gate_up_proj`, isBiased(reading, `${at}.gate_up_proj`, false), [first, end]);
  const inner = config.intermediate_size;
  const activation = activationOf(config.hidden_activation ?? config.hidden_act ?? 'silu');
  return {
    gate: fused ? part(0, inner) : map('gate_proj'),
    up: fused ? part(inner, 2 * inner) : map('up_proj'),
    down: map('down_proj'),
    activation,
  };
}

/**
 * Whether a layer looks back only so far.
 *
 * @param {Reading['config']} config
 * @param {number} layer
 */
function isSliding(config, layer) {
  const { sliding_window: window, layer_types: types, model_type: type } = config;
  if (!window) return false;
  if (types) return types[layer] === 'sliding_attention';
  if (type === 'qwen2' || type === 'qwen3') {
    return config.use_sliding_window === true && layer >= (config.max_window_layers ?? 0);
  }
  if (type === 'gemma2') return layer % 2 === 0;
  if (type === 'gemma3_text') return (layer + 1) % (config.sliding_window_pattern ?? 6) !== 0;
  return type === 'mistral' || type === 'phi3';
}

/**
 * @param {Reading} reading
 * @param {number} layer
 * @param {number} headDim
 * @param {boolean} sliding
 */
function turnsOf(reading, layer, headDim, sliding) {
  const { config } = reading;
  if (config.no_rope_layers?.[layer] === 0) return null;
  if (config.model_type !== 'gemma3_text') return rotary(reading, { headDim });
  const layerType = sliding ? 'sliding_attention' : 'full_attention';
  const old = config.rope_parameters === undefined;
  const theta = sliding ? config.rope_local_base_freq : config.rope_theta;
  return rotary(reading, {
    headDim,
    layerType,
    plain: old && sliding,
    theta: old ? theta : undefined,
  });
}

/**
 * Whether a map has a bias: in GGUF where the file has it.
 *
 * @param {Reading} reading
 * @param {string} name
 * @param {boolean} usual
 */
function isBiased({ config, has }, name, usual) {
  return config.stored_biases ? has(`${name}.bias`) : usual;
}

/** Gemma's gains are what they differ from 1 by, but in GGUF. @param {Reading['config']} config */
function plusOf({ model_type: type, gains_are_whole: whole }) {
  return type.startsWith('gemma') && !whole ? 1 : 0;
}
