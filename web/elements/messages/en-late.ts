// English texts of the lab's lazily loaded parts. Other languages are loaded whole.

import { blocks } from './en/blocks.ts';
import { edited } from './en/edited.ts';
import { given } from './en/given.ts';
import { lineView } from './en/line-view.ts';
import { prediction } from './en/prediction.ts';
import { provenance } from './en/provenance.ts';
import { steps } from './en/steps.ts';
import { unknown } from './en/unknown.ts';
import type { Messages } from './en.ts';

export const lateMessages = Object.freeze({
  ...blocks,
  ...edited,
  ...given,
  ...lineView,
  ...steps,
  ...provenance,
  ...prediction,
  ...unknown,
});

/** Puts these words into those that a lab has, where it began without them. */
export function completeMessages(messages: Messages) {
  if (Object.isExtensible(messages)) Object.assign(messages, { ...lateMessages, ...messages });
}
