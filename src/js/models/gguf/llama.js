// Llama in GGUF, and those that go on from it: the order of rows that llama.cpp turns by.

import { HeadwiseError } from '../../arguments/errors.js';
import { vocabSizeOf } from './keys.js';

/** @import { GgufValue } from '../../formats/gguf.js' */
/** @import { GgufModel, Keys } from './keys.js' */

/** Whose queries and keys lie so that neighbours are turned: llama.cpp's converter reorders them. */
const REORDERED = ['llama'];

/** Of a layer, GGUF's name and the family's. @type {Record<string, string>} */
const LAYER = {
  attn_norm: 'input_layernorm',
  attn_q: 'self_attn.q_proj',
  attn_k: 'self_attn.k_proj',
  attn_v: 'self_attn.v_proj',
  attn_qkv: 'self_attn.qkv_proj',
  attn_output: 'self_attn.o_proj',
  attn_q_norm: 'self_attn.q_norm',
  attn_k_norm: 'self_attn.k_norm',
  ffn_norm: 'post_attention_layernorm',
  ffn_gate: 'mlp.gate_proj',
  ffn_up: 'mlp.up_proj',
  ffn_down: 'mlp.down_proj',
  post_attention_norm: 'post_attention_layernorm',
  post_ffw_norm: 'post_feedforward_layernorm',
};
/** @type {Record<string, string>} */
const TOP = { token_embd: 'embed_tokens', output_norm: 'norm', output: 'lm_head' };

/**
 * @param {string} type of the config.json
 * @returns {(keys: Keys, all: readonly string[]) => GgufModel}
 */
export function llama(type) {
  return (keys, all) => {
    const config = configOf(keys, type);
    return {
      config,
      names: namesOf(all, type),
      rows: (name, count) => rowsOf(name, count, config),
    };
  };
}

/**
 * @param {Keys} keys
 * @param {string} type
 * @returns {Record<string, any>}
 */
function configOf(keys, type) {
  const { get, number, metadata } = keys;
  const heads = number('attention.head_count');
  const headDim = get('attention.key_length') ?? number('embedding_length') / heads;
  if (Number(headDim) % 2 === 1) {
    const text = `${type}.attention.key_length: expected an even number, got ${headDim}`;
    throw new HeadwiseError('format', text);
  }
  return {
    model_type: type,
    hidden_size: number('embedding_length'),
    num_hidden_layers: number('block_count'),
    num_attention_heads: heads,
    num_key_value_heads: get('attention.head_count_kv') ?? heads,
    head_dim: headDim,
    intermediate_size: number('feed_forward_length'),
    max_position_embeddings: number('context_length'),
    rms_norm_eps: number('attention.layer_norm_rms_epsilon'),
    rope_theta: get('rope.freq_base') ?? 10000,
    rope_scaling: scalingOf(get),
    partial_rotary_factor: shareOf(get, number('embedding_length') / heads),
    sliding_window: get('attention.sliding_window'),
    query_pre_attn_scalar: headDim,
    attn_logit_softcapping: get('attn_logit_softcapping'),
    final_logit_softcapping: get('final_logit_softcapping'),
    hidden_act: type.startsWith('gemma') ? 'gelu_pytorch_tanh' : 'silu',
    gains_are_whole: true,
    vocab_size: vocabSizeOf(keys),
    bos_token_id: metadata['tokenizer.ggml.bos_token_id'],
    eos_token_id: metadata['tokenizer.ggml.eos_token_id'],
  };
}

/** @param {(name: string) => GgufValue | undefined} get */
function scalingOf(get) {
  const type = get('rope.scaling.type');
  if (type === undefined || type === 'none') return null;
  return {
    rope_type: type,
    factor: get('rope.scaling.factor'),
    original_max_position_embeddings: get('rope.scaling.original_context_length'),
  };
}

/**
 * @param {(name: string) => GgufValue | undefined} get
 * @param {number} width of a head
 */
function shareOf(get, width) {
  const dims = get('rope.dimension_count');
  const of = get('attention.key_length') ?? width;
  return typeof dims === 'number' ? dims / Number(of) : 1;
}

/**
 * GGUF's name of each tensor, by the family's.
 *
 * @param {Iterable<string>} names
 * @param {string} type
 * @returns {Map<string, string>}
 */
function namesOf(names, type) {
  const sandwich = type === 'gemma2';
  /** @type {Map<string, string>} */
  const all = new Map();
  for (const name of names) {
    const [, layer, part, end] = name.match(/^(?:blk\.(\d+)\.)?(\w+)\.(weight|bias)$/) ?? [];
    if (part === undefined) all.set(name, name);
    else if (layer === undefined) {
      all.set(`${TOP[part] ?? part}.${end}`, name);
    } else {
      const own = sandwich && part === 'ffn_norm' ? 'pre_feedforward_layernorm' : null;
      const other = type === 'phi3' && part === 'ffn_up' ? 'mlp.gate_up_proj' : null;
      const known = own ?? other ?? LAYER[part] ?? part;
      all.set(`layers.${layer}.${known}.${end}`, name);
    }
  }
  return all;
}

/**
 * The row of the file for each row of a query or key map, where they are reordered.
 *
 * @param {string} name the family's
 * @param {number} count of the tensor's rows
 * @param {Record<string, any>} config
 * @returns {number[] | null}
 */
function rowsOf(name, count, { model_type: type, ...config }) {
  if (!REORDERED.includes(type)) return null;
  const heads = /\.q_proj\.(weight|bias)$/.test(name)
    ? config.num_attention_heads
    : /\.k_proj\.(weight|bias)$/.test(name)
      ? config.num_key_value_heads
      : 0;
  const half = config.head_dim / 2;
  if (heads * config.head_dim !== count) return null; // refused with all other sizes
  const rows = [];
  for (let head = 0; head < heads; head++) {
    for (let i = 0; i < config.head_dim; i++) {
      rows.push(head * config.head_dim + 2 * (i % half) + Math.floor(i / half));
    }
  }
  return rows;
}
