// All texts of the lab in simplified Chinese: the files of zh/ put together; see en.js.

import { blocks } from './zh/blocks.js';
import { drawings } from './zh/drawings.js';
import { edited } from './zh/edited.js';
import { exporting } from './zh/export.js';
import { frame } from './zh/frame.js';
import { given } from './zh/given.js';
import { heads } from './zh/heads.js';
import { lessons } from './zh/lessons.js';
import { lineView } from './zh/line-view.js';
import { lines } from './zh/lines.js';
import { models } from './zh/models.js';
import { page } from './zh/page.js';
import { prediction } from './zh/prediction.js';
import { provenance } from './zh/provenance.js';
import { steps } from './zh/steps.js';
import { unknown } from './zh/unknown.js';
import { rotary } from './zh/rotary.js';
import { cache } from './zh/cache.js';
import { matrices } from './zh/matrices.js';

/** @type {import('./en.js').Messages} */
export const messages = Object.freeze({
  locale: 'zh-CN',
  language: 'zh',
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
