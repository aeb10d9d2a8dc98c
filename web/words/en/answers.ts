// Texts of the answers to common questions in English. {placeholders} are numbers of the moment or
// symbols such as {W_i}; text between backquotes is code.

export const words = {
  // Is x transformed once or twice?
  twice: {
    answer: 'Once. {Q} in this formula is {x}.',
    text: 'The formula has a word in each column and multiplies from the left. This page has a word in each row and multiplies from the right: {x} {W_i}. With one sentence, {Q} is only another name for the input {x}. So {x} is multiplied by one matrix, {W_i}, before the scores. The first matrix of the drawing changes no number.',
    literal:
      'Now a matrix {W} comes before {W_i}. The numbers differ, but the model gains nothing: two multiplications one after the other are the same as one, by the matrix {W} {W_i}.',
    standsFor: '{Q} in the formula stands for',
    difference: 'Difference of the output from one multiplication',
  },

  // Where do the W come from?
  where: {
    answer: 'Random at first, then learned. No {W} is made from another.',
    text: 'Each head has its own {W_i} for queries, another for keys and another for values. All of them are parameters of the model. Training changes each a little at every step, until the heads are useful to the model.',
    together:
      'Libraries keep the matrices of all heads side by side as one large matrix, and cut its result into heads. The numbers are the same.',
    shows: 'The drawing and the map show the matrices',
    random: 'as they start: random',
    trained: 'after training',
    map: 'The map of head {head} with them',
    difference: 'Difference of one large matrix that is cut from a matrix for each head',
  },

  // Is nn.Linear(d, nhead) right?
  linear: {
    answer: 'No. It makes {made} columns, and a head needs {needed}.',
    luck: 'Here both are {needed}, by chance. In general it is wrong.',
    text: 'The width of a query is the second number of `nn.Linear`. It has to be `head_dim`, which is `embed_dim / nhead`, and each head has such a layer of its own.',
    makes: '`nn.Linear({width}, {columns})` makes',
    needs: 'A head needs `nn.Linear({width}, {columns})`',
    columns: '{rows} words, {columns} columns: the queries of head 1',
    together: 'All {heads} heads side by side: {joined} of the {width} columns that {W_O} needs',
    layer: 'The line in the code',
    says: 'The engine says',
    fits: 'The engine computes it: {joined} columns go into {W_O}.',
  },

  // How big is W_O?
  out: {
    answer: '{rows} × {columns}: from all heads side by side back to one word.',
    text: 'Each head gives {headDim} numbers for each word. Side by side they are {heads} × {headDim} = {rows}, so {W_O} has {rows} rows. It has {columns} columns, because its result is added to {x}, which is {columns} wide.',
    head: 'head {head}',
    joined: 'the heads of one word side by side: {rows} numbers',
    rows: '{rows} rows',
    columns: '{columns} columns',
    output: 'the output for that word: {columns} numbers',
    headCount: 'Heads',
    headWidth: 'Width of a head',
    split: '{width} ÷ heads',
  },

  // the roles of trained heads
  trained: {
    answer: 'At certain words: a pronoun’s noun, a verb’s subject.',
    text: 'This model learned to correct sentences of a small grammar. The name under a head is its role, which came from training. Choose a word above to see where each head looks from there.',
  },
  same: 'none',
  signed: 'Blue is below zero, orange above, and grey near zero.',
};
