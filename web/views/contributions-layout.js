// Layout and hit test of the picture of contributions.
// A row of bars for each part of the sum, one above the other, as in addition on paper. Arithmetic
// only.

/**
 * @typedef {object} SumSpace
 * @property {number} width CSS pixels
 * @property {number} height that it should not exceed; Infinity if the page may scroll
 * @property {number} parts rows above the line: the heads' and the bias
 * @property {number} dims width of the vectors
 * @property {number} largestPart the largest number of any part, without its sign
 * @property {number} largestSum and of the sum
 * @property {number} label width of the longest name of a row
 * @property {number} number width of a number
 * @property {boolean} mirrored names on the right, for pages that are read from the right
 *
 * @typedef {object} SumLayout
 * @property {number} width
 * @property {number} height
 * @property {number} rows parts and the sum
 * @property {number} dims
 * @property {number} top of the first row
 * @property {number} pitch from one part's row to the next
 * @property {number} sumPitch height of the sum's row
 * @property {number} unit how far a bar of 1 goes; the same in every row
 * @property {number} step from one bar to the next
 * @property {number} gap between bars; part of a step
 * @property {number} left of the bars
 * @property {number} right of the bars
 * @property {number} rule where the line above the sum is
 * @property {number} name where the names begin
 * @property {number} sign where + and = stand
 * @property {number} number where the numbers end
 * @property {boolean} mirrored
 * @property {number} fontSize
 */

const TOP = 26;
/** Between the rule and the rows on its two sides. */
const RULE_GAP = 10;
const LARGEST_PITCH = 56;
const LEAST_PITCH = 30;
const LARGEST_SUM = 190;
/** Between the longest bars of two rows. */
const ROW_GAP = 6;
const SIGN_WIDTH = 22;
const GAP = 14;
const LEAST_STEP = 1.5;

/**
 * @param {SumSpace} space
 * @returns {SumLayout}
 */
export function layoutSum(space) {
  const { parts, dims, mirrored } = space;
  const ratio = space.largestPart > 0 ? space.largestSum / space.largestPart : 1;
  const room = (space.height - TOP - 2 * RULE_GAP) / (parts + Math.max(1, ratio));
  const pitch = Math.floor(Math.max(LEAST_PITCH, Math.min(LARGEST_PITCH, room)));
  const half = (pitch - ROW_GAP) / 2;
  const sumHalf = Math.min(LARGEST_SUM / 2, half * ratio);
  const sumPitch = Math.ceil(Math.max(pitch, 2 * sumHalf + ROW_GAP));
  const largest = Math.max(space.largestPart, Number.MIN_VALUE);
  // a sum that is much larger than its parts has the last word on the unit
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
 * Where a row's bars grow from.
 * @param {SumLayout} layout
 * @param {number} row the last is the sum
 */
export function zeroOf({ top, pitch, sumPitch, rows, rule }, row) {
  return row === rows - 1 ? rule + RULE_GAP + sumPitch / 2 : top + (row + 0.5) * pitch;
}

/**
 * The row and number under a point.
 * @param {SumLayout} layout
 * @param {number} x
 * @param {number} y
 * @returns {{ row: number | null, dim: number | null } | null}
 */
export function hitSum(layout, x, y) {
  const { left, right, step, dims, rows, top, pitch, rule, height } = layout;
  const index = y > rule ? rows - 1 : Math.min(rows - 2, Math.floor((y - top) / pitch));
  const row = index >= 0 && y < height ? index : null;
  const inside = x >= left && x < right && y >= top - RULE_GAP;
  const dim = inside ? Math.min(dims - 1, Math.floor((x - left) / step)) : null;
  return row === null && dim === null ? null : { row, dim };
}
