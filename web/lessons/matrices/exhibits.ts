// Exhibits of the lesson about a head's matrices, by their names in its scenes.

import { createExchange } from './exchange.ts';
import { createForm } from './form.ts';
import { createHanded } from './handed.ts';
import { createOneMatrix } from './one-matrix.ts';
import type { Exhibits } from '../exhibit-types.ts';

export const matrices: Exhibits = {
  'one-matrix': { create: createOneMatrix, lab: 'withheld' },
  'one-form': { create: createForm, lab: 'withheld' },
  exchange: { create: createExchange, lab: 'withheld' },
  handed: { create: createHanded, lab: 'withheld' },
};
