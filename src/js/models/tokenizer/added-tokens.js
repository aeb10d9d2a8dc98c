// Added tokens, which are found in a text before it is cut into words.

import { matchesIn, signsOf, textOf } from './aligned.js';

/** @import { Sign } from './aligned.js' */

/**
 * @typedef {{ token: string, id: number, begin: number, end: number, word: number, matched?: string }} Piece begin and end in
 *   code points; matched: the text of an added token, spaces included
 */

/** @typedef {{ content: string, id: number, single_word?: boolean, lstrip?: boolean, rstrip?: boolean, special?: boolean, normalized?: boolean }} Added */
/** @typedef {{ pattern: RegExp, byText: Map<string, Added> } | undefined} AddedSet */

/**
 * @param {Added[]} all
 * @param {import('./normalize.js').Normalize} normalize
 * @param {boolean} normalizes
 * @returns {{ raw: AddedSet, normalized: AddedSet }}
 */
export function addedTokens(all, normalize, normalizes) {
  const later = (/** @type {Added} */ each) => normalizes && (each.normalized ?? !each.special);
  return {
    raw: setOf(all.filter((each) => !later(each)).map((each) => [each.content, each])),
    normalized: setOf(
      all.filter(later).map((each) => [textOf(normalize(signsOf(each.content))), each]),
    ),
  };
}

/** @param {[string, Added][]} pairs @returns {AddedSet} */
function setOf(pairs) {
  const texts = pairs.map(([text]) => text).filter((text) => text !== '');
  if (texts.length === 0) return undefined;
  const longest = texts.sort((a, b) => b.length - a.length);
  const escaped = longest.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return { pattern: new RegExp(escaped.join('|'), 'gu'), byText: new Map(pairs) };
}

/**
 * @param {Sign[]} signs
 * @param {AddedSet} set
 * @returns {{ signs: Sign[], added?: Added }[]}
 */
export function splitAdded(signs, set) {
  if (!set) return [{ signs }];
  /** @type {{ signs: Sign[], added?: Added }[]} */
  const parts = [];
  let at = 0;
  for (let [begin, end] of matchesIn(signs, set.pattern)) {
    const added = /** @type {Added} */ (set.byText.get(textOf(signs.slice(begin, end))));
    if (begin < at || (added.single_word && isInWord(signs, begin, end))) continue;
    while (added.lstrip && begin > at && isSpace(signs[begin - 1])) begin--;
    while (added.rstrip && end < signs.length && isSpace(signs[end])) end++;
    if (begin > at) parts.push({ signs: signs.slice(at, begin) });
    parts.push({ signs: signs.slice(begin, end), added });
    at = end;
  }
  if (at < signs.length) parts.push({ signs: signs.slice(at) });
  return parts;
}

/** @param {Sign[]} signs @param {number} begin @param {number} end */
function isInWord(signs, begin, end) {
  const isLetter = (/** @type {Sign | undefined} */ sign) =>
    /[\p{L}\p{N}_]/u.test(sign?.text ?? '');
  return isLetter(signs[begin - 1]) || isLetter(signs[end]);
}

/** @param {Sign} sign */
function isSpace(sign) {
  return /^\p{White_Space}$/u.test(sign.text);
}

/**
 * @param {{ signs: Sign[], added?: Added }} part
 * @param {number} word
 * @returns {Piece}
 */
export function addedPiece({ signs, added }, word) {
  const { content, id } = /** @type {Added} */ (added);
  return {
    token: content,
    matched: textOf(signs),
    id,
    word,
    begin: signs[0].begin,
    end: signs[signs.length - 1].end,
  };
}
