// Exhibits of the lesson about the layers' predictions.

import { lens } from './lens.ts';

export const appears = [lens];
