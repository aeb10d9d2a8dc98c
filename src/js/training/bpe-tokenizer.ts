// Tokenises text into pieces of words by byte pair encoding (Sennrich et al. 2016, on bytes like GPT-2). Every text in every
// language has pieces, as each of the 256 bytes is a piece.

import { shorten, wrongKind, wrongNumber } from '../arguments/errors.ts';
import { optionNames, readOptions, toInteger, toList } from '../arguments/options.ts';

export interface Piece {
  /** index in the list of pieces */
  id: number;
  /** its text, without the space before it */
  piece: string;
  /**
   * of the piece in the text, in UTF-16 units; a character whose bytes are in two pieces is in both
   */
  start: number;
  end: number;
  /** index of its word, a run of characters between spaces */
  word: number;
}

export interface PieceTokenizer {
  /**
   * A run of white space counts as one space, and a space that is a piece of its own is left out. `truncated`: the text
   * continues after the last token
   */
  encode: (text: string, options?: { limit?: number }) => { tokens: Piece[]; truncated: boolean };
  /** the ids of a text with all its spaces; decode restores the text */
  encodeExactly: (text: string) => number[];
  /** without the space before the first word; bytes that are no character become U+FFFD */
  decode: (ids: readonly number[]) => string;
}

const LETTERS = 'A-Za-z\\u00c0-\\u024f';
/** Splits a text into parts. The classes depend on no Unicode version, so every browser finds the same pieces. */
const PARTS = new RegExp(
  [
    `['\\u2019](?:[sdmt]|ll|re|ve)(?![${LETTERS}])`,
    ` ?[${LETTERS}]{1,64}`,
    ' ?[0-9]{1,4}',
    ` ?[^\\s0-9${LETTERS}]{1,16}`,
    '\\s{1,64}(?!\\S)',
    '\\s',
  ].join('|'),
  'gu',
);
const WORDS = /\S+/g;

const OPTIONS = optionNames('limit');
export const BYTES = 256;
/** The maximum number of cached parts; a page's texts have fewer. */
const REMEMBERED = 20_000;

/** Splits a text into parts. No piece crosses their borders. */
export function partsOf(text: string): string[] {
  return text.match(PARTS) ?? [];
}

/**
 * A text's UTF-8 bytes, as characters from U+0000 to U+00FF. A lone surrogate is encoded like a character, so that nothing is
 * lost.
 */
export function bytesOf(text: string): string {
  let bytes = '';
  for (const letter of text) {
    const code = letter.codePointAt(0) as number;
    if (code < 0x80) bytes += letter;
    else if (code < 0x800) bytes += String.fromCharCode(0xc0 | (code >> 6), tail(code));
    else if (code < 0x10000) {
      bytes += String.fromCharCode(0xe0 | (code >> 12), tail(code >> 6), tail(code));
    } else {
      const first = 0xf0 | (code >> 18);
      bytes += String.fromCharCode(first, tail(code >> 12), tail(code >> 6), tail(code));
    }
  }
  return bytes;
}

const tail = (code: number) => 0x80 | (code & 0x3f);

function textOf(bytes: string): string {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const first = bytes.charCodeAt(at);
    const size = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    const code = size === 1 ? first : codeAt(bytes, at, size);
    text += code < 0 ? '\ufffd' : String.fromCodePoint(code);
    at += code < 0 ? 1 : size;
  }
  return text;
}

/** @returns -1 if the bytes are no character */
function codeAt(bytes: string, at: number, size: number): number {
  if (size === 0 || at + size > bytes.length) return -1;
  let code = bytes.charCodeAt(at) & (0xff >> (size + 1));
  for (let i = 1; i < size; i++) {
    const byte = bytes.charCodeAt(at + i);
    if ((byte & 0xc0) !== 0x80) return -1;
    code = code * 64 + (byte & 0x3f);
  }
  const least = [0, 0, 0x80, 0x800, 0x10000][size];
  return code < least || code > 0x10ffff ? -1 : code;
}

/**
 * Creates a tokenizer from a list of pieces. A space belongs to the word after it, and a text begins as if after a space.
 *
 * @param pieces in rank order, their bytes as characters from U+0000 to U+00FF: first the 256 bytes, then
 *   concatenations of two earlier pieces
 *
 * @example
 * const { vocab } = readModel(file);
 * const tokenizer = pieceTokenizer(vocab);
 * tokenizer.encode('Any sentence').tokens; // each with id, piece, start, end and word
 */
export function pieceTokenizer(pieces: readonly string[]): PieceTokenizer {
  const list = checkPieces(pieces);
  const ids = new Map(list.map((piece, id) => [piece, id]));
  const remembered: Map<string, number[]> = new Map();

  function idsOf(part: string) {
    let known = remembered.get(part);
    if (!known) {
      known = merge(bytesOf(part), ids);
      if (remembered.size === REMEMBERED) remembered.clear();
      remembered.set(part, known);
    }
    return known;
  }

  return Object.freeze({
    encode(text: string, options?: { limit?: number }): { tokens: Piece[]; truncated: boolean } {
      expectText(text);
      const given = readOptions(options, 'options', OPTIONS);
      const limit = given.limit === undefined ? Infinity : toInteger(given.limit, 'limit', 0);
      const tokens: Piece[] = [];
      let word = 0;
      for (const { 0: letters, index } of text.matchAll(WORDS)) {
        for (const token of placed(letters, idsOf, list)) {
          if (tokens.length === limit) return { tokens, truncated: true };
          const [start, end] = [index + token.start, index + token.end];
          tokens.push({ id: token.id, piece: text.slice(start, end), start, end, word });
        }
        word++;
      }
      return { tokens, truncated: false };
    },
    encodeExactly(text: string): number[] {
      expectText(text);
      return partsOf(` ${text}`).flatMap(idsOf);
    },
    decode(given: readonly number[]): string {
      const numbers = Array.from(toList(given, 'ids', 'an array of whole numbers'));
      const bytes = numbers.map((id, i) => list[toInteger(id, `ids[${i}]`, 0, list.length - 1)]);
      return textOf(bytes.join('').replace(/^ /, ''));
    },
  });
}

/** @param word without spaces */
function placed(
  word: string,
  idsOf: (part: string) => number[],
  list: readonly string[],
): { id: number; start: number; end: number }[] {
  const units = unitsOf(word);
  const result = [];
  let at = -1; // offset in bytes of the word; the space at -1 is not in the text
  for (const part of partsOf(` ${word}`)) {
    for (const id of idsOf(part)) {
      const next = at + list[id].length;
      const start = at < 0 ? 0 : units.from[at];
      if (next > 0) result.push({ id, start, end: units.to[next - 1] });
      at = next;
    }
  }
  return result;
}

/** The begin and the end of each byte's character, in UTF-16 units. */
function unitsOf(text: string) {
  const from: number[] = [];
  const to: number[] = [];
  let unit = 0;
  for (const letter of text) {
    const size = bytesOf(letter).length;
    for (let i = 0; i < size; i++) {
      from.push(unit);
      to.push(unit + letter.length);
    }
    unit += letter.length;
  }
  return { from, to };
}

/**
 * Merges neighbours until no pair is a piece: lowest rank first, and of equal ranks the leftmost.
 */
function merge(bytes: string, ids: ReadonlyMap<string, number>): number[] {
  const parts = [...bytes];
  for (;;) {
    let best = Infinity;
    let place = -1;
    for (let i = 0; i + 1 < parts.length; i++) {
      const rank = ids.get(parts[i] + parts[i + 1]) ?? Infinity;
      if (rank < best) [best, place] = [rank, i];
    }
    if (place < 0) return parts.map((part) => ids.get(part) as number);
    parts.splice(place, 2, parts[place] + parts[place + 1]);
  }
}

function checkPieces(pieces: unknown): string[] {
  const list = Array.from(toList(pieces, 'pieces', 'an array of strings'), (piece, id) => {
    if (typeof piece !== 'string') throw wrongKind(`pieces[${id}]`, 'a string', piece);
    if (id < BYTES ? piece === String.fromCharCode(id) : /^[\0-\u00ff]{2,}$/.test(piece)) {
      return piece;
    }
    const expected = id < BYTES ? `the byte ${id}` : 'at least two letters up to U+00FF';
    throw wrongNumber(`pieces[${id}]`, expected, shorten(piece));
  });
  if (list.length >= BYTES && new Set(list).size === list.length) return list;
  throw wrongNumber('pieces', 'the 256 bytes and then no piece twice', list.length);
}

function expectText(text: unknown) {
  if (typeof text !== 'string') throw wrongKind('text', 'a string', text);
}
