// A small map of one head with its words, or a table.

import { headHue, rampOf, signedRampOf } from '../views/color.ts';
import { layoutMap } from '../views/map/layout.ts';
import { drawMap } from '../views/map/map.ts';
import { drawBackdrop, drawShape } from '../views/map/backdrop.ts';
import { chooseScale, chooseSignedScale } from '../views/scale.ts';
import { longestWidth, MEASURED_SIZE } from '../ui/label-sizes.ts';
import { createNumberTable } from '../ui/number-table.ts';
import { createRoot, html } from '../ui/template.ts';
import type { Messages } from '../words/en/lab.ts';
import type { NumberGrid } from '../ui/number-table.ts';
import type { Moment } from './exhibit-types.ts';
import type { Matrix } from './tensors.ts';
import type { MapLayout } from '../views/map/layout.ts';

export interface Drawing {
  name: string;
  /** width, CSS pixels */
  room: number;
  height?: number;
  /** width in a narrow room, CSS pixels, where only its table has words; default: as on a phone */
  small?: number;
  /** the head whose colours it has; default: the moment's */
  head?: number;
  /** whether the head is ablated */
  gone?: boolean;
  rowLabels?: readonly string[];
  columnLabels?: readonly string[];
  /** row names of the table, where there is no room for labels */
  rowNames?: readonly string[];
  columnNames?: readonly string[];
  /** the highlighted row or rows */
  marked?: number | readonly number[];
  /** highlighted cells, or parts of a row: row, column, number of columns */
  cells?: readonly (readonly [number, number, number?])[];
  /** whether numbers may be negative */
  signed?: boolean;
  /** common end of the colour scale, for maps to compare */
  scaleMax?: number;
  isMasked?: (row: number, column: number) => boolean;
  /** whether the caller places its table */
  tableApart?: boolean;
  /** called with the position of a click, 0..1 from the map's origin */
  pick?: (point: { x: number; y: number }) => void;
}

type Labels = { rowLabels: readonly string[]; columnLabels: readonly string[] };

export type SmallMap = ReturnType<typeof createSmallMap>;

const FONT_SIZE = 11;
/**
 * On a phone, where the scene's text needs room below the map, CSS pixels: the largest map, and the
 * width up to which a screen counts as a phone.
 */
const SMALL = 260;
const NARROW = 520;

export function createSmallMap(messages: Messages) {
  const table = createNumberTable(messages);
  let grid: NumberGrid | null = null;
  const numbers = createRoot<HTMLDetailsElement>(html`<details
    class="exhibit-numbers"
    @toggle=${showTable}
  >
    <summary>${messages.viewTable}</summary>
    ${table.element}
  </details>`).element;
  const root = createRoot(figureOf({ name: '', room: 0 }, { size: {}, frames: [] }, numbers));

  /** Fills the table only while it is visible. */
  function showTable() {
    if (numbers.open && grid) table.show(grid);
  }

  return {
    element: root.element,
    /** The same as a table; placed below the map, or by the caller. */
    numbers,
    /** @param map (L, S) */
    show(map: Matrix, moment: Moment, drawing: Drawing) {
      const { name, marked, cells = [], isMasked } = drawing;
      const { rowLabels = moment.words, columnLabels = moment.keys } = drawing;
      const [rows, columns] = map.shape;
      const isWordless = drawing.small !== undefined && moment.width < NARROW;
      const labels = isWordless ? { rowLabels: [], columnLabels: [] } : { rowLabels, columnLabels };
      const layout = layoutOf(map, moment, drawing, labels);
      const given = typeof marked === 'number' ? [marked] : (marked ?? []);
      const whole = given.filter((at) => at < rows).map((at) => [at, 0, columns]);
      const all = [...whole, ...cells.map(([at, column, count = 1]) => [at, column, count])];
      grid = {
        key: [map],
        caption: name,
        corner: '',
        rows: drawing.rowNames ?? rowLabels,
        columns: drawing.columnNames ?? columnLabels,
        value: (r, c) => (isMasked?.(r, c) ? null : map.data[r * columns + c]),
      };
      const drawn = {
        size: { width: `${layout.width}px`, height: 'auto' },
        frames: all.map(([at, from, count]) => frameAt(layout, at, from, count)),
        paint: (canvas: HTMLCanvasElement) => paint(canvas, map, layout, moment, drawing, labels),
        click(event: MouseEvent) {
          const point = pointOf(event, layout);
          if (point) drawing.pick?.(point);
        },
      };
      root.render(figureOf(drawing, drawn, numbers));
      showTable();
    },
  };
}

interface Drawn {
  /** properties of the canvas' style */
  size: Record<string, string>;
  frames: readonly Frame[];
  paint?: (canvas: HTMLCanvasElement) => void;
  click?: (event: MouseEvent) => void;
}

function figureOf(
  { name, gone, tableApart }: Drawing,
  { size, frames, paint: draw, click }: Drawn,
  numbers: HTMLElement,
) {
  return html`<figure class="exhibit-map" data-gone=${gone}>
    <figcaption>${name}</figcaption>
    <div class="exhibit-stage">
      <canvas role="img" aria-label=${name} vars=${size} paint=${draw} @click=${click}></canvas>
      <div>${frames.map((place) => html`<span class="exhibit-marked" vars=${place}></span>`)}</div>
    </div>
    ${!tableApart && numbers}
  </figure>`;
}

/** The position of a click in the map, 0..1 from its origin; null outside. */
function pointOf({ currentTarget, clientX, clientY }: MouseEvent, layout: MapLayout) {
  const box = (currentTarget as HTMLCanvasElement).getBoundingClientRect();
  const shrunk = box.width / layout.width;
  const x = ((clientX - box.left) / shrunk - layout.left) / (layout.right - layout.left);
  const y = ((clientY - box.top) / shrunk - layout.top) / (layout.bottom - layout.top);
  return x >= 0 && x < 1 && y >= 0 && y < 1 ? { x, y } : null;
}

function layoutOf(
  { shape: [rows, columns] }: Matrix,
  { frame, width }: Moment,
  { room, small = Math.min(room, SMALL), height = 320 }: Drawing,
  labels: Labels,
) {
  const { fontFamily } = frame.look;
  const measure = (words: readonly string[]) =>
    words.length && Math.min(76, (longestWidth(words, fontFamily) * FONT_SIZE) / MEASURED_SIZE + 2);
  return layoutMap({
    width: width < NARROW ? small : room,
    height,
    rows,
    columns,
    rowLabel: measure(labels.rowLabels),
    columnLabel: measure(labels.columnLabels),
    fontSize: FONT_SIZE,
    maxCell: Math.max(20, Math.min(26, height / rows)),
  });
}

function paint(
  canvas: HTMLCanvasElement,
  map: Matrix,
  layout: MapLayout,
  { frame, head }: Moment,
  { head: own = head, scaleMax, signed, isMasked }: Drawing,
  labels: Labels,
) {
  const { pixelRatio, fontFamily, colors, theme } = frame.look;
  const shape = canvas.ownerDocument.createElement('canvas');
  const backdrop = canvas.ownerDocument.createElement('canvas');
  drawShape(shape, layout, pixelRatio);
  drawBackdrop(backdrop, {
    layout,
    ...labels,
    isMasked: isMasked ?? (() => false),
    colors,
    fontFamily,
    pixelRatio,
    corner: [],
  });
  drawMap(canvas, {
    layout,
    values: map.data,
    isMasked,
    ramp: signed ? signedRampOf(theme) : rampOf(headHue(own), theme),
    scale: scaleOf(map.data, scaleMax, signed),
    backdrop,
    shape,
    fontFamily,
    pixelRatio,
  });
}

function scaleOf(values: Float32Array, max?: number, signed: boolean = false) {
  if (max !== undefined) return { max, clipped: false, signed };
  return signed ? chooseSignedScale(values) : chooseScale(values);
}

type Frame = Readonly<Record<'left' | 'width' | 'top' | 'height', string>>;

/**
 * The place of a frame over the drawing, in fractions of its size: in a narrow room the drawing
 * shrinks.
 *
 * @param column the first column
 * @param count number of columns
 */
function frameAt(layout: MapLayout, row: number, column: number, count: number): Frame {
  const x = 100 / layout.width;
  const y = 100 / layout.height;
  const cellWidth = (layout.right - layout.left) / layout.columns;
  return {
    left: `${x * (layout.left + column * cellWidth)}%`,
    width: `${x * count * cellWidth}%`,
    top: `${y * (layout.top + row * layout.cellHeight)}%`,
    height: `${y * layout.cellHeight}%`,
  };
}
