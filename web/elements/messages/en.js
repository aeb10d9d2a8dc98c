// All texts of the page in English, from the files of en/.
// A translation is a file like this one with the same names. {places} are filled in; nothing else
// in those files is code.

import { labMessages } from './en-lab.js';
import { lateMessages } from './en-late.js';
import { drawings } from './en/drawings.js';
import { lessons } from './en/lessons.js';
import { page } from './en/page.js';
import { rotary } from './en/rotary.js';
import { cache } from './en/cache.js';
import { matrices } from './en/matrices.js';

/** @typedef {Readonly<Record<keyof typeof messages, string>>} Messages */

export const messages = Object.freeze({
  ...labMessages,
  ...lateMessages,
  ...lessons,
  ...page,
  ...matrices,
  ...cache,
  ...drawings,
  ...rotary,
});
