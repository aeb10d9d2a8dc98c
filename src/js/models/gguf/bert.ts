// BERT in GGUF, with RoBERTa, XLM-R and DistilBERT, which are written like it; Nomic BERT and ModernBERT.

import { times } from '../families/common.ts';
import { layerTypesOf, namesBy, poolingOf, RANKING, vocabSizeOf, wrongValue } from './keys.ts';
import { turnsOf } from './turns.ts';
import type { GgufModel, Keys } from './keys.ts';

/** Of a layer, GGUF's name and the family's. */
const BERT_LAYER: Record<string, string> = {
  attn_q: 'attention.self.query',
  attn_k: 'attention.self.key',
  attn_v: 'attention.self.value',
  attn_output: 'attention.output.dense',
  attn_output_norm: 'attention.output.LayerNorm',
  ffn_up: 'intermediate.dense',
  ffn_down: 'output.dense',
  layer_output_norm: 'output.LayerNorm',
};
const BERT_TOP: Record<string, string> = {
  token_embd: 'embeddings.word_embeddings',
  position_embd: 'embeddings.position_embeddings',
  token_types: 'embeddings.token_type_embeddings',
  token_embd_norm: 'embeddings.LayerNorm',
};
/** RoBERTa's head. BERT's own is left out by the converter, and DistilBERT's, without token types, is another. */
const CLASSES: Record<string, string> = {
  cls: 'classifier.dense',
  'cls.output': 'classifier.out_proj',
};

const NOMIC_LAYER: Record<string, string> = {
  attn_qkv: 'attn.Wqkv',
  attn_output: 'attn.out_proj',
  attn_output_norm: 'norm1',
  ffn_up: 'mlp.fc11',
  ffn_gate: 'mlp.fc12',
  ffn_down: 'mlp.fc2',
  layer_output_norm: 'norm2',
};
const NOMIC_TOP: Record<string, string> = {
  token_embd: 'embeddings.word_embeddings',
  token_types: 'embeddings.token_type_embeddings',
  token_embd_norm: 'emb_ln',
};

const MODERN_LAYER: Record<string, string> = {
  attn_norm: 'attn_norm',
  attn_qkv: 'attn.Wqkv',
  attn_output: 'attn.Wo',
  ffn_norm: 'mlp_norm',
  ffn_up: 'mlp.Wi',
  ffn_down: 'mlp.Wo',
};
const MODERN_TOP: Record<string, string> = {
  token_embd: 'embeddings.tok_embeddings',
  token_embd_norm: 'embeddings.norm',
  output_norm: 'final_norm',
};

/** Layers of which one sees everything, where the file does not say it. */
const EVERY = 3;
/** The theta of layers that see a window, where the file does not say it. */
const WINDOW_THETA = 10000;
/** ModernBERT's activations, by src/llama-model.cpp. */
const ACTIVATIONS: Record<string, string> = {
  gelu: 'gelu',
  geglu: 'gelu',
  silu: 'silu',
  swish: 'silu',
  swiglu: 'silu',
};

/** The epsilon of another norm, which src/models of llama.cpp does not read here. */
const EPSILON = /^attention\.layer_norm_rms_epsilon$/;
/** Turns, which src/models/bert.cpp reads for other architectures. */
const TURNS = /^rope\./;
/** src/llama-graph.cpp asks for the map to classes where texts are ranked, and for its names nowhere. */
const [HEAD, LABELS] = [/^cls\./, /^classifier\.output_labels$/];

export function bert(keys: Keys, all: readonly string[]): GgufModel {
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

export function nomicBert(keys: Keys, all: readonly string[]): GgufModel {
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

export function modernBert(keys: Keys, all: readonly string[]): GgufModel {
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

/** @param harmless keys */
function modelOf(
  keys: Keys,
  config: Record<string, any>,
  names: Map<string, string>,
  harmless: readonly RegExp[],
): GgufModel {
  const pooling = poolingOf(keys);
  const ranks = keys.get('pooling_type') === RANKING;
  keys.expectAllRead(harmless);
  return { config, names, pooling, harmless: ranks ? [] : [HEAD] };
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

/** How many types of tokens there are; the first is that of every text. */
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

/** @param at where the family's layers are */
function namesOf(
  all: readonly string[],
  at: string,
  layers: Record<string, string>,
  top: Record<string, string>,
) {
  return namesBy(all, (name) => {
    const [, layer, part, end] = name.match(/^(?:blk\.(\d+)\.)?([\w.]+)\.(weight|bias)$/) ?? [];
    const table = layer === undefined ? top : layers;
    if (part === undefined || !Object.hasOwn(table, part)) return undefined;
    return layer === undefined ? `${table[part]}.${end}` : `${at}.${layer}.${table[part]}.${end}`;
  });
}
