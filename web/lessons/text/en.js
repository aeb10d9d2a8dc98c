// The words of the lessons in English, a file for each. {places} are numbers of the moment, words of the
// sentence, or symbols such as {W_Q}; text between backquotes is code. A translation has the same files,
// lessons and scenes.

import { digits } from './en/digits.js';
import { dropout } from './en/dropout.js';
import { fiveWays } from './en/five-ways.js';
import { long } from './en/long.js';
import { masks } from './en/masks.js';
import { oneHead } from './en/one-head.js';
import { roles } from './en/roles.js';
import { scale } from './en/scale.js';
import { shapes } from './en/shapes.js';
import { rotary } from './en/rotary.js';
import { cache } from './en/cache.js';
import { matrices } from './en/matrices.js';
import { sinks } from './en/sinks.js';

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
