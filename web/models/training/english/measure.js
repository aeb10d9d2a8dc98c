// What the trained model has learned: its surprise at held-out text beside that of counting, and what its heads do.

import { LENGTH, lossOn } from './learn.js';
import { surprise, wittenBell } from './n-grams.js';
import { markedSentences } from './relations.js';
import { batchAt, emptyBatch, put } from './stream.js';

/** @import { Stream } from './stream.js' */

const WINDOWS = 32; // of text, and of repeats
/** Lengths of spans, all of them, so that no distance is the right one. */
const [SHORTEST, LONGEST] = [8, 56];
const REMOVED_ON = 64; // windows
const SEED = 2;

/**
 * @typedef {object} Measured
 * @property {any} training the package's entry
 * @property {any} model
 * @property {readonly string[]} pieces
 * @property {any} tokenizer
 * @property {Stream} stream
 * @property {Stream} heldOut
 * @property {readonly number[]} places
 *
 * @typedef {{ name: string, score: number, positional: number, offset?: number }} Role
 * @typedef {{ layer: number, head: number, roles: Role[], without: number }} Head
 */

/** @param {Measured} measured */
export async function measure({ training, model, pieces, tokenizer, stream, heldOut, places }) {
  const whole = lossOn(model, heldOut, places);
  const counted = surprise(wittenBell(stream, pieces.length), heldOut, places, LENGTH);
  const { batch, sentences, relations } = relationBatch(tokenizer);
  const few = places.slice(0, REMOVED_ON);
  const intact = lossOn(model, heldOut, few).loss;
  const [onText, onRepeats, onSentences] = [
    await rolesOn(training, model, batchAt(heldOut, places.slice(0, WINDOWS), LENGTH)),
    await rolesOn(training, model, repeats(training, stream)),
    await rolesOn(training, model, batch),
  ];
  /** @type {Head[]} */
  const heads = onText.map(
    (/** @type {any} */ { layer, head, roles }, /** @type {number} */ i) => ({
      layer,
      head,
      roles: [
        ...named(roles, ['previousToken', 'firstToken', 'duplicate', 'fixedOffset']),
        ...named(onRepeats[i].roles, ['induction']),
        ...named(onSentences[i].roles, SYNTACTIC),
      ],
      without: lossOn(model, heldOut, few, [[layer, head]]).loss,
    }),
  );
  return { whole, counted, intact, heads, sentences, relations };
}

const SYNTACTIC = ['verbToSubject', 'nounToDeterminer', 'nounToAdjective', 'pronounToAntecedent'];

/**
 * @param {Role[]} roles
 * @param {string[]} names
 */
const named = (roles, names) => roles.filter(({ name }) => names.includes(name));

/**
 * @param {any} training
 * @param {any} model
 * @param {any} input
 */
const rolesOn = (training, model, input) => training.headRoles(model, input);

/**
 * Pieces in an order that no text has, said over and over: who finds what came next last time looks there, not at words.
 *
 * @param {any} training
 * @param {Stream} stream
 */
function repeats({ Random }, { ids }) {
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
 * The sentences of relations.js as pieces. Relations are counted where both words are one piece, so that it is plain
 * where a head should look.
 *
 * @param {{ encode: (text: string) => { tokens: { id: number, start: number, word: number, piece: string }[] } }} tokenizer
 */
export function relationBatch(tokenizer) {
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

/** @param {{ word: number, piece: string }[]} tokens */
function wordPlaces(tokens) {
  /** @type {number[][]} */
  const places = [];
  tokens.forEach(({ word, piece }, place) => {
    if (!/^[,.]$/.test(piece)) (places[word] ??= []).push(place);
  });
  return places;
}
