// Style sheets of maps without a lab around them.

/// <reference path="../css.d.ts" />

import { adopt } from '../shared/adopt.ts';
import base from '../shared/base.css';
import colors from '../shared/colors.css';
import controls from '../shared/controls.css';
import drawings from '../shared/drawings.css';
import maps from '../lab/maps/maps.css';
import print from '../shared/print.css';

/** @returns removes them again */
export function adoptMapStyles(root: HTMLElement): () => void {
  return adopt(root, [colors, base, controls, maps, drawings, print]);
}
