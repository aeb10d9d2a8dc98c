// Exhibits of the lesson about roles of heads.

import { roleScores } from './role-scores.ts';
import { without } from './without.ts';

export const roles = [roleScores, without];
