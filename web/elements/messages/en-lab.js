// English texts of the lab that are always loaded.
// The texts of its later parts and of the lessons come with them; en.js has all.

import { frame } from './en/frame.js';
import { heads } from './en/heads.js';
import { exporting } from './en/export.js';
import { lines } from './en/lines.js';
import { models } from './en/models.js';

export const labMessages = Object.freeze({
  locale: 'en',
  language: 'en',
  ...frame,
  ...heads,
  ...lines,
  ...exporting,
  ...models,
});
