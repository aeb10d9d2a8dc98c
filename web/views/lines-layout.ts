// Layout and hit test of the view of lines.
// Tokens on two sides, a lane for each head within a token's row. Arithmetic only: it measures
// nothing and draws nothing.

export interface LinesSpace {
  /** CSS pixels */
  width: number;
  /** that it should not exceed; Infinity if the page may scroll */
  height: number;
  /** height of a row; without it each has room for its word */
  least?: number;
  /** queries */
  rows: number;
  /** keys */
  columns: number;
  /** that have a lane */
  heads: number;
  /** width of the longest query */
  rowLabel: number;
  /** width of the longest key */
  columnLabel: number;
  /** queries on the right, for pages that are read from the right */
  mirrored: boolean;
}

export interface LinesLayout {
  /** of everything */
  width: number;
  height: number;
  /** left free on both sides */
  edge: number;
  /** of the first row; above it stand the names of the sides */
  top: number;
  /** from one row to the next */
  pitch: number;
  rows: number;
  columns: number;
  heads: number;
  /** between two heads' lines within a row */
  lane: number;
  /** width of a head's bead beside a token; 0 if there is no room for any */
  bead: number;
  mirrored: boolean;
  query: Side;
  key: Side;
  /** every how many rows there is a label */
  labelEvery: number;
  fontSize: number;
}

export interface Side {
  /** where its labels begin or end, at the lines */
  text: number;
  /** for a label */
  room: number;
  /** where its lines begin or end */
  line: number;
  /** where those of a focused token end, at the edge of the beads */
  beads: number;
  /** of its labels */
  align: 'left' | 'right';
}

export interface Hit {
  query: number | null;
  key: number | null;
  head: number | null;
}

const MARGIN = 4;
/** Between a label and the lines, or its beads. */
const GAP = 8;
const TOP = 34;
const BOTTOM = 8;
const FONT_SIZE = 14;
const ROOMY_PITCH = 34;
const TOUCH_PITCH = 28;
/** Rows lower than this have no room for words. */
const LABEL_PITCH = 15;
const LEAST_PITCH = 4;
/** Taller than this a drawing would be too much for a phone's memory. */
const TALLEST = 2400;
const LARGEST_LANE = 3.5;
const LANES_PART = 0.62;
const LARGEST_BEAD = 7;
const BEADS_PART = 0.09;

export function layoutLines(space: LinesSpace): LinesLayout {
  const { width, rows, columns, heads, mirrored } = space;
  const most = Math.max(1, rows, columns);
  const pitch = pitchOf(space.height - TOP - BOTTOM, most, space.least);
  const fontSize = Math.min(FONT_SIZE, Math.max(11, Math.round(pitch * 0.62)));
  const size = fontSize / 13; // labels are measured at 13 px
  const longest = Math.max(56, Math.min(200, 0.27 * width));
  const queryRoom = Math.min(Math.ceil(space.rowLabel * size) + 2, longest);
  const keyRoom = Math.min(Math.ceil(space.columnLabel * size) + 2, longest);
  const bead = Math.floor(Math.min(LARGEST_BEAD, (BEADS_PART * width) / heads) * 2) / 2;
  const beads = bead >= 1.5 ? bead * heads + GAP / 2 : 0;

  const lane = heads > 1 ? Math.min(LARGEST_LANE, (LANES_PART * pitch) / heads) : 0;
  // few words do not need the whole of a wide page: long flat lines are hard to follow
  const used = Math.min(width, Math.max(640, 22 * most + queryRoom + keyRoom));
  const edge = (width - used) / 2;
  const onLeft: (room: number) => Side = (room) => {
    const text = edge + MARGIN + room;
    return { text, room, line: text + GAP, beads: text + beads + GAP, align: 'right' };
  };
  const onRight: (room: number) => Side = (room) => {
    const text = width - edge - MARGIN - room;
    return { text, room, line: text - GAP, beads: text - beads - GAP, align: 'left' };
  };
  return {
    width,
    height: Math.ceil(TOP + most * pitch + BOTTOM),
    edge,
    top: TOP,
    pitch,
    rows,
    columns,
    heads,
    lane,
    bead: beads > 0 ? bead : 0,
    mirrored,
    query: mirrored ? onRight(queryRoom) : onLeft(queryRoom),
    key: mirrored ? onLeft(keyRoom) : onRight(keyRoom),
    labelEvery: Math.max(1, Math.ceil(LABEL_PITCH / pitch)),
    fontSize,
  };
}

/**
 * The largest rows that fit, as long as words can be read; then the page scrolls, up to a height.
 */
function pitchOf(room: number, count: number, least: number = LABEL_PITCH) {
  const wanted = room === Infinity ? TOUCH_PITCH : Math.min(ROOMY_PITCH, room / count);
  const readable = Math.max(least, wanted);
  const pitch = Math.max(LEAST_PITCH, Math.min(readable, TALLEST / count));
  return pitch >= LABEL_PITCH ? Math.floor(pitch) : pitch;
}

/** The middle of a row. */
export function rowMiddle({ top, pitch }: LinesLayout, index: number) {
  return top + (index + 0.5) * pitch;
}

/** How far a head's lane is below the middle of a row. */
export function laneOf({ lane, heads }: LinesLayout, head: number) {
  return (head - (heads - 1) / 2) * lane;
}

/**
 * What is under a point: a query or a key on its side, or the strongest line that passes there.
 *
 * @param strength of a line; 0 if it is not drawn
 */
export function hitLines(
  layout: LinesLayout,
  x: number,
  y: number,
  strength: (query: number, key: number, head: number) => number,
): Hit | null {
  const { query, key, mirrored, rows, columns } = layout;
  const index = Math.floor((y - layout.top) / layout.pitch);
  const sign = mirrored ? -1 : 1;
  if (sign * (x - query.line) <= 0) {
    return index >= 0 && index < rows ? { query: index, key: null, head: null } : null;
  }
  if (sign * (x - key.line) >= 0) {
    return index >= 0 && index < columns ? { query: null, key: index, head: null } : null;
  }
  return hitLine(layout, (x - query.line) / (key.line - query.line), y, strength);
}

const REACH = 4;

/**
 * At one distance from its start every line has gone the same part of its way, so for each query the
 * keys whose lines pass a height can be told at once.
 *
 * @param across part of the way, 0..1
 */
function hitLine(
  layout: LinesLayout,
  across: number,
  y: number,
  strength: (query: number, key: number, head: number) => number,
): Hit | null {
  const { top, pitch, rows, columns, heads } = layout;
  const part = fallAt(across);
  let best: Hit | null = null;
  let most = 0;
  const reach = REACH / pitch;
  for (let head = 0; head < heads; head++) {
    const level = (y - laneOf(layout, head) - top) / pitch - 0.5;
    for (let query = 0; query < rows; query++) {
      const low = (level - reach - query * (1 - part)) / part;
      const high = (level + reach - query * (1 - part)) / part;
      const last = Math.min(columns - 1, Math.floor(high));
      for (let key = Math.max(0, Math.ceil(low)); key <= last; key++) {
        const miss = Math.abs(level - query * (1 - part) - key * part) / reach;
        const value = strength(query, key, head) * (1.25 - miss);
        if (value <= most) continue;
        most = value;
        best = { query, key, head };
      }
    }
  }
  return best;
}

/**
 * How far down a curve is when it is this far across, both as parts. Its controls stand half way, so
 * across = 1.5 u - 1.5 u^2 + u^3 and down = 3 u^2 - 2 u^3, in the curve's own parameter u.
 */
export function fallAt(across: number) {
  let low = 0;
  let high = 1;
  for (let i = 0; i < 24; i++) {
    const u = (low + high) / 2;
    if (1.5 * u - 1.5 * u * u + u ** 3 < across) low = u;
    else high = u;
  }
  const u = (low + high) / 2;
  // never quite at an end: there all lines of a token are one
  return Math.min(1 - 1e-6, Math.max(1e-6, 3 * u * u - 2 * u ** 3));
}
