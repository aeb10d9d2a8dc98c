// Splits the user's text into symbols: letters or words. In scripts without spaces between words every letter is a word.

import { wrongKind, wrongNumber } from '../../arguments/errors.ts';

/** The units of a text. */
export type TextUnit = 'letters' | 'words';

/** Scripts whose words have no spaces between them. */
const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
/** A letter of an unspaced script with its marks, a run of letters and digits, or one other character. */
export const WORDS = new RegExp(
  [
    `[${UNSPACED}]\\p{M}*`,
    `(?:(?![${UNSPACED}])[\\p{L}\\p{N}]\\p{M}*)+(?:['\\u2019](?:(?![${UNSPACED}])\\p{L}\\p{M}*)+)*`,
    '[^\\s]',
  ].join('|'),
  'gu',
);
export const LETTERS = /\P{M}\p{M}*|\p{M}+/gsu;

/**
 * Splits a text into letters, including spaces and line breaks, or into words, with punctuation marks as words of their own.
 * A letter includes its accents. A lone surrogate becomes U+FFFD.
 *
 * @param unit default letters
 *
 * @example
 * splitText('The cat sat.', 'words'); // ['The', 'cat', 'sat', '.']
 */
export function splitText(text: string, unit: TextUnit = 'letters'): string[] {
  if (typeof text !== 'string') throw wrongKind('text', 'a string', text);
  const pattern = toUnit(unit) === 'words' ? WORDS : LETTERS;
  const clean = text
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cs}/gu, '\ufffd')
    .normalize('NFC')
    .trim();
  return clean.match(pattern) ?? [];
}

export function toUnit(unit: unknown): TextUnit {
  if (unit === 'letters' || unit === 'words') return unit;
  const wrong = typeof unit === 'string' ? wrongNumber : wrongKind;
  throw wrong('unit', "'letters' or 'words'", unit);
}

/** The distinct symbols, in the order of their UTF-16 code units. */
export function vocabularyOf(symbols: Iterable<string>): string[] {
  return [...new Set(symbols)].sort((a, b) => (a < b ? -1 : 1)); // independent of the locale
}
