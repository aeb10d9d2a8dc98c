// Padding of a sentence: a character that is no word, repeated.

/** The sign for nothing. It is a token of its own. */
const FILLER = '∅';

/**
 * @param {string} text
 * @param {number} count
 */
export function withFiller(text, count) {
  return [withoutFiller(text), ...Array(count).fill(FILLER)].join(' ');
}

/** @param {string} text */
export function withoutFiller(text) {
  const words = text.split(' ');
  while (words.at(-1) === FILLER) words.pop();
  return words.join(' ');
}
