// All texts of the page in English, from the files of en/.
// A translation is a file like this one with the same names. {places} are filled in; nothing else
// in those files is code.

import { labMessages } from './en-lab.ts';
import { lateMessages } from './en-late.ts';
import { drawings } from './en/drawings.ts';
import { lessons } from './en/lessons.ts';
import { page } from './en/page.ts';
import { rotary } from './en/rotary.ts';
import { cache } from './en/cache.ts';
import { matrices } from './en/matrices.ts';

export type Messages = Readonly<Record<keyof typeof messages, string>>;

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
