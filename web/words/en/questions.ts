// Texts of the questions in English, a file for each lesson. {placeholders} are numbers, words of
// the sentence or symbols such as {W_Q}. A translation has the same files and the same names.

import { appears } from './questions/appears.ts';
import { digits } from './questions/digits.ts';
import { dropout } from './questions/dropout.ts';
import { fiveWays } from './questions/five-ways.ts';
import { headDid } from './questions/head-did.ts';
import { layer } from './questions/layer.ts';
import { why } from './questions/why.ts';
import { longTexts } from './questions/long-texts.ts';
import { masks } from './questions/masks.ts';
import { oneHead } from './questions/one-head.ts';
import { roles } from './questions/roles.ts';
import { scale } from './questions/scale.ts';
import { shapes } from './questions/shapes.ts';
import { positions } from './questions/positions.ts';
import { pairs } from './questions/pairs.ts';
import { matrices } from './questions/matrices.ts';
import { sinks } from './questions/sinks.ts';
import type { Formed } from '../../elements/lesson/questions/forms.ts';

export interface QuestionText {
  ask: Formed;
  /** one sentence, after the engine has answered */
  why: Formed;
  /** of a task in the lab: its settings in words */
  said?: string;
  /** texts of options or of items to order */
  options?: Readonly<Record<string, string>>;
  /** replies to answers that come from a known misunderstanding */
  hints?: Readonly<Record<string, Formed>>;
  /** wrong answers in an author's text */
  mistakes?: Readonly<Record<string, string>>;
}

/** by the ids of questions */
export type QuestionTexts = Readonly<Record<string, QuestionText>>;

const questions: QuestionTexts = Object.freeze({
  ...why,
  ...oneHead,
  ...fiveWays,
  ...shapes,
  ...scale,
  ...masks,
  ...layer,
  ...roles,
  ...longTexts,
  ...positions,
  ...pairs,
  ...matrices,
  ...sinks,
  ...dropout,
  ...digits,
  ...appears,
  ...headDid,
});

/** The texts around every question. */
const around = {
  first: 'Check yourself',
  again: 'Do you remember?',
  testOf: 'Question {number} of {all}',
  waiting: 'Preparing the question.',
  covered: 'The answer appears here after your answer.',
  lock: 'Lock my answer',
  check: 'Check',
  failed: 'The engine gave no answer. Try again.',
  skip: 'Skip',
  onwards: 'Go on',
  retry: 'Once more, with different numbers',
  right: 'Right.',
  wrong: 'Not quite.',
  skipped: 'Skipped.',
  settled: 'You have answered this one.',
  youSaid: 'Your answer',
  engineSays: 'The engine’s answer',
  yes: 'yes',
  no: 'not yet',
  numberLabel: 'Your number',
  numberWrong: 'Write a number, such as 12 or 0.25.',
  shapeLabel: 'Your shape, such as 4 × 8',
  shapeWrong: 'Write a shape: at least two whole numbers, with × or a comma between them.',
  setWrong: 'Nothing has changed yet. Change it in the page, then check.',
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
  coreTitle: 'Test of the first lessons',
  coreAbout: 'Ten questions from the lessons before “Going further”, with an answer to each.',
  testTitle: 'Test of all lessons',
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
    'For your teacher. It contains your answers and shows typing mistakes. It cannot prove who answered: no page in a browser can.',
  codeCopy: 'Copy the code',
  codeCopied: 'Copied',
  codeSelected: 'This page may not copy. Your result is selected: copy it by hand.',
  testBest: 'Your best test: {right} of {asked} right. It is the one that counts.',
  codeName: 'Your name, if your teacher asks for it',
  codeSigned: 'It is signed for your class.',
  codeNoCrypto:
    'It is not signed for your class: this page came without https, where browsers cannot sign. Tell your teacher.',
  codeNoKey:
    'It is not signed: the key of the class in this page’s address is damaged. Tell your teacher.',
  qrShow: 'Show as a QR code',
  qrHide: 'Hide the QR code',
  qrLabel: 'Your result as a QR code',
  answersKept: 'Your answers are kept for the next time, and sent to no one by this page.',
  answersNotKept: 'This browser keeps nothing here: your answers are gone when you close the page.',
  startOver: 'Start over',
  startOverSure: 'Forget all your answers?',
  startOverYes: 'Forget them',
  startOverNo: 'Keep them',
};

export type QuestionWords = typeof words;

export const words = Object.freeze({ questions, around });
