// The map of contacts on the screen: its figure on a canvas, its cells for pointer, keyboard and screen readers.

import { layoutContacts } from '../../../views/causes/contacts.ts';
import { neutralRampOf } from '../../../views/color.ts';
import { boxVars, createCanvasGrid, evenCells } from '../../../ui/canvas-grid.ts';
import { percentText } from '../../../ui/format.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { paintFigure } from '../paint-figure.ts';
import type { Theme } from '../../../views/color.ts';
import type { Place } from '../../../ui/canvas-grid.ts';

export interface ShownContacts {
  title: string;
  residues: readonly string[];
  /** (residues, residues) */
  values: ArrayLike<number>;
  nameOf: (place: Place) => string;
  chosen: Place | null;
}

/** Colours of the legend, between which it is even. */
const STOPS = 9;
/** Widths of the drawing, CSS pixels. */
const WIDE = 600;
const EXPORTED = 800;

export function createContactMap(onChoose: (place: Place) => void) {
  let shown: ShownContacts | null = null;
  let theme: Theme = 'light';
  let hovered: Place | null = null;
  let drawn: readonly unknown[] = [];
  const grid = createCanvasGrid(
    { grid: 'causes-board', cell: 'causes-cell' },
    {
      hover(spot) {
        hovered = spot as Place | null;
        draw();
      },
      choose: (spot) => onChoose(spot as Place),
    },
  );
  const view = () => {
    const { css } = neutralRampOf(theme);
    const stops = Array.from({ length: STOPS }, (_, i) => css[Math.round((i / (STOPS - 1)) * (css.length - 1))]); // prettier-ignore
    return html`<div hidden=${!shown}>
      <div class="causes-scroll">${grid.element}</div>
      <p class="contacts-scale" aria-hidden="true" vars=${{ '--ramp': stops.join(', ') }}>
        <span>${percentText(0)}</span><span></span><span>${percentText(1)}</span>
      </p>
    </div>`;
  };
  const { element, render } = createRoot(view());

  const layoutIn = (own: ShownContacts, room: number) =>
    layoutContacts(
      { ...own, ramp: neutralRampOf(theme).css, ink: getComputedStyle(element).color },
      room,
    );

  function draw() {
    render(view());
    const room = Math.min(WIDE, element.clientWidth);
    if (!shown || room === 0) return;
    const { residues, values, nameOf, chosen, title } = shown;
    const key = [values, theme, room, devicePixelRatio];
    const layout = layoutIn(shown, room);
    if (key.some((one, i) => one !== drawn[i])) paintFigure(grid.canvas, layout.figure);
    drawn = key;
    const { left, top, cell, figure } = layout;
    const count = residues.length;
    const size = { cellWidth: cell, cellHeight: cell, rows: count, columns: count };
    const cells = evenCells({ left, top, ...size });
    const ring = (place: Place | null, name: string) =>
      html`<div
        class=${name}
        hidden=${!place}
        vars=${place ? boxVars(cells.boxOf(place)) : {}}
      ></div>`;
    grid.update({
      label: title,
      size: { width: figure.width, height: figure.height },
      cells,
      nameOf,
      selected: chosen,
      title: hovered && nameOf(hovered),
      over: [ring(hovered, 'causes-ring'), ring(chosen, 'causes-ring causes-chosen')],
    });
  }

  const observer = new ResizeObserver(draw);
  observer.observe(element);

  return {
    element,
    /** @param next null: hides the map */
    show(next: ShownContacts | null, look: Theme) {
      if (next?.values !== shown?.values) hovered = null;
      if (next?.chosen && next.chosen !== shown?.chosen) grid.moveTo(next.chosen);
      [shown, theme] = [next, look];
      draw();
    },
    figure: () => shown && layoutIn(shown, EXPORTED).figure,
    stop: () => observer.disconnect(),
  };
}
