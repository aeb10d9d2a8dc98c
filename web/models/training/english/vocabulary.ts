// The vocabulary: byte pair encoding of weighted words, so that everyday words have pieces before
// names of one novel. Then pieces that complete the commonest words that would still be several.

import type { Text } from './corpus.ts';

const BYTES = 256;
/** The part of the vocabulary that byte pair encoding finds; the rest completes words. */
const SHARE = 0.3;
/** The weight of a word in a source: it rises slower than its count there. */
const weightOf = (count: number) => count ** 0.7;
/** The source of everyday words, whatever a text is about, and how often it counts. */
const PLAIN = 'wordnet';
const PLAIN_WEIGHT = 4;
/** A spoken word counts if the source of everyday words has it as many times. */
const LEAST_PLAIN = 2;
/** How many times as large the counts of spoken words are as the counts of the texts. */
const SPOKEN_SHARE = 0.1;
const SPOKEN_WEIGHT = 4;
/** A word that the texts have fewer times has no piece of its own: nothing would train it. */
const LEAST = 3;
/** Least weights of a word's other forms, as shares of its weight in lower case after a space. */
const CAPITAL = 0.06;
const BARE = 0.012;

const PARTS =
  /['\u2019](?:[sdmt]|ll|re|ve)(?![A-Za-z])| ?[A-Za-z]{1,64}| ?[0-9]{1,4}| ?[^\sA-Za-z0-9]{1,16}/gu;
const LOWER = /^ [a-z]{2,}$/;
const WORD = /^ ?[A-Za-z]{2,}$/;

type Tokenizer = { encodeExactly: (text: string) => number[] };

type Training = {
  learnPieces: (texts: Iterable<string>, size: number) => string[];
  pieceTokenizer: (pieces: readonly string[]) => Tokenizer;
};

/**
 * @param spoken how often each word is used
 * @param training the package's entry
 */
export function vocabularyOf(
  texts: readonly Text[],
  spoken: ReadonlyMap<string, number>,
  size: number,
  training: Training,
): string[] {
  const { weights, counts } = weighParts(texts, spoken);
  const pieces = training.learnPieces(
    repeatedParts(weights),
    Math.max(BYTES, Math.round(SHARE * size)),
  );
  const words = Array.from(weights)
    .filter(([part]) => WORD.test(part) && (counts.get(part) ?? 0) >= LEAST)
    .sort(([a, weight], [b, other]) => other - weight || (a < b ? -1 : 1));
  complete(
    words.map(([word]) => word),
    pieces,
    size,
    training.pieceTokenizer(pieces),
  );
  return pieces;
}

/** The weight of each part: the more sources have it, the more. */
function weighParts(texts: readonly Text[], spoken: ReadonlyMap<string, number>) {
  const counts: Map<string, number> = new Map();
  const weights: Map<string, number> = new Map();
  const sources: Map<string, number> = new Map();
  const plain: Map<string, number> = new Map();
  for (const { name, paragraphs } of texts) {
    const here = name === PLAIN ? plain : new Map<string, number>();
    for (const paragraph of paragraphs) {
      for (const part of ` ${paragraph}`.match(PARTS) ?? []) add(here, part, 1);
    }
    for (const [part, count] of here) {
      add(counts, part, count);
      add(weights, part, (name === PLAIN ? PLAIN_WEIGHT : 1) * weightOf(count));
      add(sources, part, 1);
    }
  }
  for (const [part, count] of sources)
    weights.set(part, ((weights.get(part) ?? 0) * count) / texts.length);
  for (const [word, count] of spoken) {
    const part = ` ${word}`;
    if ((plain.get(part) ?? 0) >= LEAST_PLAIN)
      add(weights, part, SPOKEN_WEIGHT * weightOf(SPOKEN_SHARE * count));
  }
  for (const [part, weight] of [...weights]) {
    if (!LOWER.test(part)) continue;
    const [lower, upper] = [part.slice(1), part[1].toUpperCase() + part.slice(2)];
    raise(weights, ` ${upper}`, CAPITAL * weight);
    raise(weights, upper, BARE * weight);
    raise(weights, lower, BARE * weight);
  }
  return { weights, counts };
}

function add(to: Map<string, number>, name: string, amount: number) {
  to.set(name, (to.get(name) ?? 0) + amount);
}

function raise(to: Map<string, number>, name: string, least: number) {
  if ((to.get(name) ?? 0) < least) to.set(name, least);
}

/** Texts in which each part occurs as often as its weight says. */
function* repeatedParts(weights: ReadonlyMap<string, number>) {
  for (const [part, weight] of weights) {
    const before = /^[A-Za-z0-9]/.test(part) ? '"' : 'a'; // so that no space is before it
    const text = part.startsWith(' ') ? part.slice(1) : before + part;
    for (let i = Math.round(weight); i > 0; i--) yield text;
  }
}

/** Adds the pieces, as far as the size allows, that make one piece of each word. */
function complete(words: readonly string[], pieces: string[], size: number, base: Tokenizer) {
  const added: Map<string, number> = new Map();
  for (const word of words) {
    const ids = idsOf(word, base, pieces);
    for (let at = lowest(ids, added); at.place >= 0; at = lowest(ids, added)) {
      ids.splice(at.place, 2, at.id);
    }
    while (ids.length > 1 && pieces.length < size) {
      added.set(`${ids[0]} ${ids[1]}`, pieces.length);
      ids.splice(0, 2, pieces.push(pieces[ids[0]] + pieces[ids[1]]) - 1);
    }
  }
}

function idsOf(word: string, tokenizer: Tokenizer, pieces: readonly string[]) {
  if (word.startsWith(' ')) return tokenizer.encodeExactly(word.slice(1));
  const ids = tokenizer.encodeExactly(`"${word}`);
  return ids.slice(ids.findIndex((id) => pieces[id].endsWith('"')) + 1);
}

/** The earliest added piece that two neighbours make; the place is -1 if there is none. */
function lowest(ids: readonly number[], added: ReadonlyMap<string, number>) {
  let best = { place: -1, id: Infinity };
  for (let place = 0; place + 1 < ids.length; place++) {
    const id = added.get(`${ids[place]} ${ids[place + 1]}`);
    if (id !== undefined && id < best.id) best = { place, id };
  }
  return best;
}
