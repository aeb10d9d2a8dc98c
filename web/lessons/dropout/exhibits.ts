// Exhibits of the lesson about dropout.

import { dropped } from './dropped.ts';
import { gone } from './gone.ts';
import { runs } from './runs.ts';

export const dropout = [dropped, runs, gone];
