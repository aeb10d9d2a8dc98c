// The lab's style sheets, but for those of what is loaded later.

/// <reference path="../css.d.ts" />

import { adopt } from './adopt.js';
import base from './base.css';
import controls from './controls.css';
import drawings from './drawings.css';
import exporting from './export/export.css';
import locks from './locks.css';
import maps from './maps.css';
import panel from './panel.css';
import print from './print.css';
import room from './room.css';
import sentence from './sentence.css';

/**
 * @param {HTMLElement | ShadowRoot} root
 * @returns {() => void} takes them away again
 */
export function adoptStyles(root) {
  return adopt(root, [
    ...[base, sentence, controls, maps, drawings, exporting, panel],
    ...[room, locks, print],
  ]);
}
