// Exhibits of the lesson about rotary positions, by their names in its scenes.

import { createRotaryDials } from './dials.ts';
import { createRotaryOrder } from './order.ts';
import { createRotaryPairings } from './pairings.ts';
import { createRotaryPairs } from './pairs.ts';
import type { Exhibits } from '../exhibit-types.ts';

export const rotary: Exhibits = {
  'rotary-order': { create: createRotaryOrder, lab: 'withheld' },
  'rotary-dials': { create: createRotaryDials, lab: 'withheld' },
  'rotary-pairs': { create: createRotaryPairs, lab: 'withheld' },
  'rotary-pairings': { create: createRotaryPairings, lab: 'withheld' },
};
