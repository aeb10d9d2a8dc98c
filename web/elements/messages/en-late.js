// English texts of the lab's lazily loaded parts. Other languages are loaded whole.

import { blocks } from './en/blocks.js';
import { edited } from './en/edited.js';
import { given } from './en/given.js';
import { lineView } from './en/line-view.js';
import { prediction } from './en/prediction.js';
import { provenance } from './en/provenance.js';
import { steps } from './en/steps.js';
import { unknown } from './en/unknown.js';

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

/**
 * Puts these words into those that a lab has, where it began without them.
 * @param {import('./en.js').Messages} messages
 */
export function completeMessages(messages) {
  if (Object.isExtensible(messages)) Object.assign(messages, { ...lateMessages, ...messages });
}
