// Sentences whose words the trained model of grammar knows.

/** A correct sentence, and the same with four mistakes. */
export const RIGHT = 'The girls near this garden follow my dog because they will see it.';
export const WRONG = 'The girls near this gardens follows my dog because he will see them.';
/** Its pronoun, in a head that sends pronouns to their nouns. */
export const THEY = { head: 1, query: 9, key: null };
