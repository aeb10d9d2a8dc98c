// Number format of the cells of a step's matrices.

import { exactText, shortText } from '../../shared/format.js';

/**
 * A mask holds 0 and minus infinity and needs little room; all others are rounded.
 * @param {import('./plan.js').Shown['colors']} colors
 * @returns {{ format: (value: number) => string, letters?: number }}
 */
export function writingOf(colors) {
  return colors === 'mask'
    ? { format: exactText, letters: 2 }
    : { format: (value) => shortText(value) };
}
