// The words of the lessons in Spanish; see en.ts for what places and backquotes mean.

import { digits } from './es/digits.ts';
import { dropout } from './es/dropout.ts';
import { fiveWays } from './es/five-ways.ts';
import { long } from './es/long.ts';
import { masks } from './es/masks.ts';
import { oneHead } from './es/one-head.ts';
import { roles } from './es/roles.ts';
import { scale } from './es/scale.ts';
import { shapes } from './es/shapes.ts';
import { rotary } from './es/rotary.ts';
import { cache } from './es/cache.ts';
import { matrices } from './es/matrices.ts';
import { sinks } from './es/sinks.ts';

export const text: typeof import('./en.ts').text = Object.freeze({
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
