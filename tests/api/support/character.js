// Draws any character of Unicode, for fast-check's texts.

import fc from 'fast-check';

/** Halves of surrogate pairs, which are no characters. */
const [FIRST_HALF, HALVES] = [0xd800, 0x800];

/**
 * Equals fast-check's unit 'binary', which takes a second to make a table of a million characters.
 */
export const character = fc.nat(0x10ffff - HALVES).map(
  (at) => String.fromCodePoint(at < FIRST_HALF ? at : at + HALVES),
  // and the inverse, so that a text may also be one of fast-check's dangerous texts
  (text) => {
    const code = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1;
    if (code < 0 || String.fromCodePoint(code) !== text) throw new Error('expected one character');
    return code < FIRST_HALF ? code : code - HALVES;
  },
);
