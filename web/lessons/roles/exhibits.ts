// Exhibits of the lesson about roles, by their names in its scenes.

import { createRoles } from './role-scores.ts';
import { createWithout } from './without.ts';
import type { Exhibits } from '../exhibit-types.ts';

export const roles: Exhibits = {
  roles: { create: createRoles },
  without: { create: createWithout, lab: 'withheld' },
};
