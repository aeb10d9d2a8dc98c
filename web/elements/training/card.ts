// Card of one head: map, role, checkbox for ablation, enlarged map.

import { headHue, markOf, rampOf } from '../../views/color.ts';
import { drawMap } from '../../views/map/map.ts';
import { button } from '../../ui/controls.ts';
import { html } from '../../ui/template.ts';
import { icon, sayText } from '../../ui/text.ts';
import { isPositional } from '../lab/answer/roles.ts';
import { isNamed, nameOf, positionsFor } from './head-roles.ts';
import type { Shown } from './heads.ts';
import type { MapCanvas } from './map-canvases.ts';
import type { Texts } from './texts.ts';

const SCALE = Object.freeze({ max: 1, clipped: false });
const ENLARGE = 'M9.5 3H13v3.5M6.5 13H3V9.5M13 3L9 7M3 13l4-4';

export interface Place {
  layer: number;
  head: number;
}

/** A cell of a head's map. */
export interface Cell {
  row: number;
  column: number;
}

interface CardState {
  /** null: the number of the head */
  title: string | null;
  isLarge: boolean;
  /** the cell under the pointer */
  hovered: Cell | null;
  /** null: heads cannot be removed */
  toggle: ((takesPart: boolean) => void) | null;
  enlarge: () => void;
  hover: (x: number, y: number) => void;
  leave: () => void;
  /** receives the canvas of the map */
  mount: (canvas: HTMLCanvasElement) => void;
}

export const nameAt = ({ layer, head }: Place) => `${layer}.${head}`;

export function card(texts: Texts, shown: Shown, place: Place, state: CardState) {
  const { words, numbers } = texts;
  const { removed, look, positional } = shown;
  const { isLarge, hovered, toggle, enlarge } = state;
  const { layer, head } = place;
  const own = shown.seen.roles[layer * shown.heads + head].best;
  const places = { layer: layer + 1, head: head + 1 };
  const role = nameOf(texts, own);
  const score = numbers.fixed(own.score, 2);
  const byPosition = positionsFor(own, positional);
  const isGone = removed.has(nameAt(place));
  const symbols = shown.sequence.words;
  const title = html`<b>${state.title ?? sayText(words.head, places)}</b>`;
  const tick = () =>
    html`<input
      type="checkbox"
      .checked=${!isGone}
      aria-label=${sayText(words.takesPart, places)}
      @change=${({ target }: Event) => toggle?.((target as HTMLInputElement).checked)}
    />`;
  return html`<div
    class="training-card"
    data-named=${isNamed(own, positional)}
    data-gone=${isGone}
    data-large=${isLarge}
    vars=${{ '--head': markOf(headHue(head), look.theme) }}
  >
    <div class="training-card-head">
      ${toggle ? html`<label>${tick()}${title}</label>` : html`<span>${title}</span>`}
      ${button(icon(ENLARGE), enlarge, {
        look: 'bare',
        classes: 'training-enlarge',
        label: sayText(words.enlarge, places),
        pressed: isLarge,
      })}
    </div>
    <canvas
      role="img"
      aria-label=${sayText(words.mapOf, { ...places, role, score })}
      ref=${state.mount}
      @click=${enlarge}
      @pointermove=${({ offsetX, offsetY }: PointerEvent) => state.hover(offsetX, offsetY)}
      @pointerleave=${state.leave}
    ></canvas>
    <p class="training-named">
      <span class="training-role">
        ${hovered ? `${symbols[hovered.row]} → ${symbols[hovered.column]}` : role}
      </span>${' '}
      <span class="training-score">
        ${hovered ? numbers.fixed(weightAt(shown, place, hovered), 2) : score}
      </span>
    </p>
    <span class="training-bar" aria-hidden="true">
      <span
        class="training-bar-fill"
        vars=${{ 'inline-size': `${(100 * own.score).toFixed(1)}%` }}
      ></span>
    </span>
    <p class="training-alone" hidden=${isPositional(byPosition)}>
      ${sayText(words.positionsAlone, { score: numbers.fixed(byPosition, 2) })}
    </p>
  </div>`;
}

function valuesOf({ seen, sequence }: Shown, { layer, head }: Place) {
  const size = sequence.words.length ** 2;
  return seen.maps[layer].subarray(head * size, (head + 1) * size);
}

function weightAt(shown: Shown, place: Place, { row, column }: Cell) {
  return valuesOf(shown, place)[row * shown.sequence.words.length + column];
}

/** The cell of a map at a point of its canvas; null: none, or a masked one. */
export function cellAt({ sequence, causal }: Shown, { layout }: MapCanvas, x: number, y: number) {
  const count = sequence.words.length;
  const row = Math.floor((y - layout.top) / layout.cellHeight);
  const column = Math.floor((x - layout.left) / layout.cellWidth);
  const isInside = row >= 0 && row < count && column >= 0 && column < count;
  return isInside && !(causal && column > row) ? { row, column } : null;
}

export function paintMap(canvas: HTMLCanvasElement, shown: Shown, place: Place, own: MapCanvas) {
  const { causal, look } = shown;
  const { layout } = own;
  drawMap(canvas, {
    layout,
    shape: own.shape,
    backdrop: own.backdrop,
    scale: SCALE,
    values: valuesOf(shown, place),
    isMasked: (row, column) => causal && column > row,
    ramp: rampOf(headHue(place.head), look.theme),
    fontFamily: look.fontFamily,
    pixelRatio: look.pixelRatio,
  });
  canvas.style.width = `${layout.width}px`;
  canvas.style.height = `${layout.height}px`;
}
