// The end of the colour scale of a matrix: an easy number that none exceeds. What is masked does not count.

import { chooseScale } from '../../../views/scale.js';

/**
 * @param {import('./plan.js').Shown} shown
 * @returns {import('../../../views/scale.js').Scale}
 */
export function chooseSignedScale({ rows, columns, valueAt, colors }) {
  if (colors === 'mask') return { max: 1, clipped: false, signed: true };
  let most = 0;
  for (let row = 0; row < rows.size; row++) {
    for (let column = 0; column < columns.size; column++) {
      const size = Math.abs(valueAt(row, column));
      if (size > most && size < Infinity) most = size;
    }
  }
  const { max } = chooseScale(Float32Array.of(most));
  return { max, clipped: false, ...(colors === 'signed' && { signed: true }) };
}
