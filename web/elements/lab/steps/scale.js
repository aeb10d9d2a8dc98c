// Colour scale of a matrix: a round number that none exceeds. Masked cells do not count.

import { chooseScale } from '../../../views/scale.js';

/**
 * @param {import('./plan.js').Shown} shown
 * @returns {import('../../../views/scale.js').Scale}
 */
export function chooseSignedScale({ largest, colors }) {
  if (colors === 'mask') return { max: 1, clipped: false, signed: true };
  const { max } = chooseScale(Float32Array.of(largest()));
  return { max, clipped: false, ...(colors === 'signed' && { signed: true }) };
}
