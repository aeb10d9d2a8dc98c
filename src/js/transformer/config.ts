// The config of a transformer: its schema and its check, and the configs of its parts.

import { wrongKind, wrongNumber } from '../arguments/errors.ts';
import {
  FLAG,
  INTEGER,
  NUMBER,
  MAX_SIZE,
  choice,
  flag,
  integer,
  isRecord,
  number,
  of,
  option,
  recordOf,
  size,
  toChoice,
  toInteger,
  usualOf,
} from '../arguments/options.ts';
import { expectHoldable } from '../arguments/tensor.ts';
import { ROTARY, checkPositions } from '../attention/positions.ts';
import { SCORES, defaultScale } from '../attention/scores.ts';
import { BIAS, LAYER, checkLayer, hasBias, toBiases } from '../layer/config.ts';
import { biasesOf } from '../layer/parameters.ts';
import { atCaller } from '../runtime/sides.ts';
import { ACTIVATIONS } from './activations.ts';
import type { Option } from '../arguments/options.ts';
import type { Biases } from '../layer/config.ts';
import type { CheckedPositions } from '../attention/positions.ts';
import type { Positions, ResolvedConfig } from '../types/index.ts';
import type { ResolvedTransformerConfig } from '../types/training.ts';

// In the order of the core's enums.
const POSITIONS = [...['none', 'learned', 'sinusoidal', 'rotary', 'alibi']] as const;
const NORMS = ['none', 'pre', 'post', 'inside', 'sandwich'] as const;

/** The parts that have a bias. */
const BIASES = atCaller({ ...BIAS, mlp: flag(undefined, true), norm: flag(undefined, true) });

type Scores = {
  -readonly [Name in keyof typeof SCORES]: Option<(typeof SCORES)[Name]['usual'] | undefined>;
};

/** The options of the scores, which a config has only if they are given. */
const GIVEN_SCORES = atCaller(
  Object.fromEntries(
    Object.entries(SCORES).map(([name, one]) => [name, { ...one, usual: undefined }]),
  ) as Scores,
);

/** The options of attention, which the core reads in the descriptions of a layer and of a call. */
const INNER = atCaller({
  ...GIVEN_SCORES,
  /** D */
  embedDim: LAYER.embedDim,
  /** H */
  numHeads: LAYER.numHeads,
  /**
   * Hkv, the number of key and value heads, a divisor of H; default H. Each serves H / Hkv consecutive query heads
   * (Ainslie et al. 2023)
   */
  numKvHeads: LAYER.numKvHeads,
  /**
   * E; default embedDim / numHeads, which must then be an integer. So one head has as many parameters as several.
   */
  headDim: LAYER.headDim,
  /** the option of a layer; default false */
  queryKeyNorm: LAYER.queryKeyNorm,
});

/** The options besides: of the blocks, the embeddings and the head. */
export const BLOCKS = atCaller({
  /** V, size of the vocabulary */
  vocabSize: size(),
  /** the longest sequence */
  contextLen: size(),
  /** N */
  numLayers: size(),
  /** M, width of the MLP's hidden layer; default 4 embedDim; 0 = attention only */
  mlpDim: option({
    kind: 'number',
    usual: 0,
    derive: ({ embedDim }: { embedDim: number }) => 4 * embedDim,
    read: atCaller((value, name) => toInteger(value, name, 0, MAX_SIZE)),
    core: INTEGER,
  }),
  /** default true: no token attends to later tokens */
  causal: flag(undefined, true),
  /** theta of rotary positions without theta or frequencies of their own; default 10000 */
  rotaryTheta: number(10000, { above: 0 }),
  /**
   * Default `learned`: a vector for each position, added to the token's vector. `sinusoidal`: fixed vectors (Vaswani et al.
   * 2017, section 3.5). `rotary`: a rotation of queries and keys (Su et al. 2021). `alibi`: scores decrease with distance
   * (Press et al. 2022). An object gives the options of rotary or alibi, as in attention; every sequence begins at position 0.
   */
  positions: option({
    type: of<'none' | 'learned' | 'sinusoidal' | 'rotary' | 'alibi' | Positions>(),
    usual: 'learned' as ResolvedTransformerConfig['positions'],
    read: atCaller((value, name, config) =>
      isRecord(value)
        ? plainPositions(checkPositions(value, { ...config, theta: config.rotaryTheta }))
        : toChoice(value, name, POSITIONS),
    ),
    core: {
      type: 'PositionKind',
      words: POSITIONS,
      of: (positions) => (typeof positions === 'string' ? positions : positions.type),
    },
  }),
  /**
   * Positions of the norms: `pre`, the default, before attention and MLP (Xiong et al. 2020; torch's norm_first); `post`, after
   * their residual sums, like the original and torch's default; `inside`, on their outputs before the sum (OLMo 2);
   * `sandwich`, before and inside (Gemma 2)
   */
  norm: choice(NORMS, 'pre', { type: 'NormKind', words: NORMS }),
  /** layer norms, the default, or RMS norms (Zhang and Sennrich 2019), which have no bias */
  normType: choice(['layer', 'rms'], 'layer', {
    rms: { type: 'flag', of: (type) => type === 'rms' },
  }),
  /** a norm before the logits; default false with `post` and `none`, else true */
  finalNorm: option({
    ...flag(FLAG, true),
    derive: ({ norm }: { norm: string }) => norm !== 'post' && norm !== 'none',
  }),
  /** whether the token embedding is also the unembedding; default false */
  tied: flag(FLAG),
  /** of attention, MLP and norms; default true */
  bias: option({
    type: of<boolean | Readonly<typeof BIASES>>(),
    record: BIASES,
    usual: true as Biases<typeof BIASES>,
    read: atCaller(toBiases(BIASES)),
    core: {
      mlpBias: { type: 'flag', of: (bias) => hasBias({ bias }, 'mlp') },
      normBias: { type: 'flag', of: (bias) => hasBias({ bias }, 'norm') },
    },
  }),
  /** default `relu`. `gelu` is the exact one, like torch's */
  activation: choice(ACTIVATIONS, 'relu', { type: 'Activation', words: ACTIVATIONS }),
  /**
   * Whether the activation is a gate (Shazeer 2020): linear1 has 2 M rows, the first M for the gate, and linear2 takes
   * activation(gate) times the other M. Default false.
   */
  gated: flag(FLAG),
  /**
   * From 0, the default, to below 1; in training only: on embeddings, attention, the activated MLP, and the outputs of
   * attention and MLP. Returned maps are always before dropout.
   */
  dropout: number(0, { below: 1 }, NUMBER),
  /** default 1e-5 */
  normEpsilon: number(1e-5, {}, NUMBER),
  /**
   * of the initial values and of dropout; the same seed gives the same bits everywhere. Default 0
   */
  seed: integer(0),
});

/**
 * The sizes and parts of a transformer. Every layer is attention followed by an MLP, unless `mlpDim` is 0; each adds its output
 * to its input.
 *
 * ```js
 * createTransformer(headwise, { vocabSize: 24, contextLen: 32, embedDim: 64, numHeads: 4, numLayers: 2, mlpDim: 0 });
 * ```
 */
export const TRANSFORMER = atCaller({ ...INNER, ...BLOCKS });

const readTransformer = atCaller(recordOf(TRANSFORMER));

/** @returns frozen, every default filled in */
export function checkTransformer(config: unknown): ResolvedTransformerConfig {
  if (config === undefined) throw wrongKind('config', 'an object', config);
  const checked = readTransformer(config, 'config');
  const { embedDim, numHeads, numKvHeads, headDim, window } = checked;
  checkLayer({ embedDim, numHeads, numKvHeads, headDim });
  if (checked.positions === 'rotary' && headDim % 2 !== 0) {
    throw wrongNumber('headDim', 'an even number, as rotary positions turn pairs', headDim);
  }
  expectHoldable('mlpDim', [checked.gated ? 2 : 1, checked.mlpDim, embedDim]);
  expectHoldable('vocabSize', [checked.vocabSize, embedDim]);
  expectHoldable('contextLen', [checked.contextLen, embedDim]);
  const sides = window && Object.entries(window).filter(([, reach]) => reach >= 0);
  const resolved = { ...checked, window: sides && Object.freeze(Object.fromEntries(sides)) };
  const given = Object.entries(resolved).filter(([, value]) => value !== undefined);
  return Object.freeze(Object.fromEntries(given)) as ResolvedTransformerConfig;
}

/** The options of attention of every layer, with every default filled in. */
export function scoresOf(config: ResolvedTransformerConfig) {
  const given = Object.entries(config).filter(([name]) => Object.hasOwn(SCORES, name));
  const usual = usualOf(SCORES);
  return {
    ...usual,
    scale: defaultScale(config.headDim),
    ...Object.fromEntries(given),
    causal: config.causal ? ('past' as const) : ('none' as const),
    window: { ...usual.window, ...config.window },
  };
}

/** Position options as plain, frozen objects that JSON can hold. */
function plainPositions(
  checked: CheckedPositions,
): Exclude<ResolvedTransformerConfig['positions'], string> {
  if (checked.type === 'alibi') {
    const { slopes } = checked;
    return Object.freeze({ type: 'alibi', ...(slopes && { slopes: Object.freeze([...slopes]) }) });
  }
  const { frequencies, theta, factor, interleaved, dims, offset } = checked;
  if (offset !== 0) {
    throw wrongNumber('positions.offset', '0, as every sequence begins at position 0', offset);
  }
  return Object.freeze({
    type: 'rotary',
    ...(frequencies ? { frequencies: Object.freeze([...frequencies]) } : { theta }),
    ...{ factor, interleaved, dims },
  });
}

/**
 * The type of positions, the options of rotary ones, and the frequencies or slopes that replace the defaults.
 */
export function insidePositions({
  positions,
  rotaryTheta,
  headDim,
}: Pick<ResolvedTransformerConfig, 'positions' | 'rotaryTheta' | 'headDim'>) {
  const rotary = { ...usualOf(ROTARY), theta: rotaryTheta, dims: headDim };
  const none: number[] = [];
  if (typeof positions === 'string') return { type: positions, values: none, rotary };
  if (positions.type === 'alibi') {
    return { type: positions.type, values: Array.from(positions.slopes ?? none), rotary };
  }
  const { type, frequencies = none, ...given } = positions;
  return { type, values: Array.from(frequencies), rotary: { ...rotary, ...given } };
}

/** Positions of the norms around a sublayer: before it, on its output, after the residual sum. */
export function normPlaces({ norm }: Pick<ResolvedTransformerConfig, 'norm'>) {
  return {
    before: norm === 'pre' || norm === 'sandwich',
    inside: norm === 'inside' || norm === 'sandwich',
    after: norm === 'post',
  };
}

/** The config of each layer's attention, for the functions of a single attention layer. */
export function layerOf({
  embedDim,
  numHeads,
  numKvHeads,
  headDim,
  queryKeyNorm,
  bias: given,
}: ResolvedTransformerConfig): ResolvedConfig {
  const { query, key, value, output } = biasesOf({ bias: given });
  return {
    ...{ embedDim, numHeads, numKvHeads, headDim, valueHeadDim: headDim },
    ...{ keyDim: embedDim, valueDim: embedDim, outputDim: embedDim },
    ...{ bias: { query, key, value, output }, queryKeyNorm },
    ...{ addBiasKv: false, addZeroAttention: false, defaults: {}, seed: 0 },
  };
}
