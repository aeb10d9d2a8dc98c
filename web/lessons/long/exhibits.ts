// Exhibits of the lesson about long texts, by their names in its scenes.

import { createLong } from './long-map.ts';
import type { Exhibits } from '../exhibit-types.ts';

export const long: Exhibits = {
  long: { create: createLong, lab: 'withheld' },
};
