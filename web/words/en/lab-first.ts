// English texts of the lab that are always loaded.
// The texts of its later parts and of the lessons come with them; en.ts has all.

import { frame } from './lab/frame.ts';
import { heads } from './lab/heads.ts';
import { modelMenu } from './lab/model-menu.ts';

export const labMessages = Object.freeze({
  locale: 'en',
  language: 'en',
  ...frame,
  ...heads,
  ...modelMenu,
});
