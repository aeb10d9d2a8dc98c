// Texts of the lesson about the layer where an answer appears, in English.

import type { LessonText } from '../lessons.ts';

export const appears: LessonText = {
  title: 'Where does the answer appear?',
  about: 'The prediction of a model, read after each of its layers.',
  scenes: [
    {
      title: 'Stop after each layer',
      text: [
        'A model of several layers keeps one vector for each word, and every layer adds to it. At the end the vector becomes a prediction: a probability for each word that may follow.',
        'After each layer it is a vector of the same kind. So it can be read earlier, as if no layer came after. This is called the logit lens. Read the table from the bottom up. The likeliest word of a row leads.',
      ],
      attempt: 'Choose another word of the sentence. After which layer does its answer lead?',
      after:
        'It differs from word to word. In the sentence about the king, the answer after the comma, “and”, leads from layer 1 on. But most answers lead only from layer 3 or 4 on: before that, every layer still changes the prediction much.',
    },
    {
      title: 'Follow one word',
      text: [
        'Nothing near the end of this sentence says who is loved. If the answer is a word from the beginning, some layer must have brought it to the end. The column on the right follows that answer through all layers.',
        'An answer that leads early can be overtaken. And a word may lead for one layer and then disappear: the lens shows what can be read from the vector, not what the model decided.',
      ],
      guess: [
        'With a different noun, which layers will change?',
        'only the last',
        'earlier layers, too',
      ],
      attempt: 'Change “king” to another person, such as “man”, and compare the layers.',
      after:
        'The rows begin to differ at the layer that brought the word. The lesson “What did that head do?” asks which head brought it.',
    },
    {
      title: 'Early and late answers',
      text: [
        'Some answers need one word alone: after “United” comes “States”, whatever the words before. You may expect such an answer early. But the lens shows where an answer can be read, not how many words it needed.',
        'If the bar on the right is short in every layer but the last, the last layer made the answer. If it grows step by step, many layers made it.',
      ],
      attempt:
        'Write “He lives in the United”, and choose “United”. From which layer on does “States” lead?',
      after:
        'It leads late, as most answers do. A lens reads each layer with the same final step. Early layers were not trained for that, so an odd word there means little. The layer from which the answer stays means more.',
    },
  ],
};
