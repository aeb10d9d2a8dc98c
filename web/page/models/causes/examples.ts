// Examples of the view of causes: pairs of texts that differ in one word, on which the prediction depends. The worker picks the
// pair whose score differs most in the opened model.

export interface Example {
  text: string;
  second: string;
  word: string;
  against: string;
}

/** {mask}: the mask of an encoder */
const OF_ENCODERS: readonly Example[] = [
  {
    text: 'The king was old, but she loved the {mask}.',
    second: 'The man was old, but she loved the {mask}.',
    ...{ word: 'king', against: 'man' },
  },
  {
    text: 'The dog chased the cat, and the {mask} ran up a tree.',
    second: 'The dog chased the bird, and the {mask} ran up a tree.',
    ...{ word: 'cat', against: 'bird' },
  },
];

const OF_DECODERS: readonly Example[] = [
  {
    text: 'The king was old, but she loved the',
    second: 'The man was old, but she loved the',
    ...{ word: 'king', against: 'man' },
  },
  {
    text: 'When Mary and John went to the store, John gave a drink to',
    second: 'When Mary and John went to the store, Mary gave a drink to',
    ...{ word: 'Mary', against: 'John' },
  },
  {
    text: 'Mr. Darcy walked to the house, and Emma spoke to Mr.',
    second: 'Mr. Crawford walked to the house, and Emma spoke to Mr.',
    ...{ word: 'Darcy', against: 'Crawford' },
  },
];

/** @param mask null: the model continues texts */
export function examplesOf(mask: string | null): readonly Example[] {
  if (mask === null) return OF_DECODERS;
  const put = (text: string) => text.replace('{mask}', mask);
  return OF_ENCODERS.map((one) => ({ ...one, text: put(one.text), second: put(one.second) }));
}
