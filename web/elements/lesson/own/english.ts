// A teacher's own lesson about the model of English.
// Its sentences' tokens are known only once the model is loaded.

import { ENGLISH } from '../../lab/state/state.ts';
import { modelsAt } from '../../models/find.ts';
import { arePiecesKnown, isAboutEnglish, knowPieces } from './words.ts';

/**
 * Loads the model if a lesson is about it. Where this copy lacks the model, or it cannot be
 * fetched, the lesson is parsed without it.
 *
 * @param place address of the model
 * @returns whether the model is new, so that a lesson that was parsed before may now have more
 * tokens
 */
export async function learnPieces(
  text: string,
  place: Parameters<typeof modelsAt>[0],
): Promise<boolean> {
  if (!isAboutEnglish(text) || arePiecesKnown(ENGLISH)) return false;
  const { offered, findSource } = modelsAt(place);
  if (!offered.includes(ENGLISH)) return false;
  const source = await findSource(ENGLISH).catch(() => null);
  if (source) knowPieces(ENGLISH, source.tokenizer);
  return source !== null;
}
