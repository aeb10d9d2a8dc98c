// All texts of the lab in simplified Chinese: the files of zh/ put together; see en.ts.

import { blocks } from './zh/blocks.ts';
import { drawings } from './zh/drawings.ts';
import { edited } from './zh/edited.ts';
import { exporting } from './zh/export.ts';
import { frame } from './zh/frame.ts';
import { given } from './zh/given.ts';
import { heads } from './zh/heads.ts';
import { lessons } from './zh/lessons.ts';
import { lineView } from './zh/line-view.ts';
import { lines } from './zh/lines.ts';
import { models } from './zh/models.ts';
import { page } from './zh/page.ts';
import { prediction } from './zh/prediction.ts';
import { provenance } from './zh/provenance.ts';
import { steps } from './zh/steps.ts';
import { unknown } from './zh/unknown.ts';
import { rotary } from './zh/rotary.ts';
import { cache } from './zh/cache.ts';
import { matrices } from './zh/matrices.ts';
import type { Messages } from './en.ts';

export const messages: Messages = Object.freeze({
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
