// Exhibits of the lesson about long texts.

import { longMap } from './long-map.ts';

export const long = [longMap];
