// Added tokens, which are found in a text before it is cut into words.

import { HeadwiseError } from '../../arguments/errors.js';
import { codePointsOf, textOf } from './aligned.js';
import { PieceIndex } from './piece-index.js';
import { wrongField } from './schema.js';

/** @import { CodePoint } from './aligned.js' */
/** @import { Cost } from './limits.js' */
/** @import { PieceModel } from './pieces.js' */

/**
 * @typedef {{ token: string, id: number, begin: number, end: number, word: number, matched?: string }} Piece begin and end in
 *   code points; matched: the text of an added token, spaces included
 */

/** @typedef {{ content: string, id: number, single_word: boolean, lstrip: boolean, rstrip: boolean, special: boolean, normalized: boolean | null }} Added */
/** @typedef {PieceIndex<Added>} AddedSet */

/**
 * @param {Added[]} all
 * @param {import('./normalize.js').Normalize} normalize
 * @param {Cost} cost
 * @returns {{ raw: AddedSet, normalized: AddedSet }} those that are found in the text, and in the normalized text
 */
export function addedTokens(all, normalize, cost) {
  /** @type {[string, Added][]} */
  const raw = [];
  /** @type {[string, Added][]} */
  const normalized = [];
  all.forEach((each, i) => {
    if (each.content === '') return;
    if (!isNormalized(each)) return raw.push([each.content, each]);
    const content = textOf(normalize(codePointsOf(each.content), cost));
    if (content !== '') return normalized.push([content, each]);
    const path = `added_tokens[${i}].content`;
    throw wrongField(path, 'text of which the normalizer leaves something', each.content);
  });
  return { raw: new PieceIndex(raw), normalized: new PieceIndex(normalized) };
}

/** Whether a token is found in normalized text. @param {Added} added */
export function isNormalized({ normalized, special }) {
  return normalized ?? !special;
}

/**
 * A token that the model has, has its id; others follow the model's pieces in the order of the list.
 *
 * @param {Added[]} all
 * @param {PieceModel} model
 */
export function checkAddedIds(all, model) {
  /** @type {Map<string, number>} */
  const ids = new Map();
  let next = model.size;
  all.forEach(({ content, id }, i) => {
    if (content === '') return;
    const right = model.idOf(content) ?? ids.get(content) ?? next++;
    ids.set(content, right);
    if (id === right) return;
    throw wrongField(`added_tokens[${i}].id`, `${right}, which Python's tokenizers gives it`, id);
  });
}

/**
 * @param {CodePoint[]} codePoints
 * @param {AddedSet} set
 * @param {Cost} cost
 * @returns {{ codePoints: CodePoint[], added?: Added }[]}
 */
export function splitAdded(codePoints, set, cost) {
  if (set.size === 0) return [{ codePoints }];
  const text = textOf(codePoints);
  /** @type {{ codePoints: CodePoint[], added?: Added }[]} */
  const parts = [];
  let done = 0;
  for (let at = 0, unit = 0; at < codePoints.length;) {
    const found = set.longest(text, unit, cost);
    if (!found) {
      unit += codePoints[at++].text.length;
      continue;
    }
    const added = found.value;
    let begin = at;
    for (const after = unit + found.length; unit < after; at++) unit += codePoints[at].text.length;
    let end = at;
    if (added.single_word && (isInWord(codePoints[begin - 1]) || isInWord(codePoints[end])))
      continue;
    if (added.lstrip) {
      while (begin > 0 && isSpace(codePoints[begin - 1])) begin--;
      begin = Math.max(begin, done);
    }
    while (added.rstrip && end < codePoints.length && isSpace(codePoints[end])) end++;
    if (begin > end) throw overlapping(added.content);
    if (begin > done) parts.push({ codePoints: codePoints.slice(done, begin) });
    if (end > begin) parts.push({ codePoints: codePoints.slice(begin, end), added });
    done = end;
  }
  if (done < codePoints.length) parts.push({ codePoints: codePoints.slice(done) });
  return parts;
}

/** @param {string} content */
function overlapping(content) {
  const text = `tokenizer.json: added_tokens: ${JSON.stringify(content)} begins with spaces that the token before it takes`;
  return new HeadwiseError('unsupported', text);
}

/** @param {CodePoint | undefined} codePoint */
function isInWord(codePoint) {
  return /^[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200c\u200d]$/u.test(codePoint?.text ?? '');
}

/** @param {CodePoint} codePoint */
function isSpace(codePoint) {
  return /^\p{White_Space}$/u.test(codePoint.text);
}

/**
 * @param {{ codePoints: CodePoint[], added?: Added }} part
 * @param {number} word
 * @returns {Piece}
 */
export function addedPiece({ codePoints, added }, word) {
  const { content, id } = /** @type {Added} */ (added);
  return {
    token: content,
    matched: textOf(codePoints),
    id,
    word,
    begin: codePoints[0].begin,
    end: codePoints[codePoints.length - 1].end,
  };
}
