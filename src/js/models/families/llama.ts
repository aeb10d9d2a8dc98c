// Llama and those that go on from it: Mistral, SmolLM, Qwen 2 and 3, Gemma 1 to 3, Phi-3, OLMo 2. They differ in a few
// places, each a line here.

import { contextOf, linear, looksBack, partOf, rmsNorm, times } from './common.ts';
import { decoderHeads, headOf, tied } from './heads.ts';
import { parametersByType, parametersOf, rotary } from './rotary.ts';
import type { Block, Description, Norm, Sublayer } from '../description.ts';
import type { Reading } from './common.ts';
import type { Config } from './config.ts';

/** Classes whose layers have several types. */
const TYPED = ['qwen2', 'qwen3', 'gemma2', 'gemma3_text', 'smollm3'];
const FULL = 'full_attention';
const SLIDING = 'sliding_attention';
const PATTERN = 6; // of Gemma 3: one layer of so many sees everything
/** Phi-3's older names of longrope. */
const LONGROPE = ['su', 'yarn'];

/** The padding that a config means that has none; of the others there is none. */
const PADDING: Record<string, number> = {
  gemma: 0,
  gemma2: 0,
  gemma3_text: 0,
  olmo2: 1,
  phi3: 32000,
  smollm3: 128004,
};

export function llama(reading: Reading): Description {
  const { config, power, values } = reading;
  const { type } = config;
  const width = config.size('hidden_size');
  const isGemma = type.startsWith('gemma');
  const softcap = isCapped(type) ? config.positiveOrNone('final_logit_softcapping') : null;
  const bias = isBiased(reading, 'lm_head', false) ? 'lm_head.bias' : undefined;
  const blocks = blocksOf(reading);
  const isHeadless = looksBothWays(config) && !String(values.architectures).includes('For');
  return {
    kind: 'decoder',
    anchor: 'embed_tokens.weight',
    vocabSize: config.size('vocab_size'),
    contextLen: contextOf(config, blocks),
    embedDim: width,
    stack: {
      embedding: {
        tokens: 'embed_tokens.weight',
        scale: isGemma ? Math.fround(power(width, 0.5)) : 1,
      },
      blocks,
      finalNorm: rmsNorm('norm', config.number('rms_norm_eps'), plusOf(config)),
    },
    ...(isHeadless
      ? { head: null }
      : headOf(
          reading,
          decoderHeads(values, {
            bias,
            padding: PADDING[type],
            last: softcap ? [{ softcap }] : [],
          }),
        )),
    ties: tied(values, isGemma || type === 'smollm3', ['lm_head.weight', 'embed_tokens.weight']),
  };
}

function blocksOf(reading: Reading): Block[] {
  const { config } = reading;
  const { type } = config;
  const numHeads = config.size('num_attention_heads');
  const sizes = {
    numHeads,
    numKvHeads: config.size('num_key_value_heads', numHeads),
    headDim: config.sizeOrNone('head_dim') ?? config.quotient('hidden_size', 'num_attention_heads'),
  };
  const { headDim } = sizes;
  const epsilon = config.number('rms_norm_eps');
  const plus = plusOf(config);
  const typed = typesOf(config);
  const noTurns = type === 'smollm3' ? withoutTurns(config) : null;
  const isNormed = ['qwen3', 'gemma3_text', 'olmo2'].includes(type);
  const scale = 1 / Math.sqrt(isCapped(type) ? config.size('query_pre_attn_scalar') : headDim);
  const softcap = type === 'gemma2' ? (config.positiveOrNone('attn_logit_softcapping') ?? 0) : 0; // Gemma 3 ignores it
  return times(config.layers('num_hidden_layers'), (layer) => {
    const at = `layers.${layer}`;
    const isSliding = typed[layer] === SLIDING;
    const norm = (name: string) => rmsNorm(name, epsilon, plus);
    return {
      attention: {
        ...projectionsOf(reading, `${at}.self_attn`, sizes),
        ...sizes,
        ...{ scale, softcap },
        causal: !looksBothWays(config),
        window: isSliding ? windowOf(config) : undefined,
        rotary: noTurns?.[layer] ? null : rotary(reading, turnsOf(config, isSliding), headDim),
        queryNorm: isNormed ? norm(`${at}.self_attn.q_norm`) : null,
        keyNorm: isNormed ? norm(`${at}.self_attn.k_norm`) : null,
      },
      ...normsOf(type, (name) => norm(`${at}.${name}`)),
      mlp: mlpOf(reading, `${at}.mlp`),
    };
  });
}

const isCapped = (type: string) => type === 'gemma2' || type === 'gemma3_text';

function looksBothWays(config: Config) {
  return !looksBack(config) || (config.type === 'gemma3_text' && config.flag('use_bidirectional_attention')); // prettier-ignore
}

function projectionsOf(
  reading: Reading,
  at: string,
  { numHeads, numKvHeads, headDim }: { numHeads: number; numKvHeads: number; headDim: number },
) {
  const { config } = reading;
  const { type } = config;
  const map = (name: string, usual: boolean) =>
    linear(`${at}.${name}`, isBiased(reading, `${at}.${name}`, usual));
  if (type === 'phi3') {
    const [q, kv] = [numHeads * headDim, numKvHeads * headDim];
    const part = (from: number, to: number) =>
      partOf(`${at}.qkv_proj`, isBiased(reading, `${at}.qkv_proj`, false), [from, to]);
    return {
      ...{ query: part(0, q), key: part(q, q + kv), value: part(q + kv, q + 2 * kv) },
      output: map('o_proj', false),
    };
  }
  const bias = type !== 'mistral' && type !== 'qwen2' && config.flag('attention_bias');
  const own = bias || type === 'qwen2';
  return {
    query: map('q_proj', own),
    key: map('k_proj', own),
    value: map('v_proj', own),
    output: map('o_proj', bias),
  };
}

function normsOf(
  type: string,
  norm: (name: string) => Norm,
): { around: Sublayer; aroundMlp: Sublayer } {
  if (type === 'olmo2') {
    return {
      around: { before: null, inside: norm('post_attention_layernorm'), after: null },
      aroundMlp: { before: null, inside: norm('post_feedforward_layernorm'), after: null },
    };
  }
  const sandwich = isCapped(type);
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

function mlpOf(reading: Reading, at: string) {
  const { config } = reading;
  const { type } = config;
  const bias = (type === 'llama' || type === 'smollm3') && config.flag('mlp_bias');
  const inner = config.size('intermediate_size');
  const activation = isCapped(type)
    ? config.activation('hidden_activation')
    : config.activation('hidden_act', (name) =>
        type === 'gemma' && name === 'gelu' ? 'gelu_pytorch_tanh' : name,
      );
  const fused = type === 'phi3';
  const map = (name: string) => linear(`${at}.${name}`, isBiased(reading, `${at}.${name}`, bias));
  const part = (from: number, to: number) =>
    partOf(`${at}.gate_up_proj`, isBiased(reading, `${at}.gate_up_proj`, false), [from, to]);
  return {
    gate: fused ? part(0, inner) : map('gate_proj'),
    up: fused ? part(inner, 2 * inner) : map('up_proj'),
    down: map('down_proj'),
    ...{ inner, activation },
  };
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
    const noTurns = withoutTurns(config);
    return each((layer) => slides && noTurns[layer]);
  }
  const first = config.count('max_window_layers');
  return each((layer) => slides && layer >= first);
}

/** How far a layer of the sliding type looks. */
function windowOf(config: Config) {
  const { type } = config;
  const unused = (type === 'qwen2' || type === 'qwen3') && !config.flag('use_sliding_window');
  if (unused) throw config.wrong('layer_types', 'use_sliding_window where layers slide');
  const given = config.size('sliding_window');
  const isBidirectional = type === 'gemma3_text' && config.flag('use_bidirectional_attention');
  const size = isBidirectional ? Math.floor(given / 2) + 1 : given;
  if (!looksBack(config)) return { left: size, right: size };
  return isBidirectional ? { left: size - 1, right: size - 1 } : { left: size - 1 };
}

/** Whether each layer of SmolLM3 is without positions. */
function withoutTurns(config: Config): boolean[] {
  const count = config.layers('num_hidden_layers');
  const listed = config.counts('no_rope_layers', count);
  if (listed) return listed.map((turns) => turns === 0);
  const interval = config.size('no_rope_layer_interval');
  return times(count, (layer) => (layer + 1) % interval === 0);
}

function turnsOf(config: Config, isSliding: boolean) {
  const { type } = config;
  if (type === 'gemma3_text') {
    return isSliding
      ? parametersByType(config, SLIDING, ['rope_local_base_freq', 10000], false)
      : parametersByType(config, FULL, ['rope_theta', 1000000], true);
  }
  // GGUF says of every architecture how much of a head is turned
  const isPartial = type === 'phi3' || isGguf(config);
  const parameters = parametersOf(config, {
    theta: type === 'smollm3' ? 2000000 : 10000,
    share: isPartial ? 1 : undefined,
  });
  return type === 'phi3' && !isGguf(config) ? { ...parameters, renamed: LONGROPE } : parameters;
}

const isGguf = (config: Config) => config.flag('gains_are_whole');

/** Gemma's gains are what they differ from 1 by, but in GGUF. */
function plusOf(config: Config) {
  return config.type.startsWith('gemma') && !isGguf(config) ? 1 : 0;
}

/** Whether a map has a bias: in GGUF where the file has it. */
function isBiased({ config, has }: Reading, name: string, usual: boolean) {
  return config.flag('stored_biases') ? has(`${name}.bias`) : usual;
}
