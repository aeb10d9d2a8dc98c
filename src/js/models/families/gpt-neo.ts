// GPT-Neo and TinyStories: GPT-2's blocks with weights as (out, in), scores that are not scaled, and layers that see a window.

import { decoderHeads } from './heads.ts';
import type { Reading, Table } from './graph.ts';
import type { Config } from './config.ts';

const KINDS = ['global', 'local'];
/** Default of attention_types: lists of kinds, each with how often it repeats. */
const DEFAULT = [[KINDS, 12]];

export function gptNeo({ config, values }: Reading): Table {
  const layers = config.layers('num_layers');
  const heads = config.heads('hidden_size', 'num_heads');
  const kinds = kindsOf(config, layers);
  const window = { left: config.size('window_size') - 1 };
  return {
    names: {
      token_embd: 'wte',
      position_embd: 'wpe',
      output_norm: 'ln_f',
      output: 'lm_head',
      labels: 'classifier',
      blk: 'h.*',
      attn_norm: 'ln_1',
      attn_q: 'attn.attention.q_proj',
      attn_k: 'attn.attention.k_proj',
      attn_v: 'attn.attention.v_proj',
      attn_output: 'attn.attention.out_proj',
      ffn_norm: 'ln_2',
      ffn_up: 'mlp.c_fc',
      ffn_down: 'mlp.c_proj',
    },
    ...heads,
    layers,
    scale: 1,
    causal: true,
    attention: (layer) => (kinds[layer] === 'local' ? { window } : {}),
    bias: { qkv: false },
    norm: { epsilon: config.number('layer_norm_epsilon') },
    inner: config.size('intermediate_size', 4 * heads.width),
    activation: config.activation('activation_function'),
    vocab: config.size('vocab_size'),
    context: config.size('max_position_embeddings'),
    heads: decoderHeads(values),
    tied: true,
    harmless: [/^h\.\d+\.attn\.attention\.(masked_)?bias$/], // causal masks
  };
}

/** The kind of each layer. */
function kindsOf(config: Config, layers: number): unknown[] {
  const each = config.any('attention_layers'); // wins over the shorter form in transformers, too
  if (each !== undefined && each !== null) {
    if (Array.isArray(each) && each.length === layers && each.every(isKind)) return each;
    throw config.wrong('attention_layers', `global or local for each of ${layers} layers`);
  }
  const given = config.any('attention_types') ?? DEFAULT;
  const kinds: unknown[] = [];
  for (const [repeated, times] of Array.isArray(given) ? given.map(pairOf) : []) {
    for (let i = 0; i < Math.min(times, layers); i++) kinds.push(...repeated);
  }
  if (kinds.length === layers && kinds.every(isKind)) return kinds;
  throw config.wrong('attention_types', `global or local for each of ${layers} layers`);
}

const isKind = (kind: unknown) => KINDS.includes(kind as string);

function pairOf(pair: unknown): [kinds: unknown[], times: number] {
  const [kinds, times] = Array.isArray(pair) ? pair : [];
  return [Array.isArray(kinds) ? kinds : [], Number(times)];
}
