// The vocabulary of the grammar task, grouped by agreement. Data only.

/** The gender or number that pronouns of a noun agree with. */
export type Person = 'he' | 'she' | 'it' | 'they';

/** Nouns in the singular and plural, by the pronoun of the singular. */
export const NOUNS = {
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
} as const;

/** Nouns of places. No pronoun refers to them: they are distractors. */
export const PLACES = [
  ['house', 'houses'],
  ['garden', 'gardens'],
  ['tree', 'trees'],
  ['river', 'rivers'],
] as const;

/** Determiners by the number that they require: singular, plural, or any. */
export const DETERMINERS = {
  one: ['a', 'this', 'every', 'one'],
  many: ['these', 'those', 'many', 'two'],
  any: ['the', 'my', 'our', 'your'],
} as const;

export const ADJECTIVES = ['old', 'small', 'young', 'happy', 'quiet', 'tall'] as const;

export const PREPOSITIONS = ['near', 'behind', 'beside', 'with'] as const;

export const ADVERBS = ['often', 'always', 'never', 'today'] as const;

/** Verbs in singular and plural: without an object, and with one. */
export const VERBS: Record<'alone' | 'with', readonly (readonly [string, string])[]> = {
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
export const MODALS = ['can', 'will', 'must', 'may'] as const;

/** Pronouns by person, as subject and as object. */
export const PRONOUNS = {
  he: ['he', 'him'],
  she: ['she', 'her'],
  it: ['it', 'it'],
  they: ['they', 'them'],
} as const;

export const CONJUNCTIONS = ['and', 'because', 'while'] as const;

export const OPENINGS = ['now', 'here', 'then', 'today'] as const;

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
