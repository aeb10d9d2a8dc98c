// Exhibits of the lesson about long texts and the cache.

import { longMap } from './long-map.ts';
import { same } from './same.ts';
import { shared } from './shared.ts';
import { step } from './step.ts';
import { written } from './written.ts';

export const longTexts = [longMap, written, step, same, shared];
