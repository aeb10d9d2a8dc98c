// Scenes of the lesson about the layer where an answer appears.

import { FRESH, otherText, otherWord } from '../scene-parts.ts';
import type { Lesson } from '../lessons.ts';

/** The answer of the English model depends on the second word. */
export const KING = 'The king was old, but she loved the';
/** The state of a lesson about the answer to this sentence. */
export const OF_KING = {
  ...{ ...FRESH, model: 'english', causal: true, text: KING },
  selection: { head: 0, query: 8, key: null },
};

export const appears: Lesson = {
  id: 'appears',
  further: true,
  needs: 'english',
  scenes: [
    {
      asks: 'drop-factor',
      state: OF_KING,
      exhibit: 'lens',
      shows: [],
      target: { use: ['words'], see: ['lens'] },
      done: otherWord,
    },
    {
      asks: 'lens-sum',
      state: OF_KING,
      exhibit: 'lens',
      shows: [],
      target: { use: ['text'], see: ['lens'] },
      done: otherText,
    },
    {
      asks: 'lens-from',
      state: {
        ...OF_KING,
        text: 'The old man and the sea',
        // the last word of the sentence to be written
        selection: { head: 0, query: 4, key: null },
      },
      exhibit: 'lens',
      shows: [],
      target: { use: ['text'], see: ['lens'] },
      // the answer that the task asks about follows this word
      done: ({ state, frame }) =>
        /\bUnited\s*$/i.test(state.text) && state.selection.query === frame.first.tokens.length - 1,
    },
  ],
};
