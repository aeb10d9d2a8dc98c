// Exhibits of the lesson about the cache, by their names in its scenes.

import { createCacheSame } from './same.ts';
import { createCacheShared } from './shared.ts';
import { createCacheStep } from './step.ts';
import { createCacheWritten } from './written.ts';
import type { Exhibits } from '../exhibit-types.ts';

export const cache: Exhibits = {
  'cache-written': { create: createCacheWritten, lab: 'withheld' },
  'cache-step': { create: createCacheStep, lab: 'withheld' },
  'cache-same': { create: createCacheSame, lab: 'withheld' },
  'cache-shared': { create: createCacheShared, lab: 'withheld' },
};
