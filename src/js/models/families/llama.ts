// Llama and its descendants: Mistral, SmolLM, Qwen 2 and 3, Gemma 1 to 3, Phi-3, OLMo 2, Granite. Each difference between them is a
// line of the table, with its model types.

import { isCausal, times } from './graph.ts';
import { decoderHeads } from './heads.ts';
import { parametersByType, parametersOf, rotaryOf } from './rotary.ts';
import type { Reading, Table } from './graph.ts';
import type { Rotary } from '../description.ts';
import type { Config } from './config.ts';

const GEMMAS = ['gemma', 'gemma2', 'gemma3_text'];
/** Model types whose layers have several types. */
const TYPED = ['qwen2', 'qwen3', 'gemma2', 'gemma3_text', 'smollm3'];
const FULL = 'full_attention';
const SLIDING = 'sliding_attention';
const PATTERN = 6; // of Gemma 3: every sixth layer has no window
/** Phi-3's older names of longrope. */
const LONGROPE = ['su', 'yarn'];

/** Default of pad_token_id; other model types have none. */
const PADDING: Record<string, number> = {
  gemma: 0,
  gemma2: 0,
  gemma3_text: 0,
  olmo2: 1,
  phi3: 32000,
  smollm3: 128004,
};

export function llama(reading: Reading): Table {
  const { config, has, isGguf = false, values } = reading;
  const is = (...types: string[]) => types.includes(config.type);
  const width = config.size('hidden_size');
  const isCapped = is('gemma2', 'gemma3_text');
  const { last, ...factors } = factorsOf(reading, width);
  const numHeads = config.size('num_attention_heads');
  const numKvHeads = config.size('num_key_value_heads', numHeads);
  const headDim =
    config.sizeOrNone('head_dim') ?? config.quotient('hidden_size', 'num_attention_heads');
  const bias = !is('mistral', 'qwen2', 'phi3') && config.flag('attention_bias');
  const mlpBias = is('llama', 'smollm3', 'granite') && config.flag('mlp_bias');
  const isFused = is('phi3');
  const isInside = is('olmo2'); // has norms of the parts' outputs, and none before the parts
  const isQkNormed = is('qwen3', 'gemma3_text', 'olmo2');
  const isBothWays = attendsBothWays(config);
  const isHeadless = isBothWays && !String(values.architectures).includes('For');
  return {
    names: {
      token_embd: 'embed_tokens',
      output_norm: 'norm',
      output: 'lm_head',
      labels: 'score',
      blk: 'layers.*',
      attn_norm: isInside ? '' : 'input_layernorm',
      attn_qkv: isFused ? 'self_attn.qkv_proj' : '',
      attn_q: 'self_attn.q_proj',
      attn_k: 'self_attn.k_proj',
      attn_v: 'self_attn.v_proj',
      attn_q_norm: isQkNormed ? 'self_attn.q_norm' : '',
      attn_k_norm: isQkNormed ? 'self_attn.k_norm' : '',
      attn_output: 'self_attn.o_proj',
      post_attention_norm: isCapped || isInside ? 'post_attention_layernorm' : '',
      ffn_norm: isInside ? '' : isCapped ? 'pre_feedforward_layernorm' : 'post_attention_layernorm',
      ffn_gate: isFused ? '' : 'mlp.gate_proj',
      ffn_up: isFused ? 'mlp.gate_up_proj' : 'mlp.up_proj',
      ffn_down: 'mlp.down_proj',
      post_ffw_norm: isCapped || isInside ? 'post_feedforward_layernorm' : '',
    },
    width,
    numHeads,
    numKvHeads,
    headDim,
    layers: config.layers('num_hidden_layers'),
    norm: {
      form: 'rms',
      epsilon: config.number('rms_norm_eps'),
      plus: is(...GEMMAS) && !isGguf ? 1 : 0,
    },
    ...factors,
    attention: layersOf(reading, headDim),
    causal: !isBothWays,
    bias: isGguf ? 'stored' : { qkv: bias || is('qwen2'), output: bias, ffn: mlpBias },
    interleaved: isGguf && is('llama', 'granite'), // llama.cpp's converter reorders their rows
    gateInUp: isFused,
    inner: config.size('intermediate_size'),
    activation: isCapped
      ? config.activation('hidden_activation')
      : config.activation('hidden_act', (name) =>
          is('gemma') && name === 'gelu' ? 'gelu_pytorch_tanh' : name,
        ),
    vocab: config.size('vocab_size'),
    heads: isHeadless
      ? null
      : decoderHeads(values, {
          bias: isGguf && has('output.bias'),
          padding: PADDING[config.type],
          last,
        }),
    tied: is(...GEMMAS, 'smollm3'),
  };
}

/** Granite's factors at four places, and Gemma's of embeddings and scores with its softcap of logits. */
function factorsOf({ config, power }: Reading, width: number) {
  const { type } = config;
  if (type === 'granite') {
    const divisor = config.positive('logits_scaling');
    return {
      scale: config.positive('attention_multiplier'),
      layerScale: config.number('residual_multiplier'),
      embeddingScale: config.number('embedding_multiplier'),
      last: divisor === 1 ? [] : [{ scale: 1 / divisor }],
    };
  }
  if (!GEMMAS.includes(type)) return {};
  const embeddingScale = Math.fround(power(width, 0.5));
  if (type === 'gemma') return { embeddingScale };
  const scale = 1 / Math.sqrt(config.size('query_pre_attn_scalar'));
  const softcap = config.positiveOrNone('final_logit_softcapping');
  return { scale, embeddingScale, last: softcap ? [{ softcap }] : [] };
}

/** The windows and rotary positions of layers, by the layers' types. */
function layersOf(reading: Reading, headDim: number): Table['attention'] {
  const { config } = reading;
  const { type } = config;
  const types = typesOf(config);
  const isPositionless = type === 'smollm3' ? layersWithoutPositions(config) : [];
  const softcap = type === 'gemma2' ? (config.positiveOrNone('attn_logit_softcapping') ?? 0) : 0; // Gemma 3 ignores it
  const rotaries: Map<string, Rotary> = new Map();
  const rotaryOfType = (of: string) => {
    const known =
      rotaries.get(of) ?? rotaryOf(reading, rotaryParametersOf(reading, of === SLIDING), headDim);
    rotaries.set(of, known);
    return known;
  };
  const layers = types.map((of, layer) => ({
    softcap,
    window: of === SLIDING ? windowOf(config) : undefined,
    rotary: isPositionless[layer] ? null : rotaryOfType(of),
  }));
  return (layer) => layers[layer];
}

function attendsBothWays(config: Config) {
  return !isCausal(config) || (config.type === 'gemma3_text' && config.flag('use_bidirectional_attention')); // prettier-ignore
}

/** The type of each layer. */
function typesOf(config: Config): string[] {
  const { type } = config;
  const count = config.layers('num_hidden_layers');
  const each = (isSliding: (layer: number) => unknown) =>
    times(count, (layer) => (isSliding(layer) ? SLIDING : FULL));
  if (!TYPED.includes(type)) {
    const all = (type === 'mistral' || type === 'phi3') && config.sizeOrNone('sliding_window');
    return each(() => all);
  }
  const given = config.words('layer_types', count, [FULL, SLIDING]);
  if (given) return given;
  if (type === 'gemma2') return each((layer) => layer % 2 === 0);
  if (type === 'gemma3_text') {
    const pattern = config.size('sliding_window_pattern', PATTERN);
    return each((layer) => (layer + 1) % pattern !== 0);
  }
  const slides = config.flag('use_sliding_window') && config.sizeOrNone('sliding_window') !== null;
  if (type === 'smollm3') {
    const isPositionless = layersWithoutPositions(config);
    return each((layer) => slides && isPositionless[layer]);
  }
  const first = config.count('max_window_layers');
  return each((layer) => slides && layer >= first);
}

/** The window of layers of the sliding type. */
function windowOf(config: Config) {
  const { type } = config;
  const unused = (type === 'qwen2' || type === 'qwen3') && !config.flag('use_sliding_window');
  if (unused) throw config.wrong('layer_types', 'use_sliding_window where layers slide');
  const given = config.size('sliding_window');
  const isBidirectional = type === 'gemma3_text' && config.flag('use_bidirectional_attention');
  const size = isBidirectional ? Math.floor(given / 2) + 1 : given;
  if (!isCausal(config)) return { left: size, right: size };
  return isBidirectional ? { left: size - 1, right: size - 1 } : { left: size - 1 };
}

/** For each layer of SmolLM3, whether it has no positions. */
function layersWithoutPositions(config: Config): boolean[] {
  const count = config.layers('num_hidden_layers');
  const listed = config.counts('no_rope_layers', count);
  if (listed) return listed.map((hasRotary) => hasRotary === 0);
  const interval = config.size('no_rope_layer_interval');
  return times(count, (layer) => (layer + 1) % interval === 0);
}

function rotaryParametersOf({ config, isGguf }: Reading, isSliding: boolean) {
  const { type } = config;
  if (type === 'gemma3_text') {
    return isSliding
      ? parametersByType(config, SLIDING, ['rope_local_base_freq', 10000], false)
      : parametersByType(config, FULL, ['rope_theta', 1000000], true);
  }
  // GGUF has the number of rotated dimensions for every architecture
  const isPartial = type === 'phi3' || isGguf;
  const parameters = parametersOf(config, {
    theta: type === 'smollm3' ? 2000000 : 10000,
    share: isPartial ? 1 : undefined,
  });
  return type === 'phi3' && !isGguf ? { ...parameters, renamed: LONGROPE } : parameters;
}
