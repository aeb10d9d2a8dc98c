// Decides which numbers can be edited, and names the edit.
// A token's vector is edited wherever the word occurs.

import { isEditable, nameCell } from '../answer/cells.ts';
import type { Answer } from '../answer/answer.ts';
import type { Cell } from '../answer/cells.ts';

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
  return isEditable(cell) ? nameCell(cell) : null;
}
