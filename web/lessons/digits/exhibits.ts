// Exhibits of the lesson about number formats, by their names in its scenes.

import { createOnline } from './online.ts';
import { createRounded } from './rounded.ts';
import { createSoftmaxes } from './softmaxes.ts';
import type { Exhibits } from '../exhibit-types.ts';

export const digits: Exhibits = {
  softmaxes: { create: createSoftmaxes, lab: 'withheld' },
  online: { create: createOnline, lab: 'withheld' },
  rounded: { create: createRounded, lab: 'withheld' },
};
