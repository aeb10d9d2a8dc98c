// Names of the tokens of an image.

import { fillText } from '../../../elements/shared/dom.js';

/**
 * @typedef {object} Seen an image as a model has read it
 * @property {number} down patches
 * @property {number} across
 * @property {import('headwise/models').ImageInput['first']} first tokens before them
 * @property {'tokens' | 'classes' | 'labels' | null} predicts what its head predicts, if it has one
 * @property {number} milliseconds
 */

/**
 * @param {number} token
 * @param {Pick<Seen, 'across' | 'first'>} seen
 * @param {import('../messages/en.js').Messages} messages
 * @param {string} [pattern] of a patch
 */
export function placeOf(token, { across, first }, messages, pattern = messages.patchName) {
  if (token < first.length) {
    if (first[token] === 'class') return messages.tokenClass;
    if (first[token] === 'distillation') return messages.tokenDistillation;
    return fillText(messages.tokenRegister, { number: token - first.indexOf('register') + 1 });
  }
  return fillText(pattern, patchOf(token - first.length, across));
}

/** Counted from 1, for people. @param {number} patch @param {number} across */
function patchOf(patch, across) {
  return { row: Math.floor(patch / across) + 1, column: (patch % across) + 1 };
}

/**
 * An image as a text of its tokens.
 *
 * @param {Seen} seen
 * @param {import('../messages/en.js').Messages} messages
 * @returns {import('../tokens.js').Read}
 */
export function readOf(seen, messages) {
  const { first, down, across, predicts, milliseconds } = seen;
  const ids = Array.from({ length: first.length + down * across }, (_, i) => i);
  const names = ids.map((token) => placeOf(token, seen, messages, messages.patchShort));
  return { names, targets: [], reading: { ids, sentences: null, predicts, milliseconds } };
}
