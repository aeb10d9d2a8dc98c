// Texts of the questions about positions, in English.

import type { QuestionTexts } from '../questions.ts';

export const positions: QuestionTexts = {
  'even-share': {
    ask: 'The word “{word}” is repeated {tokens} times, and no position is added or rotated. How large is each share?',
    why: 'All scores are equal, so softmax splits each row evenly: 1 divided by {tokens}.',
    hints: {
      whole: 'That is the whole row together.',
      count: 'That is the number of words. Together their shares are 1.',
    },
  },
  'turn-angle': {
    ask: 'An arrow rotates by {angle}° from one position to the next. The first word has position 0. By how many degrees is the arrow of word {place} rotated?',
    why: 'Word {place} has position {place} − 1, because the first word has position 0.',
    hints: {
      once: 'That is one step. How many steps are there from the first word?',
      fromOne: 'Count the steps, not the words: the first word is not rotated at all.',
    },
  },
  'same-distance': {
    ask: 'A query at position {query} and a key at position {key} have the score {score}. Both move to other positions. Where do they have the same score again?',
    why: 'Both moved by the same number of positions, so the distance is the same. The score depends only on the distance.',
    options: {
      later: 'query at {queryShifted}, key at {keyShifted}',
      earlier: 'query at {queryShifted}, key at {keyShifted}',
      swapped: 'query at {key}, key at {query}',
      doubled: 'query at {queryDouble}, key at {keyDouble}',
      one: 'query at {queryShifted}, key at {key}',
    },
    hints: {
      swapped: 'Then query and key have changed places: the distance has the other sign.',
      doubled: 'Twice the positions are twice the distance.',
      one: 'Only the query moved, so the distance has changed.',
    },
  },
};
