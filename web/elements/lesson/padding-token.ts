// Padding of a sentence: a character that is no word, repeated.

/** The symbol of the empty set. It is a token of its own. */
const PADDING = '∅';

export function withPadding(text: string, count: number) {
  return [withoutPadding(text), ...Array(count).fill(PADDING)].join(' ');
}

export function withoutPadding(text: string) {
  const words = text.split(' ');
  while (words.at(-1) === PADDING) words.pop();
  return words.join(' ');
}
