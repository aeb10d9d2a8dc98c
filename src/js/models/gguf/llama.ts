// Llama and its descendants in GGUF.

import { HeadwiseError } from '../../arguments/errors.ts';
import { layerTypesOf, poolingOf, RANKING, tokenIdOf, vocabSizeOf } from './keys.ts';
import { factorNamesOf, rotaryFieldsOf } from './rotary.ts';
import type { GgufModel, Keys } from './keys.ts';
import type { Factors } from './rotary.ts';

/** Architectures whose heads must be rotated whole, or llama.cpp refuses the file. */
const WHOLE = ['llama', 'qwen2', 'qwen3', 'granite'];
/** Defaults of Gemma 2. */
const GEMMA2 = { window: 4096, period: 2, softcap: 50, finalSoftcap: 30 };
/** Number of layers by which llama.cpp recognises Gemma 2 27B, which has another scale. */
const LAYERS_OF_27B = 46;
/** Names of the tokens that end a text. */
const ENDS = ['eos', 'eot', 'eom'];
/** Keys that llama.cpp reads for none of these: the epsilon of layer norms, and windows except for Gemma 2 and Phi-3. */
const HARMLESS = [/^attention\.layer_norm_epsilon$/, /^attention\.sliding_window(_pattern)?$/, /^classifier\.output_labels$/]; // prettier-ignore

/** @param type the config.json's model_type */
export function llama(
  type: string,
): (keys: Keys, all: readonly string[], factors: Factors) => GgufModel {
  return (keys, all, factors) => {
    const wanted = factorNamesOf(keys, type);
    const read = new Map([...factors].filter(([name]) => wanted.includes(name)));
    const config = configOf(keys, type, read);
    const pooling = poolingOf(keys);
    const ranks = keys.get('pooling_type') === RANKING;
    keys.expectAllRead(HARMLESS);
    return {
      config,
      read: [...read.keys()],
      pooling,
      // llama-graph.cpp uses the map to classes only to rank texts; a model that is not causal predicts no next token
      harmless: [...(ranks ? [] : [/^cls\./]), ...(config.is_causal ? [] : [/^output\./])],
    };
  };
}

function configOf(keys: Keys, type: string, factors: Factors): Record<string, any> {
  const { count, ofLayers, number, metadata } = keys;
  const width = count('embedding_length');
  const heads = ofLayers('attention.head_count');
  const headDim = count('attention.key_length', Math.floor(width / heads));
  if (headDim % 2 === 1) {
    const text = `${type}.attention.key_length: expected an even number, got ${headDim}`;
    throw new HeadwiseError('format', text);
  }
  const { dims, ...rotary } = rotaryFieldsOf(keys, headDim, factors);
  if (WHOLE.includes(type)) keys.same('rope.dimension_count', headDim);
  keys.same('embedding_length_out', width);
  for (const name of ['value_length', 'key_length_swa', 'value_length_swa']) {
    keys.same(`attention.${name}`, headDim);
  }
  keys.same('rope.dimension_count_swa', dims);
  keys.same('rope.freq_base_swa', rotary.rope_theta);
  const layers = count('block_count');
  return {
    model_type: type,
    hidden_size: width,
    num_hidden_layers: layers,
    num_attention_heads: heads,
    num_key_value_heads: ofLayers('attention.head_count_kv', heads),
    head_dim: headDim,
    intermediate_size: ofLayers('feed_forward_length'),
    max_position_embeddings: count('context_length'),
    rms_norm_eps: number('attention.layer_norm_rms_epsilon'),
    ...rotary,
    is_causal: keys.flag('attention.causal', true),
    hidden_act: type.startsWith('gemma') ? 'gelu_pytorch_tanh' : 'silu',
    vocab_size: vocabSizeOf(keys),
    bos_token_id: tokenIdOf(metadata, 'bos'),
    eos_token_id: ENDS.map((name) => tokenIdOf(metadata, name)).filter((id) => id !== undefined),
    ...(type === 'phi3' ? ofPhi3(keys, rotary) : {}),
    ...(type === 'granite' ? ofGranite(keys, headDim) : {}),
    ...(type === 'gemma2' ? ofGemma2(keys, { layers, width, heads, headDim }) : {}),
  };
}

function ofPhi3(
  { count }: Keys,
  { rope_scaling: scaling }: Pick<ReturnType<typeof rotaryFieldsOf>, 'rope_scaling'>,
) {
  const original = (scaling as any)?.original_max_position_embeddings;
  return {
    sliding_window: count('attention.sliding_window', 0) || null,
    ...(original && { original_max_position_embeddings: original }),
  };
}

/** Fields of Granite, from src/models/granite.cpp, where 0 turns a factor off. */
function ofGranite(keys: Keys, headDim: number) {
  const { number } = keys;
  const positions = 'rope.scaling.finetuned'; // in Granite, whether there are rotary positions
  if (!keys.flag(positions, true)) throw keys.refused(positions, 'true');
  return {
    logits_scaling: number('logit_scale'),
    residual_multiplier: number('residual_scale', 0) || 1,
    embedding_multiplier: number('embedding_scale', 0) || 1,
    attention_multiplier: number('attention.scale', 0) || 1 / Math.sqrt(headDim),
  };
}

/** Fields of Gemma 2, from src/models/gemma2.cpp. */
function ofGemma2(
  keys: Keys,
  {
    layers,
    width,
    heads,
    headDim,
  }: { layers: number; width: number; heads: number; headDim: number },
) {
  const { count, number } = keys;
  const window = 'attention.sliding_window';
  if (count(window, GEMMA2.window) === 0) throw keys.refused(window, 'an integer from 1');
  for (const name of ['attn_logit_softcapping', 'final_logit_softcapping']) {
    if (!(number(name, 1) > 0)) throw keys.refused(name, 'a number above 0');
  }
  return {
    sliding_window: count(window, GEMMA2.window),
    layer_types: layerTypesOf(
      keys,
      layers,
      GEMMA2.period,
      (layer, period) => layer % period < period - 1,
    ),
    attn_logit_softcapping: number('attn_logit_softcapping', GEMMA2.softcap),
    final_logit_softcapping: number('final_logit_softcapping', GEMMA2.finalSoftcap),
    query_pre_attn_scalar: layers === LAYERS_OF_27B ? Math.floor(width / heads) : headDim,
  };
}
