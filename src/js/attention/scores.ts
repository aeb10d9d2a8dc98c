// The options of the scores, which a model fixes for all its calls, and the maps of a trace: their schemas, and the check of the
// options.

import { wrongKind, wrongNumber } from '../arguments/errors.ts';
import {
  MAX_SIZE,
  NUMBER,
  of,
  option,
  optionNames,
  readNested,
  toFinite,
  toInteger,
} from '../arguments/options.ts';
import { atCaller } from '../runtime/sides.ts';

/** The causal masks, in the order of the core's enum. */
const CAUSAL = ['none', 'past', 'bottom-right', 'by-length'] as const;

type Causal = (typeof CAUSAL)[number];

const UNBOUNDED = { left: -1, right: -1 };

/** The options of the scores. */
export const SCORES = {
  /**
   * No query attends to later keys: query i is at position o + i and may attend to keys j <= o + i. `true`: o = P, the
   * length of the past. `'bottom-right'`: o = S - L, so the last query may attend to all keys. `'by-length'`: o =
   * keyLengths[b] - L.
   */
  causal: option({
    type: of<boolean | 'bottom-right' | 'by-length'>(),
    usual: 'none' as Causal,
    read: atCaller(toCausal),
    core: { type: 'Causal', words: CAUSAL },
  }),
  /**
   * Restricts queries further, to keys from o + i - left to o + i + right (Beltagy et al. 2020, section 3.1). An absent side
   * is unbounded. o as above; without causal it is P.
   */
  window: option({
    type: of<{ left?: number; right?: number }>(),
    usual: UNBOUNDED,
    read: atCaller(toWindow),
    core: {
      windowLeft: { type: 'integer', of: ({ left }) => left },
      windowRight: { type: 'integer', of: ({ right }) => right },
    },
  }),
  /** factor of the dot products; default 1 / √E */
  scale: option({ kind: 'number', usual: 1, read: atCaller(toFinite), core: NUMBER }),
  /**
   * scores = softcap · tanh(scores / softcap), before any mask (Gemma Team 2024, section 2). 0 or absent: off.
   */
  softcap: option({ kind: 'number', usual: 0, read: atCaller(toPositiveOrOff), core: NUMBER }),
};

/**
 * Every step between the dot products and the maps, all (B, H, L, S).
 *
 * ```js
 * const { scores, masked } = headwise.scaledDotProductAttention(q, k, v, { causal: true, trace: true }).trace;
 * ```
 */
export const MAPS = {
  /** q · k */
  dotProducts: null,
  /** the dot products times scale */
  scores: null,
  /** after softcap, if there is one */
  softcapped: 'softcap',
  /** after positions, biases and masks: -Infinity where a query may not attend */
  masked: null,
  /** after softmax */
  attention: null,
} as const;

/** The maps that a trace of a call has: some need an option. */
export function mapsOf(call: object) {
  const names = Object.keys(MAPS) as (keyof typeof MAPS)[];
  return names.filter((name) => MAPS[name] === null || (call as any)[MAPS[name]] > 0);
}

/** The smallest normal float32. In float32 a smaller number could become 0, which turns the option off. */
const FLOAT32_MIN = 1.1754943508222875e-38;

const WINDOW = optionNames('left', 'right');

function toCausal(value: unknown): Causal {
  if (value === false) return 'none';
  if (value === true) return 'past';
  if (value === 'bottom-right' || value === 'by-length') return value;
  throw wrongKind('causal', "true, false, 'bottom-right' or 'by-length'", value);
}

function toWindow(value: unknown) {
  const { left, right } = readNested(value, 'window', WINDOW);
  return { left: toReach(left, 'window.left'), right: toReach(right, 'window.right') };
}

/** The reach of a window on one side; -1 (unbounded) from the longest possible length on. */
function toReach(value: unknown, name: string) {
  if (value === undefined) return -1;
  const reach = toInteger(value, name, 0);
  return reach < MAX_SIZE ? reach : -1;
}

function toPositiveOrOff(value: unknown, name: string) {
  const number = toFinite(value, name);
  if (number === 0 || number >= FLOAT32_MIN) return number + 0;
  throw wrongNumber(name, '0 or a positive number that float32 can hold', value);
}

/**
 * 1 / √E. Newton's method from above finds the root: it only adds and divides, so it has the same bits everywhere, while
 * engines may approximate Math.sqrt.
 */
export function defaultScale(headDim: number) {
  let root = headDim;
  for (let next = (root + 1) / 2; next < root; next = (root + headDim / root) / 2) root = next;
  return 1 / root;
}
