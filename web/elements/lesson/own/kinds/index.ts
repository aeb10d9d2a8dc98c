// Registry of the question kinds that a lesson's author can use.
// The keys are the settings that select them.

import { chooseComputed, chooseWritten } from './choose.ts';
import { order } from './order.ts';
import { point } from './point.ts';
import { set } from './set.ts';
import { number, shape } from './typed.ts';
import type { Given, Made } from './parts.ts';

/** The key of questions without a setting: the author's own answers. */
export const WRITTEN = '';

export const KINDS: Readonly<Record<string, (given: Given) => Made | null>> = Object.freeze({
  [WRITTEN]: chooseWritten,
  choose: chooseComputed,
  number,
  shape,
  point,
  set,
  order,
});

/** The further settings of each kind. */
export const TAKES: Readonly<Record<string, readonly string[]>> = Object.freeze({
  [WRITTEN]: ['right', 'wrong'],
  choose: ['option'],
  order: ['option', 'item'],
  number: ['wrong'],
  shape: ['wrong'],
  point: [],
  set: [],
});
