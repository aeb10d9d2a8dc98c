// The pieces of one word, from @huggingface/tokenizers, and which of its signs each of them stands for.

import { textOf } from './aligned.js';

/** @import { Sign } from './aligned.js' */

const encoder = new TextEncoder();

/**
 * The pieces of a word, and how many of its signs each takes.
 *
 * @param {any} model of the library
 * @param {Sign[]} signs
 * @returns {{ token: string, id: number, from: number, to: number }[]}
 */
export function placePieces(model, signs) {
  const word = textOf(signs);
  /** @type {string[]} */
  const tokens = model.encode([word]);
  const isUnigram = Array.isArray(model.scores);
  const prefix = model.config.continuing_subword_prefix ?? '';
  const suffix = model.end_of_word_suffix ?? '';
  if (tokens.length === 1 && tokens[0] === model.unk_token && !isUnigram && prefix !== '') {
    return [{ token: tokens[0], id: model.unk_token_id, from: 0, to: signs.length }];
  }
  /** @type {{ token: string, id: number, from: number, to: number, unknown?: boolean }[]} */
  const pieces = [];
  let at = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    const id = model.tokens_to_ids.get(token);
    let text = token;
    if (prefix !== '' && i > 0 && text.startsWith(prefix)) text = text.slice(prefix.length);
    if (suffix !== '' && text.endsWith(suffix)) text = text.slice(0, -suffix.length);
    const length = startsWith(signs, at, text);
    if (length > 0 && (id !== undefined || isUnigram)) {
      if (id === undefined && bytesOf(model, text, at, length, pieces)) at += length;
      else {
        pieces.push({
          token,
          id: id ?? model.unk_token_id,
          from: at,
          to: at + length,
          unknown: id === undefined,
        });
        at += length;
      }
    } else if (/^<0x[\dA-F]{2}>$/.test(token)) {
      const bytes = encoder.encode(signs[at].text).length;
      for (let n = 0; n < bytes; n++, i++) {
        pieces.push({
          token: tokens[i],
          id: model.tokens_to_ids.get(tokens[i]),
          from: at,
          to: at + 1,
        });
      }
      i--;
      at++;
    } else {
      pieces.push({ token, id: model.unk_token_id, from: at, to: at + 1, unknown: true });
      at++;
    }
  }
  return model.fuse_unk ? fuse(pieces) : pieces;
}

/**
 * How many signs a text takes at a place; 0 if another text stands there.
 *
 * @param {Sign[]} signs
 * @param {number} at
 * @param {string} text
 */
function startsWith(signs, at, text) {
  const letters = Array.from(text);
  return letters.every((letter, i) => signs[at + i]?.text === letter) ? letters.length : 0;
}

/**
 * The bytes of signs that no piece of a Unigram model stands for, if it has a piece for each byte.
 *
 * @param {any} model
 * @param {string} text
 * @param {number} at
 * @param {number} length
 * @param {{ token: string, id: number, from: number, to: number }[]} pieces
 */
function bytesOf(model, text, at, length, pieces) {
  if (!model.config.byte_fallback) return false;
  const names = Array.from(
    encoder.encode(text),
    (byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
  );
  if (!names.every((name) => model.tokens_to_ids.has(name))) return false;
  for (const name of names) {
    pieces.push({ token: name, id: model.tokens_to_ids.get(name), from: at, to: at + length });
  }
  return true;
}

/**
 * Neighbours that no piece stands for become one.
 *
 * @param {{ token: string, id: number, from: number, to: number, unknown?: boolean }[]} pieces
 */
function fuse(pieces) {
  /** @type {typeof pieces} */
  const fused = [];
  for (const piece of pieces) {
    const last = fused[fused.length - 1];
    if (last?.unknown && piece.unknown && last.to === piece.from) {
      last.to = piece.to;
      if (last.token !== piece.token || last.token.length === 1) last.token += piece.token;
    } else fused.push({ ...piece });
  }
  return fused;
}
