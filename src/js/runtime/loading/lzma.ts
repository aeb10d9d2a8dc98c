// Decompresses LZMA data of the build, with names from the LZMA specification. Corrupt data gives wrong bytes, not an error:
// only the build makes such data.

/** Bytes of the header, which the encoder always writes alike: 3 bits of literal context, 2 of position. */
const HEADER = 13;
const LITERAL_CONTEXT = 3;
const POSITIONS = 4;
const STATES = 12;
const HALF = 1024; // of 2048, a probability
const [RANGE, CODE] = [0, 1];

/** Offsets of the probabilities of each decision. */
const IS_MATCH = 0;
const IS_REP = IS_MATCH + STATES * POSITIONS;
const IS_REP_0 = IS_REP + STATES;
const IS_REP_1 = IS_REP_0 + STATES;
const IS_REP_2 = IS_REP_1 + STATES;
const IS_REP_0_LONG = IS_REP_2 + STATES;
const SLOT = IS_REP_0_LONG + STATES * POSITIONS;
const DISTANCE = SLOT + 4 * 64;
const ALIGN = DISTANCE + 128;
const LENGTH = ALIGN + 16;
const REP_LENGTH = LENGTH + 2 + 2 * POSITIONS * 8 + 256;
const LITERAL = REP_LENGTH + REP_LENGTH - LENGTH;

/** @param size bytes after decompression */
export function unpackLzma(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(size);
  const odds = new Uint16Array(LITERAL + (0x300 << LITERAL_CONTEXT)).fill(HALF);
  let next = HEADER + 1; // the first byte of the code is always 0
  // closures share numbers above 2^31 as objects, one for each write: an array is four times as fast
  const coder = Uint32Array.of(0xffffffff, 0);
  for (let i = 0; i < 4; i++) coder[CODE] = (coder[CODE] << 8) | packed[next++];
  let state = 0;
  let distances = [1, 1, 1, 1]; // of the last matches, newest first
  let at = 0;
  while (at < size) {
    const position = at % POSITIONS;
    if (!bit(IS_MATCH + state * POSITIONS + position)) {
      out[at] = literal(LITERAL + 0x300 * ((out[at - 1] ?? 0) >> (8 - LITERAL_CONTEXT)));
      state = state < 4 ? 0 : state - (state < 10 ? 3 : 6);
      at++;
      continue;
    }
    const [first, second, third, fourth] = distances;
    const late = state < 7 ? 0 : 3;
    let length = 1;
    if (!bit(IS_REP + state)) {
      length = lengthOf(LENGTH, position);
      distances = [distanceAfter(length), first, second, third];
      state = 7 + late;
    } else {
      const isNewest = !bit(IS_REP_0 + state);
      const isShort = isNewest && !bit(IS_REP_0_LONG + state * POSITIONS + position);
      if (!isNewest) {
        if (!bit(IS_REP_1 + state)) distances = [second, first, third, fourth];
        else if (!bit(IS_REP_2 + state)) distances = [third, first, second, fourth];
        else distances = [fourth, first, second, third];
      }
      if (!isShort) length = lengthOf(REP_LENGTH, position);
      state = (isShort ? 9 : 8) + (late && (isShort ? 2 : 3));
    }
    for (const end = at + length; at < end; at++) out[at] = out[at - distances[0]];
  }
  return out;

  /** One decision, whose probability is learned. */
  function bit(index: number) {
    const odd = odds[index];
    const bound = (coder[RANGE] >>> 11) * odd;
    if (coder[CODE] < bound) {
      odds[index] = odd + ((2048 - odd) >> 5);
      coder[RANGE] = bound;
      refill();
      return 0;
    }
    odds[index] = odd - (odd >> 5);
    coder[RANGE] -= bound;
    coder[CODE] -= bound;
    refill();
    return 1;
  }

  function refill() {
    if (coder[RANGE] >= 1 << 24) return;
    coder[RANGE] <<= 8;
    coder[CODE] = (coder[CODE] << 8) | packed[next++];
  }

  /** A number of so many bits, highest first. */
  function tree(index: number, bits: number) {
    let node = 1;
    for (let i = 0; i < bits; i++) node = 2 * node + bit(index + node);
    return node - (1 << bits);
  }

  /** A number of so many bits, lowest first. */
  function reversed(index: number, bits: number) {
    let [node, value] = [1, 0];
    for (let i = 0; i < bits; i++) {
      const one = bit(index + node);
      node = 2 * node + one;
      value += one << i;
    }
    return value;
  }

  function literal(index: number) {
    let node = 1;
    if (state >= 7) {
      // after a match: most bits equal the bits of the byte that would have followed it
      for (let matched = out[at - distances[0]]; node < 256; matched <<= 1) {
        const expected = (matched >> 7) & 1;
        const got = bit(index + 256 * (1 + expected) + node);
        node = 2 * node + got;
        if (got !== expected) break;
      }
    }
    while (node < 256) node = 2 * node + bit(index + node);
    return node;
  }

  function lengthOf(index: number, position: number) {
    if (!bit(index)) return 2 + tree(index + 2 + position * 8, 3);
    if (!bit(index + 1)) return 10 + tree(index + 2 + (POSITIONS + position) * 8, 3);
    return 18 + tree(index + 2 + 2 * POSITIONS * 8, 8);
  }

  function distanceAfter(length: number) {
    const slot = tree(SLOT + 64 * Math.min(length - 2, 3), 6);
    if (slot < 4) return slot + 1;
    const bits = (slot >> 1) - 1;
    const base = (2 + (slot & 1)) << bits;
    if (slot < 14) return 1 + base + reversed(DISTANCE + base - slot, bits);
    let direct = 0;
    for (let i = 4; i < bits; i++) {
      coder[RANGE] >>>= 1;
      const one = coder[CODE] < coder[RANGE] ? 0 : 1;
      coder[CODE] -= one * coder[RANGE];
      direct = 2 * direct + one;
      refill();
    }
    return 1 + base + 16 * direct + reversed(ALIGN, 4);
  }
}
