// The words of the lessons in Spanish; see en.js for what places and backquotes mean.

import { digits } from './es/digits.js';
import { dropout } from './es/dropout.js';
import { fiveWays } from './es/five-ways.js';
import { long } from './es/long.js';
import { masks } from './es/masks.js';
import { oneHead } from './es/one-head.js';
import { roles } from './es/roles.js';
import { scale } from './es/scale.js';
import { shapes } from './es/shapes.js';
import { rotary } from './es/rotary.js';
import { cache } from './es/cache.js';
import { matrices } from './es/matrices.js';
import { sinks } from './es/sinks.js';

/** @type {typeof import('./en.js').text} */
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
