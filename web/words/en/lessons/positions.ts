// Texts of the lesson about positions, in English.

import type { LessonText } from '../lessons.ts';

export const positions: LessonText = {
  title: 'Positions',
  about:
    'Attention knows no order. Queries and keys are turned, or lists are added, so that it does.',
  scenes: [
    {
      title: 'Attention knows no order',
      text: [
        'Here “{word}” stands in every place, and nothing says which place it is. So all queries are alike, all keys are alike, and so are all scores. Attention alone does not know the order of words.',
        'In “One head” a position was added to each word. Most models of today add none. They turn each query and each key instead: the later its word stands, the further. These are rotary positions.',
      ],
      attempt: 'Switch the turning on.',
      after:
        'The word is still the same everywhere, and yet its scores differ. Along each diagonal they are equal: there, the distance between the two places is the same.',
    },
    {
      title: 'Two numbers are an arrow',
      text: [
        'How can a list of numbers be turned? Two at a time. Two numbers are a point on paper, so they can be drawn as an arrow. The query of “{word}” has {headDim} numbers. Below, each pair of them is an arrow.',
        'At position 0 no arrow is turned. With each further position every arrow turns by its own angle, the first a lot, the last hardly at all. It is like the hands of a clock: fast ones tell near places apart, slow ones far places.',
      ],
      attempt: 'Move the slider to position 3.',
      after:
        'The first arrow has turned about half a circle, each of the others less. Every arrow kept its length; only its direction tells the position. Keys are turned in the same way. Values never are.',
    },
    {
      title: 'Only the distance counts',
      text: [
        'Now the arrows of two words: the query of “{word}” is colored, the key of “{other}” is in the color of the text. Their dot product depends on how long the arrows are and on the angle between them, not on where they point.',
        'If both words stand later in the text, both arrows turn by the same angle. The angle between them stays.',
      ],
      attempt: 'Move both words on by 50 positions.',
      after:
        'The arrows point elsewhere, and the score is the same. What differs is rounding. So a head can learn “two words back”, and that works anywhere in a text.',
    },
    {
      title: 'Positions that are added',
      text: [
        'Rotary positions turn queries and keys. Two older ways add a list of numbers to each word instead, before the first layer: one list for each position. In the first Transformer the lists are sines and cosines. Some columns change fast from one position to the next, others slowly, like the hands of a clock.',
        'BERT and GPT-2 learn their lists in training, one for each position up to a longest text. So does the small trained model of this page.',
      ],
      attempt: 'Choose the learned lists.',
      after:
        'No one planned this pattern: training found it. There is no list for a position after the last one that was trained. Sines and cosines go on without an end, and so do turns.',
    },
  ],
};
