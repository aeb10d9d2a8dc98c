// Exhibits of the lesson about the scale of scores.

import { growth } from './growth.ts';
import { scaledRow } from './scaled-row.ts';

export const scale = [growth, scaledRow];
