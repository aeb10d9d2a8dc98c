// All texts of the lab in Spanish: the files of es/ put together; see en.js.

import { blocks } from './es/blocks.js';
import { drawings } from './es/drawings.js';
import { edited } from './es/edited.js';
import { exporting } from './es/export.js';
import { frame } from './es/frame.js';
import { given } from './es/given.js';
import { heads } from './es/heads.js';
import { lessons } from './es/lessons.js';
import { lineView } from './es/line-view.js';
import { lines } from './es/lines.js';
import { models } from './es/models.js';
import { page } from './es/page.js';
import { prediction } from './es/prediction.js';
import { provenance } from './es/provenance.js';
import { steps } from './es/steps.js';
import { unknown } from './es/unknown.js';
import { rotary } from './es/rotary.js';
import { cache } from './es/cache.js';
import { matrices } from './es/matrices.js';

/** @type {import('./en.js').Messages} */
export const messages = Object.freeze({
  locale: 'es',
  language: 'es',
  ...frame,
  ...blocks,
  ...edited,
  ...given,
  ...heads,
  ...steps,
  ...unknown,
  ...prediction,
  ...provenance,
  ...lineView,
  ...lines,
  ...exporting,
  ...lessons,
  ...drawings,
  ...models,
  ...page,
  ...matrices,
  ...cache,
  ...rotary,
});
