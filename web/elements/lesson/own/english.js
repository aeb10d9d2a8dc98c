// A lesson of a teacher's own about the model of English: which words its sentences have, and where, follows from how the model
// reads, which is known once it is loaded.

import { ENGLISH } from '../../lab/state/state.js';
import { modelsAt } from '../../models/find.js';
import { arePiecesKnown, isAboutEnglish, knowPieces } from './words.js';

/**
 * Loads the model where a lesson is about it. Where this copy has none, or it cannot be fetched, the lesson is read without.
 * @param {string} text
 * @param {Parameters<typeof modelsAt>[0]} place where the model is
 * @returns {Promise<boolean>} whether this was news, so that a lesson that was read before says more now
 */
export async function learnPieces(text, place) {
  if (!isAboutEnglish(text) || arePiecesKnown(ENGLISH)) return false;
  const { offered, findSource } = modelsAt(place);
  if (!offered.includes(ENGLISH)) return false;
  const source = await findSource(ENGLISH).catch(() => null);
  if (source) knowPieces(ENGLISH, source.tokenizer);
  return source !== null;
}
