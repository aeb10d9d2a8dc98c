// Exhibits of the lesson about shapes.

import { headPrice, headWidths, outShapes } from './layer-shapes.ts';
import { wrongWidth } from './wrong-width.ts';

export const shapes = [headWidths, headPrice, wrongWidth, outShapes];
