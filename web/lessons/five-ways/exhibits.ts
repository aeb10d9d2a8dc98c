// Exhibits of the lesson about the five ways, by their names in its scenes.

import { createNotations } from './notations.ts';
import { createTwoDrawings } from './two-drawings.ts';
import { createFiveWays } from './ways.ts';
import type { Exhibits } from '../exhibit-types.ts';

export const fiveWays: Exhibits = {
  'two-drawings': { create: createTwoDrawings, lab: 'withheld' },
  'five-ways': { create: createFiveWays, lab: 'hidden' },
  writings: { create: createNotations },
};
