// Limits on what a tokenizer file can cost. They count work, not time, so they are the same in every thread and on every machine.

import { HeadwiseError } from '../../arguments/errors.ts';

/** Rules inside rules: a Sequence in a Sequence. */
export const MOST_DEPTH = 16;
/** Normalizers of a Sequence, and the like. */
export const MOST_STEPS = 64;
/** Tokens and texts of a template. */
export const MOST_PARTS = 1024;
/** Characters of a text that a rule puts in: a replacement, a prefix. */
export const MOST_CHARACTERS = 256;
/** Ids are below it. */
export const MOST_IDS = 2 ** 24;
/** Code points of a text, also once it is normalized, and tokens. */
const MOST_SIGNS = 2 ** 18;
/** Steps for one text: characters that are compared with pieces, and PER_CODE_POINT for each code point that a rule looks at. */
const MOST_WORK = 2 ** 26;
/** A rule makes an object of each code point, which takes as long as about this many comparisons. */
export const PER_CODE_POINT = 32;

/** What one text costs. */
export class Cost {
  #work = 0;

  /** @param rule that does the work */
  spend(count: number, rule: string) {
    this.#work += count;
    if (this.#work <= MOST_WORK) return;
    const text = `tokenizer: expected at most ${MOST_WORK} steps for a text, but ${rule} takes more`;
    throw new HeadwiseError('format', text);
  }
}

/** @param count of the code points or tokens that a rule makes of a text */
export function expectShort(count: number, rule: string) {
  if (count <= MOST_SIGNS) return;
  const text = `tokenizer: expected at most ${MOST_SIGNS} characters and tokens of a text, but ${rule} gives more`;
  throw new HeadwiseError('memory', text);
}
