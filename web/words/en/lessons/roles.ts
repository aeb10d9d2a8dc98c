// Texts of the lesson about roles of heads, in English.

import type { LessonText } from '../lessons.ts';

export const roles: LessonText = {
  title: 'Heads learn different things',
  about: 'A trained model: what its heads are for, and what it loses without them.',
  scenes: [
    {
      title: 'Heads with a purpose',
      text: [
        'So far the heads were random. These are trained. Their model corrects sentences: at every word it says what the word should be. For that it has to know which words belong together, and its heads find out.',
        'Look at a pronoun such as “they” in each map: the heads called “pronoun to noun” send it to the noun that it stands for. A head is named after what it does most.',
      ],
      attempt: 'Choose a verb, or a noun with “this” in front of it.',
      after:
        'Now another head is at work. The verb finds its subject, the noun the word that says how many there are.',
    },
    {
      title: 'The same sentence, untrained',
      text: [
        'The same words, the same arithmetic, as many heads. Only the weights differ. With random ones a head may well give much to one word. But that is chance: where it looks means nothing.',
        'Training changed nothing but the weights, a little at a time, so that fewer words came out wrong. No head was told what to look for. They divided the work among themselves.',
      ],
      attempt: 'Switch to the trained weights, above the maps.',
      after: 'The patterns are in the weights. They are all that was learned.',
    },
    {
      title: 'A role is a number',
      text: [
        'How do you know what a head does? Take sentences that were new to the model, and measure: of all the attention that verbs give in this head, how much goes to their subjects? That share, from 0 to 1, is its score.',
        'A score alone says little: subjects often stand in the same place, so a head that knew only positions could score too. The last column is the best that a head could reach from positions alone. A head far above it must be using the words. For the previous word it is 1, because there only the position counts.',
      ],
      attempt: 'Choose layer 1, above the maps, and compare.',
      after:
        'The first layer mostly gathers the word before. The second layer builds on what has been gathered.',
    },
    {
      title: 'Take a head away',
      text: [
        'This sentence has four mistakes, and with all its heads the model finds each of them. Now take away one head: its result is replaced by zeros, and everything after it is computed again.',
        'A map only shows where a head looks. To see what a head does for the model, remove it.',
      ],
      guess: ['Will every head be missed?', 'yes, every head', 'all but one', 'none'],
      attempt: 'Take away each head in turn. Which mistake is no longer found?',
      after:
        'Without the verb’s head the verb stays wrong, without the determiner’s the noun. And one head is hardly missed, because another does the same work.',
    },
    {
      title: 'Watch it happen',
      text: [
        'Here heads begin as random numbers and learn while you watch. The task: a row of symbols repeats, and from the second time on the model should know what follows. Look at the maps as the curve falls.',
        'Heads of the second layer learn to look at the symbol that followed the same symbol last time. No rule says so, and they need the first layer: there, each symbol takes in something of the one before it.',
      ],
      attempt: 'Press Start, and wait until nearly all its answers are right.',
      after:
        'It has learned its task. Choose a different seed and let it learn again: it learns the same, but perhaps in different heads, or in more of them. Which heads do it is chance.',
    },
  ],
};
