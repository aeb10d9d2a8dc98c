// Registry of the question kinds that a lesson's author can use.
// The keys are the settings that ask them.

import { chooseComputed, chooseWritten } from './choose.js';
import { order } from './order.js';
import { point } from './point.js';
import { set } from './set.js';
import { number, shape } from './typed.js';

/** Without a setting of its own: the author's own answers. */
export const WRITTEN = '';

/** @type {Readonly<Record<string, (given: import('./parts.js').Given) => import('./parts.js').Made | null>>} */
export const KINDS = Object.freeze({
  ...{ [WRITTEN]: chooseWritten, choose: chooseComputed },
  ...{ number, shape, point, set, order },
});

/** The lines that each takes besides. @type {Readonly<Record<string, readonly string[]>>} */
export const TAKES = Object.freeze({
  ...{ [WRITTEN]: ['right', 'wrong'], choose: ['option'], order: ['option', 'item'] },
  ...{ number: ['wrong'], shape: ['wrong'], point: [], set: [] },
});
