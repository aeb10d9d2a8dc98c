// Text that knows where it comes from: code points, and for each the place in the original that it stands for. Each change
// keeps the places as Python's tokenizers do (its NormalizedString): what replaces a sign has its place, what is added
// has the place of the sign before it, and what goes takes its place along.

import { expectShort } from './limits.js';

/** @import { Matches } from './pattern.js' */

/** One code point: its text, and the code points of the original from `begin` to before `end`. */
/** @typedef {{ readonly text: string, readonly begin: number, readonly end: number }} Sign */

/**
 * @param {string} text
 * @returns {Sign[]}
 */
export function signsOf(text) {
  expectShort(text.length >> 1, 'reading it');
  return Array.from(text, (each, i) => ({ text: each, begin: i, end: i + 1 }));
}

/** @param {readonly Sign[]} signs */
export function textOf(signs) {
  return signs.map(({ text }) => text).join('');
}

/**
 * Each sign becomes several, or none, all in its place.
 *
 * @param {readonly Sign[]} signs
 * @param {(text: string) => string} change
 * @returns {Sign[]}
 */
export function mapSigns(signs, change) {
  /** @type {Sign[]} */
  const result = [];
  for (const { text, begin, end } of signs) {
    for (const each of change(text)) result.push({ text: each, begin, end });
    expectShort(result.length, 'a normalizer');
  }
  return result;
}

/**
 * Clusters of signs, each changed as a whole. Where fewer come out, the first of them takes the places that are left over; where
 * more come out, they have the place of the first.
 *
 * @param {readonly Sign[]} signs
 * @param {(text: string) => string} change
 * @returns {Sign[]}
 */
export function mapClusters(signs, change) {
  /** @type {Sign[]} */
  const result = [];
  for (const cluster of joinedMarks(signs)) {
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
 * NFD or NFKD: the first sign that one becomes has its place, the others that of the sign before them, once marks are in order.
 *
 * @param {readonly Sign[]} signs
 * @param {'NFD' | 'NFKD'} form
 * @returns {Sign[]}
 */
export function decomposed(signs, form) {
  /** @type {Sign[]} */
  const result = [];
  let at = 0;
  for (const cluster of joinedMarks(signs)) {
    const parts = cluster.flatMap(({ text }) =>
      Array.from(text.normalize(form), (part, i) => ({ part, isNew: i > 0 })),
    );
    for (const text of textOf(cluster).normalize(form)) {
      const [{ isNew }] = parts.splice(
        parts.findIndex(({ part }) => part === text),
        1,
      );
      const { begin, end } = signs[isNew ? at - 1 : at++];
      result.push({ text, begin, end });
    }
    expectShort(result.length, 'a normalizer');
  }
  return result;
}

/** Signs that belong to the one before: marks, joiners, and the later parts of a Korean syllable. */
const CONTINUES = /^[\p{M}\u1160-\u11ff\u200d]$/u;

/** @param {readonly Sign[]} signs */
function joinedMarks(signs) {
  /** @type {Sign[][]} */
  const clusters = [];
  for (const sign of signs) {
    const last = clusters[clusters.length - 1];
    if (last && CONTINUES.test(sign.text)) last.push(sign);
    else clusters.push([sign]);
  }
  return clusters;
}

/**
 * Groups that a reader takes for one sign each (extended grapheme clusters).
 *
 * @param {readonly Sign[]} signs
 * @returns {Sign[][]}
 */
export function clustersOf(signs) {
  if (signs.length === 0) return [];
  let at = 0;
  return Array.from(new Intl.Segmenter('en').segment(textOf(signs)), ({ segment }) => {
    const begin = at;
    for (let units = segment.length; units > 0; at++) units -= signs[at].text.length;
    return signs.slice(begin, at);
  });
}

/**
 * Text before all others, in the place of the first sign.
 *
 * @param {readonly Sign[]} signs
 * @param {string} text
 * @returns {Sign[]}
 */
export function prepend(signs, text) {
  if (signs.length === 0) return [];
  const { begin, end } = signs[0];
  return [...Array.from(text, (each) => ({ text: each, begin, end })), ...signs];
}

/**
 * The places of a pattern, in signs.
 *
 * @param {readonly Sign[]} signs
 * @param {RegExp | Matches} pattern a RegExp has the flags gu
 * @returns {[begin: number, end: number][]}
 */
export function matchesIn(signs, pattern) {
  const text = textOf(signs);
  const places = new Uint32Array(text.length + 1); // of each UTF-16 unit
  let at = 0;
  signs.forEach((sign, i) => {
    places.fill(i, at, at + sign.text.length);
    at += sign.text.length;
  });
  places[at] = signs.length;
  if (typeof pattern === 'function') {
    return pattern(text).map(([begin, end]) => [places[begin], places[end]]);
  }
  return Array.from(text.matchAll(pattern), (found) => [
    places[found.index],
    places[found.index + found[0].length],
  ]);
}
