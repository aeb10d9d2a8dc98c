// Exhibits of the lesson about the effect of a head.

import { headCase } from './head-case.ts';
import { headEffect } from './head-effect.ts';

export const headDid = [headEffect, headCase];
