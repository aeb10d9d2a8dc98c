// Measurements of the trained model: its surprise at held-out text beside that of n-grams, and its
// heads' roles.

import { LENGTH, lossOn } from './learn.ts';
import { EVERYDAY } from './everyday.ts';
import { crossEntropy, wittenBell } from './n-grams.ts';
import { markedSentences } from './relations.ts';
import { batchAt, emptyBatch, put } from './stream.ts';
import type { Stream } from './stream.ts';

const WINDOWS = 32; // of held-out text, in which roles are measured
/** Lengths of spans, all different, so that no fixed distance is the right one. */
const [SHORTEST, LONGEST] = [8, 56];
const REMOVED_ON = 64; // windows
const SEED = 2;

interface Measured {
  /** the package's entry */
  training: any;
  model: any;
  pieces: readonly string[];
  tokenizer: any;
  stream: Stream;
  heldOut: Stream;
  places: readonly number[];
}

export type Role = { name: string; score: number; positional: number; offset?: number };

export type Head = { layer: number; head: number; roles: Role[]; without: number };

export async function measure({
  training,
  model,
  pieces,
  tokenizer,
  stream,
  heldOut,
  places,
}: Measured) {
  const whole = lossOn(model, heldOut, places);
  const counted = crossEntropy(wittenBell(stream, pieces.length), heldOut, places, LENGTH);
  const { batch, sentences, relations } = relationBatch(tokenizer);
  const few = places.slice(0, REMOVED_ON);
  const intact = lossOn(model, heldOut, few).loss;
  const [onText, onRepeats, onSentences] = [
    await rolesOn(training, model, batchAt(heldOut, places.slice(0, WINDOWS), LENGTH)),
    await rolesOn(training, model, repeats(training, stream)),
    await rolesOn(training, model, batch),
  ];
  const heads: Head[] = onText.map(({ layer, head, roles }: any, i: number) => ({
    layer,
    head,
    roles: [
      ...named(roles, ['previousToken', 'firstToken', 'duplicate', 'fixedOffset']),
      ...named(onRepeats[i].roles, ['induction']),
      ...named(onSentences[i].roles, SYNTACTIC),
    ],
    without: lossOn(model, heldOut, few, [[layer, head]]).loss,
  }));
  const everyday = everydayOf(model, pieces, tokenizer);
  return { whole, counted, intact, heads, sentences, relations, everyday };
}

const SYNTACTIC = ['verbToSubject', 'nounToDeterminer', 'nounToAdjective', 'pronounToAntecedent'];

const named = (roles: Role[], names: string[]) => roles.filter(({ name }) => names.includes(name));

const rolesOn = (training: any, model: any, input: any) => training.headRoles(model, input);

/**
 * How many words of everyday sentences are one piece, and after how many of them the likeliest next
 * piece begins a word.
 */
export function everydayOf(model: any, pieces: readonly string[], tokenizer: any) {
  const words: number[] = [];
  let goesOn = 0;
  for (const text of EVERYDAY) {
    const { tokens } = tokenizer.encode(text);
    const found: number[] = [];
    for (const { word, piece } of tokens) {
      if (/[A-Za-z]/.test(piece)) found[word] = (found[word] ?? 0) + 1;
    }
    words.push(...found);
    const { data, shape } = model.forward(tokens.map(({ id }: { id: number }) => id)).logits;
    const last = data.subarray(data.length - shape.at(-1));
    const best = last.reduce(
      (at: number, value: number, id: number) => (value > last[at] ? id : at),
      0,
    );
    if (/^ ?["'(]?[A-Za-z]/.test(pieces[best])) goesOn++;
  }
  const whole = words.filter((count) => count === 1).length;
  return { sentences: EVERYDAY.length, words: words.length, whole, goesOn };
}

/**
 * Tokens in an order that no text has, repeated: a head that finds the last occurrence attends to
 * positions, not to words.
 */
function repeats({ Random }: any, { ids }: Stream) {
  const batch = emptyBatch(WINDOWS, LENGTH);
  for (let b = 0; b < WINDOWS; b++) {
    const random = new Random(SEED, 0, b);
    const length = random.between(SHORTEST, LONGEST);
    const span = Array.from({ length }, () => ids[random.below(ids.length)]);
    put(batch, b, { ids: Uint16Array.from({ length: LENGTH + 1 }, (_, i) => span[i % length]) });
  }
  return batch;
}

/**
 * The sentences of relations.ts as tokens. Relations count where both words are one token, so that
 * the head's target is clear.
 */
export function relationBatch(tokenizer: {
  encode: (text: string) => {
    tokens: { id: number; start: number; word: number; piece: string }[];
  };
}) {
  const marked = markedSentences();
  const encoded = marked.map(({ text }) => tokenizer.encode(text).tokens);
  const length = Math.max(...encoded.map((tokens) => tokens.length));
  const batch = emptyBatch(marked.length, length);
  encoded.forEach((tokens, b) =>
    batch.tokens.data.set(
      tokens.map(({ id }) => id),
      b * length,
    ),
  );
  const relations = marked.map(({ relations: between }, b) => {
    const places = wordPlaces(encoded[b]);
    return between.flatMap(({ name, from, to }) => {
      if (places[from].length > 1 || places[to].length > 1) return [];
      return [{ name, from: places[from][0], to: places[to][0] }];
    });
  });
  const lengths = encoded.map((tokens) => tokens.length);
  const count = relations.reduce((sum, list) => sum + list.length, 0);
  return { batch: { ...batch, lengths, relations }, sentences: marked.length, relations: count };
}

function wordPlaces(tokens: { word: number; piece: string }[]) {
  const places: number[][] = [];
  tokens.forEach(({ word, piece }, place) => {
    if (!/^[,.]$/.test(piece)) (places[word] ??= []).push(place);
  });
  return places;
}
