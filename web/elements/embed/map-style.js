// The style sheets of maps without a lab around them.

/// <reference path="../css.d.ts" />

import { adopt } from '../lab/adopt.js';
import base from '../lab/base.css';
import controls from '../lab/controls.css';
import drawings from '../lab/drawings.css';
import maps from '../lab/maps.css';
import print from '../lab/print.css';

/**
 * @param {HTMLElement} root
 * @returns {() => void} takes them away again
 */
export function adoptMapStyles(root) {
  return adopt(root, [base, controls, maps, drawings, print]);
}
