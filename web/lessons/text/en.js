// The words of the lessons in English. A translation is a file like this one with the same lessons and
// scenes. {places} are numbers of the moment, words of the sentence, or symbols such as {W_Q}; text
// between backquotes is code.

/**
 * @typedef {object} SceneText
 * @property {string} title
 * @property {readonly string[]} text paragraphs
 * @property {string} attempt one thing to try
 * @property {string} [after] what to make of it, once it has been tried
 *
 * @typedef {object} LessonText
 * @property {string} title
 * @property {string} about one line, for the list
 * @property {readonly SceneText[]} scenes
 */

/** @type {Readonly<Record<string, LessonText>>} */
export const text = Object.freeze({
  'one-head': {
    title: 'One head',
    about: 'From a word’s vector to its new vector.',
    scenes: [
      {
        title: 'A word becomes numbers',
        text: [
          'The engine cannot read. So each word is replaced by a list of numbers, its vector. Here it has {width} numbers; real models use hundreds, and the arithmetic is the same.',
          'A second list is added to it that says at which position the word stands. The sum is called {x}. From here on, {x} is all there is: one row for each of your {tokens} words.',
        ],
        attempt: 'Change one word of the sentence above, and look at the rows.',
        after:
          'Only the row of that word changed. Up to here, no word knows anything about the others.',
      },
      {
        title: 'Each word gets three roles',
        text: [
          'The row of a word is multiplied by three matrices, which gives three new rows. With {W_Q} it becomes a query: what this word looks for. With {W_K} a key: what others can find it by. With {W_V} a value: what it hands over when it is found.',
          'That is one multiplication each, straight from {x}. Every word uses the same three matrices. They are what a model learns; here they are still random.',
        ],
        attempt: 'Click any number of Q.',
        after:
          'You see what it is made of: {width} products, added up, and at the end a constant, the bias. One factor of each product comes from {x}, the other from {W_Q}.',
      },
      {
        title: 'A query meets the keys',
        text: [
          'How well does {word} fit each word? Its query and that word’s key are multiplied number by number, and the products are added. This is called a dot product: the better two lists agree, the larger it is.',
          'In the drawing the queries are rows. The keys stand on end, so they are columns. Where a row and a column cross, D has their dot product.',
        ],
        attempt: 'Click a number of D in the row of {word}.',
        after: 'One query, one key, {headDim} products: that is all a dot product is.',
      },
      {
        title: 'Scores become shares',
        text: [
          'First each dot product is divided by the square root of {headDim}, the width of the head; lesson 4 shows why. Then softmax turns each row of these scores into shares. Every share is above zero, a larger score gets a larger share, and the row adds up to 1.',
          'Read a row like this: of all that {word} takes in, so much comes from each word. These rows are what every map on this page shows.',
        ],
        attempt: 'Choose another word of the sentence and read its row.',
        after: 'Another query against the same keys gives other shares. They still add up to 1.',
      },
      {
        title: 'The new vector is a mixture',
        text: [
          'Now the values come in. Each word’s value is multiplied by its share, and the results are added up. The row that comes out is called {z}: the new vector of {word}.',
          'So {z} is a mixture of the whole sentence, mostly of the words with large shares. That is the entire trick: a word that has looked around.',
        ],
        attempt: 'Click a share in the row of {word}, in A, and change it to 1 or to 0.',
        after:
          'Its {z} followed at once, and no other word’s did: a row of shares makes one row of {z}. You set a share by hand, so the row no longer adds up to 1.',
      },
      {
        title: 'That was one head',
        text: [
          'From {x} to query, key and value; from query and keys to scores; from scores to shares; from shares and values to {z}. All words do this at the same moment.',
          'A layer has several such heads side by side. Each has three matrices of its own, so each can look for something else. Below you see {heads} of them, and one map for each.',
        ],
        attempt: 'Type a sentence of your own.',
        after:
          'Same matrices, other words: everything you see was computed again for your sentence.',
      },
    ],
  },

  'five-ways': {
    title: 'Where do the matrices come from?',
    about: 'One sentence, computed in five ways. Two are right.',
    scenes: [
      {
        title: 'Is x multiplied twice?',
        text: [
          'Attention is often drawn twice. In the first drawing there is one head: {x} is multiplied by a matrix and becomes {q}. In the second there are several heads: a {Q} arrives, and each head multiplies it by a matrix of its own, {W_i}.',
          'Put one behind the other, and a word seems to be multiplied twice before any attention happens. Many people stop here and wonder. You will not have to: this page computes it.',
        ],
        attempt: 'Make a guess first: how often is {x} multiplied before the scores?',
        after: 'Good. Keep your guess, and go on: two scenes from now you will know.',
      },
      {
        title: 'Many small or one large',
        text: [
          'Where do the matrices come from? Each {W_i} starts out random and is learned in training. None is made from another.',
          '(a) Each head has a matrix of its own: {width} numbers go in, {headDim} come out. (b) All heads’ matrices are set side by side into one large one, {x} goes in once, and the result is cut into pieces, one for each head.',
          'Each number is the same sum of the same products in both, so their difference is none, down to the last bit. Papers write (a), because it is clear. Libraries do (b), because it is fast. It is the same thing.',
        ],
        attempt: 'Change the number of heads above. Does the difference stay none?',
        after: 'It does. Where the cuts go changes; the numbers that are cut do not.',
      },
      {
        title: 'Twice is once',
        text: [
          '(c) Take the second drawing at its word: {x} times a {W}, and the result times each head’s {W_i}. The numbers differ from (a). But nothing happens between the two multiplications, so together they are one, by a single matrix {W} {W_i}. It has the shape that {W_i} had, and it can do nothing that one matrix could not.',
          'That is not what the drawing means: {Q} in it is only a name for what comes in, and with one sentence what comes in is {x} itself. So {x} is transformed once.',
        ],
        attempt: 'Let {Q} stand for {x}, with the switch beside the drawing.',
        after:
          'The difference is gone, to the last bit. The second drawing was (a) all along, with another name for {x}. The answer is: once.',
      },
      {
        title: 'Cutting the word first',
        text: [
          '(d) A common mistake: {x} is cut first, each head gets one piece, and all of them use the same small matrix. Laid out as a large matrix it is empty except for small squares along the diagonal, all alike.',
          'With two heads or more, a head then sees one piece of a word and never the rest, and no head can have a matrix of its own. It runs, and every shape is right. That is why it goes unnoticed.',
        ],
        attempt: 'Set the number of heads to 1, then look at the difference.',
        after: 'With one head nothing is cut, and (d) is right. From two heads on it is not.',
      },
      {
        title: 'One step left out',
        text: [
          '(e) The right matrix and the right result, taken apart the wrong way. Each row of the result is a word, and a head should get its own column of pieces from all rows. But if the numbers are only declared to have another shape, as they lie in memory, each head gets whole rows instead.',
          'So head {head} gets all pieces of {names}, and nothing of any other word. In code, the line that swaps the two axes is missing. Shapes fit, and training even improves something, yet no head ever sees the sentence.',
        ],
        attempt: 'Choose another head by its name, and see which words it is left with.',
        after: 'The words were split among the heads. It should have been the numbers.',
      },
      {
        title: 'Three ways to write one product',
        text: [
          'Some books write {W} {x}, with words as columns. Others write {x} {W}, with words as rows; their {W} is the first one with rows and columns swapped. PyTorch keeps the first kind and computes with rows, {x} {W}ᵀ. All three are the same products in the same sums. If a shape seems the wrong way round, it is usually this.',
          'And the three letters? Queries may come from one sentence, keys and values from another, as in a translator. {Q}, {K} and {V} name what comes in. If there is only one sentence, all three are {x}.',
        ],
        attempt: 'Add a second sentence above.',
        after:
          'Now queries come from the first sentence, keys and values from the second: three letters, because they need not be the same.',
      },
    ],
  },

  shapes: {
    title: 'Shapes: 512, 8 and 64',
    about: 'What changes with the number of heads, and what does not.',
    scenes: [
      {
        title: 'Splitting the width',
        text: [
          'In the original paper, a word is 512 numbers wide and a layer has 8 heads. Each head works with 64 numbers for each word, because 8 × 64 = 512: the heads split the width among them.',
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
          'What happens then? Put side by side, the heads are as wide as {W_O} needs only by luck. The line below the table is what the engine said, from trying it just now.',
        ],
        attempt: 'Set the width to 64 and leave 8 heads.',
        after:
          'No error: 64 split among 8 is 8, so the wrong line is right by luck. With other numbers the luck is over.',
      },
      {
        title: 'Back to one vector',
        text: [
          'After attention a word has one {z} from each head. They are set side by side, and {W_O} mixes them into one vector. Its inner side fits what comes in, number of heads times width of a head. Its outer side fits the word, since the result is added to {x}.',
          'If the heads split the width, the inner side is always {width}, so {W_O} is {width} × {width}. If instead each head is given 64 numbers, however many heads there are, it grows with every head.',
        ],
        attempt: 'Give each head 64 numbers with the switch, then change the number of heads.',
        after:
          'Only the inner side of {W_O} moved with the heads. The output stayed as wide as {x}.',
      },
    ],
  },

  scale: {
    title: 'Why divide by √d?',
    about: 'What goes wrong without it, and what it does not do.',
    scenes: [
      {
        title: 'Long lists make large sums',
        text: [
          'A score is a sum of products, one for each number of the query. There is one head here, so that is {headDim} products. The division is switched off: you see the plain sums.',
          'More products make larger sums. Not in proportion, since some are positive and some negative and partly cancel: a list four times as long makes sums about twice as large.',
        ],
        attempt: 'Set the width to 64, then to 256, and follow the typical score size.',
        after:
          'About twice, and about twice again: the scores grow with the square root of the width.',
      },
      {
        title: 'Softmax exaggerates',
        text: [
          'Softmax only sees how far scores are apart, and it is steep. A score that is larger by 1 gets 2.7 times the share. Larger by 10, it gets 22,026 times the share.',
          'With scores as large as these, one word in a row takes nearly everything. Look at the map: most rows have a single dark cell.',
        ],
        attempt: 'Choose two other words. How large is the largest share of each?',
        after: 'A head like this no longer weighs words. It picks one.',
      },
      {
        title: 'Where nothing can be learned',
        text: [
          'Learning asks: if this score were a little larger, how much would its share grow? That is the slope. It is the share times what is left for all others, and at most 0.25, for a share of one half.',
          'If one share is almost 1, nothing is left for the others, and the slope is almost 0. If a share is almost 0, so is its slope. The head may be wrong, but no score has any pull left. This is what is meant by a vanishing gradient.',
        ],
        attempt: 'Switch the division on, and compare the slopes.',
        after: 'The slopes are back: every word’s score can move its share again.',
      },
      {
        title: 'The right size at every width',
        text: [
          'Sums grow with the square root of the width. So each is divided by the square root of the width, here that of {headDim}, and the scores have the same size again, however wide the head is.',
          'That is all the division is for. It is the same number for every score of the head, and it need not be learned.',
        ],
        attempt: 'Leave the division on, and set the width to 16.',
        after:
          'A list so much shorter, and the scores have about the same size: the division followed the width.',
      },
      {
        title: 'What makes the probabilities?',
        text: [
          'You may read that the scores are divided “to get probabilities”. Look at the sums. The scores add up to anything, divided or not, and many are negative.',
          'The shares add up to 1, divided or not. It is the softmax that makes them shares of one whole. The division decides only how evenly they are spread.',
        ],
        attempt: 'Switch the division off, and watch the two sums.',
        after: 'The sum of the scores changed, the sum of the shares is still 1.',
      },
    ],
  },

  masks: {
    title: 'Masks',
    about: 'Who may look at whom, and what “true” means.',
    scenes: [
      {
        title: 'Never ahead',
        text: [
          'A model that writes word by word must not see the words that it has yet to write. So each word may look at itself and back, never ahead. This is the causal mask; the upper right half of every map is empty.',
          'What remains is still distributed completely: every row adds up to 1.',
        ],
        attempt: 'Choose the first word of the sentence.',
        after:
          'It may look only at itself, so it gives itself everything: exactly 1, in every head.',
      },
      {
        title: 'Before the softmax, not after',
        text: [
          'How is a word kept out? Its score is replaced by minus infinity before the softmax, which gives it a share of exactly 0. The others divide the whole 1 among themselves.',
          'If you cross shares out afterwards instead, the row no longer adds up to 1. And the words that should be hidden have already had an effect: they made every other share smaller.',
        ],
        attempt: 'Choose the last word of the sentence, and compare.',
        after: 'For the last word nothing lies ahead. Nothing is crossed out, so both ways agree.',
      },
      {
        title: 'Padding',
        text: [
          'Sentences that are computed together must be equally long, so short ones are padded at the end. The padding, here ∅, is not text, so no word may look at it: its columns are empty.',
          'The rows of the padding are computed all the same, because it is simpler. Their results are thrown away.',
        ],
        attempt: 'Change the number of padding tokens at the end.',
        after:
          'The padding came or went with its columns. The rows of the words did not change by a single bit: what may not be seen counts for nothing.',
      },
      {
        title: 'What does true mean?',
        text: [
          'A mask is often a table of true and false. In most libraries true means: may look. In one that is used a lot, it means: may not. The same table then gives opposite maps, and no error.',
          'In headwise you must write `attend` or `ignore`. If your own maps look upside down, check this first.',
        ],
        attempt: 'Choose the last word, and follow its row in both maps.',
        after:
          'On one side it sees everything, on the other nothing. The next scene shows what becomes of an empty row.',
      },
      {
        title: 'A row with nothing left',
        text: [
          'If a word may look at nothing at all, there is nothing to distribute: the softmax would have to divide zero by zero. The result is NaN, “not a number”, and a single NaN spoils every sum it gets into.',
          'Libraries disagree about what to do. Here such a row is zeros: the word takes in nothing, its {z} is zero, and what comes out of the layer is only its constant, {b_O}.',
        ],
        attempt: 'Choose another word; it will be the one that may look at nothing.',
        after: 'Its row went to zero, and no other row changed by a single bit.',
      },
    ],
  },

  roles: {
    title: 'Heads learn different things',
    about: 'A trained model: what its heads are for, and what it loses without them.',
    scenes: [
      {
        title: 'Heads with a purpose',
        text: [
          'So far the heads were random. These are trained. Their model corrects sentences: at every word it says what the word should be. For that it has to know which words belong together, and its heads find out.',
          'Look at a pronoun such as “they” in each map: the heads called “pronoun to noun” send it to the noun that it stands for. A head is named after what it does most.',
        ],
        attempt: 'Choose a verb, or a noun with “this” in front of it.',
        after:
          'Now another head is at work. The verb finds its subject, the noun the word that says how many there are.',
      },
      {
        title: 'The same sentence, untrained',
        text: [
          'The same words, the same arithmetic, as many heads. Only the weights differ: with random ones, no head looks anywhere in particular.',
          'Training changed nothing but the weights, a little at a time, so that fewer words came out wrong. No head was told what to look for. They divided the work among themselves.',
        ],
        attempt: 'Switch to the trained weights, above the maps.',
        after: 'The patterns are in the weights. They are all that was learned.',
      },
      {
        title: 'A role is a number',
        text: [
          'How do you know what a head does? Take sentences that were new to the model, and measure: of all the attention that verbs give in this head, how much goes to their subjects? That share, from 0 to 1, is its score.',
          'A score alone says little: subjects often stand in the same place, so a head that knew only positions could score too. The last column says how much at best. A head far above it must be using the words. For the previous word it is 1, because there only the position counts.',
        ],
        attempt: 'Choose layer 1, above the maps, and compare.',
        after:
          'The first layer mostly gathers the word before. The second layer builds on what has been gathered.',
      },
      {
        title: 'Take a head away',
        text: [
          'This sentence has four mistakes, and with all its heads the model finds each of them. Now take away one head: its result is replaced by zeros, and everything after it is computed again.',
          'A map only shows where a head looks. What the head is good for shows when it is missing.',
        ],
        attempt: 'Take away each head in turn. Which mistake is no longer found?',
        after:
          'Without the verb’s head the verb stays wrong, without the determiner’s the noun. And one head is hardly missed, because another does the same work.',
      },
      {
        title: 'Watch it happen',
        text: [
          'Here heads begin as random numbers and learn while you watch. The task: a row of symbols repeats, and from the second time on the model should know what follows. Look at the maps as the curve falls.',
          'One head learns to look at the symbol before, another to find where the present one stood earlier. Neither was told to, and neither could do it alone.',
        ],
        attempt: 'Press Start, and wait until nearly all its answers are right.',
        after:
          'It has learned its task. Choose another seed and let it learn again: it learns the same, but perhaps in another head. Which head does what is chance; that one of them does it is not.',
      },
    ],
  },

  long: {
    title: 'Long texts',
    about: 'A map of thousands of words, through a window.',
    scenes: [
      {
        title: 'A map too large to draw',
        text: [
          'Here your sentence is repeated until it is a text of 4,096 words. A map has a number for each pair of words, so each head’s map has 16,777,216 numbers. A screen has about two million pixels.',
          'So the picture of the whole map has 256 rows of 256 dots, and each dot is the mean of 16 × 16 numbers. The pattern you see comes from the words that repeat, and from their positions.',
        ],
        attempt: 'Click anywhere in the picture to zoom in.',
        after:
          'The window is four times smaller on each side, and what is in it was computed just now.',
      },
      {
        title: 'Only what you look at',
        text: [
          'The whole map is never stored. What is kept are the queries, keys and values of all words, and for each row the two numbers that its softmax needs.',
          'From these, any window can be computed afterwards. The work depends on the size of the window, not on the length of the text.',
        ],
        attempt: 'Zoom in until the words can be read.',
        after: 'Now each cell is a single number of the map.',
      },
      {
        title: 'Exact at every size',
        text: [
          'The window opens on 16 of the 4,096 words. Each number in it is the one that the whole map would have there, to the last bit: it is computed in the same order from the same numbers.',
          'Only windows of more than 256 words are means. The line beside the picture always says which it is.',
        ],
        attempt: 'Move the window with the arrow keys, or zoom out and in again somewhere else.',
        after: 'Wherever you stop, you see the numbers themselves.',
      },
      {
        title: 'What grows, and how fast',
        text: [
          'Twice as many words make a map four times as large: each of twice as many words looks at twice as many. This is why attention is expensive for long texts.',
          'What is kept here grows only with the words: {kept} numbers for each of them. That is how you can look at a map that would not fit in memory.',
        ],
        attempt: 'Choose 8,192 words, and compare the first two lines beside the picture.',
        after: 'The map grew to four times its size, what is kept to twice.',
      },
    ],
  },
});
