// Decides which numbers can be edited, and names the edit.
// A token's vector is edited wherever the word occurs.

import { nameCell } from '../answer/cells.ts';
import type { Answer } from '../answer/answer.ts';
import type { Cell } from '../answer/cells.ts';

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

/** The name under which a number can be edited; null where it cannot. */
export function editNameOf({ question }: Answer, cell: Cell) {
  // an opened model is read-only
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
