// Quantities that a lesson's author can ask the engine for.
// Parses a phrase such as `weight of head 1 from "it" to "animal"`, and reads its value from an
// answer.

import { rowOf, valueAt } from '../../../lessons/question-parts.ts';
import { placeOf, takeQuoted } from './words.ts';
import type { Answer } from '../../../lessons/questions.ts';
import type { Quoted } from './words.ts';

export interface Quantity {
  kind: keyof typeof VALUES;
  /** from 0 */
  head: number;
  /** the query word and the key word */
  words: readonly Quoted[];
}

/** source of a value */
interface Asked {
  answer: Answer;
  /** query words */
  rows: readonly string[];
  /** key words */
  columns: readonly string[];
}

const W = '\u0001';
const HEAD = 'of head (\\d{1,3})';
/** The phrase of each quantity, with W for a quoted word. */
const WRITTEN: Readonly<Record<keyof typeof VALUES, RegExp>> = Object.freeze({
  weight: new RegExp(`^weight ${HEAD} from ${W} to ${W}$`),
  score: new RegExp(`^score ${HEAD} from ${W} to ${W}$`),
  product: new RegExp(`^dot product ${HEAD} from ${W} to ${W}$`),
  largest: new RegExp(`^largest weight ${HEAD} from ${W}$`),
  hidden: new RegExp(`^hidden words from ${W}$`),
  words: /^number of words$/,
  heads: /^number of heads$/,
  width: /^width$/,
  headWidth: /^width of a head$/,
  size: new RegExp(`^size of scores ${HEAD}$`),
  slope: new RegExp(`^slope ${HEAD} from ${W} to ${W}$`),
});

const cellOf: (stage: string) => (asked: Asked, quantity: Quantity) => number =
  (stage) =>
  ({ answer, rows, columns }, { head, words: [from, to] }) =>
    valueAt(answer.trace[stage], head, placeOf(rows, from), placeOf(columns, to));

const weightOf = cellOf('attention');

const VALUES = {
  weight: weightOf,
  score: cellOf('scores'),
  product: cellOf('dotProducts'),
  largest: (asked, quantity) => Math.max(...sharesOf(asked, quantity)),
  hidden: (asked, quantity) => sharesOf(asked, quantity).filter((share) => share === 0).length,
  words: ({ rows }) => rows.length,
  heads: ({ answer }) => answer.trace.query.shape[0],
  width: ({ answer }) => answer.trace.output.shape.at(-1),
  headWidth: ({ answer }) => answer.trace.query.shape[2],
  // the root of the mean square
  size({ answer }, { head }) {
    const { data, shape } = answer.trace.scores;
    const count = shape[1] * shape[2];
    const own = Array.from(data.subarray(head * count, (head + 1) * count), Number);
    return Math.hypot(...own) / Math.sqrt(count);
  },
  // how much the share grows with its own score
  slope(asked, quantity) {
    const share = weightOf(asked, quantity);
    return share * (1 - share);
  },
} satisfies Record<string, (asked: Asked, quantity: Quantity) => number>;
/** Quantities that are counted, not measured: they are exact. */
const COUNTS = new Set(['hidden', 'words', 'heads', 'width', 'headWidth']);
/** Default tolerance of a measured quantity: readers read a weight from a map. */
const TOLERANCES = Object.freeze({
  weight: 0.02,
  largest: 0.02,
  score: 0.05,
  product: 0.05,
  size: 0.05,
  slope: 0.02,
});

/** Matrices whose shape an author can ask for, by their names on the page. */
export const MATRICES = Object.freeze({
  x: 'x',
  q: 'query',
  k: 'key',
  v: 'value',
  'dot products': 'dotProducts',
  scores: 'scores',
  weights: 'attention',
  z: 'heads',
  concatenated: 'concatenated',
  output: 'output',
});
const ONE_HEAD = /^(.+?) of (?:one|a) head$/;

/** @returns null: the phrase is no quantity */
export function readQuantity(text: string): Quantity | null {
  const { plain, quoted: words } = takeQuoted(text);
  for (const [kind, pattern] of Object.entries(WRITTEN)) {
    const found = pattern.exec(plain);
    if (found) return { kind: kind as any, head: Number(found[1] ?? 1) - 1, words };
  }
  return null;
}

export function valueOf(asked: Asked, quantity: Quantity) {
  return VALUES[quantity.kind](asked, quantity);
}

/** The selection of a quantity in the map: its head and cell, its row, or none. */
export function selectionOf(asked: Asked, { kind, head, words: [from, to] }: Quantity) {
  if (!from || kind === 'hidden') return null;
  const query = placeOf(asked.rows, from);
  if (to) return { head, query, key: placeOf(asked.columns, to) };
  const shares = sharesOf(asked, { kind, head, words: [from] });
  return { head, query, key: shares.indexOf(Math.max(...shares)) };
}

export function toleranceOf({ kind }: Quantity) {
  return COUNTS.has(kind) ? 0 : ((TOLERANCES as Record<string, number>)[kind] ?? 0);
}

/** The attention weights of a word in one head. */
export function sharesOf({ answer, rows }: Asked, { head, words: [from] }: Quantity) {
  return rowOf(answer.trace.attention, head, placeOf(rows, from));
}

/** The name of a matrix, such as `Q` for all heads, or `Q of one head`. */
export function readMatrix(text: string): { matrix: string; one: boolean } | null {
  const plain = text.toLowerCase().replace(/\s+/g, ' ').trim();
  const one = ONE_HEAD.exec(plain);
  const name = one?.[1] ?? plain;
  if (!Object.hasOwn(MATRICES, name)) return null;
  return { matrix: MATRICES[name as keyof typeof MATRICES], one: one !== null };
}

export function shapeOf(
  { trace }: Answer,
  { matrix, one }: { matrix: string; one: boolean },
): number[] {
  const { shape } = matrix === 'x' ? trace.first.x : trace[matrix];
  return shape.length > 2 && one ? shape.slice(1) : [...shape];
}
