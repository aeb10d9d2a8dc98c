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
        'The table shows it as it is right now. Each shape in it was read from the engine’s own result.',
      ],
      attempt: 'Set the number of heads to 4. How wide is a head now?',
      after: '512 split among 4 is 128. Fewer heads are wider heads.',
    },
    {
      title: 'What you pay for more heads',
      text: [
        'With one head there is one map, and its query has all {width} numbers. With more heads there are more maps, each from shorter queries and keys.',
        'What never changes: the shape of {x}, the shape of the output, and the number of weights. More heads cost no weights. They cost width.',
      ],
      attempt: 'Go from 1 head up to 16, and keep an eye on the number of weights.',
      after:
        'It stayed the same all the way: 4 matrices of 512 × 512, however they are cut, make 1,048,576 numbers.',
    },
    {
      title: 'A line with the wrong width',
      text: [
        '`Linear(embed_dim, num_heads)` is a line you will see in forums. It makes a query as wide as there are heads. It should be as wide as one head: `Linear(embed_dim, head_dim)`, and that once for each head.',
        'What happens then? Side by side they have heads × heads columns. {W_O} needs embed_dim. The two are equal only by luck. The line below the table is what the engine said, from trying it just now.',
      ],
      attempt: 'Set the width to 64 and leave 8 heads.',
      after:
        'No error: 64 split among 8 is 8, so the wrong line is right by luck. With different numbers the luck is over.',
    },
    {
      title: 'Back to one vector',
      text: [
        'After attention a word has one {z} from each head. They are set side by side, and {W_O} mixes them into one vector. It has as many rows as numbers come in: number of heads times width of a head. It has as many columns as the word has numbers, since the result is added to {x}.',
        'If the heads split the width, that makes {width} rows, so {W_O} is {width} × {width}. If instead each head is given 64 numbers, however many heads there are, {W_O} gets 64 more rows with every head.',
      ],
      attempt: 'Give each head 64 numbers with the switch, then change the number of heads.',
      after:
        'With more heads, the heads side by side are wider, and {W_O} has more rows. Its columns and the output stayed as wide as {x}.',
    },
  ],
};
