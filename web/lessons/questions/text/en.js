// The words of the questions in English. A translation is a file like this one with the same names. {places} are numbers, words
// of the sentence or symbols such as {W_Q}.

/**
 * @typedef {object} QuestionText
 * @property {string} ask
 * @property {string} why one sentence, after the engine has answered
 * @property {Readonly<Record<string, string>>} [options] to choose from or to put in order
 * @property {Readonly<Record<string, string>>} [hints] what to say to an answer that comes of a known misunderstanding
 */

/** @type {Readonly<Record<string, QuestionText>>} */
export const questionText = Object.freeze({
  'query-shape': {
    ask: 'The sentence has {tokens} words, each {width} numbers wide, and there is one head. What shape will {Q} have, with the queries of all words?',
    why: 'Each word gives one row, and with one head its query is as wide as the word.',
    hints: {
      turned: 'The right numbers, the other way round: here words are rows.',
      weights: 'That is the shape of {W_Q}, the matrix that makes the queries.',
      map: 'That is the shape of a map: words by words.',
    },
  },
  'dot-product': {
    ask: 'A query is {query}, a key is {key}. What is their dot product?',
    why: 'The two are multiplied number by number, and the products are added.',
    hints: {
      unsigned: 'Signs count: minus times plus is minus.',
      added: 'Each pair is multiplied, not added.',
      sums: 'Multiply in pairs first. Add up only then.',
    },
  },
  'last-share': {
    ask: 'Softmax has made shares of the row of {word}. All others together have {others}. What is left for {other}?',
    why: 'The shares of a row add up to 1, so each gets what the others leave.',
    hints: {
      same: 'That is what the others have. How much of 1 do they leave?',
      even: 'That would be the same share for all. Shares add up to 1, but they differ.',
    },
  },
  mixture: {
    ask: 'In the row of {word}, the share of {other} is set to 1 and all others to 0. What will {z} of {word} be?',
    why: '{z} is the sum of the values, each times its share: here one value times 1, the others times 0.',
    options: {
      value: 'the value of {other}',
      key: 'the key of {other}',
      query: 'the query of {word}',
      mean: 'the mean of all values',
    },
    hints: {
      key: 'Keys only help to decide the shares. What is handed over is the value.',
      query: 'The query only helps to decide the shares. What comes in is values.',
      mean: 'That would need equal shares for all.',
    },
  },
  'order-steps': {
    ask: 'Which step comes first, which next? Put them in order.',
    why: 'The engine changed one number in each step, and only the steps after it changed.',
    options: {
      dotProducts: 'queries meet keys',
      scores: 'divide by the root',
      attention: 'softmax makes shares',
      heads: 'mix the values',
    },
  },
  'whose-column': {
    ask: '{W_Q} has {width} columns, for {heads} heads. One number in column {column} is about to change. Which head will compute other queries? Point at its map.',
    why: 'The columns are cut into {heads} pieces that lie side by side, and each head has one piece.',
    hints: {
      dealt: 'Columns are not dealt out in turn. Those of one head are neighbours.',
    },
  },
  'product-shape': {
    ask: '{W} has the shape {width} × {width}, and {W_i} has {width} × {headDim}. What shape has their product, {W} {W_i}?',
    why: 'It has the rows of the first and the columns of the second: the shape of {W_i} again, so one matrix can do the work of both.',
    hints: {
      large: 'That is {W} alone. The columns come from {W_i}.',
      turned: 'The other way round: rows come from the first matrix.',
    },
  },
  'sees-all': {
    ask: 'A word has {width} numbers, and there are {heads} heads. On how many of these numbers does the query of one head depend?',
    why: 'The matrix of each head takes in the whole word. Only what comes out is shorter.',
    hints: {
      piece: 'That is how many come out for each head. How many go in?',
      heads: 'That is the number of heads.',
    },
  },
  'head-width': {
    ask: 'The width is {width}, the number of heads is {heads}. How wide is one head?',
    why: 'The heads split the width: {width} divided by {heads}.',
    hints: {
      whole: 'That is the width of the word. The heads split it.',
      heads: 'That is the number of heads.',
      product: 'The heads split the width, they do not multiply it.',
    },
  },
  'set-head-width': {
    ask: 'The width is {width}. Choose a number of heads, above the maps, so that each head is {headDim} wide.',
    why: '{width} divided by the number of heads is the width of one head.',
  },
  'map-shape': {
    ask: 'There are {tokens} words, {heads} heads and a width of {width}. What shape have the maps of all heads together? The heads come first.',
    why: 'There is one map for each head, with a row and a column for each word. The width does not show in it.',
    hints: {
      one: 'That is the map of one head.',
      last: 'The heads come first.',
      values: 'That is the shape of the queries. A map has words on both sides.',
    },
  },
  'score-growth': {
    ask: 'Nothing is divided here. A head grows from {width} numbers to {wide}. The typical size of a score will be about:',
    why: 'Measured just now: {ratio} times. Some products are negative and cancel others, so four times as many make sums about twice as large.',
    options: {
      half: 'half of what it was',
      same: 'the same',
      twice: 'twice as large',
      four: 'four times as large',
    },
    hints: {
      half: 'More products make larger sums, not smaller ones.',
      same: 'Sums of more products do grow; that is why they are divided.',
      four: 'That would be so if all products had the same sign.',
    },
  },
  'divide-by': {
    ask: 'The width is {width}, the number of heads is {heads}. By which number is each dot product divided?',
    why: 'By the square root of the width of one head, which is {headDim} here.',
    hints: {
      noRoot: 'That is the width of a head. Now take the square root.',
      whole: 'That is the root of the whole width. A query is only as wide as one head.',
      heads: 'That is the number of heads.',
    },
  },
  'what-stays': {
    ask: 'The division is about to be switched off. What stays the same in the row of {word}?',
    why: 'Softmax makes shares of one whole, whatever the scores. The division decides only how evenly they are spread.',
    options: {
      scores: 'the sum of its scores',
      shares: 'the sum of its shares',
      largest: 'its largest share',
    },
    hints: {
      scores: 'Scores that are not divided lie further from 0, so their sum changes, too.',
      largest: 'Larger scores lie further apart, so the largest share grows.',
    },
  },
  'row-count': {
    ask: 'The causal mask is about to be switched on. {word} is word {place} of {tokens}. To how many words will it give a share?',
    why: 'It may look at itself and back, so the number is its own position in the sentence.',
    hints: {
      all: 'These are all the words. Those ahead are hidden.',
      ahead: 'These are the words that it may not see.',
      notItself: 'A word may look at itself, too.',
    },
  },
  'empty-cells': {
    ask: 'A sentence is {tokens} tokens long, and {fillers} of them, at the end, are padding. How many cells of a map will be empty?',
    why: 'No row may look at padding, so {fillers} columns of {tokens} cells are empty. The rows of the padding are computed all the same.',
    hints: {
      corner: 'Not only padding is kept from padding: every row is.',
      both: 'Only the columns are empty. The rows of the padding are computed all the same.',
      fillers: 'That is the number of columns. Each has a cell for every row.',
    },
  },
  'first-hidden': {
    ask: 'The causal mask is about to be switched on. Find the row of {word}, row {place}. Which is the first cell in it that will be empty? Point at it.',
    why: 'The row is the word that looks, the column the word looked at. It sees itself, and nothing after itself.',
    hints: {
      itself: 'A word may look at itself. The next cell is the first that is hidden.',
      turned: 'Row and column are swapped: the row is the word that looks.',
    },
  },
  'untrained-share': {
    ask: 'The weights are random. How large will the largest share be in the row of {word}?',
    why: 'It is {largest}. Before training, no head looks anywhere in particular.',
    options: {
      one: 'nearly everything',
      half: 'about half',
      spread: 'small: many words get a little',
    },
    hints: {
      one: 'For that a head must have learned what to look for.',
      half: 'Even that would need a head that prefers a word.',
    },
  },
  'find-head': {
    ask: 'These heads are trained. One of them leads the verb {word} to its subject {other}. Point at its map.',
    why: 'In the row of {word}, only this head has nearly everything under {other}.',
  },
  'find-word': {
    ask: 'Choose a word of the sentence that gives nearly everything to {other} in head {head}.',
    why: 'This head leads verbs to their subjects, so {word} does it.',
  },
  'map-cells': {
    ask: 'A text has {tokens} words. How many numbers are there in the map of one head?',
    why: 'One for each pair of words: {tokens} times {tokens}.',
    hints: {
      row: 'That is one row. Each word has one.',
      twice: 'Rows times columns, not rows and columns.',
      width: 'How wide a word is does not show in a map.',
    },
  },
  'times-as-long': {
    ask: 'A text grows to {factor} times its length. The map of a head will be:',
    why: 'Both sides of the map grow to {factor} times their length, so it has {square} times as many cells.',
    options: {
      same: 'as large as before',
      factor: '{factor} times as large',
      double: '{double} times as large',
      square: '{square} times as large',
    },
    hints: {
      same: 'Each new word brings a row and a column.',
      factor: 'That counts the rows. They also become longer.',
      double: 'Rows and columns are multiplied, not added.',
    },
  },
  kept: {
    ask: 'The width is {width}, the number of heads is {heads}. How many numbers are kept for each word: queries, keys and values of all heads?',
    why: 'A query, a key and a value as wide as the word: three times {width}, however many heads split it.',
    hints: {
      one: 'That is enough for one of the three.',
      head: 'That is what one head keeps.',
      words: 'That counts all words, and only one of the three.',
    },
  },
});

/** What stands around every question. */
export const questionWords = {
  first: 'What do you think?',
  again: 'Do you remember?',
  testOf: 'Question {number} of {all}',
  waiting: 'Preparing the question.',
  covered: 'The answer appears here once you have said what you think.',
  lock: 'Lock my answer',
  check: 'Check',
  failed: 'The engine gave no answer. Try again.',
  skip: 'Skip',
  onwards: 'Go on',
  retry: 'Once more, other numbers',
  right: 'Right.',
  wrong: 'Not quite.',
  skipped: 'Skipped.',
  settled: 'You have answered this one.',
  youSaid: 'You said',
  engineSays: 'The engine says',
  yes: 'yes',
  no: 'not yet',
  numberLabel: 'Your number',
  numberWrong: 'Write a number, such as 12 or 0.25.',
  shapeLabel: 'Your shape, such as 4 × 8',
  shapeWrong: 'Write a shape: whole numbers with × or a comma between them.',
  chooseWrong: 'Choose one of them first.',
  pointHint: 'Click in the map. By keyboard: go to the map, move with the arrow keys, then Enter.',
  pointWrong: 'Point at one first: click it in the map.',
  pointHead: 'head {head}',
  pointCell: 'row {row} ({word}), column {column} ({other})',
  pointsAt: 'You point at: {place}',
  orderUp: 'Move “{step}” up',
  orderDown: 'Move “{step}” down',
  orderPlace: '“{step}” is now step {place} of {count}.',
  progress: '{right} of {asked} right',
  testTitle: 'Closing test',
  testAbout: 'Ten questions from all lessons, with an answer to each.',
  testBegin: 'Begin the test',
  testGoOn: 'Go on with the test',
  testNew: 'Begin a new test',
  testDone: 'The test is done: {right} of {asked} right.',
  recap: 'Your answers',
  recapLesson: 'Read it in “{title}”',
  recapAsk: 'Ask again',
  code: 'Result code',
  codeAbout:
    'For your teacher. It holds how you answered, and notices typing mistakes. It cannot prove who answered: no page in a browser can.',
  codeCopy: 'Copy the code',
  codeCopied: 'Copied',
};
