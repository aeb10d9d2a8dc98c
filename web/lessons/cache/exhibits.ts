// Exhibits of the lesson about the cache.

import { same } from './same.ts';
import { shared } from './shared.ts';
import { step } from './step.ts';
import { written } from './written.ts';

export const cache = [written, step, same, shared];
