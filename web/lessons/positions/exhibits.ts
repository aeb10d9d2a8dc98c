// Exhibits of the lesson about positions.

import { added } from './added.ts';
import { dials } from './dials.ts';
import { order } from './order.ts';

export const positions = [order, dials, added];
