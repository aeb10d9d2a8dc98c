// Style sheets of maps without a lab around them.

/// <reference path="../css.d.ts" />

import { adopt } from '../../ui/adopt.ts';
import tables from '../../ui/number-table.css';
import base from '../../ui/base.css';
import colors from '../../ui/colors.css';
import buttons from '../../ui/button.css';
import controls from '../../ui/controls.css';
import drawings from '../../ui/drawings.css';
import maps from '../lab/maps/maps.css';
import print from '../../ui/print.css';
import segments from '../../ui/segments.css';

/** @returns removes them again */
export function adoptMapStyles(root: HTMLElement): () => void {
  return adopt(root, [colors, base, controls, segments, buttons, maps, tables, drawings, print]);
}
