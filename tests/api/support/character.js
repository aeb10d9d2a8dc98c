// Any character of Unicode, for fast-check's texts.

import fc from 'fast-check';

/** Halves of pairs, which are no characters. */
const [FIRST_HALF, HALVES] = [0xd800, 0x800];

/** As the unit 'binary' of fast-check, which makes a table of a million characters first: that takes a second. */
export const character = fc.nat(0x10ffff - HALVES).map(
  (at) => String.fromCodePoint(at < FIRST_HALF ? at : at + HALVES),
  // back again, so that a text may also be one that fast-check holds for dangerous
  (text) => {
    const code = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1;
    if (code < 0 || String.fromCodePoint(code) !== text) throw new Error('expected one character');
    return code < FIRST_HALF ? code : code - HALVES;
  },
);
