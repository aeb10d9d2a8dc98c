// T5: no scale, the first block's bias by distance in all blocks, norms without mean. Its encoder may be without a decoder.

import { nameInFile } from './graph.ts';
import { classesAtEnd, classOf, labels, linear } from './heads.ts';
import type { AttentionPart, HeadStep, Names } from '../description.ts';
import type { Config } from './config.ts';
import type { Reading, StackTable, Table } from './graph.ts';

/** Relative positions set no limit; this one is for memory. */
const CONTEXT = 512;

const SHARED = 'token_embd.weight';
const END = 1;
/** Classes without a decoder. */
const ENCODERS = /EncoderModel$|ForTokenClassification$/;

export function t5({ config, has, isGguf, power, values }: Reading): Table {
  const isGated = isGatedOf(config);
  const names: Names = {
    token_embd: 'shared',
    'enc.token_embd': 'encoder.embed_tokens',
    'dec.token_embd': 'decoder.embed_tokens',
    output_norm: '{side}.final_layer_norm',
    output: 'lm_head',
    pooler: 'classification_head.dense',
    classes: 'classification_head.out_proj',
    labels: 'classifier',
    blk: '{side}.block.*.layer',
    attn_norm: '0.layer_norm',
    attn_q: '0.SelfAttention.q',
    attn_k: '0.SelfAttention.k',
    attn_v: '0.SelfAttention.v',
    attn_o: '0.SelfAttention.o',
    attn_rel_b: '0.SelfAttention.relative_attention_bias',
    'dec.cross_attn_norm': '1.layer_norm',
    'dec.cross_attn_q': '1.EncDecAttention.q',
    'dec.cross_attn_k': '1.EncDecAttention.k',
    'dec.cross_attn_v': '1.EncDecAttention.v',
    'dec.cross_attn_o': '1.EncDecAttention.o',
    ...mlpNames('enc', 1, isGated),
    ...mlpNames('dec', 2, isGated),
  };
  const vocab = config.size('vocab_size');
  const context = config.size('n_positions', CONTEXT);
  const width = config.size('d_model');
  const layers = config.layers('num_layers');
  const encoder = { layers, attention: () => ({ relative: relativeOf(config, 'enc.') }) };
  const table = {
    names,
    vocab,
    context,
    width,
    ...sizesOf(config),
    scale: 1,
    bias: { qkv: false, output: false, ffn: false },
    tied: 'always', // its config's tie_word_embeddings means that logits are scaled
    harmless: [
      /^shared\.weight$/,
      /^decoder\.block\.0\.layer\.1\.EncDecAttention\.relative_attention_bias\.weight$/,
    ],
  } satisfies Partial<Table>;
  const hasTensor = (name: string) => has(nameInFile(isGguf ? null : names, name));
  const isAlone =
    ENCODERS.test(classOf(values) ?? '') ||
    !['dec.output_norm.weight', 'dec.blk.0.attn_q.weight'].some(hasTensor);
  if (isAlone) {
    return {
      kind: 'encoder',
      ...table,
      ...encoder,
      side: 'enc.',
      heads: [labels],
      ties: [['enc.token_embd.weight', SHARED]],
      harmless: [...table.harmless, /^decoder\./],
    };
  }
  config.expectOnly('is_encoder_decoder', true);
  // in transformers the decoder then has num_layers layers, and the encoder as many as the other name says
  if ('num_layers' in values) config.expectOnly('num_hidden_layers', values.num_layers);
  const steps: HeadStep[] = [{ linear: linear('output', false) }];
  // a field since transformers 5; before, it followed from the tie; never in mT5
  const divides = config.has('scale_decoder_outputs')
    ? config.flag('scale_decoder_outputs')
    : config.any('tie_word_embeddings') !== false;
  if (config.type === 't5' && divides) steps.unshift({ scale: power(width, -0.5) });
  const isOwn = config.has('num_decoder_layers') && config.any('num_decoder_layers') !== null;
  return {
    kind: 'encoder-decoder',
    ...table,
    encoder,
    layers: isOwn ? config.layers('num_decoder_layers') : layers,
    attention: () => ({ relative: relativeOf(config, 'dec.') }),
    heads: [classesAtEnd(values, END), { tasks: ['CausalLM'], kind: 'tokens', marks: [], steps }],
    ties: [
      ['enc.token_embd.weight', SHARED],
      ['dec.token_embd.weight', SHARED],
      ['output.weight', SHARED],
    ],
  };
}

/** @param at index of the MLP in a layer */
function mlpNames(side: 'enc' | 'dec', at: number, isGated: boolean): Names {
  const dense = `${at}.DenseReluDense`;
  return {
    [`${side}.ffn_norm`]: `${at}.layer_norm`,
    [`${side}.ffn_gate`]: isGated ? `${dense}.wi_0` : '',
    [`${side}.ffn_up`]: isGated ? `${dense}.wi_1` : `${dense}.wi`,
    [`${side}.ffn_down`]: `${dense}.wo`,
  };
}

/** Whether MLPs are gated: a field since transformers 5, which wins over the activation's name. */
function isGatedOf(config: Config) {
  if (config.has('is_gated_act')) return config.flag('is_gated_act');
  return String(config.any('feed_forward_proj')).startsWith('gated-');
}

function sizesOf(config: Config) {
  return {
    numHeads: config.size('num_heads'),
    headDim: config.size('d_kv'),
    inner: config.size('d_ff'),
    norm: { form: 'rms', epsilon: config.number('layer_norm_epsilon') },
    activation: config.has('dense_act_fn')
      ? config.activation('dense_act_fn')
      : config.activation('feed_forward_proj', (name) =>
          name === 'gated-gelu' ? 'gelu_new' : name.replace('gated-', ''),
        ),
  } satisfies Partial<StackTable>;
}

function relativeOf(config: Config, side: 'enc.' | 'dec.'): AttentionPart['relative'] {
  const bothWays = side === 'enc.';
  const buckets = config.size('relative_attention_num_buckets');
  const farthest = config.size('relative_attention_max_distance');
  const exact = Math.floor(buckets / (bothWays ? 4 : 2)); // these distances have a bucket each
  if (farthest <= exact) {
    throw config.wrong('relative_attention_max_distance', `more than ${exact}, as there are ${buckets} buckets`); // prettier-ignore
  }
  return { table: `${side}blk.0.attn_rel_b.weight`, buckets, farthest, bothWays };
}
