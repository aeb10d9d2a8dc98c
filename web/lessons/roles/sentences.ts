// Sentences whose words the trained model of grammar knows.

/** A correct sentence, and the same with four mistakes. */
export const RIGHT = 'The girls near this tree follow your bird and they will hear it.';
export const WRONG = 'The girls near this trees follows your bird and it will hear them.';
/** Its pronouns, in a head that sends pronouns to their nouns. */
export const THEY = { head: 1, query: 9, key: null };
export const IT = { head: 1, query: 12, key: null };

/** A sentence in which every head of layer 2 does what its name says, at each pronoun, verb and noun. */
export const IN_ROLES = 'The boy near this river hears your bird and he will follow it.';
