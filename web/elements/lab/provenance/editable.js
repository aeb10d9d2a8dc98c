// Tells which numbers can be edited, and names the edit.
// A token's vector is edited wherever the word occurs.

import { nameCell } from '../answer/cells.js';

const EDITABLE = new Set([
  'positions',
  'W_Q',
  'W_K',
  'W_V',
  'W_O',
  'b_Q',
  'b_K',
  'b_V',
  'b_O',
  'query',
  'key',
  'turnedQuery',
  'turnedKey',
  'value',
  'dotProducts',
  'scores',
  'mask',
  'attention',
  'heads',
]);

/**
 * The name under which a number can be edited; null where it cannot.
 * @param {import('../answer/answer.js').Answer} answer
 * @param {import('../answer/cells.js').Cell} cell
 */
export function editNameOf({ question }, cell) {
  // numbers of an opened model cannot be changed
  if (question.source.block.given) return null;
  const { matrix, row, column } = cell;
  const word = /^tokens(2?)$/.exec(matrix);
  if (word) {
    const token = (word[1] ? question.keys : question.queries)?.[row];
    return token ? nameCell({ matrix: 'vocabulary', head: null, row: token.id, column }) : null;
  }
  if (matrix === 'positions2') return nameCell({ ...cell, matrix: 'positions' });
  return EDITABLE.has(matrix) ? nameCell(cell) : null;
}
