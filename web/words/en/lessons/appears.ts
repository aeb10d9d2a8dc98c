// Texts of the lesson about the layer where an answer appears, in English.

import type { LessonText } from '../lessons.ts';

export const appears: LessonText = {
  title: 'Where does the answer appear?',
  about: 'What the model would say if it stopped after each layer.',
  scenes: [
    {
      title: 'Stop after each layer',
      text: [
        'A model of several layers keeps one vector for each word, and every layer adds to it. At the end the vector becomes a prediction: a probability for each word that may follow.',
        'But it is a vector of the same kind all the way. So it can be read earlier, as if no layer came after. This is called the logit lens. The table reads it from the bottom up.',
      ],
      attempt: 'Choose another word of the sentence. After which layer does its answer lead?',
      after:
        'It differs from word to word. In the sentence about the king, the answer after the comma, “and”, leads from layer 1 on. But most answers lead only from layer 3 or 4 on: until then every layer still changes much.',
    },
    {
      title: 'Follow one word',
      text: [
        'Nothing near the end of this sentence says who is loved. If the answer is a word from its beginning, some layer must have brought it here. The column on the right follows that answer through all layers.',
        'An answer that leads early can be overtaken. And a word may lead for a layer and vanish: the lens shows what can be read from the vector, not what the model decided.',
      ],
      guess: ['Will another first noun change the last layer alone?', 'yes', 'no, earlier too'],
      attempt: 'Change “king” to another person, such as “man”, and compare the layers.',
      after:
        'The layer where the rows begin to differ is where the word has arrived. Which head brought it is the question of the lesson “What did that head do?”.',
    },
    {
      title: 'Early and late answers',
      text: [
        'Some answers need one word alone: after “United” comes “States”, whatever was said before. You may expect such an answer early. But the lens shows where an answer can be read, not how many words it needed. To see that, change a word at the beginning.',
        'A low bar on the right in every layer but the last says that the last layer made the answer. A bar that grows step by step says that many layers did.',
      ],
      attempt: 'Write “He lives in the United” instead. From which layer on does “States” lead?',
      after:
        'It leads late, as most answers do. A lens reads each layer with the same final step. Early layers were never trained to be read like that, so an odd word there means little. What holds is the layer from which the answer stays.',
    },
  ],
};
