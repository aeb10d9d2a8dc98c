// All texts of the lab in simplified Chinese: the files of zh/ put together; see en.ts.

import { blended } from './lab/blended.ts';
import { blocks } from './lab/blocks.ts';
import { drawings } from './lab/drawings.ts';
import { edited } from './lab/edited.ts';
import { exporting } from './lab/export.ts';
import { frame } from './lab/frame.ts';
import { given } from './lab/given.ts';
import { heads } from './lab/heads.ts';
import { lessonPlayer } from './lab/lesson-player.ts';
import { lineView } from './lab/line-view.ts';
import { lines } from './lab/lines.ts';
import { modelMenu } from './lab/model-menu.ts';
import { page } from './lab/page.ts';
import { prediction } from './lab/prediction.ts';
import { provenance } from './lab/provenance.ts';
import { steps } from './lab/steps.ts';
import { table } from './lab/table.ts';
import { unknown } from './lab/unknown.ts';
import { rotary } from './lab/rotary.ts';
import { cache } from './lab/cache.ts';
import { layers } from './lab/layers.ts';
import { matrices } from './lab/matrices.ts';
import type { Messages } from '../en/lab.ts';

export const words: Messages = Object.freeze({
  locale: 'zh-CN',
  language: 'zh',
  ...frame,
  ...blended,
  ...blocks,
  ...edited,
  ...given,
  ...heads,
  ...steps,
  ...table,
  ...unknown,
  ...prediction,
  ...provenance,
  ...lineView,
  ...lines,
  ...exporting,
  ...lessonPlayer,
  ...drawings,
  ...modelMenu,
  ...page,
  ...layers,
  ...matrices,
  ...cache,
  ...rotary,
});
