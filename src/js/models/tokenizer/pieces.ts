// Splits a word into pieces, like the four models of Python's tokenizers: BPE, WordPiece, WordLevel and Unigram. Each piece has its
// id and its range in the word, in code points.

import { HeadwiseError } from '../../arguments/errors.ts';
import { MOST_IDS, PER_CODE_POINT } from './limits.ts';
import { PieceIndex } from './piece-index.ts';
import { wrongField } from './schema.ts';
import type { Cost } from './limits.ts';

/** from and to in code points */
type Place = { token: string; id: number; from: number; to: number };

export interface PieceModel {
  pieces: (word: string, cost: Cost) => Place[];
  idOf: (piece: string) => number | undefined;
  pieceOf: (id: number) => string | undefined;
  /** number of pieces */
  size: number;
}

const encoder = new TextEncoder();

/** @param byte the byte whose piece is named */
const byteName = (byte: number) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`;

const MODELS: Record<string, (rules: any) => PieceModel> = {
  BPE: bytePairs,
  WordPiece: wordPiece,
  WordLevel: wordLevel,
  Unigram: unigram,
};

/** @param rules of the model in tokenizer.json, checked */
export function pieceModel(rules: any): PieceModel {
  return MODELS[rules.type](rules);
}

function named(vocab: Map<string, number>) {
  const pieces = new Map(Array.from(vocab, ([piece, id]) => [id, piece]));
  return {
    size: vocab.size,
    idOf: (piece: string) => vocab.get(piece),
    pieceOf: (id: number) => pieces.get(id),
  };
}

function noUnknown(field: string, piece: unknown) {
  const got = typeof piece === 'string' ? JSON.stringify(piece) : 'none';
  const text = `tokenizer.json: ${field}: expected a piece of the vocabulary, for this text has others, got ${got}`;
  return new HeadwiseError('format', text);
}

/** The number of code points of a text. */
function lengthOf(text: string) {
  let length = 0;
  for (let i = 0; i < text.length; length++) i += (text.codePointAt(i) ?? 0) > 0xffff ? 2 : 1;
  return length;
}

function wordLevel({ vocab, unk_token: unknown }: any): PieceModel {
  return {
    ...named(vocab),
    pieces(word) {
      const token = vocab.has(word) ? word : unknown;
      const id = vocab.get(token);
      if (id === undefined) throw noUnknown('model.unk_token', unknown);
      return [{ token, id, from: 0, to: lengthOf(word) }];
    },
  };
}

/** WordPiece: the longest piece first; a word that pieces cannot cover is unknown as a whole. */
function wordPiece(rules: any): PieceModel {
  const { vocab, unk_token: unknown, continuing_subword_prefix: prefix } = rules;
  const heads = new PieceIndex<number>(vocab);
  const continued: Iterable<[string, number]> = Array.from(vocab as Map<string, number>)
    .filter(([piece]) => piece.startsWith(prefix))
    .map(([piece, id]) => [piece.slice(prefix.length), id]);
  const tails = prefix === '' ? heads : new PieceIndex(continued);
  return {
    ...named(vocab),
    pieces(word, cost) {
      const length = lengthOf(word);
      const all: Place[] = [];
      let from = 0;
      const isLong = length > rules.max_input_chars_per_word;
      for (let at = 0; at < word.length && !isLong;) {
        const found = (at === 0 ? heads : tails).longest(word, at, cost);
        if (!found) break;
        const letters = word.slice(at, at + found.length);
        const to = from + lengthOf(letters);
        all.push({ token: at === 0 ? letters : prefix + letters, id: found.value, from, to });
        at += found.length;
        from = to;
      }
      if (from === length) return all;
      const id = vocab.get(unknown);
      if (id === undefined) throw noUnknown('model.unk_token', unknown);
      return [{ token: unknown, id, from: 0, to: length }];
    },
  };
}

/** The score of an unknown code point, relative to the least likely piece. */
const PENALTY = 10;

/** Unigram: the most likely pieces, by the sum of their log probabilities. */
function unigram({ vocab, unk_id: unknown, byte_fallback: hasBytes }: any): PieceModel {
  const scores: [piece: string, score: number][] = vocab;
  if (unknown !== null && unknown >= scores.length) {
    throw wrongField('model.unk_id', `an id below ${scores.length}`, unknown);
  }
  const ids = new Map(scores.map(([piece], id) => [piece, id]));
  const index = new PieceIndex(ids);
  const worst = scores.reduce((low, [, score]) => Math.min(low, score), Infinity) - PENALTY;

  /** @returns in UTF-16 units */
  function bestCuts(word: string, cost: Cost): { begin: number; end: number }[] {
    const best = new Float64Array(word.length + 1);
    const begins = new Int32Array(word.length + 1).fill(-1);
    const last = new Int32Array(word.length + 1);
    const offer = (begin: number, end: number, score: number, id: number) => {
      // prettier-ignore
      if (begins[end] >= 0 && !(score > best[end])) return;
      best[end] = score;
      begins[end] = begin;
      last[end] = id;
    };
    for (let at = 0; at < word.length;) {
      const width = (word.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
      let isKnown = false;
      for (const { length, value: id } of index.from(word, at, cost)) {
        isKnown ||= length === width;
        offer(at, at + length, scores[id][1] + best[at], id);
      }
      if (!isKnown) {
        if (unknown === null) throw noUnknown('model.unk_id', unknown);
        offer(at, at + width, worst + best[at], unknown);
      }
      at += width;
    }
    const parts = [];
    for (let end = word.length; end > 0; end = begins[end]) {
      const after = parts[parts.length - 1];
      const isUnknown = last[end] === unknown;
      if (after?.isUnknown && isUnknown) after.begin = begins[end];
      else parts.push({ begin: begins[end], end, isUnknown });
    }
    return parts.reverse();
  }

  return {
    size: ids.size,
    idOf: (piece) => ids.get(piece),
    pieceOf: (id) => scores[id]?.[0],
    pieces(word, cost) {
      let from = 0;
      return bestCuts(word, cost).flatMap(({ begin, end }) => {
        const token = word.slice(begin, end);
        const range = { from, to: from + lengthOf(token) };
        from = range.to;
        const id = ids.get(token);
        if (id !== undefined) return [{ token, id, ...range }];
        const bytes = hasBytes ? bytePieces(token, (name) => ids.get(name)) : undefined;
        if (bytes) return bytes.map((each) => ({ ...each, ...range }));
        if (unknown === null) throw noUnknown('model.unk_id', unknown);
        return [{ token, id: unknown, ...range }];
      });
    },
  };
}

/** The pieces of a text's bytes; undefined if a byte has no piece. */
function bytePieces(text: string, idOf: (name: string) => number | undefined) {
  const pieces = [];
  for (const byte of encoder.encode(text)) {
    const token = byteName(byte);
    const id = idOf(token);
    if (id === undefined) return undefined;
    pieces.push({ token, id });
  }
  return pieces;
}

function bytePairs(rules: any): PieceModel {
  const { vocab, unk_token: unknown, fuse_unk: fuses, byte_fallback: hasBytes } = rules;
  const { continuing_subword_prefix: prefix, end_of_word_suffix: suffix } = rules;
  if (rules.dropout !== 0) {
    const text =
      'tokenizer.json: model.dropout: expected 0: pieces that are left out by chance are for training';
    throw new HeadwiseError('unsupported', text);
  }
  if (hasBytes && (prefix !== '' || suffix !== '')) {
    const text =
      'tokenizer.json: model.byte_fallback: expected false beside a prefix or suffix of pieces';
    throw new HeadwiseError('unsupported', text);
  }
  const merges = mergesOf(rules);
  const names = named(vocab);

  /** The symbols of a word before the first merge. */
  function symbolsOf(word: string) {
    const symbols: Symbols = { ids: [], sizes: [] };
    const add = (id: number, size: number) => {
      symbols.ids.push(id);
      symbols.sizes.push(size);
    };
    let waiting = 0; // bytes of unknown code points
    const flush = () => {
      if (waiting > 0) add(vocab.get(unknown), waiting);
      waiting = 0;
    };
    for (let at = 0; at < word.length;) {
      const letter = String.fromCodePoint(word.codePointAt(at) as number);
      const first = at === 0;
      at += letter.length;
      const piece = (first ? '' : prefix) + letter + (at === word.length ? suffix : '');
      const id = vocab.get(piece);
      const size = encoder.encode(letter).length;
      if (id !== undefined) {
        flush();
        add(id, size);
        continue;
      }
      const bytes = hasBytes ? bytePieces(piece, names.idOf) : undefined;
      if (bytes) bytes.forEach((each) => add(each.id, 1));
      else if (unknown !== null) {
        if (!vocab.has(unknown)) throw noUnknown('model.unk_token', unknown);
        if (!fuses) flush();
        waiting += size;
      }
    }
    flush();
    return symbols;
  }

  return {
    ...names,
    pieces(word, cost) {
      const whole = rules.ignore_merges ? vocab.get(word) : undefined;
      if (whole !== undefined) return [{ token: word, id: whole, from: 0, to: lengthOf(word) }];
      const symbols = symbolsOf(word);
      mergeAll(symbols, merges, cost);
      return withRanges(word, symbols, names.pieceOf);
    },
  };
}

/** sizes in bytes of the word; 0: merged into the one before */
type Symbols = { ids: number[]; sizes: number[] };
type Merge = { rank: number; id: number };

/** @param right ids */
const pairOf = (left: number, right: number) => left * MOST_IDS + right;

/** By pairs of ids. */
function mergesOf({ vocab, merges, continuing_subword_prefix: prefix }: any): Map<number, Merge> {
  const all: Map<number, Merge> = new Map();
  merges.forEach(([left, right]: [string, string], rank: number) => {
    const joined = left + (right.startsWith(prefix) ? right.slice(prefix.length) : '');
    const ids = [left, right, joined].map((piece) => vocab.get(piece));
    if (ids.includes(undefined) || !right.startsWith(prefix)) {
      throw wrongField(`model.merges[${rank}]`, 'two pieces of the vocabulary that make a third', `${left} ${right}`); // prettier-ignore
    }
    all.set(pairOf(ids[0], ids[1]), { rank, id: ids[2] });
  });
  return all;
}

/** Merges neighbours: the pair of the lowest rank first, the leftmost of equal pairs. */
function mergeAll({ ids, sizes }: Symbols, merges: Map<number, Merge>, cost: Cost) {
  const count = ids.length;
  const next = Int32Array.from(ids, (_, i) => i + 1);
  const before = Int32Array.from(ids, (_, i) => i - 1);
  const queue = new Queue();
  const offer = (at: number) => {
    const merge = at >= 0 && next[at] < count ? merges.get(pairOf(ids[at], ids[next[at]])) : undefined; // prettier-ignore
    if (merge) queue.push({ ...merge, at });
  };
  for (let i = 0; i < count; i++) offer(i);
  for (let top = queue.pop(); top; top = queue.pop()) {
    const { at, id } = top;
    cost.spend(PER_CODE_POINT, 'the merging of pieces');
    const right = next[at];
    if (sizes[at] === 0 || right >= count) continue;
    if (merges.get(pairOf(ids[at], ids[right]))?.id !== id) continue; // one of the two was merged meanwhile
    ids[at] = id;
    sizes[at] += sizes[right];
    sizes[right] = 0;
    next[at] = next[right];
    if (next[at] < count) before[next[at]] = at;
    offer(before[at]);
    offer(at);
  }
}

type Offer = Merge & { at: number };

/** A heap of pairs: the lowest rank first, then the leftmost pair. */
class Queue {
  #heap: Offer[] = [];

  static #isFirst(a: Offer, b: Offer) {
    return a.rank < b.rank || (a.rank === b.rank && a.at < b.at);
  }

  push(offer: Offer) {
    const heap = this.#heap;
    let at = heap.length;
    for (let up; at > 0 && Queue.#isFirst(offer, heap[(up = (at - 1) >> 1)]); at = up) {
      heap[at] = heap[up];
    }
    heap[at] = offer;
  }

  pop() {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      if (down + 1 < heap.length && Queue.#isFirst(heap[down + 1], heap[down])) down++;
      if (down >= heap.length || Queue.#isFirst(last, heap[down])) break;
      heap[at] = heap[down];
      at = down;
    }
    heap[at] = last;
    return first;
  }
}

function withRanges(
  word: string,
  { ids, sizes }: Symbols,
  pieceOf: (id: number) => string | undefined,
): Place[] {
  const codePoints: number[] = []; // for each byte
  let codePoint = 0;
  for (const letter of word) {
    for (let left = encoder.encode(letter).length; left > 0; left--) codePoints.push(codePoint);
    codePoint++;
  }
  const pieces: Place[] = [];
  let at = 0;
  ids.forEach((id, i) => {
    if (sizes[i] === 0) return;
    const end = at + sizes[i];
    const token = pieceOf(id) as string;
    pieces.push({ token, id, from: codePoints[at], to: codePoints[end - 1] + 1 });
    at = end;
  });
  return pieces;
}
