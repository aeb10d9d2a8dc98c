// Stages of the input embedding of an opened model.
// It maps each matrix to the matrices that it was computed from; the numbers are those of the run.

/**
 * @typedef {import('./source.js').FloatTensor} FloatTensor
 * @typedef {import('./cells.js').Cell} Cell
 * @typedef {import('../provenance/sources.js').Line} Line
 *
 * @typedef {object} Stage
 * @property {'copy' | 'plus' | 'scaled' | 'products' | 'mean' | 'spread' | 'normed'} kind
 * @property {readonly string[]} of matrices, in the order of the formula
 * @property {number} [first] rows before it are given: tokens that stand before an image's patches
 * @property {number} [by] the factor of 'scaled'
 * @property {number} [epsilon] of 'normed'
 *
 * @typedef {object} Origin
 * @property {string} tensor its name in the file
 * @property {readonly number[]} [rows] of the tensor, one for each token
 *
 * @typedef {object} Made
 * @property {Readonly<Record<string, FloatTensor>>} grids (rows, columns) each
 * @property {Readonly<Record<string, Stage>>} stages by the name of their result
 * @property {Readonly<Record<string, Origin>>} origins of the matrices that are in the file
 */

/**
 * @param {import('./answer.js').Answer} answer
 * @param {Pick<Cell, 'matrix' | 'row'>} cell
 * @returns {Stage | null} null where the number is given, or made elsewhere
 */
export function stageOf({ trace }, { matrix, row }) {
  const stages = trace?.made?.stages ?? {};
  const stage = Object.hasOwn(stages, matrix) ? stages[matrix] : null;
  return stage && row >= (stage.first ?? 0) ? stage : null;
}

/**
 * @param {import('./answer.js').Answer} answer
 * @param {Cell} cell
 * @returns {Line[]}
 */
export function sourcesOfMade(answer, cell) {
  const stage = stageOf(answer, cell);
  if (!stage) return [];
  const { row, column } = cell;
  /** @param {string} matrix @returns {Line} */
  const line = (matrix) => ({ matrix, head: null, row, column });
  const lines = stage.of.map((name) => {
    if (/^(W_E|b_E|gainE|shiftE)$/.test(name)) {
      return { ...line(name), row: name === 'W_E' ? null : 0 };
    }
    return /^(mean|variance)E$/.test(name) ? { ...line(name), column: 0 } : line(name);
  });
  if (/^(products|mean|spread)$/.test(stage.kind)) lines[0] = { ...lines[0], column: null };
  return lines;
}
