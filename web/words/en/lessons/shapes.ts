// Texts of the lesson about shapes, in English.

import type { LessonText } from '../lessons.ts';

export const shapes: LessonText = {
  title: 'Shapes: 512, 8 and 64',
  about: 'What changes with the number of heads, and what does not.',
  scenes: [
    {
      title: 'Splitting the width',
      text: [
        'In the original paper, a word is 512 numbers wide and a layer has 8 heads. Each head works with 64 numbers for each word, because 8 × 64 = 512: each head reads all 512 numbers and makes 64 of its own.',
        'In the drawing each colour is a head. A head has its own columns of {W_Q}, as high as {x} is wide. They make its own columns of {q}.',
      ],
      attempt: 'Set the number of heads to 4. How wide is a head now?',
      after: '512 split among 4 is 128. Fewer heads are wider heads.',
    },
    {
      title: 'The price of more heads',
      text: [
        'The four squares are the weights of the layer. More heads cut the same squares into more strips, so they need no more weights. But each head is narrower.',
        'The price is below the squares: each head has a map of its own, with a row and a column for every word.',
      ],
      attempt: 'Go from 1 head up to 16. Which of the two numbers grows?',
      after:
        'The maps have 16 times as many numbers. The weights stayed the same: 4 matrices of 512 × 512 have 1,048,576 numbers, however they are cut.',
    },
    {
      title: 'A line with the wrong width',
      text: [
        '`Linear(embed_dim, num_heads)` is a line that you will see in forums. Its queries have as many numbers as there are heads, and not as many as one head is wide: `Linear(embed_dim, head_dim)`.',
        'Then all heads side by side have num_heads × num_heads columns, and {W_O} has embed_dim rows. In a product these two sides must be equally long. The engine has just tried it: its message and PyTorch’s are below.',
      ],
      attempt: 'Set the width to 64 and leave 8 heads.',
      after:
        'No error: 64 split among 8 is 8, so the wrong line is right by luck. With most numbers there is an error.',
    },
    {
      title: 'Back to one vector',
      text: [
        'After attention a word has one {z} from each head. They are put side by side, and {W_O} mixes them into one vector. This matrix has a row for each number that comes in: number of heads times width of a head. It has a column for each number of the word, because the result is added to {x}.',
        'If the heads split the width, that makes {width} rows, so {W_O} is {width} × {width}. If instead each head is given 64 numbers, however many heads there are, {W_O} gets 64 more rows with every head.',
      ],
      attempt: 'Give each head 64 numbers with the switch, then change the number of heads.',
      after:
        'With more heads, the heads side by side are wider, and {W_O} has more rows. Its columns and the output stayed as wide as {x}.',
    },
  ],
};
