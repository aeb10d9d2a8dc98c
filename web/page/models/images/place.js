// What the tokens of an image are called.

import { fillText } from '../../../elements/shared/dom.js';

/**
 * @typedef {object} Seen an image as a model has read it
 * @property {number} down patches
 * @property {number} across
 * @property {readonly ('class' | 'distillation')[]} first tokens before them
 * @property {number[] | null} shape of the logits
 * @property {number} milliseconds
 */

/**
 * @param {number} token
 * @param {Seen} seen
 * @param {import('../messages/en.js').Messages} messages
 */
export function placeOf(token, { across, first }, messages) {
  if (token < first.length) {
    return first[token] === 'class' ? messages.tokenClass : messages.tokenDistillation;
  }
  const patch = token - first.length;
  const places = { row: Math.floor(patch / across) + 1, column: (patch % across) + 1 };
  return fillText(messages.patchName, places);
}
