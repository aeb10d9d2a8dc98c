// All texts of the class page, in English.
// A translation is a file like this one with the same names. {placeholders} are filled in; this
// file contains no other code.

export type Messages = Readonly<Record<keyof typeof words, string>>;

export const words = Object.freeze({
  // title
  title: 'Results of a class',
  what: 'Paste the result codes that your learners sent. You see each score, the attempts, and the most frequent wrong answer of each question.',
  stays: 'Nothing leaves your computer, and nothing is kept.',

  // input
  paste: 'Result codes',
  placeholder: 'Ana, HW-…',
  files: 'Choose files',
  folder: 'Choose a folder',
  example: 'Try an example',
  exampleName: 'Learner {number}',
  clear: 'Clear',
  kinds:
    'One code a line, “name, code”, a CSV, or whole messages: the page finds the codes. You can also drop files and folders here. For codes of your own lesson, add its file, or paste its link.',
  tooLarge: '{file} is too large: at most {most} MB.',
  tooMany: 'At most {most} files can be opened, of {size} MB together.',
  notText: 'Files left out, as they are no text: {count}.',
  unreadable: '{file} cannot be read.',
  removeFile: 'Remove {file}',

  // the key of the class
  key: 'Key of the class',
  keyWhat:
    'With a key, codes are signed: this page then finds codes that were changed by accident, and codes of another class.',
  keyHonest:
    'A signature does not prove honesty. The key is in every learner’s page, and every program in a browser can be changed there.',
  keyLabel: 'Key',
  keyRandom: 'Make a random key',
  keyProblem: 'A key has 4 to 64 letters, digits, spaces, dots or hyphens.',
  keyUse:
    'Note it down: nothing is kept here. Give it out with the lesson, in the address or as an attribute:',
  keyNoCrypto:
    'This page came without https, where browsers cannot sign. Open it by https or from a folder to use a key.',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Select and copy it',
  sealed: 'signed by your class',
  unsigned: 'not signed',
  otherClass: 'signature of another class, or changed',

  // findings
  found: 'Learners: {learners}. Codes: {codes}.',
  ownLessons: 'Your own lessons: {titles}',
  refusedCount: 'Lines without a result: {lines}.',
  refusedTitle: 'Lines without a result: {lines}',
  refused: 'Lines without a result',
  line: 'Line',
  lineOf: 'Line {line}',
  lineIn: 'Line {line} of {source}',
  reason: 'Reason',
  given: 'Text of the line',
  reasonDamaged: 'A letter of this code is missing or wrong. Ask for it again.',
  reasonOtherPage:
    'This code is of another version of the lessons. Open this page from the same place as the lessons.',
  reasonOwnLesson:
    'This code is of your own lesson {lesson}. Add the lesson’s file or link as you gave it out.',
  reasonLink: 'This link to a lesson is damaged. It may have been cut on its way.',
  reasonNone: 'There is no code in this line.',
  reasonNoneIn: 'There is no code in this file.',
  reasonMany: 'There are too many codes before it.',

  // results
  lesson: 'Lesson',
  allLessons: 'All lessons',
  firstLessons: 'First lessons',
  coreTest: 'Test of the first lessons',
  test: 'Test of all lessons',
  scores: 'Scores, of 100',
  plotAbout: 'Begun by {begun} of {learners} learners. Their mean: {mean}.',
  learners: 'Learners',
  name: 'Name',
  score: 'Score',
  right: 'Right',
  rightOf: '{right} of {asked}',
  asked: 'Questions',
  attempts: 'Attempts',
  tests: 'Tests begun',
  remarks: 'Remarks',
  notBegun: 'not begun',
  open: 'not yet asked: {count}',
  severalCodes: 'codes handed in: {count}',
  twin: 'the same answers as {name}, or the same computer',
  namesake: 'the same name as another result',
  questions: 'Questions',
  question: 'Question',
  outcome: 'Results',
  first: 'right at once',
  later: 'right later',
  wrong: 'wrong',
  skipped: 'skipped',
  firstCount: '{count} at once',
  laterCount: '{count} later',
  wrongCount: '{count} wrong',
  skippedCount: '{count} skipped',
  attemptsEach: 'Attempts each',
  mistake: 'Most frequent wrong answer',
  replied: 'an answer that gets the reply: “{reply}”',
  otherMistake: 'another answer',
  noMistake: 'none',
  times: '× {count}',
  count: 'How often',
  moreMistakes: 'Others: {count}',
  saveLearners: 'Save learners as CSV',
  saveQuestions: 'Save questions as CSV',
});
