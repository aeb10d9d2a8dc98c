// The words of the lessons in English, a file for each. {places} are numbers of the moment, words of the
// sentence, or symbols such as {W_Q}; text between backquotes is code. A translation has the same files,
// lessons and scenes.

import { digits } from './en/digits.ts';
import { dropout } from './en/dropout.ts';
import { fiveWays } from './en/five-ways.ts';
import { long } from './en/long.ts';
import { masks } from './en/masks.ts';
import { oneHead } from './en/one-head.ts';
import { roles } from './en/roles.ts';
import { scale } from './en/scale.ts';
import { shapes } from './en/shapes.ts';
import { rotary } from './en/rotary.ts';
import { cache } from './en/cache.ts';
import { matrices } from './en/matrices.ts';
import { sinks } from './en/sinks.ts';

interface SceneText {
  title: string;
  /** paragraphs */
  text: readonly string[];
  /** one thing to try */
  attempt: string;
  /** what to make of it, once it has been tried */
  after?: string;
}

export interface LessonText {
  title: string;
  /** one line, for the list */
  about: string;
  scenes: readonly SceneText[];
}

export const text: Readonly<Record<string, LessonText>> = Object.freeze({
  'one-head': oneHead,
  'five-ways': fiveWays,
  shapes,
  scale,
  masks,
  roles,
  long,
  rotary,
  cache,
  matrices,
  sinks,
  dropout,
  digits,
});
