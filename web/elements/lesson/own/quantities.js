// Quantities that a lesson's author can ask the engine for.
// `weight of head 1 from "it" to "animal"`: reads such a phrase, and takes its value from an
// answer.

import { rowOf, valueAt } from '../../../lessons/questions/parts.js';
import { placeOf, takeQuoted } from './words.js';

/**
 * @typedef {import('../../../lessons/questions/index.js').Answer} Answer
 * @typedef {import('./words.js').Quoted} Quoted
 *
 * @typedef {object} Quantity
 * @property {keyof typeof VALUES} kind
 * @property {number} head from 0
 * @property {readonly Quoted[]} words where from, and where to
 *
 * @typedef {object} Asked what a value is taken from
 * @property {Answer} answer
 * @property {readonly string[]} rows words that look
 * @property {readonly string[]} columns words looked at
 */

const W = '\u0001';
const HEAD = 'of head (\\d{1,3})';
/** How each is written; the sign stands for a quoted word. @type {Readonly<Record<keyof typeof VALUES, RegExp>>} */
const WRITTEN = Object.freeze({
  weight: new RegExp(`^weight ${HEAD} from ${W} to ${W}$`),
  score: new RegExp(`^score ${HEAD} from ${W} to ${W}$`),
  product: new RegExp(`^dot product ${HEAD} from ${W} to ${W}$`),
  largest: new RegExp(`^largest weight ${HEAD} from ${W}$`),
  hidden: new RegExp(`^hidden words from ${W}$`),
  words: /^number of words$/,
  heads: /^number of heads$/,
  width: /^width$/,
  headWidth: /^width of a head$/,
});

/** @type {(stage: string) => (asked: Asked, quantity: Quantity) => number} */
const cellOf =
  (stage) =>
  ({ answer, rows, columns }, { head, words: [from, to] }) =>
    valueAt(answer.trace[stage], head, placeOf(rows, from), placeOf(columns, to));

/** @satisfies {Record<string, (asked: Asked, quantity: Quantity) => number>} */
const VALUES = {
  weight: cellOf('attention'),
  score: cellOf('scores'),
  product: cellOf('dotProducts'),
  largest: (asked, quantity) => Math.max(...sharesOf(asked, quantity)),
  hidden: (asked, quantity) => sharesOf(asked, quantity).filter((share) => share === 0).length,
  words: ({ rows }) => rows.length,
  heads: ({ answer }) => answer.trace.query.shape[0],
  width: ({ answer }) => answer.trace.output.shape.at(-1),
  headWidth: ({ answer }) => answer.trace.query.shape[2],
};
/** Counted, not measured: exact. */
const COUNTS = new Set(['hidden', 'words', 'heads', 'width', 'headWidth']);
/** How far an answer may be from a measured one, if the author does not say: a share is read from a map. */
const TOLERANCES = Object.freeze({ weight: 0.02, largest: 0.02, score: 0.05, product: 0.05 });

/** Matrices whose shape can be asked for, by the names that the page gives them. */
export const MATRICES = Object.freeze({
  ...{ x: 'x', q: 'query', k: 'key', v: 'value' },
  ...{ 'dot products': 'dotProducts', scores: 'scores', weights: 'attention', z: 'heads' },
  ...{ concatenated: 'concatenated', output: 'output' },
});
const ONE_HEAD = /^(.+?) of (?:one|a) head$/;

/**
 * @param {string} text
 * @returns {Quantity | null} null: it is none
 */
export function readQuantity(text) {
  const { plain, quoted: words } = takeQuoted(text);
  for (const [kind, pattern] of Object.entries(WRITTEN)) {
    const found = pattern.exec(plain);
    if (found) return { kind: /** @type {any} */ (kind), head: Number(found[1] ?? 1) - 1, words };
  }
  return null;
}

/** @param {Asked} asked @param {Quantity} quantity */
export function valueOf(asked, quantity) {
  return VALUES[quantity.kind](asked, quantity);
}

/**
 * Where the map shows a quantity: its head and cell, or its row, or nowhere.
 * @param {Asked} asked
 * @param {Quantity} quantity
 */
export function selectionOf(asked, { kind, head, words: [from, to] }) {
  if (!from || kind === 'hidden') return null;
  const query = placeOf(asked.rows, from);
  if (to) return { head, query, key: placeOf(asked.columns, to) };
  const shares = sharesOf(asked, { kind, head, words: [from] });
  return { head, query, key: shares.indexOf(Math.max(...shares)) };
}

/** @param {Quantity} quantity */
export function toleranceOf({ kind }) {
  return COUNTS.has(kind) ? 0 : (/** @type {Record<string, number>} */ (TOLERANCES)[kind] ?? 0);
}

/**
 * The shares that a word gives, in one head.
 * @param {Asked} asked
 * @param {Quantity} quantity
 */
export function sharesOf({ answer, rows }, { head, words: [from] }) {
  return rowOf(answer.trace.attention, head, placeOf(rows, from));
}

/**
 * The name of a matrix, such as `Q` for all heads, or `Q of one head`.
 * @param {string} text
 * @returns {{ matrix: string, one: boolean } | null}
 */
export function readMatrix(text) {
  const plain = text.toLowerCase().replace(/\s+/g, ' ').trim();
  const one = ONE_HEAD.exec(plain);
  const name = one?.[1] ?? plain;
  if (!Object.hasOwn(MATRICES, name)) return null;
  return { matrix: MATRICES[/** @type {keyof typeof MATRICES} */ (name)], one: one !== null };
}

/**
 * @param {Answer} answer
 * @param {{ matrix: string, one: boolean }} wanted
 * @returns {number[]}
 */
export function shapeOf({ trace }, { matrix, one }) {
  const { shape } = matrix === 'x' ? trace.first.x : trace[matrix];
  return shape.length > 2 && one ? shape.slice(1) : [...shape];
}
