// Tokenises text into pieces of words by byte pair encoding (Sennrich et al. 2016, on bytes like GPT-2). Every text in every
// language has pieces, as each of the 256 bytes is a piece.

import { shorten, wrongKind, wrongNumber } from '../arguments/errors.js';
import { optionNames, readOptions, toInteger, toList } from '../arguments/options.js';

/**
 * @typedef {object} Piece
 * @property {number} id index in the list of pieces
 * @property {string} piece its text, without the space before it
 * @property {number} start of the piece in the text, in UTF-16 units; a character whose bytes are in two pieces is in both
 * @property {number} end
 * @property {number} word index of its word, a run of characters between spaces
 *
 * @typedef {object} PieceTokenizer
 * @property {(text: string, options?: { limit?: number }) => { tokens: Piece[], truncated: boolean }} encode
 *   A run of white space counts as one space, and a space that is a piece of its own is left out. `truncated`: the text
 *   continues after the last token
 * @property {(text: string) => number[]} encodeExactly the ids of a text with all its spaces; decode restores the text
 * @property {(ids: readonly number[]) => string} decode without the space before the first word; bytes that are no
 *   character become U+FFFD
 */

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

/**
 * Splits a text into parts. No piece crosses their borders.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function partsOf(text) {
  return text.match(PARTS) ?? [];
}

/**
 * A text's UTF-8 bytes, as characters from U+0000 to U+00FF. A lone surrogate is encoded like a character, so that nothing is
 * lost.
 *
 * @param {string} text
 * @returns {string}
 */
export function bytesOf(text) {
  let bytes = '';
  for (const letter of text) {
    const code = /** @type {number} */ (letter.codePointAt(0));
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

/** @param {number} code */
const tail = (code) => 0x80 | (code & 0x3f);

/**
 * @param {string} bytes
 * @returns {string}
 */
function textOf(bytes) {
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

/**
 * @param {string} bytes
 * @param {number} at
 * @param {number} size
 * @returns {number} -1 if the bytes are no character
 */
function codeAt(bytes, at, size) {
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
 * @param {readonly string[]} pieces in rank order, their bytes as characters from U+0000 to U+00FF: first the 256 bytes, then
 *   concatenations of two earlier pieces
 * @returns {PieceTokenizer}
 *
 * @example
 * const { vocab } = readModel(file);
 * const tokenizer = pieceTokenizer(vocab);
 * tokenizer.encode('Any sentence').tokens; // each with id, piece, start, end and word
 */
export function pieceTokenizer(pieces) {
  const list = checkPieces(pieces);
  const ids = new Map(list.map((piece, id) => [piece, id]));
  /** @type {Map<string, number[]>} */
  const remembered = new Map();

  /** @param {string} part */
  function idsOf(part) {
    let known = remembered.get(part);
    if (!known) {
      known = merge(bytesOf(part), ids);
      if (remembered.size === REMEMBERED) remembered.clear();
      remembered.set(part, known);
    }
    return known;
  }

  return Object.freeze({
    /** @type {PieceTokenizer['encode']} */
    encode(text, options) {
      expectText(text);
      const given = readOptions(options, 'options', OPTIONS);
      const limit = given.limit === undefined ? Infinity : toInteger(given.limit, 'limit', 0);
      /** @type {Piece[]} */
      const tokens = [];
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
    /** @type {PieceTokenizer['encodeExactly']} */
    encodeExactly(text) {
      expectText(text);
      return partsOf(` ${text}`).flatMap(idsOf);
    },
    /** @type {PieceTokenizer['decode']} */
    decode(given) {
      const numbers = Array.from(toList(given, 'ids', 'an array of whole numbers'));
      const bytes = numbers.map((id, i) => list[toInteger(id, `ids[${i}]`, 0, list.length - 1)]);
      return textOf(bytes.join('').replace(/^ /, ''));
    },
  });
}

/**
 * @param {string} word without spaces
 * @param {(part: string) => number[]} idsOf
 * @param {readonly string[]} list
 * @returns {{ id: number, start: number, end: number }[]}
 */
function placed(word, idsOf, list) {
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

/**
 * The begin and the end of each byte's character, in UTF-16 units.
 *
 * @param {string} text
 */
function unitsOf(text) {
  /** @type {number[]} */
  const from = [];
  /** @type {number[]} */
  const to = [];
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
 *
 * @param {string} bytes
 * @param {ReadonlyMap<string, number>} ids
 * @returns {number[]}
 */
function merge(bytes, ids) {
  const parts = [...bytes];
  for (;;) {
    let best = Infinity;
    let place = -1;
    for (let i = 0; i + 1 < parts.length; i++) {
      const rank = ids.get(parts[i] + parts[i + 1]) ?? Infinity;
      if (rank < best) [best, place] = [rank, i];
    }
    if (place < 0) return parts.map((part) => /** @type {number} */ (ids.get(part)));
    parts.splice(place, 2, parts[place] + parts[place + 1]);
  }
}

/**
 * @param {unknown} pieces
 * @returns {string[]}
 */
function checkPieces(pieces) {
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

/** @param {unknown} text */
function expectText(text) {
  if (typeof text !== 'string') throw wrongKind('text', 'a string', text);
}
