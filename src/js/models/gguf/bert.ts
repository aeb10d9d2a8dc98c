// BERT in GGUF, with RoBERTa, XLM-R and DistilBERT, whose files have its format; Nomic BERT and ModernBERT.

import { times } from '../families/graph.ts';
import { layerTypesOf, poolingOf, RANKING, vocabSizeOf, wrongValue } from './keys.ts';
import { rotaryFieldsOf } from './rotary.ts';
import type { GgufModel, Keys } from './keys.ts';

/** Default of the period of layers without a window. */
const EVERY = 3;
/** Default of theta for layers with a window. */
const WINDOW_THETA = 10000;
/** ModernBERT's activations, from src/llama-model.cpp. */
const ACTIVATIONS: Record<string, string> = {
  gelu: 'gelu',
  geglu: 'gelu',
  silu: 'silu',
  swish: 'silu',
  swiglu: 'silu',
};

/** The epsilon of RMS norms, which llama.cpp does not read for these architectures. */
const EPSILON = /^attention\.layer_norm_rms_epsilon$/;
/** Rotary positions, which src/models/bert.cpp reads for other architectures. */
const ROTARY = /^rope\./;
/** src/llama-graph.cpp uses the map to classes only to rank texts, and never the classes' names. */
const [HEAD, LABELS] = [/^cls\./, /^classifier\.output_labels$/];

export function bert(keys: Keys, all: readonly string[]): GgufModel {
  const typed = all.includes('token_types.weight');
  const config = {
    model_type: 'bert',
    ...sizesOf(keys),
    layer_norm_eps: keys.number('attention.layer_norm_epsilon'),
    hidden_act: 'gelu',
    type_vocab_size: typed ? typesOf(keys) : 0,
    id2label: labelsOf(keys),
  };
  return modelOf(keys, config, [EPSILON, ROTARY]);
}

export function nomicBert(keys: Keys, all: readonly string[]): GgufModel {
  const sizes = sizesOf(keys);
  const headDim = sizes.hidden_size / sizes.num_attention_heads;
  keys.same('rope.dimension_count', headDim);
  const { dims: _, ...rotary } = rotaryFieldsOf(keys, headDim);
  const config = {
    model_type: 'nomic_bert',
    ...sizes,
    layer_norm_eps: keys.number('attention.layer_norm_epsilon'),
    hidden_act: 'silu',
    ...rotary,
    type_vocab_size: all.includes('token_types.weight') ? typesOf(keys) : 0,
  };
  return modelOf(keys, config, [EPSILON, LABELS]);
}

export function modernBert(keys: Keys): GgufModel {
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
  return modelOf(keys, config, [EPSILON, LABELS]);
}

/** @param harmless keys */
function modelOf(keys: Keys, config: Record<string, any>, harmless: readonly RegExp[]): GgufModel {
  const pooling = poolingOf(keys);
  const ranks = keys.get('pooling_type') === RANKING;
  keys.expectAllRead(harmless);
  return { config, pooling, harmless: ranks ? [] : [HEAD] };
}

function sizesOf(keys: Keys) {
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

/** The number of token types; every text has the first. */
function typesOf({ metadata }: Keys) {
  const key = 'tokenizer.ggml.token_type_count';
  const count = metadata[key] ?? 2;
  if (typeof count === 'number' && Number.isInteger(count) && count >= 1) return count;
  throw wrongValue('format', key, 'an integer from 1', count);
}

/** The names of the classes. */
function labelsOf({ get }: Keys) {
  const labels = get('classifier.output_labels') ?? [];
  if (Array.isArray(labels) && labels.every((one) => typeof one === 'string')) return { ...labels };
  throw wrongValue('format', 'bert.classifier.output_labels', 'a list of names', labels);
}
