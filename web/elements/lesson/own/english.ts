// A teacher's own lesson about the model of English.
// Its sentences' tokens are known only once the model is loaded.

import { ENGLISH } from '../../lab/state/state.ts';
import { modelsAt } from '../../models/find.ts';
import { arePiecesKnown, isAboutEnglish, knowPieces } from './words.ts';

/**
 * Loads the model where a lesson is about it. Where this copy has none, or it cannot be fetched, the lesson is read without.
 *
 * @param place where the model is
 * @returns whether this was news, so that a lesson that was read before says more now
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
