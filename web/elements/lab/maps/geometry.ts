// Layout of maps: columns of the grid, and the size of each map. Arithmetic only.

import { MEASURED_SIZE } from '../../../ui/label-sizes.ts';
import { EDGE, LABEL_GAP, layoutMap } from '../../../views/map/layout.ts';
import type { MapLayout } from '../../../views/map/layout.ts';

export interface GridSpace {
  /** width of the area for all maps */
  width: number;
  /** height that they should not exceed together; Infinity if the page may scroll */
  height: number;
  /** number of maps */
  count: number;
  rows: number;
  columns: number;
  /** width of the longest row label */
  rowLabel: number;
  columnLabel: number;
  /** width of the corner's text */
  corner: number;
  /** height of a map's name */
  title?: number;
  /** whether maps must keep to the height, however small they become */
  bounded?: boolean;
}

interface Grid {
  /** maps side by side */
  across: number;
  gap: number;
  /** the first map of a row, with the row labels */
  first: MapLayout;
  /** the other maps of that row, with cells of the same size */
  rest: MapLayout;
}

const GAP = 20;
const NARROW_GAP = 14;
const NARROW = 560;
const TITLE_HEIGHT = 34;
/** Height of the strip above an enlarged map, less the title that it replaces. */
const STRIP_HEIGHT = 92;
const LARGEST_CELL = 40;
const FONT_SIZE = 11.5;
const LARGEST_CELL_ALONE = 56;
/**
 * Maps have labels if cells can have this size; many heads go without labels if cells can have at
 * least the next one; otherwise they scroll.
 */
const LABELLED_CELL = 12;
const BARE_CELL = 9;
/**
 * The same where maps must not scroll; a lower arrangement may then have slightly smaller cells.
 */
const LEAST_LABELLED = 3;
const NEARLY = 0.9;
/** Maps with few tokens are wider than high, so that their names fit above them. */
const FEW = 4.4;
/** The least width of such a map: its name fits above it. */
const LEAST_NAMED = 64;
const MANY = 8;
/** On a phone two maps are side by side up to this number of tokens. */
const TWO_ON_A_PHONE = 16;

/** The arrangement of all maps with the largest cells. */
export function arrangeGrid(space: GridSpace): Grid {
  if (space.height < Infinity) {
    const labelled = bestGrid(space, true);
    const least = space.bounded ? LEAST_LABELLED : LABELLED_CELL;
    if (labelled.first.cellWidth >= least) return labelled;
    const bare = bestGrid(space, false);
    if (space.bounded || (space.count > MANY && bare.first.cellWidth >= BARE_CELL)) return bare;
  }
  return tryGrid({ ...space, height: Infinity }, tallAcross(space), true);
}

/** The arrangement with the largest cells; among equals, the lowest. */
function bestGrid(space: GridSpace, labels: boolean) {
  const grids: Grid[] = [];
  for (let across = 1; across <= space.count; across++) {
    if (Math.ceil(space.count / Math.ceil(space.count / across)) !== across) continue;
    grids.push(tryGrid(space, across, labels));
  }
  const cell = ({ first }: Grid) => first.cellWidth;
  const isNamed = space.bounded && space.count <= MANY;
  const fitting = grids.filter(
    ({ across, gap, first, rest }) =>
      first.width + (across - 1) * (rest.width + gap) <= space.width &&
      (across <= 2 || !isNamed || space.width >= across * (LEAST_NAMED + gap)),
  );
  const least = (space.bounded ? NEARLY : 1) * Math.max(...fitting.map(cell));
  return fitting.findLast((grid) => cell(grid) >= least) ?? grids[0];
}

/** The number of maps side by side when the page may scroll. */
function tallAcross({ width, count, columns }: GridSpace) {
  if (width < NARROW) return columns > TWO_ON_A_PHONE ? 1 : Math.min(2, count);
  const least = Math.min(440, Math.max(200, 10 * columns));
  const fits = Math.max(1, Math.floor((width + GAP) / (least + GAP)));
  return Math.ceil(count / Math.ceil(count / Math.min(fits, count)));
}

function tryGrid(space: GridSpace, across: number, labels: boolean): Grid {
  const { width, height, count } = space;
  const gap = width < NARROW ? NARROW_GAP : GAP;
  const longest = Math.max(52, Math.min(96, 0.17 * width));
  const size = FONT_SIZE / MEASURED_SIZE;
  const rowLabel = labels ? Math.min(size * Math.max(space.rowLabel, space.corner), longest) : 0;
  const columnLabel = labels ? Math.min(size * space.columnLabel, longest) : 0;
  const beside = labels ? rowLabel + LABEL_GAP - EDGE : 0;
  const down = Math.ceil(count / across);
  const room = {
    width: Math.floor((width - beside - (across - 1) * gap) / across),
    height: Math.floor((height - (down - 1) * gap) / down) - (space.title ?? TITLE_HEIGHT),
    rows: space.rows,
    columns: space.columns,
    rowLabel: 0,
    columnLabel,
    fontSize: FONT_SIZE,
    maxCell: LARGEST_CELL,
    widest: FEW / space.columns,
  };
  const first = layoutMap({ ...room, width: room.width + beside, rowLabel });
  return { across, gap, first, rest: layoutMap(room) };
}

/** One map in the whole area. */
export function arrangeLarge(space: GridSpace) {
  const { width, height, rows, columns } = space;
  const longest = Math.max(64, Math.min(160, 0.24 * width));
  return layoutMap({
    width,
    height: Math.max(Math.min(height, 700) - STRIP_HEIGHT, Math.min(width, 420)),
    rows,
    columns,
    rowLabel: Math.min(Math.max(space.rowLabel, space.corner), longest),
    columnLabel: Math.min(space.columnLabel, longest),
    fontSize: width >= NARROW ? 13 : 12,
    maxCell: LARGEST_CELL_ALONE,
    widest: 1.7,
  });
}
