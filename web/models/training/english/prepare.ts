// The corpus as the model reads it: its vocabulary, and streams of token ids.

import { createHash } from 'node:crypto';
import { LENGTH } from './learn.ts';
import { streamOf, windowsOf } from './stream.ts';
import { vocabularyOf } from './vocabulary.ts';
import type { Corpus } from './corpus.ts';

/** The most whose 4-grams are exact numbers is 9741. */
const PIECES = 9728;

/** @param training the package's entry */
export function prepare(corpus: Corpus, training: any) {
  const pieces = vocabularyOf(corpus.training, corpus.spoken, PIECES, training);
  const tokenizer = training.pieceTokenizer(pieces);
  const stream = streamOf(corpus.training, tokenizer, pieces);
  const heldOut = streamOf(corpus.heldOut, tokenizer, pieces);
  const places = shuffled(windowsOf(heldOut, LENGTH));
  const lettersIn = (texts: string[]) => texts.reduce((n, text) => n + text.length, 0);
  const letters = corpus.training.map(({ name, paragraphs }) => {
    return { name, letters: lettersIn(paragraphs) };
  });
  const hash = createHash('sha256').update(stream.ids).update(heldOut.ids).digest('hex');
  return { pieces, tokenizer, stream, heldOut, places, hash, corpus: letters };
}

/** A fixed random order, so that the first paragraphs are from every source. */
function shuffled(places: readonly number[]) {
  const keys = places.map((_, i) => Math.imul(i, 0x9e3779b1) >>> 0);
  return [...places.keys()].sort((a, b) => keys[a] - keys[b]).map((i) => places[i]);
}
