// Positions inside attention, ALiBi or rotary: a schema for each, and their check, for calls of attention and for transformers.

import { wrongKind, wrongNumber } from '../arguments/errors.ts';
import {
  FLAG,
  INTEGER,
  NUMBER,
  flag,
  integer,
  namesOf,
  option,
  readNested,
  recordOf,
  toFinite,
  toList,
  toWord,
  usualOf,
  word,
} from '../arguments/options.ts';
import { fieldsWithin } from '../runtime/fields.ts';
import { atCaller } from '../runtime/sides.ts';
import type { CheckedOf, CoreField } from '../arguments/options.ts';

/** The largest offset: sums of positions up to it and lengths are exact in float64. */
export const MAX_OFFSET = 4503599627370496; // 2^52

/** The sizes of a call, and the default of theta. */
interface Call {
  numHeads: number;
  headDim: number;
  theta?: number;
}

/**
 * ALiBi (Press et al. 2022, section 3) adds -slope · |o + i - j| to the score of query i and key j, as biases of masks are added.
 *
 * ```js
 * layer.forward(x, { positions: { type: 'alibi' } });
 * ```
 */
export const ALIBI = atCaller({
  type: word(['alibi']),
  /** (H); default 2^(-8 (h + 1) / H) if H is a power of two, and the paper's rule otherwise */
  slopes: option({
    kind: 'list',
    usual: null as Float32Array | null,
    read: atCaller(toSlopes),
  }),
});

/**
 * Rotary positions (Su et al. 2021, equation 34) rotate query i by the angle of position offset + P + i and new key j by the
 * angle of position offset + P + j, pair by pair. Past keys are expected to be rotated already.
 *
 * ```js
 * layer.forward(x, { positions: { type: 'rotary', theta: 500000 } });
 * ```
 */
export const ROTARY = {
  type: word(['rotary']),
  /** pair r rotates by position · theta^(-2r / dims), computed in float64; default 10000 */
  theta: option({
    kind: 'number',
    usual: 10000,
    derive: atCaller((_, __, { theta = 10000 }: Call) => theta),
    read: atCaller(toPositive),
    core: NUMBER,
  }),
  /** whether the pairs are (2r, 2r + 1); default false: (r, r + dims / 2) */
  interleaved: flag(FLAG),
  /** the number of leading dimensions of a head that are rotated, even; default E */
  dims: option({
    kind: 'number',
    usual: 0,
    derive: atCaller((_, name, call: Call) => toDims(call.headDim, name, null, call)),
    read: atCaller(toDims),
    core: INTEGER,
  }),
  /**
   * (dims / 2), instead of theta: each pair's rotation in radians from one position to the next, for scaled rotary positions
   * (linear, Llama 3, YaRN, LongRoPE). theta together with frequencies is a TypeError.
   */
  frequencies: option({
    kind: 'list',
    usual: null as Float64Array | null,
    read: atCaller(toFrequencies),
  }),
  /** added to every position; default 0 */
  offset: integer(0, MAX_OFFSET, INTEGER),
  /** multiplies all cosines and sines (YaRN's attention factor); default 1 */
  factor: option({ kind: 'number', usual: 1, read: atCaller(toPositive), core: NUMBER }),
};

export type CheckedRotary = CheckedOf<typeof ROTARY>;

/**
 * Slopes have shape (H); null: the core computes the ALiBi paper's. Frequencies have shape (dims / 2); null: powers of theta.
 */
export type CheckedPositions = CheckedOf<typeof ALIBI> | CheckedRotary;

/** The fields of positions among the options of the scores. */
export const ALIBI_FIELDS: Record<string, CoreField> = {
  alibi: { type: 'flag', of: (positions) => positions?.type === 'alibi' },
};

const USUAL_ROTARY = usualOf(ROTARY);

const isRotary = (positions: CheckedPositions | null) => positions?.type === 'rotary';

/** The other fields of positions. */
export const ROTARY_FIELDS: Record<string, CoreField> = {
  rotary: { type: 'flag', of: isRotary },
  ...fieldsWithin(ROTARY, (positions) => (isRotary(positions) ? positions : USUAL_ROTARY)),
};

const READ = atCaller({ alibi: recordOf(ALIBI), rotary: recordOf(ROTARY) });

const SCHEMAS = atCaller({ alibi: ALIBI, rotary: ROTARY });

const NAMES = atCaller(namesOf<typeof ALIBI & typeof ROTARY>(ALIBI, ROTARY));

const TYPES = ['alibi', 'rotary'] as const;

export function checkPositions(value: unknown, call: Call): CheckedPositions {
  const isName = typeof value === 'string';
  if (isName) toWord(value, 'positions', TYPES);
  const given = readNested(isName ? { type: value } : value, 'positions', NAMES);
  const type = toWord(given.type, 'positions.type', TYPES);
  for (const [name, own] of Object.entries(given)) {
    if (own !== undefined && !Object.hasOwn(SCHEMAS[type], name)) {
      throw new TypeError(`positions: expected no ${name} with type '${type}', got one`);
    }
  }
  if (given.frequencies !== undefined && given.theta !== undefined) {
    throw new TypeError('positions: expected theta or frequencies, got both');
  }
  return READ[type](given, 'positions', call, true);
}

function toSlopes(value: unknown, name: string, _: unknown, { numHeads }: Call) {
  const slopes = toList(value, name, 'an array of numbers');
  if (slopes.length !== numHeads) {
    throw wrongNumber(name, `${numHeads} numbers, one per head`, value);
  }
  return Float32Array.from(finiteNumbers(slopes, name));
}

function toFrequencies(value: unknown, name: string, { dims }: { dims: number }) {
  const frequencies = toList(value, name, 'an array of numbers');
  if (frequencies.length !== dims / 2) {
    throw wrongNumber(name, `${dims / 2} numbers, half of dims`, value);
  }
  return Float64Array.from(finiteNumbers(frequencies, name));
}

function finiteNumbers(list: ArrayLike<unknown>, name: string) {
  return Array.from({ length: list.length }, (_, at) => toFinite(list[at], `${name}[${at}]`));
}

function toPositive(value: unknown, name: string) {
  if (typeof value !== 'number') throw wrongKind(name, 'a positive number', value);
  if (value > 0 && Number.isFinite(value)) return value;
  throw wrongNumber(name, 'a positive number', value);
}

function toDims(value: unknown, name: string, _: unknown, { headDim }: Call) {
  const expected = `an even integer from 2 to the width of a head, ${headDim}`;
  if (typeof value !== 'number') throw wrongKind(name, expected, value);
  if (value >= 2 && value <= headDim && value % 2 === 0) return value;
  throw wrongNumber(name, expected, value);
}
