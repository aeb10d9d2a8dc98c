// Layout and hit test of the drawing of contributions.
// A row of bars for each part of the sum, one above the other, as in addition on paper. Arithmetic
// only.

interface SumSpace {
  /** CSS pixels */
  width: number;
  /** height that it should not exceed; Infinity if the page may scroll */
  height: number;
  /** rows above the line: the heads' and the bias */
  parts: number;
  /** width of the vectors */
  dims: number;
  /** the largest magnitude of any part */
  largestPart: number;
  /** the largest magnitude of the sum */
  largestSum: number;
  /** width of the longest name of a row */
  label: number;
  /** width of a number */
  number: number;
  /** names on the right, for pages in right-to-left languages */
  mirrored: boolean;
}

export interface SumLayout {
  width: number;
  height: number;
  /** number of rows: parts and the sum */
  rows: number;
  dims: number;
  /** top of the first row */
  top: number;
  /** from one part's row to the next */
  pitch: number;
  /** height of the sum's row */
  sumPitch: number;
  /** length of a bar for the number 1; equal in every row */
  unit: number;
  /** from one bar to the next */
  step: number;
  /** gap between bars; part of a step */
  gap: number;
  /** left end of the bars */
  left: number;
  /** right end of the bars */
  right: number;
  /** position of the line above the sum */
  rule: number;
  /** position of the names */
  name: number;
  /** position of + and = */
  sign: number;
  /** right end of the numbers */
  number: number;
  mirrored: boolean;
  fontSize: number;
}

const TOP = 26;
/** Distance between the rule and the rows on its two sides. */
const RULE_GAP = 10;
const LARGEST_PITCH = 56;
const LEAST_PITCH = 30;
const LARGEST_SUM = 190;
/** Distance between the longest bars of two rows. */
const ROW_GAP = 6;
const SIGN_WIDTH = 22;
const GAP = 14;
const LEAST_STEP = 1.5;

export function layoutSum(space: SumSpace): SumLayout {
  const { parts, dims, mirrored } = space;
  const ratio = space.largestPart > 0 ? space.largestSum / space.largestPart : 1;
  const room = (space.height - TOP - 2 * RULE_GAP) / (parts + Math.max(1, ratio));
  const pitch = Math.floor(Math.max(LEAST_PITCH, Math.min(LARGEST_PITCH, room)));
  const half = (pitch - ROW_GAP) / 2;
  const sumHalf = Math.min(LARGEST_SUM / 2, half * ratio);
  const sumPitch = Math.ceil(Math.max(pitch, 2 * sumHalf + ROW_GAP));
  const largest = Math.max(space.largestPart, Number.MIN_VALUE);
  // the sum determines the unit if it is much larger than its parts
  const unit = Math.min(
    half / largest,
    space.largestSum > 0 ? sumHalf / space.largestSum : Infinity,
  );
  const before = space.label + SIGN_WIDTH + GAP;
  const after = GAP + space.number;
  const across = Math.max(dims * LEAST_STEP, space.width - before - after);
  const width = Math.ceil(before + across + after);
  const exact = across / Math.max(1, dims);
  const step = exact >= 4 ? Math.floor(2 * exact) / 2 : exact;
  const bars = step * dims;
  const left = mirrored ? width - before - bars : before;
  return {
    width,
    height: TOP + parts * pitch + 2 * RULE_GAP + sumPitch,
    rows: parts + 1,
    dims,
    top: TOP,
    pitch,
    sumPitch,
    unit,
    step,
    gap: step >= 8 ? 2 : step >= 3 ? 1 : 0,
    left,
    right: left + bars,
    rule: TOP + parts * pitch + RULE_GAP,
    name: mirrored ? width : 0,
    sign: mirrored ? width - space.label - SIGN_WIDTH / 2 : space.label + SIGN_WIDTH / 2,
    // near the bars, where these are shorter than their room
    number: mirrored ? left - GAP - space.number : left + bars + GAP + space.number,
    mirrored,
    fontSize: space.width < 560 ? 12 : 13,
  };
}

/**
 * The baseline of a row's bars.
 *
 * @param row index; the last row is the sum
 */
export function zeroOf({ top, pitch, sumPitch, rows, rule }: SumLayout, row: number) {
  return row === rows - 1 ? rule + RULE_GAP + sumPitch / 2 : top + (row + 0.5) * pitch;
}

/** The row and number under a point. */
export function hitSum(
  layout: SumLayout,
  x: number,
  y: number,
): { row: number | null; dim: number | null } | null {
  const { left, right, step, dims, rows, top, pitch, rule, height } = layout;
  const index = y > rule ? rows - 1 : Math.min(rows - 2, Math.floor((y - top) / pitch));
  const row = index >= 0 && y < height ? index : null;
  const inside = x >= left && x < right && y >= top - RULE_GAP;
  const dim = inside ? Math.min(dims - 1, Math.floor((x - left) / step)) : null;
  return row === null && dim === null ? null : { row, dim };
}
