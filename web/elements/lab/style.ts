// Style sheets of the lab, except for parts that load later.

/// <reference path="../css.d.ts" />

import { adopt } from '../../ui/adopt.ts';
import base from '../../ui/base.css';
import colors from '../../ui/colors.css';
import buttons from '../../ui/button.css';
import controls from '../../ui/controls.css';
import drawings from '../../ui/drawings.css';
import locks from './state/locks.css';
import maps from './maps/maps.css';
import panel from './panel/panel.css';
import print from '../../ui/print.css';
import segments from '../../ui/segments.css';
import room from './room.css';
import sentence from './sentence/sentence.css';

/** @returns removes them again */
export function adoptStyles(root: HTMLElement | ShadowRoot): () => void {
  return adopt(root, [
    colors,
    base,
    sentence,
    controls,
    segments,
    buttons,
    maps,
    drawings,
    panel,
    room,
    locks,
    print,
  ]);
}
