// Padding of a sentence: a character that is no word, repeated.

/** The symbol of the empty set. It is a token of its own. */
const FILLER = '∅';

export function withFiller(text: string, count: number) {
  return [withoutFiller(text), ...Array(count).fill(FILLER)].join(' ');
}

export function withoutFiller(text: string) {
  const words = text.split(' ');
  while (words.at(-1) === FILLER) words.pop();
  return words.join(' ');
}
