// Every word the lab says, in English: the files of en/ put together. A translation is a file like this one
// with the same names. {places} are filled in; nothing else in those files is code.

import { frame } from './en/frame.js';
import { heads } from './en/heads.js';
import { exporting } from './en/export.js';
import { lines } from './en/lines.js';
import { lessons } from './en/lessons.js';
import { models } from './en/models.js';
import { page } from './en/page.js';
import { provenance } from './en/provenance.js';
import { steps } from './en/steps.js';

/** @typedef {Readonly<Record<keyof typeof messages, string>>} Messages */

export const messages = Object.freeze({
  locale: 'en',
  language: 'en',
  ...frame,
  ...heads,
  ...steps,
  ...provenance,
  ...lines,
  ...exporting,
  ...lessons,
  ...models,
  ...page,
});
