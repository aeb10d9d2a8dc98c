// Learns a vocabulary of pieces from texts: byte pair encoding, commonest pair first (Sennrich et al. 2016).

import { wrongKind } from '../arguments/errors.ts';
import { toInteger } from '../arguments/options.ts';
import { BYTES, bytesOf, partsOf } from './bpe-tokenizer.ts';

/** The base that packs a pair of ids into one number. */
const SHIFT = 65536;

/** a stretch of text; pieces are merged inside it, never across its border */
interface Part {
  /** of its pieces so far */
  ids: number[];
  /** number of occurrences */
  count: number;
}

/**
 * Learns pieces for `pieceTokenizer`: the 256 bytes, then merges of the most frequent pairs of neighbours.
 *
 * @param size number of pieces, from 256 to 65536; fewer result if no pair occurs twice
 * @returns in rank order, the same for the same texts in any order
 *
 * @example
 * const pieces = learnPieces(['low lower lowest', 'new newer newest'], 264);
 * const tokenizer = pieceTokenizer(pieces);
 */
export function learnPieces(texts: Iterable<string>, size: number): string[] {
  const most = toInteger(size, 'size', BYTES, SHIFT);
  const counts = countParts(texts);
  const pieces = Array.from({ length: BYTES }, (_, byte) => String.fromCharCode(byte));
  const parts: Part[] = Array.from(counts, ([part, count]) => ({
    ids: Array.from(bytesOf(part), (byte) => byte.charCodeAt(0)),
    count,
  }));
  const pairCounts: Map<number, number> = new Map();
  const holders: Map<number, Set<Part>> = new Map();
  for (const part of parts) count(part, 1, pairCounts, holders);
  while (pieces.length < most) {
    const pair = commonest(pairCounts);
    if (pair < 0) break;
    const [left, right] = [Math.floor(pair / SHIFT), pair % SHIFT];
    const id = pieces.push(pieces[left] + pieces[right]) - 1;
    for (const part of holders.get(pair) ?? []) {
      count(part, -1, pairCounts, holders);
      part.ids = merged(part.ids, left, right, id);
      count(part, 1, pairCounts, holders);
    }
    pairCounts.delete(pair);
    holders.delete(pair);
  }
  return pieces;
}

/** @returns number of occurrences of each part */
function countParts(texts: Iterable<string>): Map<string, number> {
  if (typeof texts === 'string' || typeof texts?.[Symbol.iterator] !== 'function') {
    throw wrongKind('texts', 'an array of strings', texts);
  }
  const counts: Map<string, number> = new Map();
  for (const text of texts) {
    if (typeof text !== 'string') throw wrongKind('texts', 'strings', text);
    for (const part of partsOf(` ${text}`)) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return counts;
}

function count(
  part: Part,
  sign: 1 | -1,
  pairCounts: Map<number, number>,
  holders: Map<number, Set<Part>>,
) {
  for (let i = 0; i + 1 < part.ids.length; i++) {
    const pair = part.ids[i] * SHIFT + part.ids[i + 1];
    const left = (pairCounts.get(pair) ?? 0) + sign * part.count;
    if (left === 0) pairCounts.delete(pair);
    else pairCounts.set(pair, left);
    if (sign < 0) continue;
    const parts = holders.get(pair) ?? new Set();
    holders.set(pair, parts);
    parts.add(part);
  }
}

/**
 * The most frequent pair; among equals the pair of the earliest pieces. -1 if none occurs twice.
 */
function commonest(pairCounts: ReadonlyMap<number, number>) {
  let best = -1;
  let most = 1; // a pair that occurs once saves nothing
  for (const [pair, occurs] of pairCounts) {
    if (occurs > most || (occurs === most && best >= 0 && pair < best))
      [best, most] = [pair, occurs];
  }
  return best;
}

function merged(ids: readonly number[], left: number, right: number, id: number) {
  const result = [];
  for (let i = 0; i < ids.length; i++) {
    if (ids[i] === left && ids[i + 1] === right) {
      result.push(id);
      i++;
    } else result.push(ids[i]);
  }
  return result;
}
