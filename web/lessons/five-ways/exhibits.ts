// Exhibits of the lesson about where the matrices come from.

import { notations } from './notations.ts';
import { twoDrawings } from './two-drawings.ts';
import { ways } from './ways.ts';

export const fiveWays = [twoDrawings, ways, notations];
