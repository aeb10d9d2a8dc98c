// Exhibits of the lesson about matrices.

import { exchange } from './exchange.ts';
import { form } from './form.ts';
import { handed } from './handed.ts';
import { inputs } from './inputs.ts';
import { oneMatrix } from './one-matrix.ts';

export const matrices = [oneMatrix, form, exchange, handed, inputs];
