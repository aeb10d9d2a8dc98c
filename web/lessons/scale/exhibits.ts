// Exhibits of the lesson about the scale, by their names in its scenes.

import { createScale } from './scaled-row.ts';
import type { Exhibits } from '../exhibit-types.ts';

export const scale: Exhibits = {
  scale: { create: createScale, lab: 'hidden' },
};
