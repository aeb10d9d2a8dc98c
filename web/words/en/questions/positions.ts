// Texts of the questions about positions, in English.

import type { QuestionTexts } from '../questions.ts';

export const positions: QuestionTexts = {
  'even-share': {
    ask: 'The word “{word}” is repeated {tokens} times, and no position is added or turned. How large is each share?',
    why: 'All scores are equal, so softmax splits each row evenly: 1 divided by {tokens}.',
    hints: {
      whole: 'That is the whole row together.',
      count: 'That is how many there are. Together they have 1.',
    },
  },
  'turn-angle': {
    ask: 'An arrow turns by {angle}° from one position to the next. The first word stands at position 0. By how many degrees is the arrow of word {place} turned?',
    why: 'Word {place} stands at position {place} − 1, because the first word has position 0.',
    hints: {
      once: 'That is one step. How many steps are there from the first word?',
      fromOne: 'Count the steps, not the words: the first word is not turned at all.',
    },
  },
  'same-distance': {
    ask: 'A query at position {query} and a key at position {key} have the score {score}. The same two stand elsewhere. Where do they have the same score again?',
    why: 'Both were moved by as many places, so the distance is the same, and the score depends on nothing else.',
    options: {
      later: 'query at {queryShifted}, key at {keyShifted}',
      earlier: 'query at {queryShifted}, key at {keyShifted}',
      swapped: 'query at {key}, key at {query}',
      doubled: 'query at {queryDouble}, key at {keyDouble}',
      one: 'query at {queryShifted}, key at {key}',
    },
    hints: {
      swapped: 'Then the key stands behind the query: the distance has the other sign.',
      doubled: 'Twice the positions are twice the distance.',
      one: 'Only the query moved, so the distance has changed.',
    },
  },
};
