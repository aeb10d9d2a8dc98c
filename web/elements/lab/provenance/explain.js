// Explains a number: its terms, running sum and the engine's formula.

import { parseCell } from '../answer/cells.js';
import { numberOf } from '../answer/grids.js';
import { stageOf } from '../answer/made.js';
import { editNameOf } from './editable.js';
import { EPSILON, MAKERS } from './reenact.js';
import { sourcesOf } from './sources.js';

/**
 * @typedef {import('../answer/answer.js').Answer} Answer
 * @typedef {import('../answer/cells.js').Cell} Cell
 *
 * @typedef {object} Factor
 * @property {string | null} cell its name; null for a number that is no cell
 * @property {number} value
 *
 * @typedef {object} Term
 * @property {readonly Factor[]} factors
 * @property {number} product of them, rounded
 * @property {number} running sum so far, in the order of the terms; the last one is the engine's
 *
 * @typedef {'given' | 'edited' | 'products' | 'turned' | 'plus' | 'scaled' | 'capped' | 'masked' | 'power' | 'share' | 'copy' |
 *   'mean' | 'spread' | 'normed' | 'squares'} Kind
 *
 * @typedef {object} Explanation
 * @property {Cell} cell
 * @property {number} value the engine's
 * @property {Kind} kind
 * @property {readonly Term[]} terms in plain order
 * @property {Factor | null} bias added at the end
 * @property {readonly Factor[]} parts inputs of a number that is not a sum of terms, in the order of its formula
 * @property {readonly (readonly number[])[]} lanes where the engine adds every fourth term: the running sums of its four lanes;
 *   none where it adds in plain order
 * @property {number} epsilon of a norm
 * @property {number} total of the terms
 * @property {number} result the final running sum; the engine's own number, to the bit
 */

/** @type {Record<string, Kind>} */
const KINDS = {
  x: 'plus',
  x2: 'plus',
  query: 'products',
  key: 'products',
  value: 'products',
  normedQuery: 'squares',
  normedKey: 'squares',
  turnedQuery: 'turned',
  turnedKey: 'turned',
  dotProducts: 'products',
  scores: 'scaled',
  softcapped: 'capped',
  masked: 'masked',
  exponentials: 'power',
  attention: 'share',
  heads: 'products',
  concatenated: 'copy',
  contributions: 'products',
  output: 'products',
  sum: 'plus',
  mean: 'mean',
  variance: 'spread',
  norm: 'normed',
  mean2: 'mean',
  variance2: 'spread',
  norm2: 'normed',
};

/** Caches an answer's last explanations: one may have thousands of terms, and several parts request it. @type {WeakMap<Answer, Map<string, Explanation | null>>} */
const latest = new WeakMap();
const MOST_KEPT = 8;

/**
 * @param {Answer} answer
 * @param {string} name of a cell
 * @returns {Explanation | null} null where this answer has no such number
 */
export function explain(answer, name) {
  const known = latest.get(answer) ?? new Map();
  if (known.has(name)) return known.get(name);
  if (known.size >= MOST_KEPT) known.clear();
  known.set(name, explainNow(answer, name));
  latest.set(answer, known);
  return known.get(name);
}

/** @param {Answer} answer @param {string} name @returns {Explanation | null} */
function explainNow(answer, name) {
  const cell = parseCell(name);
  const value = cell && numberOf(answer, cell);
  if (!cell || value === null) return null;
  const kind = kindOf(answer, cell);
  const nothing = {
    cell,
    value,
    kind,
    terms: [],
    bias: null,
    parts: [],
    lanes: [],
    epsilon: EPSILON,
    total: 0,
    result: value,
  };
  if (kind === 'given' || kind === 'edited') return nothing;
  return { ...nothing, ...MAKERS[kind](answer, cell) };
}

/**
 * @param {Answer} answer
 * @param {Cell} cell
 * @returns {Kind}
 */
function kindOf(answer, cell) {
  const { matrix } = cell;
  if (Object.hasOwn(answer.question.edits, editNameOf(answer, cell) ?? '')) return 'edited';
  const made = stageOf(answer, cell);
  const sources = made || KINDS[matrix] ? sourcesOf(answer, cell) : [];
  if (sources.length === 0) return 'given';
  if (made) return made.kind;
  const { given } = answer.question.source.block;
  if (matrix === 'norm' && given?.isRms) return 'squares';
  return KINDS[matrix] === 'turned' && sources.length === 1 ? 'copy' : KINDS[matrix];
}
