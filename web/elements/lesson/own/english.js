// A lesson of a teacher's own about the model of English: which words its sentences have, and where, follows from how the model
// reads, which is known once it is loaded.

import { ENGLISH } from '../../lab/state/state.js';
import { modelsAt } from '../../models/find.js';
import { arePiecesKnown, knowPieces } from './words.js';

const ASKS = /^\s*model\s*[:：]\s*english\s*$/im;

/** @param {string} text of a lesson */
export const isAboutEnglish = (text) => ASKS.test(text);

/**
 * Loads the model where a lesson is about it. Where this copy has none, or it cannot be fetched, the lesson is read without.
 * @param {string} text
 * @param {Parameters<typeof modelsAt>[0]} place where the model is
 */
export async function learnPieces(text, place) {
  if (!isAboutEnglish(text) || arePiecesKnown(ENGLISH)) return;
  const { offered, findSource } = modelsAt(place);
  if (!offered.includes(ENGLISH)) return;
  const source = await findSource(ENGLISH).catch(() => null);
  if (source) knowPieces(ENGLISH, source.tokenizer);
}
