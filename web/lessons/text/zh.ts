// The words of the lessons in simplified Chinese; see en.ts for what places and backquotes mean.

import { digits } from './zh/digits.ts';
import { dropout } from './zh/dropout.ts';
import { fiveWays } from './zh/five-ways.ts';
import { long } from './zh/long.ts';
import { masks } from './zh/masks.ts';
import { oneHead } from './zh/one-head.ts';
import { roles } from './zh/roles.ts';
import { scale } from './zh/scale.ts';
import { shapes } from './zh/shapes.ts';
import { rotary } from './zh/rotary.ts';
import { cache } from './zh/cache.ts';
import { matrices } from './zh/matrices.ts';
import { sinks } from './zh/sinks.ts';

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
