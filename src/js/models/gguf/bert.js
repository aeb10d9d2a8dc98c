// BERT in GGUF, with RoBERTa, XLM-R and DistilBERT, which are written like it; Nomic BERT and ModernBERT.

import { HeadwiseError } from '../../arguments/errors.js';
import { times } from '../families/common.js';
import { vocabSizeOf } from './keys.js';

/** @import { Pooling } from '../model.js' */
/** @import { GgufModel, Keys } from './keys.js' */

/** Of a layer, GGUF's name and the family's. @type {Record<string, string>} */
const BERT_LAYER = {
  attn_q: 'attention.self.query',
  attn_k: 'attention.self.key',
  attn_v: 'attention.self.value',
  attn_output: 'attention.output.dense',
  attn_output_norm: 'attention.output.LayerNorm',
  ffn_up: 'intermediate.dense',
  ffn_down: 'output.dense',
  layer_output_norm: 'output.LayerNorm',
};
/** @type {Record<string, string>} */
const BERT_TOP = {
  token_embd: 'embeddings.word_embeddings',
  position_embd: 'embeddings.position_embeddings',
  token_types: 'embeddings.token_type_embeddings',
  token_embd_norm: 'embeddings.LayerNorm',
};
/** RoBERTa's head. BERT's own is left out by the converter, and DistilBERT's, without token types, is another. @type {Record<string, string>} */
const CLASSES = { cls: 'classifier.dense', 'cls.output': 'classifier.out_proj' };

/** @type {Record<string, string>} */
const NOMIC_LAYER = {
  attn_qkv: 'attn.Wqkv',
  attn_output: 'attn.out_proj',
  attn_output_norm: 'norm1',
  ffn_up: 'mlp.fc11',
  ffn_gate: 'mlp.fc12',
  ffn_down: 'mlp.fc2',
  layer_output_norm: 'norm2',
};
/** @type {Record<string, string>} */
const NOMIC_TOP = {
  token_embd: 'embeddings.word_embeddings',
  token_types: 'embeddings.token_type_embeddings',
  token_embd_norm: 'emb_ln',
};

/** @type {Record<string, string>} */
const MODERN_LAYER = {
  attn_norm: 'attn_norm',
  attn_qkv: 'attn.Wqkv',
  attn_output: 'attn.Wo',
  ffn_norm: 'mlp_norm',
  ffn_up: 'mlp.Wi',
  ffn_down: 'mlp.Wo',
};
/** @type {Record<string, string>} */
const MODERN_TOP = {
  token_embd: 'embeddings.tok_embeddings',
  token_embd_norm: 'embeddings.norm',
  output_norm: 'final_norm',
};

/** How a text's vector is made, by llama.cpp's numbers. The last is for a ranking, which needs a pair of texts. @type {readonly Pooling['kind'][]} */
const POOLINGS = ['none', 'mean', 'first', 'last', 'none'];
/** Layers of which one sees everything, where the file does not say it. */
const EVERY = 3;

/**
 * @param {Keys} keys
 * @param {readonly string[]} all
 * @returns {GgufModel}
 */
export function bert(keys, all) {
  const typed = all.includes('token_types.weight');
  const classes = typed && all.includes('cls.weight') && all.includes('cls.output.weight');
  return {
    config: {
      model_type: 'bert',
      ...sizesOf(keys),
      layer_norm_eps: keys.number('attention.layer_norm_epsilon'),
      hidden_act: 'gelu',
      type_vocab_size: typed ? (keys.metadata['tokenizer.ggml.token_type_count'] ?? 2) : 0,
    },
    names: namesOf(all, 'encoder.layer', BERT_LAYER, { ...BERT_TOP, ...(classes ? CLASSES : {}) }),
    pooling: poolingOf(keys),
  };
}

/**
 * @param {Keys} keys
 * @param {readonly string[]} all
 * @returns {GgufModel}
 */
export function nomicBert(keys, all) {
  return {
    config: {
      model_type: 'nomic_bert',
      ...sizesOf(keys),
      layer_norm_eps: keys.number('attention.layer_norm_epsilon'),
      hidden_act: 'silu',
      rope_theta: keys.number('rope.freq_base'),
      type_vocab_size: all.includes('token_types.weight') ? 1 : 0,
    },
    names: namesOf(all, 'encoder.layers', NOMIC_LAYER, NOMIC_TOP),
    pooling: poolingOf(keys),
  };
}

/**
 * @param {Keys} keys
 * @param {readonly string[]} all
 * @returns {GgufModel}
 */
export function modernBert(keys, all) {
  const { get } = keys;
  const sizes = sizesOf(keys);
  const pattern = get('attention.sliding_window_pattern') ?? EVERY;
  const isWindow = (/** @type {number} */ layer) =>
    Array.isArray(pattern) ? pattern[layer] : layer % Number(pattern) !== 0;
  return {
    config: {
      model_type: 'modernbert',
      ...sizes,
      norm_eps:
        get('attention.layer_norm_epsilon') ?? keys.number('attention.layer_norm_rms_epsilon'),
      hidden_activation: get('hidden_activation') ?? 'gelu',
      local_attention: keys.number('attention.sliding_window'),
      layer_types: times(sizes.num_hidden_layers, (layer) =>
        isWindow(layer) ? 'sliding_attention' : 'full_attention',
      ),
      global_rope_theta: keys.number('rope.freq_base'),
      local_rope_theta: get('rope.freq_base_swa'),
    },
    names: namesOf(all, 'layers', MODERN_LAYER, MODERN_TOP),
    pooling: poolingOf(keys),
  };
}

/** @param {Keys} keys */
function sizesOf(keys) {
  return {
    hidden_size: keys.number('embedding_length'),
    num_hidden_layers: keys.number('block_count'),
    num_attention_heads: keys.number('attention.head_count'),
    intermediate_size: keys.number('feed_forward_length'),
    max_position_embeddings: keys.number('context_length'),
    vocab_size: vocabSizeOf(keys),
  };
}

/**
 * A vector has length 1, as llama.cpp gives it.
 *
 * @param {Keys} keys
 * @returns {Pooling | undefined}
 */
function poolingOf({ get }) {
  const given = get('pooling_type');
  if (given === undefined) return undefined;
  const kind = POOLINGS[Number(given)];
  if (kind) return { kind, normalize: true };
  const text = `pooling_type: expected an integer from 0 to ${POOLINGS.length - 1}, got ${given}`;
  throw new HeadwiseError('unsupported', text);
}

/**
 * @param {readonly string[]} all
 * @param {string} at where the family's layers are
 * @param {Record<string, string>} layers
 * @param {Record<string, string>} top
 */
function namesOf(all, at, layers, top) {
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const name of all) {
    const [, layer, part, end] = name.match(/^(?:blk\.(\d+)\.)?([\w.]+)\.(weight|bias)$/) ?? [];
    const known = part === undefined ? undefined : (layer === undefined ? top : layers)[part];
    if (known === undefined) names.set(name, name);
    else
      names.set(layer === undefined ? `${known}.${end}` : `${at}.${layer}.${known}.${end}`, name);
  }
  return names;
}
