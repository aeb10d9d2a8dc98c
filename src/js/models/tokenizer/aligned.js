// Text that knows where it comes from: code points, and for each the place in the original that it stands for. Each change
// keeps the places as Python's tokenizers do (its NormalizedString): what replaces a code point has its place, what is added
// has the place of the code point before it, and what goes takes its place along.

import { expectShort } from './limits.js';

/** @import { Matches } from './pattern.js' */

/** One code point: its text, and the code points of the original from `begin` to before `end`. */
/** @typedef {{ readonly text: string, readonly begin: number, readonly end: number }} CodePoint */

/**
 * @param {string} text
 * @returns {CodePoint[]}
 */
export function codePointsOf(text) {
  expectShort(text.length >> 1, 'reading it');
  return Array.from(text, (each, i) => ({ text: each, begin: i, end: i + 1 }));
}

/** @param {readonly CodePoint[]} codePoints */
export function textOf(codePoints) {
  return codePoints.map(({ text }) => text).join('');
}

/**
 * Each code point becomes several, or none, all in its place.
 *
 * @param {readonly CodePoint[]} codePoints
 * @param {(text: string) => string} change
 * @returns {CodePoint[]}
 */
export function mapCodePoints(codePoints, change) {
  /** @type {CodePoint[]} */
  const result = [];
  for (const { text, begin, end } of codePoints) {
    for (const each of change(text)) result.push({ text: each, begin, end });
    expectShort(result.length, 'a normalizer');
  }
  return result;
}

/**
 * Clusters of code points, each changed as a whole. Where fewer come out, the first of them takes the places that are left over; where
 * more come out, they have the place of the first.
 *
 * @param {readonly CodePoint[]} codePoints
 * @param {(text: string) => string} change
 * @returns {CodePoint[]}
 */
export function mapClusters(codePoints, change) {
  /** @type {CodePoint[]} */
  const result = [];
  for (const cluster of joinedMarks(codePoints)) {
    const changed = Array.from(change(textOf(cluster)));
    const more = changed.length - cluster.length;
    changed.forEach((text, i) => {
      const from = i === 0 ? 0 : Math.max(0, i - more);
      result.push({ ...cluster[Math.min(from, cluster.length - 1)], text });
    });
    expectShort(result.length, 'a normalizer');
  }
  return result;
}

/**
 * NFD or NFKD: the first code point that one becomes has its place, the others that of the code point before them, once marks are in order.
 *
 * @param {readonly CodePoint[]} codePoints
 * @param {'NFD' | 'NFKD'} form
 * @returns {CodePoint[]}
 */
export function decomposed(codePoints, form) {
  /** @type {CodePoint[]} */
  const result = [];
  let at = 0;
  for (const cluster of joinedMarks(codePoints)) {
    const parts = cluster.flatMap(({ text }) =>
      Array.from(text.normalize(form), (part, i) => ({ part, isNew: i > 0 })),
    );
    for (const text of textOf(cluster).normalize(form)) {
      const [{ isNew }] = parts.splice(
        parts.findIndex(({ part }) => part === text),
        1,
      );
      const { begin, end } = codePoints[isNew ? at - 1 : at++];
      result.push({ text, begin, end });
    }
    expectShort(result.length, 'a normalizer');
  }
  return result;
}

/** Signs that belong to the one before: marks, joiners, and the later parts of a Korean syllable. */
const CONTINUES = /^[\p{M}\u1160-\u11ff\u200d]$/u;

/** @param {readonly CodePoint[]} codePoints */
function joinedMarks(codePoints) {
  /** @type {CodePoint[][]} */
  const clusters = [];
  for (const codePoint of codePoints) {
    const last = clusters[clusters.length - 1];
    if (last && CONTINUES.test(codePoint.text)) last.push(codePoint);
    else clusters.push([codePoint]);
  }
  return clusters;
}

/**
 * Groups that a reader takes for one code point each (extended grapheme clusters).
 *
 * @param {readonly CodePoint[]} codePoints
 * @returns {CodePoint[][]}
 */
export function clustersOf(codePoints) {
  if (codePoints.length === 0) return [];
  let at = 0;
  return Array.from(new Intl.Segmenter('en').segment(textOf(codePoints)), ({ segment }) => {
    const begin = at;
    for (let units = segment.length; units > 0; at++) units -= codePoints[at].text.length;
    return codePoints.slice(begin, at);
  });
}

/**
 * Text before all others, in the place of the first code point.
 *
 * @param {readonly CodePoint[]} codePoints
 * @param {string} text
 * @returns {CodePoint[]}
 */
export function prepend(codePoints, text) {
  if (codePoints.length === 0) return [];
  const { begin, end } = codePoints[0];
  return [...Array.from(text, (each) => ({ text: each, begin, end })), ...codePoints];
}

/**
 * The places of a pattern, in code points.
 *
 * @param {readonly CodePoint[]} codePoints
 * @param {RegExp | Matches} pattern a RegExp has the flags gu
 * @returns {[begin: number, end: number][]}
 */
export function matchesIn(codePoints, pattern) {
  const text = textOf(codePoints);
  const places = new Uint32Array(text.length + 1); // of each UTF-16 unit
  let at = 0;
  codePoints.forEach((codePoint, i) => {
    places.fill(i, at, at + codePoint.text.length);
    at += codePoint.text.length;
  });
  places[at] = codePoints.length;
  if (typeof pattern === 'function') {
    return pattern(text).map(([begin, end]) => [places[begin], places[end]]);
  }
  return Array.from(text.matchAll(pattern), (found) => [
    places[found.index],
    places[found.index + found[0].length],
  ]);
}
