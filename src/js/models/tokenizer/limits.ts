// Limits the work that a tokenizer's file can cause. They count steps, not time, so they are equal in every thread and on every
// machine.

import { HeadwiseError } from '../../arguments/errors.ts';

/** The maximum depth of rules inside rules: a Sequence in a Sequence. */
export const MOST_DEPTH = 16;
/** The maximum number of rules in a Sequence. */
export const MOST_STEPS = 64;
/** The maximum number of tokens and texts in a template. */
export const MOST_PARTS = 1024;
/** The maximum length of a text that a rule inserts: a replacement, a prefix. */
export const MOST_CHARACTERS = 256;
/** All ids are smaller. */
export const MOST_IDS = 2 ** 24;
/** The maximum number of code points of a text, also after normalization, and of tokens. */
const MAX_CODE_POINTS = 2 ** 18;
/** The maximum number of marks of one letter: to sort them takes the square of it. */
const MOST_MARKS = 1024;
/**
 * The maximum number of steps for one text: compared characters of pieces, steps of patterns, and PER_CODE_POINT for each code
 * point of a rule.
 */
const MOST_WORK = 2 ** 26;
/** The steps for an object that a rule makes for each code point, in comparisons. */
export const PER_CODE_POINT = 32;

/** Counts the steps for one text. */
export class Cost {
  #work = 0;

  /** @param rule the rule that does the work */
  spend(count: number, rule: string) {
    this.#work += count;
    if (this.#work <= MOST_WORK) return;
    const text = `tokenizer: expected at most ${MOST_WORK} steps for a text, but ${rule} takes more`;
    throw new HeadwiseError('format', text);
  }
}

/** @param count number of code points or tokens that a rule makes from a text */
export function expectShort(count: number, rule: string) {
  if (count <= MAX_CODE_POINTS) return;
  const text = `tokenizer: expected at most ${MAX_CODE_POINTS} characters and tokens of a text, but ${rule} gives more`;
  throw new HeadwiseError('memory', text);
}

/** @param count number of code points that a normalizer joins: a letter and its marks */
export function expectMarks(count: number) {
  if (count <= MOST_MARKS + 1) return;
  const text = `tokenizer: expected at most ${MOST_MARKS} marks of a letter, got more`;
  throw new HeadwiseError('format', text);
}
