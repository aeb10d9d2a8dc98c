// Exhibits of the lesson about shapes, by their names in its scenes.

import { createShapes } from './layer-shapes.ts';
import { createWrongWidth } from './wrong-width.ts';
import type { Exhibits } from '../exhibit-types.ts';

export const shapes: Exhibits = {
  shapes: { create: createShapes },
  'wrong-width': { create: createWrongWidth, lab: 'withheld' },
};
