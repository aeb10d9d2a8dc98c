// Texts of the lesson about rotary positions, in English.

import type { LessonText } from '../lessons.ts';

export const rotary: LessonText = {
  title: 'Rotary positions',
  about: 'Queries and keys are turned, so that scores know the distance.',
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
        'Now the arrows of two words: the query of “{word}” is coloured, the key of “{other}” is in the colour of the text. Their dot product depends on how long the arrows are and on the angle between them, not on where they point.',
        'If both words stand later in the text, both arrows turn by the same angle. The angle between them stays.',
      ],
      attempt: 'Move both words on by 50 positions.',
      after:
        'The arrows point elsewhere, and the score is the same. What differs is rounding. So a head can learn “two words back”, and that works anywhere in a text.',
    },
    {
      title: 'Which two make a pair?',
      text: [
        'Which two numbers make an arrow? Two rules are in use. The original paper and the first code of Llama pair neighbours: 1 and 2, 3 and 4. GPT-NeoX and the library of Hugging Face pair halves: the first number of the first half with the first number of the second half.',
        'Either works, as long as queries and keys follow the same rule.',
      ],
      attempt: 'Pair the neighbours instead.',
      after:
        'The same query, the same position, different numbers. Neither is wrong. But the weights of a model were learned with one of the two rules.',
    },
    {
      title: 'The same weights, the wrong pairs',
      text: [
        'Take the weights of head {head} as learned with halves, and load them into code that pairs neighbours. Every shape fits and no error appears. But the map is different, as the third picture shows.',
        'The repair is simple. The columns of {W_Q} and {W_K} are put into a different order, so that the numbers that belong together become neighbours. Programs that convert models do exactly this.',
      ],
      attempt: 'Switch the new order on.',
      after:
        'What is left of the difference is rounding: the same map again. Nothing had to be learned again, only the order had to fit.',
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
