// The words of the lessons in Spanish; see en.ts for what places and backquotes mean.

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

export const words: typeof import('../en/lessons.ts').words = Object.freeze({
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
