// Exhibits of the lesson about masks.

import { emptyRow } from './empty-row.ts';
import { maskedRow } from './masked-row.ts';
import { padding } from './padding.ts';
import { polarity } from './polarity.ts';

export const masks = [maskedRow, padding, polarity, emptyRow];
