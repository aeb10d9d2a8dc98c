// Exhibits of the lesson about rotary positions.

import { added } from './added.ts';
import { dials } from './dials.ts';
import { order } from './order.ts';
import { pairings } from './pairings.ts';
import { pairs } from './pairs.ts';

export const rotary = [order, dials, pairs, pairings, added];
