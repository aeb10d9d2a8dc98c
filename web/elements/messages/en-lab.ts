// English texts of the lab that are always loaded.
// The texts of its later parts and of the lessons come with them; en.ts has all.

import { frame } from './en/frame.ts';
import { heads } from './en/heads.ts';
import { exporting } from './en/export.ts';
import { lines } from './en/lines.ts';
import { models } from './en/models.ts';

export const labMessages = Object.freeze({
  locale: 'en',
  language: 'en',
  ...frame,
  ...heads,
  ...lines,
  ...exporting,
  ...models,
});
