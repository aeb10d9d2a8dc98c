// Messages about errors in a teacher's lesson, in English.
// Names of settings are the same in every language.

export type Messages = Readonly<Record<keyof typeof words, string>>;

export const words = Object.freeze({
  line: 'Line {line}',
  notOne: 'This lesson has problems. Its author can mend them on the page “Write a lesson”.',
  more: 'and {count} more',

  tooLong: 'The text has {size} kB; a lesson has at most {most} kB.',
  longLine: 'This line is too long: expected at most {most} letters.',
  forbidden:
    'Letter {column} is the control character {code}, which a lesson cannot hold. Delete it.',
  heading: 'Expected # before the title or ## before a scene, got {got}.',
  noTitle: 'Expected a title first: a line such as “# Who are they?”.',
  titleTwice: 'There is a title already. A scene begins with two signs: ##.',
  noName: 'Expected a name after the #.',
  longName: 'This name is too long: expected at most {most} letters.',
  noScene: 'Expected at least one scene: a line such as “## The first scene”, and words below it.',
  manyScenes: 'There are {count} scenes; a lesson has at most {most}.',
  manyParagraphs: 'This scene has {count} paragraphs; expected at most {most}.',
  noWords: 'This scene has no words: expected words below its settings.',
  wordsBefore: 'Words belong in a scene. Begin one with ##, or write “about:” before this line.',
  noSetting:
    'There is no setting “{got}”; there are {expected}. If these are words, begin the line with \\.',
  formula:
    'formula: expected letters, numbers, signs, ^ _ / and brackets, such as softmax((Q K^T) / sqrt(d)) V; got “{got}”.',
  picture:
    'picture: expected a description, then a PNG or JPEG as a data: URL with at most {most} × {most} pixels; got “{got}”.',
  drawing: 'Expected a scene of a lesson that has a drawing, such as scale.4, got “{got}”.',
  unknownKey:
    'There is no setting “{got}”. Did you mean “{meant}”? If these are words, begin the line with \\.',
  twice: '“{key}” is here twice.',
  empty: 'Expected something after “{key}:”.',
  inScene: '“{key}” belongs in a scene: after a line that begins with ##.',
  atTop: '“{key}” belongs at the top, before the first scene.',
  choice: '{key}: expected one of {expected}; got “{got}”.',
  choices: '{key}: expected some of {expected}, with commas between them, or none; got “{got}”.',
  whole: '{key}: expected a whole number from {from} to {to}, got “{got}”.',
  trainedOnly: '{key}: random weights have one layer. Expected “model: grammar” as well.',
  untrainedOnly: '{key}: a trained model has its own. Expected “model: random” as well.',
  manyWords: '{key}: expected at most {most} words and signs, got {count}.',
  unknownWord: 'The trained model does not know “{word}”. Take another word, or “model: random”.',
  lookAt:
    'look at: expected a head, a word or both, such as: head 2, "it" to "animal"; got “{got}”.',
  noHead: 'There is no head {head}: the heads are 1 to {heads}.',
  noWord: 'The sentence has no word “{word}”. It is: {sentence}',
  place: 'There is no symbol {got}. Expected {expected}, or backquotes around it: `{got}`.',

  askFirst: '“{key}” belongs to a question: expected “ask:” before it.',
  askTwice: 'This scene has a question already. Put this one into a scene of its own.',
  noWhy: 'The question has no “why:”: expected one sentence that explains the answer.',
  twoKinds: 'A question has one kind. Expected “{key}:” or “{other}:”, got both.',
  noKind:
    'Expected the question’s kind before “{key}:”: choose, number, shape, point, set or order.',
  notHere: '“{key}” has no place in a question with “{kind}:”.',
  oneRight:
    'Expected one “right:” answer, got {count}. (For answers that the engine computes, write number, shape, point, set, order or choose.)',
  wrongs: 'Expected {from} to {to} “wrong:” answers, got {count}.',
  options: 'Expected {from} to {to} lines with “{key}:”, got {count}.',
  quotedWord:
    'option: expected one word of the sentence between quotes, such as "animal"; got “{got}”.',
  sameAnswer: 'There are two answers “{got}”.',
  feedbackAlone: '“feedback:” belongs right below the answer that it is about.',
  quantity:
    'Expected something to compute, such as: weight of head 1 from "it" to "animal" (or score, dot product), largest weight of head 1 from "it", hidden words from "it", number of words, number of heads, width, width of a head; got “{got}”.',
  largestOnly: 'choose: expected “largest weight of head 1 from "it"”, got “{got}”.',
  tolerance: 'tolerance: expected a number from 0 on, got “{got}”.',
  matrix: 'Expected the name of a matrix, one of {expected}, also with “of one head”; got “{got}”.',
  point:
    'point: expected “head with the largest weight from "it" to "animal"”, “largest weight of head 1 from "it"” or “first hidden word from "it"”; got “{got}”.',
  set: 'set: expected such as “heads 8”, “width 64”, “causal on”, “scaled off”, “word "it"”, “largest weight of head 2 from "it" to "animal"” or “weight of head 1 from "it" to "animal" above 0.5”; got “{got}”.',
  bound: 'set: a weight lies between 0 and 1, so none can be “{got}”.',
  order:
    'order: expected “as written”, with items below, or “words by weight of head 1 from "it"”, with options below; got “{got}”.',
  unclear:
    'This question has no single right answer: the engine’s numbers are too close together, or a wrong answer is right, or the task is done already.',
});
