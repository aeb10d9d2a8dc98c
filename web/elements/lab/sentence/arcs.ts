// Arcs over the tokens: from the selected word to the words that each head attends to.

import { svg } from '../../../ui/template.ts';
import type { Template } from '../../../ui/template.ts';

/** the weight of one head between two tokens, by their index */
export interface Arc {
  from: number;
  to: number;
  /** from 0 to 1 */
  weight: number;
  color: string;
  /** place among arcs between the same tokens, from -1 to 1 */
  lane: number;
}

/** the upper middle of a token, in px */
interface Place {
  x: number;
  y: number;
}

/** Weights below this have no arc. */
export const LEAST_ARC = 0.15;
/** px between arcs of the first and the last head. */
const LANES = 10;
const LOWEST = 14;
const HIGHEST = 38;
/** Height of an arc, as a part of its width. */
const RISE = 0.16;

/** The tops of chips, in the coordinates of their row. */
export const placesOf = (row: Element): Place[] =>
  [...row.querySelectorAll<HTMLElement>('.chip')].map(({ offsetLeft, offsetTop, offsetWidth }) => ({
    x: offsetLeft + offsetWidth / 2,
    y: offsetTop,
  }));

/** @param places of all tokens; fewer while a long text is being shown */
export const arcsView = (arcs: readonly Arc[], places: readonly Place[]): Template =>
  svg`<svg class="arcs" aria-hidden="true">
    ${arcs.map((arc) => {
      const [from, to] = [places[arc.from], places[arc.to]];
      return from && to ? arcView(arc, from, to) : null;
    })}
  </svg>`;

function arcView({ weight, color, lane }: Arc, from: Place, to: Place) {
  const shift = (lane * LANES) / 2;
  const [x1, x2] = [from.x + shift, to.x + shift];
  const isSelf = from === to;
  const rise = Math.min(HIGHEST, LOWEST + RISE * Math.abs(x2 - x1)) + shift;
  // an arc of a word to itself is a loop
  const wide = isSelf ? 12 : 0;
  const path =
    `M${x1 - wide / 2} ${from.y}` +
    `C${x1 - wide} ${from.y - 1.3 * rise} ${x2 + wide} ${to.y - 1.3 * rise} ${x2 + wide / 2} ${to.y}`;
  return svg`<path
      d=${path}
      fill="none"
      stroke=${color}
      stroke-width=${(1 + 4 * weight).toFixed(1)}
      stroke-opacity=${(0.2 + 0.8 * weight).toFixed(2)}
    ></path>
    <circle cx=${x2 + wide / 2} cy=${to.y - 1} r=${(1 + 2.5 * weight).toFixed(1)} fill=${color}></circle>`;
}
