// All texts of the lab in Spanish: the files of es/ put together; see en.ts.

import { blocks } from './es/blocks.ts';
import { drawings } from './es/drawings.ts';
import { edited } from './es/edited.ts';
import { exporting } from './es/export.ts';
import { frame } from './es/frame.ts';
import { given } from './es/given.ts';
import { heads } from './es/heads.ts';
import { lessons } from './es/lessons.ts';
import { lineView } from './es/line-view.ts';
import { lines } from './es/lines.ts';
import { models } from './es/models.ts';
import { page } from './es/page.ts';
import { prediction } from './es/prediction.ts';
import { provenance } from './es/provenance.ts';
import { steps } from './es/steps.ts';
import { unknown } from './es/unknown.ts';
import { rotary } from './es/rotary.ts';
import { cache } from './es/cache.ts';
import { matrices } from './es/matrices.ts';
import type { Messages } from './en.ts';

export const messages: Messages = Object.freeze({
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
