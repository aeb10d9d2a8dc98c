// English texts of the lab's lazily loaded parts. Other languages are loaded whole.

import { blended } from './lab/blended.ts';
import { blocks } from './lab/blocks.ts';
import { edited } from './lab/edited.ts';
import { exporting } from './lab/export.ts';
import { given } from './lab/given.ts';
import { lineView } from './lab/line-view.ts';
import { lines } from './lab/lines.ts';
import { prediction } from './lab/prediction.ts';
import { provenance } from './lab/provenance.ts';
import { steps } from './lab/steps.ts';
import { table } from './lab/table.ts';
import { unknown } from './lab/unknown.ts';
import type { Messages } from './lab.ts';

export const lateMessages = Object.freeze({
  ...blended,
  ...blocks,
  ...edited,
  ...exporting,
  ...given,
  ...lines,
  ...lineView,
  ...steps,
  ...provenance,
  ...prediction,
  ...table,
  ...unknown,
});

/** Adds these texts to a lab's messages, where it started without them. */
export function completeMessages(messages: Messages) {
  if (Object.isExtensible(messages)) Object.assign(messages, { ...lateMessages, ...messages });
}
