// A small map of one head with its words, or a table.

import { headHue, rampOf, signedRampOf } from '../views/color.ts';
import { layoutMap } from '../views/map/layout.ts';
import { drawMap } from '../views/map/map.ts';
import { drawBackdrop, drawShape } from '../views/map/backdrop.ts';
import { chooseScale, chooseSignedScale } from '../views/scale.ts';
import { h } from '../ui/dom.ts';
import { longestWidth, MEASURED_SIZE } from '../ui/label-sizes.ts';
import { createNumberTable } from '../ui/number-table.ts';
import type { Messages } from '../words/en/lab.ts';
import type { NumberGrid } from '../ui/number-table.ts';
import type { Moment } from './exhibit-types.ts';
import type { Matrix } from './tensors.ts';
import type { MapLayout } from '../views/map/layout.ts';

type Labels = { rowLabels: readonly string[]; columnLabels: readonly string[] };

interface Drawing {
  moment: Moment;
  name: string;
  /** width, CSS pixels */
  room: number;
  height?: number;
  rowLabels?: readonly string[];
  columnLabels?: readonly string[];
  /** row names of the table, where there is no room for labels */
  rowNames?: readonly string[];
  columnNames?: readonly string[];
  /** the highlighted row */
  marked?: number;
  /** highlighted cells */
  cells?: readonly (readonly [number, number])[];
  /** whether numbers may be negative */
  signed?: boolean;
  /** common end of the colour scale, for maps to compare */
  scaleMax?: number;
  isMasked?: (row: number, column: number) => boolean;
}

const FONT_SIZE = 11;
/**
 * On a phone, where the scene's text needs room below the map, CSS pixels: the largest map, and the
 * width up to which a screen counts as a phone.
 */
const SMALL = 260;
const NARROW = 520;

export function createSmallMap(messages: Messages) {
  const canvas = h('canvas', { role: 'img' });
  const title = h('figcaption', null);
  const frames = h('div', null);
  const stage = h('div', { class: 'exhibit-stage' }, canvas, frames);
  const table = createNumberTable(messages);
  const numbers = h(
    'details',
    { class: 'exhibit-numbers', ontoggle: () => showTable() },
    h('summary', null, messages.viewTable),
    table.element,
  );
  const element = h('figure', { class: 'exhibit-map' }, title, stage, numbers);
  let grid: NumberGrid | null = null;

  /** Fills the table only while it is visible. */
  function showTable() {
    if (numbers.open && grid) table.show(grid);
  }

  let layout: MapLayout | null = null;
  return {
    element,
    /** The same as a table; placed below the map, or by the caller. */
    numbers,
    /** The position of a window's point in the map, 0..1 from its origin; null outside. */
    at(clientX: number, clientY: number) {
      if (!layout) return null;
      const box = canvas.getBoundingClientRect();
      const shrunk = box.width / layout.width;
      const x = ((clientX - box.left) / shrunk - layout.left) / (layout.right - layout.left);
      const y = ((clientY - box.top) / shrunk - layout.top) / (layout.bottom - layout.top);
      return x >= 0 && x < 1 && y >= 0 && y < 1 ? { x, y } : null;
    },
    /** @param map (L, S) */
    show(map: Matrix, drawing: Drawing) {
      const { moment, name, marked, cells = [], isMasked } = drawing;
      const { rowLabels = moment.words, columnLabels = moment.keys } = drawing;
      const [rows, columns] = map.shape;
      title.textContent = name;
      canvas.ariaLabel = name;
      const drawn = layoutOf(map, drawing, { rowLabels, columnLabels });
      layout = drawn;
      paint(canvas, map, drawn, drawing, { rowLabels, columnLabels });
      grid = {
        key: [map],
        caption: name,
        corner: '',
        rows: drawing.rowNames ?? rowLabels,
        columns: drawing.columnNames ?? columnLabels,
        value: (r, c) => (isMasked?.(r, c) ? null : map.data[r * columns + c]),
      };
      showTable();
      const row = marked === undefined || marked >= rows ? [] : [[marked, 0, columns]];
      const all = [...row, ...cells.map(([at, column]) => [at, column, 1])];
      frames.replaceChildren(...all.map(([at, from, count]) => frameAt(drawn, at, from, count)));
    },
  };
}

function layoutOf(
  { shape: [rows, columns] }: Matrix,
  { moment, room, height = 320 }: Drawing,
  labels: Labels,
) {
  const { fontFamily } = moment.frame.look;
  const measure = (words: readonly string[]) =>
    words.length && Math.min(76, (longestWidth(words, fontFamily) * FONT_SIZE) / MEASURED_SIZE + 2);
  return layoutMap({
    width: moment.width < NARROW ? Math.min(room, SMALL) : room,
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
  { moment, scaleMax, signed, isMasked }: Drawing,
  labels: Labels,
) {
  const { pixelRatio, fontFamily, colors, theme } = moment.frame.look;
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
    ramp: signed ? signedRampOf(theme) : rampOf(headHue(moment.head), theme),
    scale: scaleOf(map.data, scaleMax, signed),
    backdrop,
    shape,
    fontFamily,
    pixelRatio,
  });
  canvas.style.width = `${layout.width}px`;
  canvas.style.height = 'auto';
}

function scaleOf(values: Float32Array, max?: number, signed: boolean = false) {
  if (max !== undefined) return { max, clipped: false, signed };
  return signed ? chooseSignedScale(values) : chooseScale(values);
}

/**
 * A frame over the drawing, in fractions of its size: in a narrow room the drawing shrinks.
 *
 * @param column the first column
 * @param count number of columns
 */
function frameAt(layout: MapLayout, row: number, column: number, count: number) {
  const frame = h('span', { class: 'exhibit-marked' });
  const { style } = frame;
  const x = 100 / layout.width;
  const y = 100 / layout.height;
  const cellWidth = (layout.right - layout.left) / layout.columns;
  style.left = `${x * (layout.left + column * cellWidth)}%`;
  style.width = `${x * count * cellWidth}%`;
  style.top = `${y * (layout.top + row * layout.cellHeight)}%`;
  style.height = `${y * layout.cellHeight}%`;
  return frame;
}
