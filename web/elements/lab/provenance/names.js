// Readable names of numbers: symbol, and tokens or indices.

import { fillText } from '../../shared/dom.js';
import { keyPieces, queryPieces } from '../frame.js';
import { inlineSymbol, symbolText } from '../steps/symbols.js';

/**
 * @typedef {import('../answer/cells.js').Cell} Cell
 * @typedef {import('../answer/answer.js').Answer} Answer
 * @typedef {import('../../messages/en.js').Messages} Messages
 */

const PAIRS = new Set([
  'dotProducts',
  'scores',
  'softcapped',
  'distances',
  'mask',
  'masked',
  'exponentials',
  'attention',
]);
const OF_KEYS = /^(key|normedKey|turnedKey|value|.*2)$/;
const SINGLE = /^(mean|variance)[2E]?$/;

/**
 * The words that stand at a number's row and column.
 * @param {Answer} answer
 * @param {Cell} cell
 */
export function wordsAt(answer, { matrix, row, column }) {
  const queries = queryPieces(answer);
  const keys = keyPieces(answer);
  return {
    query: queries[row] ?? '',
    key: (PAIRS.has(matrix) ? keys[column] : keys[row]) ?? '',
    token: (OF_KEYS.test(matrix) ? keys[row] : queries[row]) ?? '',
  };
}

/**
 * @param {Messages} messages
 * @param {Cell} cell
 */
function patternOf(messages, { matrix }) {
  if (PAIRS.has(matrix)) return messages.provNamePair;
  if (SINGLE.test(matrix)) return messages.provNameRow;
  if (matrix.startsWith('W_')) return messages.provNameWeight;
  if (/^(b_.|gain[QKE]?|shiftE?)$/.test(matrix)) return messages.provNameBias;
  return messages.provNameToken;
}

/**
 * The name as text, such as "Q_2: it, number 5".
 * @param {Messages} messages
 * @param {Answer} answer
 * @param {Cell} cell
 * @param {string} [symbol]
 */
export function nameText(messages, answer, cell, symbol = symbolText(cell.matrix, cell.head)) {
  return fillText(patternOf(messages, cell), {
    symbol,
    ...wordsAt(answer, cell),
    row: cell.row + 1,
    column: cell.column + 1,
  });
}

/**
 * The same with its symbol as a formula.
 * @param {Messages} messages
 * @param {Answer} answer
 * @param {Cell} cell
 */
export function nameNodes(messages, answer, cell) {
  const [before, after] = nameText(messages, answer, cell, '\0').split('\0');
  const nodes = document.createDocumentFragment();
  nodes.append(before, inlineSymbol(cell.matrix, cell.head), after);
  return nodes;
}
