// Exhibits of the lesson about the pairs of rotary positions.

import { pairings } from './pairings.ts';
import { pairs as paired } from './pairs.ts';

export const pairs = [paired, pairings];
