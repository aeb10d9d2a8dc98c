// Exhibits of the lesson about digits.

import { online } from './online.ts';
import { rounded } from './rounded.ts';
import { softmaxes } from './softmaxes.ts';

export const digits = [softmaxes, online, rounded];
