// Aligned text: code points, each with its range in the original text. Every change updates the ranges as Python's tokenizers do
// (NormalizedString): a replacement has the range of the replaced code point, an added code point has the range of the one before
// it, and the range of a removed code point is lost.

import { expectMarks, expectShort } from './limits.ts';
import type { Cost } from './limits.ts';
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

/** Replaces each code point by several, or by none, all with its range. */
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
 * Replaces clusters of code points. If a replacement has fewer code points, its first has the ranges of the rest too; if it has
 * more, they have the range of the first.
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
 * NFD or NFKD: of the code points that replace one, the first has its range, and each other has the range of the code point before
 * it, after marks are sorted.
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

/** Code points that belong to the one before: marks, joiners, and the later parts of a Korean syllable. */
const CONTINUES = /^[\p{M}\u1160-\u11ff\u200d]$/u;

function joinedMarks(codePoints: readonly CodePoint[]) {
  const clusters: CodePoint[][] = [];
  for (const codePoint of codePoints) {
    const last = clusters[clusters.length - 1];
    if (last && CONTINUES.test(codePoint.text)) expectMarks(last.push(codePoint));
    else clusters.push([codePoint]);
  }
  return clusters;
}

/** Splits text into extended grapheme clusters, which readers see as single characters. */
export function clustersOf(codePoints: readonly CodePoint[]): CodePoint[][] {
  if (codePoints.length === 0) return [];
  let at = 0;
  return Array.from(new Intl.Segmenter('en').segment(textOf(codePoints)), ({ segment }) => {
    const begin = at;
    for (let units = segment.length; units > 0; at++) units -= codePoints[at].text.length;
    return codePoints.slice(begin, at);
  });
}

/** Prepends text, with the range of the first code point. */
export function prepend(codePoints: readonly CodePoint[], text: string): CodePoint[] {
  if (codePoints.length === 0) return [];
  const { begin, end } = codePoints[0];
  return [...Array.from(text, (each) => ({ text: each, begin, end })), ...codePoints];
}

/**
 * The ranges of a pattern's matches, in code points.
 *
 * @param pattern a RegExp has the flags gu
 */
export function matchesIn(
  codePoints: readonly CodePoint[],
  pattern: RegExp | Matches,
  cost: Cost,
): [begin: number, end: number][] {
  const text = textOf(codePoints);
  const indices = new Uint32Array(text.length + 1); // for each UTF-16 unit
  let at = 0;
  codePoints.forEach((codePoint, i) => {
    indices.fill(i, at, at + codePoint.text.length);
    at += codePoint.text.length;
  });
  indices[at] = codePoints.length;
  if (typeof pattern === 'function') {
    return pattern(text, cost).map(([begin, end]) => [indices[begin], indices[end]]);
  }
  return Array.from(text.matchAll(pattern), (found) => [
    indices[found.index],
    indices[found.index + found[0].length],
  ]);
}
