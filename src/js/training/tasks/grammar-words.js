// The words of the small grammar, by what they agree in. Data only.

/**
 * The kind of a noun, which its pronouns agree with: its gender, or plural.
 *
 * @typedef {'he' | 'she' | 'it' | 'they'} Person
 */

/** Nouns in the singular and plural, by the pronoun of the singular. */
export const NOUNS = /** @type {const} */ ({
  he: [
    ['king', 'kings'],
    ['boy', 'boys'],
    ['father', 'fathers'],
    ['brother', 'brothers'],
  ],
  she: [
    ['queen', 'queens'],
    ['girl', 'girls'],
    ['mother', 'mothers'],
    ['sister', 'sisters'],
  ],
  it: [
    ['dog', 'dogs'],
    ['cat', 'cats'],
    ['bird', 'birds'],
    ['horse', 'horses'],
  ],
});

/** Places: nouns that no pronoun refers to, as distractors. */
export const PLACES = /** @type {const} */ ([
  ['house', 'houses'],
  ['garden', 'gardens'],
  ['tree', 'trees'],
  ['river', 'rivers'],
]);

/** Determiners that say how many, and those that do not. */
export const DETERMINERS = /** @type {const} */ ({
  one: ['a', 'this', 'every', 'one'],
  many: ['these', 'those', 'many', 'two'],
  any: ['the', 'my', 'our', 'your'],
});

export const ADJECTIVES = /** @type {const} */ ([
  'old',
  'small',
  'young',
  'happy',
  'quiet',
  'tall',
]);

export const PREPOSITIONS = /** @type {const} */ (['near', 'behind', 'beside', 'with']);

export const ADVERBS = /** @type {const} */ (['often', 'always', 'never', 'today']);

/**
 * Verbs for one and for many; the second kind takes an object.
 *
 * @type {Record<'alone' | 'with', readonly (readonly [string, string])[]>}
 */
export const VERBS = {
  alone: [
    ['sleeps', 'sleep'],
    ['runs', 'run'],
    ['sings', 'sing'],
    ['waits', 'wait'],
  ],
  with: [
    ['sees', 'see'],
    ['likes', 'like'],
    ['follows', 'follow'],
    ['hears', 'hear'],
  ],
};

/** Before a verb that then agrees with no noun. */
export const MODALS = /** @type {const} */ (['can', 'will', 'must', 'may']);

/** Pronouns as subject and as object. */
export const PRONOUNS = /** @type {const} */ ({
  he: ['he', 'him'],
  she: ['she', 'her'],
  it: ['it', 'it'],
  they: ['they', 'them'],
});

export const CONJUNCTIONS = /** @type {const} */ (['and', 'because', 'while']);

export const OPENINGS = /** @type {const} */ (['now', 'here', 'then', 'today']);

/** The model's answer for a word that stands there twice. */
export const TWICE = '<twice>';

/** Fills a row after the end of its sentence. No position before sees it. */
export const PADDING = '<pad>';
export const STOP = '.';
export const COMMA = ',';

/** Every word, in the order of its token. */
export const VOCABULARY = Object.freeze([
  ...new Set([
    PADDING,
    TWICE,
    STOP,
    COMMA,
    ...Object.values(DETERMINERS).flat(),
    ...ADJECTIVES,
    ...Object.values(NOUNS).flat(2),
    ...PLACES.flat(),
    ...PREPOSITIONS,
    ...ADVERBS,
    ...Object.values(VERBS).flat(2),
    ...MODALS,
    ...Object.values(PRONOUNS).flat(),
    ...CONJUNCTIONS,
    ...OPENINGS,
  ]),
]);
