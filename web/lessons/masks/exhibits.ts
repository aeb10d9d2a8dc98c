// Exhibits of the lesson about masks, by their names in its scenes.

import { createEmptyRow } from './empty-row.ts';
import { createMaskedRow } from './masked-row.ts';
import { createPadding } from './padding.ts';
import { createPolarity } from './polarity.ts';
import type { Exhibits } from '../exhibit-types.ts';

export const masks: Exhibits = {
  'masked-row': { create: createMaskedRow },
  padding: { create: createPadding },
  polarity: { create: createPolarity, lab: 'withheld' },
  'empty-row': { create: createEmptyRow, lab: 'withheld' },
};
