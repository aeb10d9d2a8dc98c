// Describes the current run for the export of programs.

import { parseCell } from '../answer/cells.js';
import { keyPieces, queryPieces } from '../frame.js';
import { UNTRAINED } from '../state/state.js';

/**
 * @typedef {import('../answer/answer.js').Answer} Answer
 * @typedef {import('./code.js').CodeRun} CodeRun
 */

/**
 * Whether a program can only repeat this answer from its vectors and weights themselves.
 * @param {Answer} answer
 */
export function needsTrace({ question, trace }) {
  return question.source.name !== UNTRAINED && !trace;
}

/**
 * @param {Answer} answer
 * @returns {CodeRun}
 */
export function codeRunOf(answer) {
  const { question } = answer;
  const { queries, keys, heads, width, causal, padding, scaled } = question;
  const changes = Object.entries(question.edits).flatMap(([name, value]) => {
    const cell = parseCell(name);
    return cell && fits(cell, answer) ? [{ ...cell, value }] : [];
  });
  const ofKeys = keys ? keyPieces(answer) : null;
  const plain = {
    queries: queryPieces(answer),
    keys: ofKeys,
    heads,
    width,
    causal,
    scaled,
    changes,
    block: question.source.block,
  };
  return { ...plain, padding: Math.min(padding, answer.columns), origin: originOf(answer) };
}

/**
 * @param {Answer} answer
 * @returns {import('./code.js').Origin}
 */
function originOf({ question, trace }) {
  const { source, seed, queries, keys } = question;
  if (source.name === UNTRAINED) {
    const ids = queries.map(({ id }) => id);
    return { seed, ids, keyIds: keys && keys.map(({ id }) => id) };
  }
  if (!trace) throw new TypeError('trace: a trained layer is written down from its weights');
  const { first, second, weights, learned } = trace;
  return { x: first.x, x2: second && second.x, weights, learned };
}

/**
 * Whether a cell that was changed is there: the sentence may be shorter than it was.
 * @param {import('../answer/cells.js').Cell} cell
 * @param {Answer} answer
 */
function fits({ matrix, head, row, column }, { question, rows, columns }) {
  const { heads, width } = question;
  const inside = width / heads;
  /** @type {Record<string, readonly [number, number]>} */
  const shapes = {
    query: [rows, inside],
    key: [columns, inside],
    turnedQuery: [rows, inside],
    turnedKey: [columns, inside],
    value: [columns, inside],
    heads: [rows, inside],
    dotProducts: [rows, columns],
    scores: [rows, columns],
    attention: [rows, columns],
    mask: [rows, columns],
    vocabulary: [Infinity, width],
    positions: [Math.max(rows, columns), width],
  };
  const [down, across] = shapes[matrix] ?? (matrix.startsWith('b_') ? [1, width] : [width, width]);
  return (head ?? 0) < heads && row < down && column < across;
}
