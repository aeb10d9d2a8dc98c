// The rows, columns and single numbers that a number was made of.

import { gridOf } from '../answer/grids.js';

/**
 * @typedef {object} Line a row or a column of a matrix; null: all along
 * @property {string} matrix
 * @property {number | null} head
 * @property {number | null} row
 * @property {number | null} column
 */

/**
 * @param {import('../answer/answer.js').Answer} answer
 * @param {import('../answer/cells.js').Cell} cell
 * @returns {readonly Line[]}
 */
export function sourcesOf(answer, cell) {
  const { matrix, head, row, column } = cell;
  const headWidth = gridOf(answer, 'query', 0)?.columns ?? 1;
  const keysFrom = answer.question.keys ? '2' : '';
  /**
   * @param {string} from
   * @param {number | null} r
   * @param {number | null} c
   * @param {number | null} [h]
   * @returns {Line}
   */
  const line = (from, r, c, h = null) => ({ matrix: from, head: h, row: r, column: c });
  const own = (/** @type {string} */ from) => line(from, row, column, head);
  switch (matrix) {
    case 'x':
    case 'x2': {
      // the results of earlier layers are not explained
      if (answer.question.layer > 0) return [];
      const second = matrix === 'x2' ? '2' : '';
      return [own(`tokens${second}`), own(`positions${second}`)];
    }
    case 'query':
    case 'key':
    case 'value': {
      const letter = matrix[0].toUpperCase();
      const output = (head ?? 0) * headWidth + column;
      const input = matrix === 'query' ? 'x' : `x${keysFrom}`;
      return [
        line(input, row, null),
        line(`W_${letter}`, null, output),
        line(`b_${letter}`, 0, output),
      ];
    }
    case 'dotProducts':
      return [line('query', row, null, head), line('key', column, null, head)];
    case 'scores':
      return [own('dotProducts')];
    case 'masked':
      return [own('scores'), line('mask', row, column)];
    case 'exponentials':
      return [own('masked')];
    case 'attention':
      return [line('exponentials', row, null, head)];
    case 'heads':
      return [line('attention', row, null, head), line('value', null, column, head)];
    case 'concatenated':
      return [line('heads', row, column % headWidth, Math.floor(column / headWidth))];
    case 'contributions':
      return [line('heads', row, null, head), line('W_O', null, column)];
    case 'output':
      return [line('concatenated', row, null), line('W_O', null, column), line('b_O', 0, column)];
    case 'sum':
      return [line('x', row, column), line('output', row, column)];
    case 'mean':
      return [line('sum', row, null)];
    case 'variance':
      return [line('sum', row, null), line('mean', row, 0)];
    case 'norm':
      return [
        ...[line('sum', row, column), line('mean', row, 0), line('variance', row, 0)],
        ...(answer.trace?.learned ? [line('gain', 0, column), line('shift', 0, column)] : []),
      ];
    default:
      return [];
  }
}
