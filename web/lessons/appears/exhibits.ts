// Exhibits of the lesson about the layers' predictions.

import { lens } from './lens.ts';
import { lensCase } from './lens-case.ts';

export const appears = [lens, lensCase];
