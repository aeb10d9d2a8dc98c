// Texts of the lesson about roles of heads, in English.

import type { LessonText } from '../lessons.ts';

export const roles: LessonText = {
  title: 'Heads learn different things',
  about: 'The roles of heads in a trained model, and the errors without them.',
  scenes: [
    {
      title: 'Heads with a role',
      text: [
        'These heads are trained. Their model corrects sentences: at every word it says which word should be there. For that it must know which words belong together. Its heads find them.',
        'Look at the pronoun “it” in each map: in the heads called “pronoun to noun”, its largest share goes to its noun. A head is named after its strongest role.',
      ],
      attempt:
        'Choose the verb “hears”, or the noun “river” after “this”, and compare its row in the four maps.',
      after:
        'Now a different head has the large share. In head 3 a verb looks at its subject. In head 4 a noun looks at its determiner, such as “this” or “your”.',
    },
    {
      title: 'The same sentence, untrained',
      text: [
        'The same words, the same arithmetic, as many heads. Only the weights differ. With random ones a head may well give much to one word. But that is chance: where it looks means nothing.',
        'Training changed only the weights, a little at each step, so that fewer words were wrong. No rule gave a role to a head. The roles came from training.',
      ],
      attempt: 'Switch to the trained weights, above the maps.',
      after: 'The patterns come from the weights. Training changed nothing else.',
    },
    {
      title: 'How to measure a role',
      text: [
        'How do you know what a head does? Take sentences that were new to the model, and measure: of all the attention that verbs give in this head, how much goes to their subjects? That part, from 0 to 1, is its role score.',
        'A role score alone says little: subjects are often at the same position, so a head that uses only positions can also have a high one. The last column is the best that a head could reach from positions alone. A head far above it must use the words. For the previous word it is 1, because this role depends on positions only.',
      ],
      attempt: 'Choose layer 1, above the maps, and compare.',
      after: 'In layer 1, two heads look at the previous word. Layer 2 works with their results.',
    },
    {
      title: 'Remove a head',
      text: [
        'This sentence has four mistakes, and with all its heads the model finds each of them. Now remove one head: its result is replaced by zeros, and everything after it is computed again.',
        'A map only shows where a head looks. To see what a head does for the model, remove it.',
      ],
      guess: ['Does the model need every head?', 'yes, every head', 'all but one', 'none'],
      attempt: 'Remove each head in turn. Which mistake is no longer found?',
      after:
        'Without the head “verb to subject” the verb stays wrong. Without “noun to determiner” the noun stays wrong. And without one of the heads hardly anything changes, because another head does the same work.',
    },
    {
      title: 'Heads that learn while you watch',
      text: [
        'Here heads begin as random numbers and learn while you watch. The task: a row of letters repeats, and from the second time on the model should know what follows. Look at the maps as the curve falls.',
        'Heads of the second layer learn to look at the letter that followed the same letter last time. No rule says so, and they need the first layer: there, each letter takes something from the letter before it.',
      ],
      attempt: 'Press Start, and wait until nearly all its answers are right.',
      after:
        'It has learned its task. Choose a different seed and let it learn again: it learns the same task, but perhaps in different heads, or in more heads. Which heads learn it depends on chance.',
    },
  ],
};
