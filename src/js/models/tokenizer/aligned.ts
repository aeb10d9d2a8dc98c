// Text that knows where it comes from: code points, and for each the place in the original that it stands for. Each change
// keeps the places as Python's tokenizers do (its NormalizedString): what replaces a code point has its place, what is added
// has the place of the code point before it, and what goes takes its place along.

import { expectShort } from './limits.ts';
import type { Matches } from './pattern.ts';

/** One code point: its text, and the code points of the original from `begin` to before `end`. */
export type CodePoint = { readonly text: string; readonly begin: number; readonly end: number };

export function codePointsOf(text: string): CodePoint[] {
  expectShort(text.length >> 1, 'reading it');
  return Array.from(text, (each, i) => ({ text: each, begin: i, end: i + 1 }));
}

export function textOf(codePoints: readonly CodePoint[]) {
  return codePoints.map(({ text }) => text).join('');
}

/** Each code point becomes several, or none, all in its place. */
export function mapCodePoints(
  codePoints: readonly CodePoint[],
  change: (text: string) => string,
): CodePoint[] {
  const result: CodePoint[] = [];
  for (const { text, begin, end } of codePoints) {
    for (const each of change(text)) result.push({ text: each, begin, end });
    expectShort(result.length, 'a normalizer');
  }
  return result;
}

/**
 * Clusters of code points, each changed as a whole. Where fewer come out, the first of them takes the places that are left over; where
 * more come out, they have the place of the first.
 */
export function mapClusters(
  codePoints: readonly CodePoint[],
  change: (text: string) => string,
): CodePoint[] {
  const result: CodePoint[] = [];
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
 */
export function decomposed(codePoints: readonly CodePoint[], form: 'NFD' | 'NFKD'): CodePoint[] {
  const result: CodePoint[] = [];
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

function joinedMarks(codePoints: readonly CodePoint[]) {
  const clusters: CodePoint[][] = [];
  for (const codePoint of codePoints) {
    const last = clusters[clusters.length - 1];
    if (last && CONTINUES.test(codePoint.text)) last.push(codePoint);
    else clusters.push([codePoint]);
  }
  return clusters;
}

/** Groups that a reader takes for one code point each (extended grapheme clusters). */
export function clustersOf(codePoints: readonly CodePoint[]): CodePoint[][] {
  if (codePoints.length === 0) return [];
  let at = 0;
  return Array.from(new Intl.Segmenter('en').segment(textOf(codePoints)), ({ segment }) => {
    const begin = at;
    for (let units = segment.length; units > 0; at++) units -= codePoints[at].text.length;
    return codePoints.slice(begin, at);
  });
}

/** Text before all others, in the place of the first code point. */
export function prepend(codePoints: readonly CodePoint[], text: string): CodePoint[] {
  if (codePoints.length === 0) return [];
  const { begin, end } = codePoints[0];
  return [...Array.from(text, (each) => ({ text: each, begin, end })), ...codePoints];
}

/**
 * The places of a pattern, in code points.
 *
 * @param pattern a RegExp has the flags gu
 */
export function matchesIn(
  codePoints: readonly CodePoint[],
  pattern: RegExp | Matches,
): [begin: number, end: number][] {
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
