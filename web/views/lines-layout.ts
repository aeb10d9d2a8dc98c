// Layout and hit test of the view of lines.
// Tokens on two sides, a lane for each head within a token's row. Arithmetic only, without
// measuring or drawing.

export interface LinesSpace {
  /** CSS pixels */
  width: number;
  /** height that it should not exceed; Infinity if the page may scroll */
  height: number;
  /** least height of a row; without it each row has room for its word */
  least?: number;
  /** number of queries */
  rows: number;
  /** number of keys */
  columns: number;
  /** number of heads with a lane */
  heads: number;
  /** width of the longest query */
  rowLabel: number;
  /** width of the longest key */
  columnLabel: number;
  /** queries on the right, for pages in right-to-left languages */
  mirrored: boolean;
}

export interface LinesLayout {
  /** width of the drawing */
  width: number;
  height: number;
  /** free margin on both sides */
  edge: number;
  /** top of the first row; the names of the sides are above it */
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
  /** interval of rows with a label */
  labelEvery: number;
  fontSize: number;
}

export interface Side {
  /** position where its labels begin or end, at the lines */
  text: number;
  /** room for a label */
  room: number;
  /** position where its lines begin or end */
  line: number;
  /** position where the lines of a focused token end, at the edge of the beads */
  beads: number;
  /** alignment of its labels */
  align: 'left' | 'right';
}

export interface Hit {
  query: number | null;
  key: number | null;
  head: number | null;
}

const MARGIN = 4;
/** Distance between a label and the lines, or its beads. */
const GAP = 8;
const TOP = 34;
const BOTTOM = 8;
const FONT_SIZE = 14;
const ROOMY_PITCH = 34;
const TOUCH_PITCH = 28;
/** Least height of a row with words. */
const LABEL_PITCH = 15;
const LEAST_PITCH = 4;
/** Largest height: a phone's memory could not hold a taller drawing. */
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
  // a few words do not need the whole width of a page: long flat lines are hard to follow
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
 * The largest rows that fit, as long as words are readable; smaller ones would not be, so the page
 * scrolls, up to a height.
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

/** The offset of a head's lane below the middle of a row. */
export function laneOf({ lane, heads }: LinesLayout, head: number) {
  return (head - (heads - 1) / 2) * lane;
}

/**
 * The element under a point: a query or a key on its side, or the strongest line there.
 *
 * @param strength strength of a line; 0 if it is not drawn
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
 * At one distance from its start every line is at the same fraction of its way, so for each query
 * the keys whose lines pass a height follow at once.
 *
 * @param across fraction of the way, 0..1
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
 * The fraction of its height that a curve has covered at a fraction of its width. Its controls are
 * half way, so across = 1.5 u - 1.5 u^2 + u^3 and down = 3 u^2 - 2 u^3, in the curve's own
 * parameter u.
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
  // never quite at an end: there all lines of a token coincide
  return Math.min(1 - 1e-6, Math.max(1e-6, 3 * u * u - 2 * u ** 3));
}
