// Colour scale of a matrix: a round number that none exceeds. Masked cells do not count.

import { chooseScale } from '../../../views/scale.ts';
import type { Shown } from './plan.ts';
import type { Scale } from '../../../views/scale.ts';

export function chooseSignedScale({ largest, colors }: Shown): Scale {
  if (colors === 'mask') return { max: 1, clipped: false, signed: true };
  const { max } = chooseScale(Float32Array.of(largest()));
  return { max, clipped: false, ...(colors === 'signed' && { signed: true }) };
}
