// Exhibits of the lesson about shapes.

import { layerShapes } from './layer-shapes.ts';
import { wrongWidth } from './wrong-width.ts';

export const shapes = [layerShapes, wrongWidth];
