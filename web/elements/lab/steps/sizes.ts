// Sizes of a step's cells, and how many fit. Arithmetic only.

import type { Axis, Block, Shown } from './plan.ts';

interface Window {
  first: number;
  count: number;
}

export interface Sizes {
  /** width of a cell whose column is on that axis */
  widthOf: (axis: Axis) => number;
  /** height of a cell whose row is on that axis */
  heightOf: (axis: Axis) => number;
  /** the same for a factor above the product */
  depthOf: (axis: Axis) => number;
  /** matrices side by side */
  perRow: number;
  /** whether matrices are below one another */
  stacked: boolean;
  /** width of the row labels */
  rowLabel: number;
  columnLabel: number;
}

/** At most this many rows or columns are shown at once. */
const MOST_TOKENS = 40;
const MOST_NUMBERS = 64;
const NARROW = 620;
/** Phones: width of a factor with its name and labels, and the tokens that are always beside it. */
const FACTOR = 204;
/** The width of a factor with many numbers, without the numbers. */
const BESIDE_NUMBERS = 100;
const LEAST_TOKENS = 8;

/** Heights of a matrix's name, of the edges around its cells, of a head's bar, and of gaps between matrices. */
const NAME = 27;
const EDGES = 4;
const LABEL_GAP = 7;
const DOWN_GAP = 14;
const BIAS = 9;
/** Height of an operator between matrices below one another. */
const SIGN_DOWN = 36;
/** Room for the worked sum below matrices in line. */
const NOTE = 44;
/** Height of a cell in a crowded drawing. */
const LEAST_TALL = 7;

const GAP = 28;
const SIGN = 34;
const WRAP_GAP = 16;

/** Where room is short, the least width of a matrix is that of its name and its shape. */
const CAPTION = { tokens: 84, numbers: 66 };

/** The preferred size of a cell, and the least. */
const WISHES = {
  tokens: { wish: 24, least: 7 },
  numbers: { wish: 14, least: 2 },
};

/**
 * The part of an axis that is shown.
 *
 * @param firsts first index of each window
 */
export function windowOf(
  { name, kind, size }: Axis,
  firsts: ReadonlyMap<string, number>,
  mostTokens: number,
): Window {
  const count = Math.min(size, kind === 'tokens' ? mostTokens : MOST_NUMBERS);
  const wanted = firsts.get(name) ?? 0;
  return { first: Math.max(0, Math.min(wanted, size - count)), count };
}

/**
 * The number of tokens that can be shown at once: on a phone fewer where they are beside the other
 * factor.
 */
export function mostTokensOf(blocks: readonly Block[], width: number) {
  const beside = blocks.flatMap((block) =>
    block.kind === 'product' && parts(block).some(({ columns }) => columns.kind === 'tokens')
      ? [factorOf(block)]
      : [],
  );
  if (beside.length === 0 || width >= NARROW) return MOST_TOKENS;
  const room = width - Math.max(...beside);
  return Math.max(LEAST_TOKENS, Math.floor(room / WISHES.tokens.least));
}

/** The width of a product's left factor on a phone. */
function factorOf({ left: { columns } }: Extract<Block, { kind: 'product' }>) {
  if (columns.kind === 'tokens') return FACTOR;
  const numbers = Math.min(columns.size, MOST_NUMBERS) * WISHES.numbers.least;
  return Math.max(FACTOR, BESIDE_NUMBERS + numbers);
}

/**
 * @param space.rowLabel width of the longest row label
 * @param space.countOf how many of an axis are shown
 */
export function sizesOf(
  block: Block,
  {
    width,
    height,
    rowLabel,
    columnLabel,
    countOf,
  }: {
    width: number;
    height: number;
    rowLabel: number;
    columnLabel: number;
    countOf: (axis: Axis) => number;
  },
): Sizes {
  const narrow = width < NARROW;
  const label = Math.min(rowLabel, narrow ? 64 : 96);
  const side = block.kind === 'product' ? [block.left, ...parts(block)] : shownIn(block);
  if (block.kind === 'line' && block.wraps)
    return wrapped(side, { width, height }, label, columnLabel, countOf);
  const signs = block.kind === 'product' ? GAP * (side.length - 1) : signRoom(block);
  const fixed = label + 12 + signs + 6 * side.length;
  const leastOf = (axis: Axis) => (narrow ? CAPTION[axis.kind] : 0);
  const stacked = block.kind === 'line' && !fits(side, width - fixed, countOf, leastOf);
  const across = stacked ? [widest(side, countOf)] : side;
  const room = width - (stacked ? label + 12 : fixed);
  const scale = scaleOf(across, room, countOf);
  const labelled = Math.min(columnLabel, 84);
  const widthOf = (axis: Axis) => {
    const { least } = WISHES[axis.kind];
    const wide = snap(wishOf(axis, countOf(axis)) * scale, least);
    if (!narrow || block.kind !== 'product' || axis.kind !== 'tokens') return wide;
    // the factor beside the tokens may be narrower than its name
    return Math.min(wide, snap((width - factorOf(block)) / countOf(axis), least));
  };
  const around = { height, columnLabel: labelled, countOf };
  const { tall, depth } =
    block.kind === 'product'
      ? heightsOf(block, around)
      : { tall: tallOf(side, stacked, around), depth: 0 };
  return {
    widthOf,
    heightOf: (axis) => (axis.name === 'one' ? BIAS : tall),
    depthOf(axis) {
      if (axis.name === 'one') return BIAS;
      const most = axis.kind === 'tokens' ? tall : Math.min(widthOf(axis) + 1, 14);
      return Math.max(2, Math.min(most, depth));
    },
    stacked,
    perRow: side.length,
    rowLabel: label,
    columnLabel: labelled,
  };
}

interface Around {
  height: number;
  columnLabel: number;
  countOf: (axis: Axis) => number;
}

/** The heights of a product's cells, and of the cells of the factors above it. */
function heightsOf(
  { left, parts: each }: Extract<Block, { kind: 'product' }>,
  { height, columnLabel, countOf }: Around,
) {
  const [{ top, bias, result }] = each;
  const bar = [left, top, result].some(({ groups }) => groups.length > 0) ? LABEL_GAP : 0;
  const labels = top.columns.labels ? columnLabel + LABEL_GAP : 0;
  const above = NAME + labels + bar + EDGES + (bias ? 10 + NAME + BIAS + EDGES : 0);
  const below = NAME + bar + EDGES;
  const room = height - above - below - DOWN_GAP;
  const [down, rows] = [countOf(top.rows), countOf(left.rows)];
  const wish = Math.min(18, Math.max(9, Math.floor(380 / rows)));
  const most = Math.min(168, 14 * down);
  // the factor gives way first: the product's rows have labels
  const tall = Math.max(LEAST_TALL, Math.min(wish, Math.floor((room - Math.min(most, 64)) / rows)));
  return { tall, depth: Math.floor(Math.min(most, room - tall * rows) / down) };
}

/** The height of the cells of matrices in line, or below one another. */
function tallOf(
  side: readonly Shown[],
  stacked: boolean,
  { height, columnLabel, countOf }: Around,
) {
  const heights = side.map(({ columns, groups }) => {
    const labels = columns.labels ? columnLabel + LABEL_GAP : 0;
    return NAME + labels + (groups.length > 0 ? LABEL_GAP : 0) + EDGES;
  });
  const rows = countOf(side[0].rows);
  const fixed = stacked
    ? heights.reduce((sum, next) => sum + next + SIGN_DOWN, 0)
    : Math.max(...heights);
  const room = (height - (stacked ? 0 : NOTE) - fixed) / (stacked ? side.length : 1);
  const wish = Math.min(21, Math.max(9, Math.floor(380 / rows)));
  return Math.max(LEAST_TALL, Math.min(wish, Math.floor(room / rows)));
}

/** Many matrices of one shape, in rows. */
function wrapped(
  side: readonly Shown[],
  { width, height }: { width: number; height: number },
  rowLabel: number,
  columnLabel: number,
  countOf: (axis: Axis) => number,
): Sizes {
  const [{ rows, columns }] = side;
  const count = countOf(columns);
  const across = width - rowLabel - 12;
  const wish = columns.kind === 'tokens' ? 15 : Math.min(10, wishOf(columns, count));
  const fit = Math.max(1, Math.floor((across + WRAP_GAP) / (count * wish + WRAP_GAP)));
  const down = Math.ceil(side.length / Math.min(fit, side.length));
  const perRow = Math.ceil(side.length / down);
  const cell = Math.max(
    2,
    Math.min(24, Math.floor(((across + WRAP_GAP) / perRow - WRAP_GAP) / count)),
  );
  const labels = columns.labels ? Math.min(columnLabel, 84) + LABEL_GAP : 0;
  const room = height / Math.ceil(side.length / perRow) - NAME - labels - EDGES - WRAP_GAP;
  const tall = Math.max(
    6,
    Math.min(18, columns.kind === 'tokens' ? cell : 14, 300 / countOf(rows), room / countOf(rows)),
  );
  return {
    widthOf: () => cell,
    heightOf: () => Math.floor(tall),
    depthOf: () => Math.floor(tall),
    stacked: false,
    perRow,
    rowLabel,
    columnLabel: Math.min(columnLabel, 84),
  };
}

function parts(block: Extract<Block, { kind: 'product' }>) {
  return block.parts.map(({ result }) => result);
}

function shownIn(block: Block) {
  if (block.kind === 'product') return [block.left, ...parts(block)];
  return block.items.filter((item) => typeof item !== 'string');
}

function signRoom({ items }: Extract<Block, { kind: 'line' }>) {
  const signs = items.filter((item) => typeof item === 'string').length;
  return signs * SIGN + Math.max(0, items.length - 1 - 2 * signs) * 10;
}

/** @param leastOf least size of a matrix */
function fits(
  side: readonly Shown[],
  room: number,
  countOf: (axis: Axis) => number,
  leastOf: (axis: Axis) => number,
) {
  const least = side.reduce((sum, { columns }) => {
    const cell = columns.kind === 'tokens' ? 10 : columns.size > 40 ? 2 : 4;
    return sum + Math.max(countOf(columns) * cell, columns.name === 'part' ? 0 : leastOf(columns));
  }, 0);
  return least <= room;
}

function widest(side: readonly Shown[], countOf: (axis: Axis) => number) {
  const width = ({ columns }: Shown) => countOf(columns) * wishOf(columns, countOf(columns));
  return side.reduce((most, next) => (width(next) > width(most) ? next : most));
}

/** The fraction of every cell's preferred size that fits. */
function scaleOf(side: readonly Shown[], room: number, countOf: (axis: Axis) => number) {
  const wanted = side.reduce(
    (sum, { columns }) => sum + countOf(columns) * wishOf(columns, countOf(columns)),
    0,
  );
  return Math.min(1.25, room / wanted);
}

/**
 * Short axes may be drawn larger than long ones. Matrices side by side have the size that fits them
 * together.
 */
function wishOf({ kind, name }: Axis, count: number) {
  if (kind === 'tokens') return WISHES.tokens.wish;
  if (name === 'part') return 6;
  return count <= 8 ? 22 : count <= 16 ? 14 : count <= 32 ? 9 : 6;
}

/** Whole pixels, so that the edges of cells are sharp. */
function snap(size: number, least: number) {
  return Math.max(least, Math.floor(size));
}
