// What the parts of the lab that are loaded later say, in English. Other languages are loaded whole.

import { provenance } from './en/provenance.js';
import { steps } from './en/steps.js';

export const lateMessages = Object.freeze({ ...steps, ...provenance });

/**
 * Puts these words into those that a lab has, where it began without them.
 * @param {import('./en.js').Messages} messages
 */
export function completeMessages(messages) {
  if (Object.isExtensible(messages)) Object.assign(messages, { ...lateMessages, ...messages });
}
