// The vocabulary of the grammar task, grouped by agreement. Data only.

/**
 * The gender or number that pronouns of a noun agree with.
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

/** Nouns of places. No pronoun refers to them: they are distractors. */
export const PLACES = /** @type {const} */ ([
  ['house', 'houses'],
  ['garden', 'gardens'],
  ['tree', 'trees'],
  ['river', 'rivers'],
]);

/** Determiners by the number that they require: singular, plural, or any. */
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
 * Verbs in singular and plural: without an object, and with one.
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

/** Modal verbs; the verb after one agrees with no noun. */
export const MODALS = /** @type {const} */ (['can', 'will', 'must', 'may']);

/** Pronouns by person, as subject and as object. */
export const PRONOUNS = /** @type {const} */ ({
  he: ['he', 'him'],
  she: ['she', 'her'],
  it: ['it', 'it'],
  they: ['they', 'them'],
});

export const CONJUNCTIONS = /** @type {const} */ (['and', 'because', 'while']);

export const OPENINGS = /** @type {const} */ (['now', 'here', 'then', 'today']);

/** The target for a repeated word. */
export const TWICE = '<twice>';

/** Padding after the end of a sentence. No earlier position attends to it. */
export const PADDING = '<pad>';
export const STOP = '.';
export const COMMA = ',';

/** Every word, in the order of its token id. */
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
