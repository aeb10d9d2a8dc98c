// Exhibits of the lesson about attention sinks, by their names in its scenes.

import { createFirstShare } from './first-share.ts';
import { createMissed } from './missed.ts';
import { createContributionNorms } from './contribution-norms.ts';
import type { Exhibits } from '../exhibit-types.ts';

export const sinks: Exhibits = {
  'first-share': { create: createFirstShare, lab: 'withheld' },
  weighted: { create: createContributionNorms, lab: 'hidden' },
  missed: { create: createMissed, lab: 'withheld' },
};
