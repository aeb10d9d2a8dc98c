// T5: no scale, a bias by distance that the first block owns and all use, norms without mean. Its encoder may be alone.

import { linear, looksBack, preNorm, rmsNorm, times } from './common.ts';
import { classesAtEnd, classOf, headOf, labels, tied } from './heads.ts';
import type { AttentionPart, Description, HeadStep, Stack, Tie } from '../description.ts';
import type { Reading } from './common.ts';
import type { Config } from './config.ts';

/** Distances are no limit; this many tokens fit. */
const CONTEXT = 512;

const SHARED = 'shared.weight';
const END = 1;
/** Classes that have no decoder. */
const ENCODERS = /EncoderModel$|ForTokenClassification$/;
/** Its config's tie_word_embeddings says something else: whether logits are scaled. */
const TIED = {};

export function t5(reading: Reading): Description {
  const { config, has, power, values } = reading;
  const sizes = {
    anchor: SHARED,
    vocabSize: config.size('vocab_size'),
    contextLen: config.size('n_positions', CONTEXT),
    embedDim: config.size('d_model'),
  };
  const layers = config.layers('num_layers');
  const encoder = stack(config, 'encoder', layers);
  const decodes = ['final_layer_norm', 'block.0.layer.0.SelfAttention.q'];
  const isAlone =
    ENCODERS.test(classOf(values) ?? '') || !decodes.some((name) => has(`decoder.${name}.weight`));
  if (isAlone) {
    const ties = tied(TIED, true, embeddingTie('encoder'));
    return {
      kind: 'encoder',
      ...sizes,
      stack: encoder,
      ...headOf(reading, [labels('classifier')]),
      ties,
    };
  }
  config.expectOnly('is_encoder_decoder', true);
  // transformers then gives the decoder as many as num_layers says, and the encoder as many as the other name says
  if ('num_layers' in values) config.expectOnly('num_hidden_layers', values.num_layers);
  const steps: HeadStep[] = [{ linear: linear('lm_head', false) }];
  // transformers 5 says so, before it followed from the tie; mT5 never does
  const divides = config.has('scale_decoder_outputs')
    ? config.flag('scale_decoder_outputs')
    : config.any('tie_word_embeddings') !== false;
  if (config.type === 't5' && divides) {
    steps.unshift({ scale: power(config.size('d_model'), -0.5) });
  }
  return {
    kind: 'encoder-decoder',
    ...sizes,
    encoder,
    stack: stack(
      config,
      'decoder',
      config.has('num_decoder_layers') && config.any('num_decoder_layers') !== null
        ? config.layers('num_decoder_layers')
        : layers,
    ),
    ...headOf(reading, [
      classesAtEnd(values, END),
      { tasks: ['CausalLM'], kind: 'tokens', marks: [], steps },
    ]),
    ties: tied(TIED, true, embeddingTie('encoder'), embeddingTie('decoder'), [
      'lm_head.weight',
      SHARED,
    ]),
  };
}

const embeddingTie = (side: 'encoder' | 'decoder'): Tie => [`${side}.embed_tokens.weight`, SHARED];

function stack(config: Config, side: 'encoder' | 'decoder', layers: number): Stack {
  const numHeads = config.size('num_heads');
  const headDim = config.size('d_kv');
  const inner = config.size('d_ff');
  const epsilon = config.number('layer_norm_epsilon');
  const decoder = side === 'decoder';
  // transformers 5 has both in fields of their own, which win
  const gated = config.has('is_gated_act')
    ? config.flag('is_gated_act')
    : String(config.any('feed_forward_proj')).startsWith('gated-');
  const activation = config.has('dense_act_fn')
    ? config.activation('dense_act_fn')
    : config.activation('feed_forward_proj', (name) =>
        name === 'gated-gelu' ? 'gelu_new' : name.replace('gated-', ''),
      );
  const attention = (at: string, cross: boolean): AttentionPart => ({
    query: linear(`${at}.q`, false),
    key: linear(`${at}.k`, false),
    value: linear(`${at}.v`, false),
    output: linear(`${at}.o`, false),
    numHeads,
    numKvHeads: numHeads,
    headDim,
    scale: 1,
    causal: decoder && !cross && looksBack(config),
    relative: cross
      ? null
      : {
          table: `${side}.block.0.layer.0.SelfAttention.relative_attention_bias.weight`,
          buckets: config.size('relative_attention_num_buckets'),
          farthest: config.size('relative_attention_max_distance'),
          bothWays: !decoder,
        },
  });
  return {
    embedding: { tokens: embeddingTie(side)[0] },
    blocks: times(layers, (layer) => {
      const at = `${side}.block.${layer}.layer`;
      const norm = (i: number) => preNorm(rmsNorm(`${at}.${i}.layer_norm`, epsilon));
      const last = decoder ? 2 : 1;
      const dense = `${at}.${last}.DenseReluDense`;
      return {
        attention: attention(`${at}.0.SelfAttention`, false),
        around: norm(0),
        cross: decoder ? attention(`${at}.1.EncDecAttention`, true) : null,
        aroundCross: decoder ? norm(1) : undefined,
        mlp: {
          up: linear(gated ? `${dense}.wi_1` : `${dense}.wi`, false),
          gate: gated ? linear(`${dense}.wi_0`, false) : null,
          down: linear(`${dense}.wo`, false),
          ...{ inner, activation },
        },
        aroundMlp: norm(last),
      };
    }),
    finalNorm: rmsNorm(`${side}.final_layer_norm`, epsilon),
  };
}
