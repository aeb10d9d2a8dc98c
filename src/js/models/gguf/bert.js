// BERT in GGUF, with RoBERTa, XLM-R and DistilBERT, which are written like it; Nomic BERT and ModernBERT.

import { times } from '../families/common.js';
import { layerTypesOf, namesBy, poolingOf, RANKING, vocabSizeOf, wrongValue } from './keys.js';
import { turnsOf } from './turns.js';

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

/** Layers of which one sees everything, where the file does not say it. */
const EVERY = 3;
/** The theta of layers that see a window, where the file does not say it. */
const WINDOW_THETA = 10000;
/** ModernBERT's activations, by src/llama-model.cpp. @type {Record<string, string>} */
const ACTIVATIONS = { gelu: 'gelu', geglu: 'gelu', silu: 'silu', swish: 'silu', swiglu: 'silu' };

/** The epsilon of another norm, which src/models of llama.cpp does not read here. */
const EPSILON = /^attention\.layer_norm_rms_epsilon$/;
/** Turns, which src/models/bert.cpp reads for other architectures. */
const TURNS = /^rope\./;
/** src/llama-graph.cpp asks for the map to classes where texts are ranked, and for its names nowhere. */
const [HEAD, LABELS] = [/^cls\./, /^classifier\.output_labels$/];

/**
 * @param {Keys} keys
 * @param {readonly string[]} all
 * @returns {GgufModel}
 */
export function bert(keys, all) {
  const typed = all.includes('token_types.weight');
  const classes = typed && all.includes('cls.weight') && all.includes('cls.output.weight');
  const config = {
    model_type: 'bert',
    ...sizesOf(keys),
    layer_norm_eps: keys.number('attention.layer_norm_epsilon'),
    hidden_act: 'gelu',
    type_vocab_size: typed ? typesOf(keys) : 0,
    id2label: labelsOf(keys),
  };
  const names = namesOf(all, 'encoder.layer', BERT_LAYER, {
    ...BERT_TOP,
    ...(classes ? CLASSES : {}),
  });
  return modelOf(keys, config, names, [EPSILON, TURNS]);
}

/**
 * @param {Keys} keys
 * @param {readonly string[]} all
 * @returns {GgufModel}
 */
export function nomicBert(keys, all) {
  const sizes = sizesOf(keys);
  const headDim = sizes.hidden_size / sizes.num_attention_heads;
  keys.same('rope.dimension_count', headDim);
  const { dims: _, ...turns } = turnsOf(keys, headDim);
  const config = {
    model_type: 'nomic_bert',
    ...sizes,
    layer_norm_eps: keys.number('attention.layer_norm_epsilon'),
    hidden_act: 'silu',
    ...turns,
    type_vocab_size: all.includes('token_types.weight') ? typesOf(keys) : 0,
  };
  const names = namesOf(all, 'encoder.layers', NOMIC_LAYER, NOMIC_TOP);
  return modelOf(keys, config, names, [EPSILON, LABELS]);
}

/**
 * @param {Keys} keys
 * @param {readonly string[]} all
 * @returns {GgufModel}
 */
export function modernBert(keys, all) {
  const { count, number } = keys;
  const sizes = sizesOf(keys);
  const layers = sizes.num_hidden_layers;
  const window = count('attention.sliding_window', 0);
  const types = layerTypesOf(keys, layers, EVERY, (layer, period) => layer % period !== 0);
  const activation = keys.text('hidden_activation', 'gelu');
  if (!Object.hasOwn(ACTIVATIONS, activation)) {
    throw keys.refused('hidden_activation', `one of ${Object.keys(ACTIVATIONS).join(', ')}`);
  }
  keys.same('rope.dimension_count', sizes.hidden_size / sizes.num_attention_heads);
  const older = keys.has('attention.layer_norm_epsilon') ? '' : 'rms_';
  const config = {
    model_type: 'modernbert',
    ...sizes,
    norm_eps: number(`attention.layer_norm_${older}epsilon`),
    hidden_activation: ACTIVATIONS[activation],
    local_attention: window,
    layer_types: window > 0 ? types : times(layers, () => 'full_attention'),
    global_rope_theta: number('rope.freq_base', WINDOW_THETA),
    local_rope_theta: number('rope.freq_base_swa', WINDOW_THETA),
  };
  return modelOf(keys, config, namesOf(all, 'layers', MODERN_LAYER, MODERN_TOP), [EPSILON, LABELS]);
}

/**
 * @param {Keys} keys
 * @param {Record<string, any>} config
 * @param {Map<string, string>} names
 * @param {readonly RegExp[]} harmless keys
 * @returns {GgufModel}
 */
function modelOf(keys, config, names, harmless) {
  const pooling = poolingOf(keys);
  const ranks = keys.get('pooling_type') === RANKING;
  keys.expectAllRead(harmless);
  return { config, names, pooling, harmless: ranks ? [] : [HEAD] };
}

/** @param {Keys} keys */
function sizesOf(keys) {
  const { count, ofLayers } = keys;
  const [width, heads] = [count('embedding_length'), ofLayers('attention.head_count')];
  keys.same('embedding_length_out', width);
  keys.same('attention.head_count_kv', heads);
  for (const name of ['key_length', 'value_length', 'key_length_swa', 'value_length_swa']) {
    keys.same(`attention.${name}`, width / heads);
  }
  return {
    hidden_size: width,
    num_hidden_layers: count('block_count'),
    num_attention_heads: heads,
    intermediate_size: ofLayers('feed_forward_length'),
    max_position_embeddings: count('context_length'),
    vocab_size: vocabSizeOf(keys),
  };
}

/**
 * How many types of tokens there are; the first is that of every text.
 *
 * @param {Keys} keys
 */
function typesOf({ metadata }) {
  const key = 'tokenizer.ggml.token_type_count';
  const count = metadata[key] ?? 2;
  if (typeof count === 'number' && Number.isInteger(count) && count >= 1) return count;
  throw wrongValue('format', key, 'an integer from 1', count);
}

/**
 * The names of the classes.
 *
 * @param {Keys} keys
 */
function labelsOf({ get }) {
  const labels = get('classifier.output_labels') ?? [];
  if (Array.isArray(labels) && labels.every((one) => typeof one === 'string')) return { ...labels };
  throw wrongValue('format', 'bert.classifier.output_labels', 'a list of names', labels);
}

/**
 * @param {readonly string[]} all
 * @param {string} at where the family's layers are
 * @param {Record<string, string>} layers
 * @param {Record<string, string>} top
 */
function namesOf(all, at, layers, top) {
  return namesBy(all, (name) => {
    const [, layer, part, end] = name.match(/^(?:blk\.(\d+)\.)?([\w.]+)\.(weight|bias)$/) ?? [];
    const table = layer === undefined ? top : layers;
    if (part === undefined || !Object.hasOwn(table, part)) return undefined;
    return layer === undefined ? `${table[part]}.${end}` : `${at}.${layer}.${table[part]}.${end}`;
  });
}
