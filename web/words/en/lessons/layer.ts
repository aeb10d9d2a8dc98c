// Texts of the lesson about the layer, in English.

import type { LessonText } from '../lessons.ts';

export const layer: LessonText = {
  title: 'The layer',
  about: 'From several heads to one layer, and from layers to a model.',
  scenes: [
    {
      title: 'Side by side',
      text: [
        'Each head makes a new vector of its own for every word: here {headDim} numbers for each. The small pictures show them, one for each head. They are different, because each head looks at different words.',
        'A layer puts these vectors side by side. This is called concatenation: {heads} times {headDim} numbers are {width} again, as wide as the words that went in. Nothing is added or mixed yet.',
      ],
      guess: [
        'Which numbers of the large picture will change?',
        'some columns',
        'some rows',
        'all',
      ],
      attempt: 'Remove a head, and find its numbers in the large picture.',
      after: 'Its columns are zero, and no other column changed. Each head has columns of its own.',
    },
    {
      title: 'Mixed by one more matrix',
      text: [
        'So far the numbers of the heads are separate. One more matrix, {W_O}, mixes them: each number that comes out depends on all heads.',
        '{W_O} can also be read by rows: some rows belong to each head. So each head adds a list of {width} numbers to the output, and {b_O} adds one list that is always the same. The picture shows these lists for “{word}”, and below them their sum.',
      ],
      attempt: 'Choose another word, and compare the rows.',
      after:
        'Each head adds a different list for this word. {b_O} is the same for every word. In each head, {W_Q} {W_K}ᵀ decides where it looks, and {W_V} times its rows of {W_O} decides which list it adds. Both products have at most rank {headDim}.',
    },
    {
      title: 'Added to x, then normalised',
      text: [
        'The output of attention does not replace the word. It is added to {x}. This is the residual connection: the word stays, and each layer adds something to it. It also helps training: there is a way around every layer.',
        'After some additions the numbers could become too large. So a layer norm follows: from each word it subtracts the mean of its numbers, and it divides by the root of their variance. Many models have it before attention.',
      ],
      attempt: 'Choose another word, and compare mean and variance.',
      after:
        'Before the norm they differ from word to word. After it, the mean is 0 and the variance 1. In a model, two learned lists then scale and shift the numbers.',
    },
    {
      title: 'The block, and the stack',
      text: [
        'After attention comes a network that works on each word alone: two matrices with an activation function between them. It is called MLP or feed-forward network. Its output is added to the word and normalised in the same way. Attention and MLP together are a block, also called a layer.',
        'The heads of a block work side by side on the same {x}: no head waits for another. Blocks work one after another: each gets the output of the block before it. A head has one map, and its own {W_Q}, {W_K} and {W_V}.',
      ],
      attempt: 'Choose 4 blocks, with 6 heads in each.',
      after: '4 times 6 is 24 heads, with 24 maps. But there are only 4 steps, one after another.',
    },
    {
      title: 'Looking at another sentence',
      text: [
        'A translator has two stacks. The encoder reads one text, and the decoder writes another. The decoder’s words look at the encoder’s: queries come from one sentence, keys and values from the other. This is cross-attention.',
        'Each map has a row for each word of the first sentence, and a column for each word of the second: it is a rectangle. These weights are random.',
      ],
      attempt: 'Choose another word, and read its row.',
      after:
        'Its shares go to the words of the other sentence, and they add up to 1. Its own sentence has no columns here.',
    },
    {
      title: 'The cost of a layer',
      text: [
        'The table counts the weights and multiplications of one layer. The time of each part was measured just now, in this browser. The matrices and the MLP work on each word alone; scores and mixtures need every pair of words.',
        'The MLP has twice as many weights as the four matrices.',
      ],
      guess: [
        'Four times as many words: how much more do the scores cost?',
        '4 times',
        '8 times',
        '16 times',
      ],
      attempt: 'Choose 1,024 words, and compare the shares.',
      after:
        'Four times as many words: matrices and MLP need four times as many multiplications, scores and mixtures sixteen times. In short texts scores and mixtures cost least, in long texts most.',
    },
  ],
};
