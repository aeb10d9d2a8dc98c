// Rotary positions of a config: from rope_parameters (transformers 5), or from the older rope_theta and rope_scaling, which win
// if a file has both.

import { Config } from './config.ts';
import type { Rotary } from '../description.ts';
import type { Reading } from './graph.ts';

const KINDS = [...['default', 'linear', 'dynamic', 'llama3', 'yarn', 'longrope']] as const;

/** parameters of rotary positions */
interface Parameters {
  given: Config;
  /** default of theta */
  theta: number;
  /** default of the rotated part of a head */
  share: number;
  /** whether the class may rotate only a part of a head */
  isPartial: boolean;
  /** whether the config's original length is ignored */
  isByType?: boolean;
  /** the class's names of longrope */
  renamed?: readonly string[];
}

/** rotary positions before scaling */
interface Base {
  reading: Reading;
  theta: number;
  dims: number;
  /** frequencies */
  plain: Float64Array;
  /** most positions */
  most: number;
  /** most tokens of the texts before the context was extended */
  original: () => number;
}

type Scaled = Omit<Rotary, 'dims' | 'interleaved'>;

const SHARE = 'partial_rotary_factor';
const ORIGINAL = 'original_max_position_embeddings';

/**
 * The parameters of a class with the same rotary positions in all layers.
 *
 * @param own defaults of the class
 * @param own.share the rotated part of a head, if the class may rotate only a part
 * @param own.names older names of the fields
 */
export function parametersOf(
  config: Config,
  {
    theta = 10000,
    share,
    names = ['rope_theta', SHARE],
  }: {
    theta?: number;
    share?: number;
    names?: [base: string, share: string];
  } = {},
): Parameters {
  const [base, part] = names;
  const scaling = config.part('rope_scaling');
  const isScaled = scaling !== null && Object.keys(Object(config.any('rope_scaling'))).length > 0;
  const given = isScaled ? scaling : config.part('rope_parameters');
  return {
    given: given ?? new Config({}, { at: 'rope_parameters.' }),
    theta: config.has(base) ? config.positive(base) : theta,
    share: config.has(part) ? config.positive(part) : (share ?? 1),
    isPartial: share !== undefined,
  };
}

/**
 * The parameters of a class whose rotary positions depend on a layer's type.
 *
 * @param older name of theta, and the class's default
 * @param isScaled whether rope_scaling is for this type
 */
export function parametersByType(
  config: Config,
  type: 'full_attention' | 'sliding_attention',
  [base, theta]: [name: string, theta: number],
  isScaled: boolean,
): Parameters {
  const all = config.part('rope_parameters');
  const own = all?.part(type) ? all.any(type) : { rope_type: 'default' };
  const scaling = isScaled && config.part('rope_scaling') ? config.any('rope_scaling') : {};
  const values = { ...Object(own), ...Object(scaling), truncate: all?.any('truncate') };
  const at = Object.keys(Object(scaling)).length > 0 ? 'rope_scaling.' : `rope_parameters.${type}.`;
  return {
    given: new Config(values, { at }),
    theta: config.has(base) ? config.positive(base) : theta,
    share: 1,
    ...{ isPartial: false, isByType: true },
  };
}

export function rotaryOf(reading: Reading, parameters: Parameters, headDim: number): Rotary {
  const { config, power } = reading;
  const { given, theta: ownTheta, share: ownShare, isPartial, isByType, renamed } = parameters;
  const name = kindName(given);
  const isLong = renamed?.includes(String(given.any(name)));
  const kind = isLong ? 'longrope' : given.choice(name, KINDS, 'default');
  const theta = given.has('rope_theta') ? given.positive('rope_theta') : ownTheta;
  const share = given.has(SHARE) ? given.positive(SHARE) : ownShare;
  if (!isPartial && kind !== 'default' && share !== 1) {
    throw given.wrong(SHARE, '1 for this family', share, 'unsupported');
  }
  const rotated = Math.trunc(headDim * (isPartial ? share : 1));
  const pairs = Math.ceil(rotated / 2);
  if (2 * pairs > headDim || rotated < 1) {
    const [from, field] =
      rotated === headDim ? ([config, 'head_dim'] as const) : ([given, SHARE] as const);
    throw from.wrong(field, `from 1 to ${headDim} numbers of a head to rotate, in pairs`, rotated);
  }
  const plain = Float64Array.from({ length: pairs }, (_, i) => 1 / power(theta, (2 * i) / rotated));
  const most = config.size('max_position_embeddings');
  // the config's own field wins over the one in rope_parameters
  const isOwn = !isByType && config.any(ORIGINAL) !== undefined;
  const original = () => (isOwn ? config.size(ORIGINAL) : given.size(ORIGINAL, most));
  const scaled = SCALED[kind](given, { reading, theta, dims: rotated, plain, most, original });
  const { frequencies, factor } = scaled.of(1);
  if (!Number.isFinite(factor) || !frequencies.every(Number.isFinite)) {
    throw given.wrong('rope_theta', 'finite frequencies', theta);
  }
  return { ...scaled, dims: 2 * pairs, interleaved: false };
}

const always = (frequencies: Float64Array, factor: number = 1): Scaled => ({
  of: () => ({ frequencies, factor }),
});

const SCALED: Record<(typeof KINDS)[number], (given: Config, base: Base) => Scaled> = {
  default: (_, { plain }) => always(plain),

  linear(given, { plain }) {
    const factor = given.positive('factor');
    return always(plain.map((f) => f / factor));
  },

  dynamic(given, { reading: { power }, theta, dims, plain, most }) {
    const factor = given.positive('factor');
    if (dims <= 2) throw given.wrong(kindName(given), 'heads of more than 2 numbers');
    const frequenciesOf = (longest: number) => {
      const grown = (factor * longest) / most - (factor - 1);
      const base = theta * power(grown, dims / (dims - 2));
      return plain.map((_, i) => 1 / power(base, (2 * i) / dims));
    };
    let last = { most, frequencies: frequenciesOf(most) };
    return {
      of: (length) => {
        const longest = Math.max(length, most);
        if (longest !== last.most) last = { most: longest, frequencies: frequenciesOf(longest) };
        return { frequencies: last.frequencies, factor: 1 };
      },
      changes: (from, to) => to > Math.max(from, most),
      longest: Math.floor(most * factor),
    };
  },

  llama3(given, { plain, original: originalOf }) {
    const original = originalOf();
    const [factor, low, high] = ['factor', 'low_freq_factor', 'high_freq_factor'].map((name) =>
      given.positive(name),
    );
    if (high === low) throw given.wrong('high_freq_factor', 'another number than low_freq_factor');
    const scaled = plain.map((frequency) => {
      const length = (2 * Math.PI) / frequency;
      if (length > original / low) return frequency / factor;
      if (length < original / high) return frequency;
      const smooth = (original / length - low) / (high - low);
      return ((1 - smooth) * frequency) / factor + smooth * frequency;
    });
    return always(scaled);
  },

  yarn(given, { reading: { logarithm }, theta, dims, plain, most, original: originalOf }) {
    const original = originalOf();
    if (dims % 2 !== 0)
      throw given.wrong(kindName(given), 'an even number of a head to rotate', dims);
    if (!given.has('factor')) throw given.wrong('factor', 'a number above 0');
    const ratio = given.positive('factor', most / original);
    const at = (rotations: number) =>
      (dims * logarithm(original / (rotations * 2 * Math.PI))) / (2 * logarithm(theta));
    let [low, high] = [at(bound(given, 'beta_fast', 32)), at(bound(given, 'beta_slow', 1))];
    if (given.flag('truncate', true)) [low, high] = [Math.floor(low), Math.ceil(high)];
    low = Math.max(low, 0);
    high = Math.min(high, dims - 1);
    if (low === high) high += 0.001;
    const frequencies = plain.map((f, i) => {
      const ramp = Math.min(1, Math.max(0, (i - low) / (high - low)));
      return (f / ratio) * ramp + f * (1 - ramp);
    });
    const grow = (by = 1) => (ratio <= 1 ? 1 : 0.1 * by * logarithm(ratio) + 1);
    const [scale, all] = [given.number('mscale', 0), given.number('mscale_all_dim', 0)];
    const factor = given.number(
      'attention_factor',
      scale && all ? grow(scale) / grow(all) : grow(),
    );
    return { ...always(frequencies, factor), longest: Math.floor(original * ratio) };
  },

  longrope(given, { reading: { logarithm }, plain, most, original: originalOf }) {
    const original = originalOf();
    const short = given.numbers('short_factor', plain.length);
    const long = given.numbers('long_factor', plain.length);
    const ratio = given.positive('factor', most / original);
    const grown = ratio <= 1 ? 1 : Math.sqrt(1 + logarithm(ratio) / logarithm(original));
    const factor = given.number('attention_factor', grown);
    const [near, far] = [short, long].map((by) => plain.map((f, i) => f / by[i]));
    return {
      of: (length) => ({ frequencies: length > original ? far : near, factor }),
      changes: (from, to) => from <= original && to > original,
    };
  },
};

const kindName = (given: Config) => (given.has('rope_type') ? 'rope_type' : 'type');

/** A bound of YaRN's ramp; 0 and null mean the default. */
function bound(given: Config, name: string, none: number) {
  return given.number(name, none) || none;
}
