// Texts of the lesson about the sources of the matrices, in English.

import type { LessonText } from '../lessons.ts';

export const fiveWays: LessonText = {
  title: 'Where do the matrices come from?',
  about: 'One sentence, computed in five ways. Two are right.',
  scenes: [
    {
      title: 'Is x multiplied twice?',
      text: [
        'Textbooks often use two drawings of attention. In the first drawing there is one head: {x} is multiplied by a matrix and becomes {q}. In the second there are several heads: a {Q} comes in, and each head multiplies it by a matrix of its own, {W_i}.',
        'Put one behind the other, and a word seems to be multiplied twice before any attention happens. The next scenes compute it.',
      ],
      attempt: 'Make a guess first: how often is {x} multiplied before the scores?',
      after: 'Remember your guess. The scene “Two multiplications are one” has the answer.',
    },
    {
      title: 'Many small or one large',
      text: [
        'Where do the matrices come from? Each {W_i} starts out random and is learned in training. None is made from another.',
        '(a) Each head has a matrix of its own: {width} numbers go in, {headDim} come out. (b) All heads’ matrices are set side by side into one large one, {x} goes in once, and the result is cut into pieces, one for each head.',
        'Both make the same sums of the same products, so here they are equal to the last bit (PyTorch adds in a different order, so last digits may differ). Papers write (a), because it is clear. Libraries compute (b), because it is fast.',
      ],
      attempt: 'Change the number of heads above. Is there still no difference?',
      after: 'There is none. The places of the cuts change; the numbers that are cut do not.',
    },
    {
      title: 'Two multiplications are one',
      text: [
        'Drawings of several heads show a {Q} that each head multiplies by a {W_i} of its own. That {Q} is only a name for the input, and with one sentence the input is {x} itself. So {x} is multiplied once.',
        '(c) follows such a drawing literally: {x} times a {W}, and the result times each head’s {W_i}. The numbers differ from (a). But nothing happens between the two multiplications, so together they are one, by a single matrix {W} {W_i}. It has the shape that {W_i} had, and it can do nothing that one matrix could not.',
      ],
      attempt: 'Let {Q} stand for {x}, with the switch beside the drawing.',
      after:
        'The difference is gone, to the last bit. The second drawing is (a), with a different name for {x}. The answer is: once.',
    },
    {
      title: 'Cutting the word first',
      text: [
        '(d) A common mistake: {x} is cut first, each head gets one piece, and all of them use the same small matrix. Laid out as a large matrix it is empty except for small squares along the diagonal, all alike.',
        'With two heads or more, a head then sees one piece of a word and never the rest, and no head can have a matrix of its own. The code runs, and every shape is right. So the mistake is easy to miss.',
      ],
      guess: ['With 1 head, will the two ways agree?', 'yes', 'no'],
      attempt: 'Set the number of heads to 1, then look at the difference.',
      after: 'With one head nothing is cut, and (d) is right. From two heads on it is not.',
    },
    {
      title: 'One step left out',
      text: [
        '(e) The matrix is right and its result is right, but the result is cut the wrong way. Each row of the result is a word. A head should get one piece of every row. But if you only call `view(B, H, L, d)`, where it should be `view(B, L, H, d).transpose(1, 2)`, each head gets whole rows instead.',
        'So head {head} gets all pieces of {names}, and nothing of any other word. In code, the line that swaps the two axes is missing. Shapes fit, and training even improves something, but no head sees the whole sentence.',
      ],
      attempt: 'Choose another head by its name, and read which words it gets.',
      after: 'Here the words are split among the heads. The numbers of each word should be split.',
    },
    {
      title: 'Three ways to write one product',
      text: [
        'Some books write {W} {x}, with words as columns. Others write {x} {W}, with words as rows; their {W} is the first one transposed: its rows are columns.',
        'PyTorch keeps the first one and computes {x} {W}ᵀ. All three have the same products and sums. If a shape seems the wrong way round, this is usually the reason.',
      ],
      attempt: 'Choose {x} {W}ᵀ, as PyTorch writes it, and compare the numbers of {q}.',
      after:
        'The same numbers, to the last bit. PyTorch stores {W} as in the first notation, and transposes it for the product.',
    },
  ],
};
