// Number format of the cells of a step's matrices.

import { exactText, inFormula, shortText } from '../../../ui/format.ts';
import type { Shown } from './plan.ts';

/** A mask contains 0 and minus infinity and needs little room; all others are rounded. */
export function cellFormatOf(colors: Shown['colors']): {
  format: (value: number) => string;
  letters?: number;
} {
  return colors === 'mask'
    ? { format: exactText, letters: 2 }
    : { format: (value) => inFormula(shortText(value)) };
}
