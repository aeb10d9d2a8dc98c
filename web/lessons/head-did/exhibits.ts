// Exhibits of the lesson about the effect of a head.

import { headEffect } from './head-effect.ts';

export const headDid = [headEffect];
