// Exhibits of the lesson about the layer.

import { addNorm } from './add-norm.ts';
import { blocks } from './blocks.ts';
import { concat } from './concat.ts';
import { cost } from './cost.ts';
import { headSum } from './head-sum.ts';

export const layer = [concat, headSum, addNorm, blocks, cost];
