// Exhibits of the lesson about the reason for attention.

import { blind } from './blind.ts';
import { lookAroundExhibit } from './look-around.ts';
import { wordAlone } from './word-alone.ts';

export const why = [wordAlone, lookAroundExhibit, blind];
