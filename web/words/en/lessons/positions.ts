// Texts of the lesson about positions, in English.

import type { LessonText } from '../lessons.ts';

export const positions: LessonText = {
  title: 'Positions',
  about:
    'Attention ignores the order of words. Rotary positions and added positions give it the order.',
  scenes: [
    {
      title: 'Attention knows no order',
      text: [
        'Here “{word}” is at every position, and no number says which position it is. So all queries are equal, all keys are equal, and all scores are equal. Attention alone does not know the order of words.',
        'In “One head” a list for the position was added to each word. Most models of today add none. They rotate each query and each key instead: the later the word, the larger the angle. These are rotary positions.',
      ],
      attempt: 'Switch the rotation on.',
      after:
        'The word is still the same everywhere, and yet its scores differ. Along each diagonal they are equal: there, the distance between the two positions is the same.',
    },
    {
      title: 'Two numbers are an arrow',
      text: [
        'How can a list of numbers be rotated? In pairs. Two numbers are a point on paper, so they can be drawn as an arrow. The query of “{word}” has {headDim} numbers. Below, each pair of them is an arrow.',
        'At position 0 no arrow is rotated. With each further position every arrow rotates by its own angle, the first by a large one, the last by a very small one. They are like the hands of a clock: fast arrows show small distances, slow arrows large ones.',
      ],
      attempt: 'Move the slider to position 3.',
      after:
        'The first arrow has rotated by about half a circle, each of the others by less. Every arrow kept its length; only its direction shows the position. Keys are rotated in the same way, and values are not.',
    },
    {
      title: 'Only the distance counts',
      text: [
        'Now the arrows of two words: the query of “{word}” is coloured, the key of “{other}” is in the colour of the text. Their dot product depends on how long the arrows are and on the angle between them, not on their directions alone.',
        'If both words move to later positions, by the same number, both arrows rotate by the same angle. The angle between them stays.',
      ],
      attempt: 'Move both words on by 50 positions.',
      after:
        'The arrows have different directions, and the score is the same, up to rounding. So a head can learn “two words back”, and this holds at every position of a text.',
    },
    {
      title: 'Positions that are added',
      text: [
        'Rotary positions rotate queries and keys. Two older ways add a list of numbers to each word instead, before the first layer: one list for each position. In the first Transformer the lists are sines and cosines. Some columns change fast from one position to the next, others slowly, like the hands of a clock.',
        'BERT and GPT-2 learn their lists in training, one for each position up to a longest text. So does the small trained model of this page.',
      ],
      attempt: 'Choose the learned lists.',
      after:
        'This pattern was not planned: it came from training. There is no list for a position after the last one that was trained. Sines and cosines exist for every position, and so do rotations.',
    },
  ],
};
