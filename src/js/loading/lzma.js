// Unpacks LZMA as the build packs the core: with three bits of the byte before and two of the position as context, which is usual,
// and without a header. A third of the size of the decoder of npm's lzma1, and three quarters of its time.

/** Places of the probabilities: of one bit each, or of trees of bits. */
const IS_MATCH = 0; // by state and position
const IS_REPEATED = IS_MATCH + 48;
const IS_OLDER = IS_REPEATED + 12;
const IS_THIRD = IS_OLDER + 12;
const IS_FOURTH = IS_THIRD + 12;
const IS_LONG = IS_FOURTH + 12;
const SLOTS = IS_LONG + 48;
const DISTANCES = SLOTS + 4 * 64;
const ALIGNED = DISTANCES + 115;
const LENGTHS = ALIGNED + 16;
const REPEATED_LENGTHS = LENGTHS + 2 + 32 + 32 + 256;
const LITERALS = REPEATED_LENGTHS + 2 + 32 + 32 + 256;
const ALL = LITERALS + 8 * 0x300;

/** Probabilities have 11 bits, and move by a 32nd. */
const EVEN = 1024;
const ONE = 2048;
const RATE = 5;
const SMALL = 2 ** 24;

/** Of the decoder's two numbers. */
const RANGE = 0;
const CODE = 1;

/**
 * The range decoder: bits, each with the probability at a place, and numbers of them.
 *
 * @param {Uint8Array} packed
 */
function bitsOf(packed) {
  const chances = new Uint16Array(ALL).fill(EVEN);
  const numbers = new Uint32Array([0xffffffff, 0]); // variables of a closure are slow beyond 31 bits
  let next = 1; // the first byte is 0
  for (let i = 0; i < 4; i++) numbers[CODE] = (numbers[CODE] << 8) | packed[next++];

  /** @param {number} place of its probability */
  function bit(place) {
    const chance = chances[place];
    const range = numbers[RANGE];
    const code = numbers[CODE];
    const bound = (range >>> 11) * chance;
    if (code < bound) {
      chances[place] = chance + ((ONE - chance) >>> RATE);
      narrow(bound, code);
      return 0;
    }
    chances[place] = chance - (chance >>> RATE);
    narrow(range - bound, code - bound);
    return 1;
  }

  /** @param {number} range @param {number} code */
  function narrow(range, code) {
    const isSmall = range < SMALL;
    numbers[RANGE] = isSmall ? range << 8 : range;
    numbers[CODE] = isSmall ? (code << 8) | packed[next++] : code;
  }

  /** Bits that have no probabilities. @param {number} count */
  function plain(count) {
    let number = 0;
    for (let i = 0; i < count; i++) {
      const half = numbers[RANGE] >>> 1;
      const code = numbers[CODE];
      const one = code < half ? 0 : 1;
      number = (number << 1) | one;
      narrow(half, code - one * half);
    }
    return number;
  }

  /** A number, its highest bit first. @param {number} place @param {number} count of bits */
  function tree(place, count) {
    let node = 1;
    for (let i = 0; i < count; i++) node = (node << 1) | bit(place + node);
    return node - (1 << count);
  }

  /** A number, its lowest bit first. @param {number} place @param {number} count of bits */
  function reversed(place, count) {
    let node = 1;
    let number = 0;
    for (let i = 0; i < count; i++) {
      const one = bit(place + node);
      node = (node << 1) | one;
      number |= one << i;
    }
    return number;
  }

  return { bit, plain, tree, reversed };
}

/**
 * @param {Uint8Array} packed
 * @param {number} size of what was packed
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function unpackLzma(packed, size) {
  const out = new Uint8Array(size);
  const { bit, plain, tree, reversed } = bitsOf(packed);

  /** The length of a match, less 2. @param {number} place @param {number} position */
  function length(place, position) {
    const here = place + 2 + 8 * position;
    if (!bit(place)) return tree(here, 3);
    return bit(place + 1) ? 16 + tree(place + 2 + 64, 8) : 8 + tree(here + 32, 3);
  }

  /** How far back a new match is, less 1. @param {number} length */
  function distance(length) {
    const slot = tree(SLOTS + 64 * Math.min(length, 3), 6);
    if (slot < 4) return slot;
    const count = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << count;
    if (slot < 14) return base + reversed(DISTANCES + base - slot, count);
    return base + (plain(count - 4) << 4) + reversed(ALIGNED, 4);
  }

  /** A byte, where `matched` may predict its bits. @param {number} place @param {number} matched -1: nothing does */
  function literal(place, matched) {
    let node = 1;
    while (node < 256 && matched >= 0) {
      const guess = (matched >> 7) & 1;
      matched <<= 1;
      const one = bit(place + 256 * (1 + guess) + node);
      node = (node << 1) | one;
      if (one !== guess) matched = -1;
    }
    while (node < 256) node = (node << 1) | bit(place + node);
    return node;
  }

  let state = 0; // what the last few steps were
  let [first, second, third, fourth] = [0, 0, 0, 0]; // the last distances, less 1
  for (let at = 0; at < size;) {
    const position = at & 3;
    if (!bit(IS_MATCH + 4 * state + position)) {
      const place = LITERALS + 0x300 * ((at > 0 ? out[at - 1] : 0) >> 5);
      out[at] = literal(place, state < 7 ? -1 : out[at - first - 1]);
      at++;
      state = state < 4 ? 0 : state - (state < 10 ? 3 : 6);
      continue;
    }
    const [after, repeated] = state < 7 ? [7, 8] : [10, 11];
    let count; // of the bytes of a match, less 2
    if (!bit(IS_REPEATED + state)) {
      [second, third, fourth] = [first, second, third];
      count = length(LENGTHS, position);
      first = distance(count);
      state = after;
    } else {
      if (!bit(IS_OLDER + state)) {
        if (!bit(IS_LONG + 4 * state + position)) {
          state = state < 7 ? 9 : 11;
          out[at] = out[at - first - 1];
          at++;
          continue;
        }
      } else if (!bit(IS_THIRD + state)) {
        [first, second] = [second, first];
      } else if (!bit(IS_FOURTH + state)) {
        [first, second, third] = [third, first, second];
      } else {
        [first, second, third, fourth] = [fourth, first, second, third];
      }
      count = length(REPEATED_LENGTHS, position);
      state = repeated;
    }
    for (const end = at + count + 2; at < end; at++) out[at] = out[at - first - 1];
  }
  return out;
}
