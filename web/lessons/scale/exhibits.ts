// Exhibits of the lesson about the scale of scores.

import { scaledRow } from './scaled-row.ts';

export const scale = [scaledRow];
