// All texts of the training room in English.
// A translation is a file like this one with the same names. {placeholders} are filled in; this
// file contains no other code.

export type Words = typeof words;

export const words = {
  title: 'Training',
  lead: 'A small transformer learns this on your device. Its heads begin as random numbers.',

  // the experiment of one head beside four
  opening: {
    title: 'Four heads or one?',
    text: 'Two models with {parameters} parameters each: one has four heads, the other a single head as wide as the four together. They start from the same seed and see the same batches.',
    question: 'Which of them will learn it?',
    guesses: { several: 'Only four heads', one: 'Only one head', both: 'Both' },
    running: 'Right answers now: four heads {several}, one head {one}.',
    result: 'Right answers: four heads {several}, one head {one}. {why}',
    rightGuess: 'As you expected. Four heads: {several} right. One head: {one}. {why}',
    wrongGuess: 'Not as you expected. Four heads: {several} right. One head: {one}. {why}',
    why: 'The reason is at the end of this page.',
  },

  // task and settings
  settings: 'What is trained, and how',
  task: 'Task',
  heads: 'Heads in each layer',
  seed: 'Seed',
  rate: 'Learning rate',
  versus: 'Compare with a single head',
  tasks: {
    'copy-previous': {
      name: 'Say the previous letter',
      about: 'At every letter, say the one before it.',
    },
    induction: {
      name: 'Continue the repeating pattern',
      about:
        'A row of letters repeats, and its length is not given. Find where this letter stood before, and say the letter after it.',
    },
    reverse: {
      name: 'Say it backwards',
      about: 'Say the letters from the last to the first.',
    },
    sort: {
      name: 'Put letters in order',
      about: 'Say the letters in the order of the alphabet.',
    },
    binary: {
      name: 'Read binary numbers',
      about:
        'The six digits before each position are a binary number, such as 010110. Say which one it is, from 0 to 63.',
    },
    grammar: {
      name: 'Proofread',
      about:
        'English sentences of a small grammar, in which some words are wrong. Say at every word which word should be there.',
    },
    text: {
      name: 'A text of your own',
      about:
        'At every letter or word of a text that you paste, say the next one. This is what language models learn.',
    },
    pairs: {
      name: 'Pairs of your own',
      about: 'You write inputs and their outputs. The model answers each input with its output.',
    },
  },

  // a task of one's own
  own: {
    fields: {
      text: 'Your text',
      pairs: 'Your pairs, one in each line: input -> output',
    },
    unit: 'Read as',
    units: { letters: 'Letters', words: 'Words' },
    textIs: {
      letters:
        '{count} letters and signs, {different} different ones. The last {heldOut} are kept for testing.',
      words:
        '{count} words and signs, {different} different ones. The last {heldOut} are kept for testing.',
    },
    pairsAre:
      '{count} pairs. {heldOut} of them are kept for testing: they show whether the model finds the rule.',
    fewPairsAre:
      '{count} pairs, and the model learns from all of them. From 8 pairs on, one in eight is kept for testing.',
    problems: {
      empty: 'Write or paste something to learn.',
      textShort: 'Too short: {count} {count:symbol|symbols}. At least {least} are needed.',
      oneSymbol: 'There is only one symbol, so there is nothing to learn. Use at least two.',
      tooDifferent:
        'Too many different symbols: {count}. At most {most} can be learned. Try letters, or a shorter text.',
      long: 'Too long: {count} characters. At most {most} can be learned.',
      noArrow: 'Line {line}: write an input, one arrow and an output, such as sun -> nus.',
      emptySide: 'Line {line}: there is nothing on one side of the arrow.',
      twoOutputs: 'Line {line}: this input already has another output.',
      pairLong: 'Line {line}: {count} symbols. A pair has at most {most}.',
      fewPairs: 'Write at least two pairs with different inputs.',
      manyPairs: 'Too many pairs: {count}. At most {most} can be learned.',
    },
    figures: {
      text: 'On 64 sequences from the end of the text, which it never sees while it learns',
      pairs: 'On {count} pairs that it never sees while it learns',
      allPairs: 'On the same pairs that it learns from',
    },
    examples: {
      text:
        'This is the garden.\n' +
        'This is the tree that grows in the garden.\n' +
        'This is the bird that sings in the tree that grows in the garden.\n' +
        'This is the cat that sees the bird that sings in the tree that grows in the garden.\n' +
        'This is the dog that hears the cat that sees the bird that sings in the tree that grows in the garden.\n' +
        'This is the girl that calls the dog that hears the cat that sees the bird that sings in the tree that grows in the garden.\n' +
        'The girl calls the dog. The dog hears the girl.\n' +
        'The dog hears the cat. The cat hears the dog.\n' +
        'The cat sees the bird. The bird sees the cat.\n' +
        'The bird sings in the tree, and the girl sings in the garden.\n' +
        'The tree grows in the garden, and the bird sings.\n' +
        'The dog calls the bird. The bird calls the dog.\n' +
        'The cat calls the girl. The girl hears the cat.\n' +
        'The girl sees the bird that sings in the tree.\n' +
        'The dog sees the cat that sees the bird.\n' +
        'The cat hears the girl that calls the dog.\n' +
        'The bird sees the girl that sings in the garden.',
      words:
        'door fire gold hand king lamp milk name park rain salt time wind yard blue cake desk fish girl hill iron jump kite leaf moon nest open pear rock sand tree unit vest wolf bird corn duck farm gate home lion mask nose palm ring ship tail wave bark coat drum fork grin hope idea joke land mint note plum rose star',
    },
  },
  baselines: {
    title: 'Without attention, from frequencies alone',
    byPosition: 'only the position is known',
    bySymbol: 'only this symbol is known',
  },

  // going
  transport: 'The run',
  start: 'Start',
  pause: 'Pause',
  goOn: 'Go on',
  goOnFrom: 'Go on from step {step}',
  goOnLonger: 'Train {steps} more steps',
  single: 'One step',
  restart: 'Start over',
  restartWith: 'Start over with {rate}',
  again: 'The same seed gives exactly the same numbers, so this run is trained again to step {to}.',
  stop: 'Stop here',
  speed: 'Speed',
  speedOne: '1 step a second',
  speedSteps: '{count} {count:step|steps} a second',
  speedMost: 'as fast as it goes',
  failed: 'The engine could not train.',
  diverged: 'Training diverged after step {step}: the next result was not a finite number.',
  divergedLarge:
    'Training diverged by step {step}: its loss is {times} times that of random guessing.',
  divergedWhy:
    'With this learning rate each step is too long: it goes past the lowest loss, to the other side. Choose a lower rate, or look back at earlier steps with the slider.',

  // how it goes
  figuresAbout: 'On 64 sequences that it never sees while it learns',
  model: 'Model',
  step: 'Step',
  loss: 'Loss',
  right: 'Right',
  parameters: 'Parameters',
  runMany: '{heads} heads',
  runOne: 'One head',
  lossOfBatch: 'Loss of each batch: lower is better',
  rightOfBatch: 'Right answers in each batch',
  guessing: 'dashed: random guessing, {value}',
  chartEmpty: 'Nothing is learned yet.',
  chartLoss: 'Loss from step 1 to step {step}: from {first} to {last}.',
  chartRight: 'Right answers from step 1 to step {step}: from {first} to {last}.',
  scrubber: 'Look back at an earlier step',
  scrubbed: 'Step {step}',
  scrubHint:
    'Move the slider to see the maps and numbers of an earlier step. Going on from there, the optimiser has its state of that step.',

  // sequence
  strip: 'A sequence, and the model’s answer at each position',
  stripGiven: 'given',
  stripSaid: 'it says',
  sayRight: 'it says {said}, right',
  sayWrong: 'it says {said}, wrong: {target}',
  layer: 'Layer {layer}',
  head: 'Head {head}',
  headAt: 'layer {layer}, head {head}',
  takesPart: 'Layer {layer}, head {head} takes part',
  enlarge: 'Enlarge the map of layer {layer}, head {head}',
  mapOf: 'Attention of layer {layer}, head {head}. Most like: {role}, {score}.',
  positionsAlone: 'positions alone: {score}',
  roles: {
    previousToken: 'previous one',
    firstToken: 'first one',
    duplicate: 'same symbol',
    induction: 'induction',
    fixedOffset: 'at a fixed distance',
    before: '{count} before',
    after: '{count} after',
    itself: 'itself',
    mirror: 'mirrored position',
    verbToSubject: 'verb to subject',
    nounToDeterminer: 'noun to determiner',
    pronounToAntecedent: 'pronoun to noun',
  },
  namesTitle: 'Roles that have emerged',
  noNames:
    'None yet. A head gets the name of a role when {share} of its attention fits the role. A role about symbols must also be above “positions alone”: the most that a head can reach if it knows only positions, not symbols.',
  became: 'Since step {step}: {head}, {role}, {score}',
  without:
    'Without {heads}: loss {loss}, {right} right. With all of them: loss {wholeLoss}, {wholeRight} right.',
  say: 'Step {step}: loss {loss}, {right} right.',

  share: {
    title: 'The same step for a whole class',
    about:
      'This link brings any device to step {step} of this run, with the same bits, and on from there. No server is needed: each device trains it.',
    noLink:
      'There is no link to this step here, but every device that trains this run has the same bits at step {step}: compare the letters.',
    pause: 'Pause it to share a step with a class.',
    mark: 'Weights at step {step}:',
    link: 'Link to this step',
    copy: 'Copy the link',
    copied: 'Copied',
    selected: 'This page may not copy. The link is selected: copy it by hand.',
    qrShow: 'Show as a QR code',
    qrHide: 'Hide the QR code',
    qrLabel: 'Link to this step as a QR code',
  },
  save: {
    title: 'Keep the model',
    about:
      'A file of its weights and its words. “Open a model” on the page of headwise opens it, and so does openModel in a program.',
    button: 'Save the model',
    saved: 'Saved as {name}',
    failed: 'The model could not be written: {detail}',
    open: 'Open this model: all its heads on one board',
  },

  // one head
  one: {
    title: 'Is one head enough?',
    text: [
      'Often it is. One head that is as wide as several together has as many parameters, and it learns to continue the repeating pattern just as well: each layer has to find one position, and one head can look at one position.',
      'Reading binary numbers is different. Each of the six digits counts differently, so the model must distinguish them. A head has one softmax, so its result is one weighted mean of the values. Several heads look at one or two digits each. A single head mixes all six digits into one mean. It could distinguish them only if each digit had exactly twice the share of the next. Such exact shares are hard to learn.',
    ],
    caption: 'right answers after {steps} steps, with {parameters} parameters each',
    seed: 'seed {seed}',
    tryIt: 'Choose this experiment',
    about:
      'Measured with headwise {version}: the same batches and as many steps for both, each with the best of the learning rates {rates}. “npm run make experiment” repeats it with exactly the same numbers.',
  },
};
