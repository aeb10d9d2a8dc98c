// All texts of the page in English, from the files of en/.
// A translation is a file like this one with the same names. {placeholders} are filled in; those
// files contain no other code.

import { labMessages } from './lab-first.ts';
import { lateMessages } from './lab-later.ts';
import { drawings } from './lab/drawings.ts';
import { lessonPlayer } from './lab/lesson-player.ts';
import { page } from './lab/page.ts';
import { rotary } from './lab/rotary.ts';
import { cache } from './lab/cache.ts';
import { layers } from './lab/layers.ts';
import { matrices } from './lab/matrices.ts';

export type Messages = Readonly<Record<keyof typeof words, string>>;

export const words = Object.freeze({
  ...labMessages,
  ...lateMessages,
  ...lessonPlayer,
  ...page,
  ...layers,
  ...matrices,
  ...cache,
  ...drawings,
  ...rotary,
});
