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
  const { norm, rotary } = answer.question.source.block;
  const isFirst = norm === 'pre';
  /**
   * @param {string} from
   * @param {number | null} r
   * @param {number | null} c
   * @param {number | null} [h]
   * @returns {Line}
   */
  const line = (from, r, c, h = null) => ({ matrix: from, head: h, row: r, column: c });
  const own = (/** @type {string} */ from) => line(from, row, column, head);
  const biases = (/** @type {string} */ from, /** @type {number} */ at) =>
    gridOf(answer, from, null) ? [line(from, 0, at)] : [];
  // what a norm is of
  const normed = isFirst ? 'x' : 'sum';
  const ofSecond = matrix.endsWith('2') ? '2' : '';
  switch (matrix) {
    case 'x':
    case 'x2': {
      // the results of earlier layers are not explained
      if (answer.question.layer > 0) return [];
      const second = matrix === 'x2' ? '2' : '';
      const positions = `positions${second}`;
      return [own(`tokens${second}`), ...(gridOf(answer, positions, null) ? [own(positions)] : [])];
    }
    case 'query':
    case 'key':
    case 'value': {
      const letter = matrix[0].toUpperCase();
      const output = (head ?? 0) * headWidth + column;
      const input = `${isFirst ? 'norm' : 'x'}${matrix === 'query' ? '' : keysFrom}`;
      return [
        line(input, row, null),
        line(`W_${letter}`, null, output),
        ...biases(`b_${letter}`, output),
      ];
    }
    case 'turnedQuery':
    case 'turnedKey': {
      const before = matrix === 'turnedQuery' ? 'query' : 'key';
      const { first, second } = pairOf(column, headWidth);
      return [line(before, row, first, head), line(before, row, second, head)];
    }
    case 'dotProducts': {
      const [query, key] = rotary ? ['turnedQuery', 'turnedKey'] : ['query', 'key'];
      return [line(query, row, null, head), line(key, column, null, head)];
    }
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
      return [line('concatenated', row, null), line('W_O', null, column), ...biases('b_O', column)];
    case 'sum':
      return [line('x', row, column), line('output', row, column)];
    case 'mean':
    case 'mean2':
      return [line(`${normed}${ofSecond}`, row, null)];
    case 'variance':
    case 'variance2':
      return [line(`${normed}${ofSecond}`, row, null), line(`mean${ofSecond}`, row, 0)];
    case 'norm':
    case 'norm2':
      return [
        line(`${normed}${ofSecond}`, row, column),
        ...[line(`mean${ofSecond}`, row, 0), line(`variance${ofSecond}`, row, 0)],
        ...(answer.trace?.learned ? [line('gain', 0, column)] : []),
        ...biases('shift', column),
      ];
    default:
      return [];
  }
}

/**
 * The two numbers of a row that are turned together, of which this is one.
 * @param {number} column
 * @param {number} width
 */
export function pairOf(column, width) {
  const pair = column % (width / 2);
  return { pair, first: pair, second: pair + width / 2 };
}
