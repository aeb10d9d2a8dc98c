// The words of the lessons in simplified Chinese; see en.js for what places and backquotes mean.

import { digits } from './zh/digits.js';
import { dropout } from './zh/dropout.js';
import { fiveWays } from './zh/five-ways.js';
import { long } from './zh/long.js';
import { masks } from './zh/masks.js';
import { oneHead } from './zh/one-head.js';
import { roles } from './zh/roles.js';
import { scale } from './zh/scale.js';
import { shapes } from './zh/shapes.js';
import { rotary } from './zh/rotary.js';
import { cache } from './zh/cache.js';
import { matrices } from './zh/matrices.js';
import { sinks } from './zh/sinks.js';

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
