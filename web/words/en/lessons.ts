// Texts of the lessons in English, a file for each. {placeholders} are numbers of the moment, words
// of the sentence, or symbols such as {W_Q}; text between backquotes is code. A translation has the
// same files, lessons and scenes.

import { appears } from './lessons/appears.ts';
import { digits } from './lessons/digits.ts';
import { dropout } from './lessons/dropout.ts';
import { headDid } from './lessons/head-did.ts';
import { fiveWays } from './lessons/five-ways.ts';
import { layer } from './lessons/layer.ts';
import { why } from './lessons/why.ts';
import { longTexts } from './lessons/long-texts.ts';
import { masks } from './lessons/masks.ts';
import { oneHead } from './lessons/one-head.ts';
import { roles } from './lessons/roles.ts';
import { scale } from './lessons/scale.ts';
import { shapes } from './lessons/shapes.ts';
import { positions } from './lessons/positions.ts';
import { pairs } from './lessons/pairs.ts';
import { matrices } from './lessons/matrices.ts';
import { sinks } from './lessons/sinks.ts';

interface SceneText {
  title: string;
  /** paragraphs */
  text: readonly string[];
  /** before the task: what the learner expects, and two or three answers; it is not scored */
  guess?: readonly [question: string, ...answers: string[]];
  /** the task */
  attempt: string;
  /** the conclusion after the task */
  after?: string;
}

export interface LessonText {
  title: string;
  /** one line, for the list */
  about: string;
  scenes: readonly SceneText[];
}

export const words: Readonly<Record<string, LessonText>> = Object.freeze({
  why,
  'one-head': oneHead,
  matrices,
  scale,
  masks,
  shapes,
  'five-ways': fiveWays,
  layer,
  roles,
  positions,
  'long-texts': longTexts,
  pairs,
  sinks,
  dropout,
  digits,
  appears,
  'head-did': headDid,
});
