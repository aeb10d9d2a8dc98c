// Exhibits of the lesson about dropout, by their names in its scenes.

import { createBlocks } from './blocks.ts';
import { createDropped } from './dropped.ts';
import { createGone } from './gone.ts';
import { createRuns } from './runs.ts';
import type { Exhibits } from '../exhibit-types.ts';

export const dropout: Exhibits = {
  dropped: { create: createDropped, lab: 'withheld' },
  runs: { create: createRuns, lab: 'withheld' },
  gone: { create: createGone, lab: 'withheld' },
  blocks: { create: createBlocks, lab: 'withheld' },
};
