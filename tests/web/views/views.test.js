// Colours, scales and layouts of the drawings. They are arithmetic, so no browser is needed.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import {
  headHue,
  markOf,
  oklchToLinear,
  RAMP_STEPS,
  rampOf,
  sharedChroma,
} from '../../../web/views/color.ts';
import { layoutCurves, lineThrough, stepAt, xOf, yOf } from '../../../web/views/curves-layout.ts';
import { curveMarks } from '../../../web/views/curves.ts';
import { layoutMap } from '../../../web/views/map/layout.ts';
import { bendTable, chooseScale, stepOf } from '../../../web/views/scale.ts';
import { evenCells } from '../../../web/ui/canvas-grid.ts';
import { exactText, splitText } from '../../../web/ui/format.ts';
import { arrangeGrid, arrangeLarge } from '../../../web/elements/lab/maps/geometry.ts';

const THEMES = /** @type {const} */ (['light', 'dark']);
/** Hues of numbers below and above 0. */
const SIGNS = [255, 55];

/** @param {string} css such as rgb(1 2 3) */
function luminance(css) {
  const [r, g, b] = (css.match(/\d+/g) ?? []).map((part) => {
    const value = Number(part) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/**
 * @param {number} a
 * @param {number} b
 */
const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

test('hues are spread evenly for every number of heads, and never change with it', () => {
  for (const count of [1, 2, 4, 8, 16]) {
    const hues = Array.from({ length: count }, (_, head) => headHue(head)).sort((a, b) => a - b);
    hues.forEach((hue, i) => {
      const next = hues[(i + 1) % count] + (i + 1 === count ? 360 : 0);
      const passed = SIGNS.filter((sign) => [sign, sign + 360].some((at) => at > hue && at < next));
      assert.ok(Math.abs(next - hue - 40 * passed.length - 280 / count) < 1e-9, `${count}: ${hue}`);
    });
  }
});

test('no head has the colours of less and more', () => {
  for (let head = 0; head < 64; head++) {
    for (const sign of SIGNS) {
      const apart = Math.abs(headHue(head) - sign);
      assert.ok(Math.min(apart, 360 - apart) >= (head < 4 ? 45 : 20), `${head}: ${headHue(head)}`);
    }
  }
});

test('every hue is within sRGB at the chroma they share', () => {
  for (let lightness = 0.02; lightness < 1; lightness += 0.02) {
    for (let hue = 0; hue < 360; hue += 5) {
      for (const part of oklchToLinear(lightness, sharedChroma(lightness), hue)) {
        assert.ok(part > -1e-3 && part < 1.001, `${lightness} ${hue}: ${part}`);
      }
    }
  }
});

test('a ramp is monotone in lightness, in every hue and theme', () => {
  for (const theme of THEMES) {
    for (let head = 0; head < 16; head++) {
      const steps = rampOf(headHue(head), theme).css.map(luminance);
      const sign = theme === 'light' ? -1 : 1;
      for (let i = 8; i < RAMP_STEPS; i++) assert.ok(sign * (steps[i] - steps[i - 8]) > 0);
    }
  }
});

/**
 * The luminance of a colour of the style sheet, in one theme.
 * @param {string} css
 * @param {string} name
 * @param {'light' | 'dark'} theme
 */
function luminanceOf(css, name, theme) {
  const [, light, dark] =
    new RegExp(`--${name}: [^;]*light-dark\\((#fff|oklch\\([^)]*\\)), (oklch\\([^)]*\\))\\)`).exec(
      css,
    ) ?? [];
  const text = theme === 'light' ? light : dark;
  if (text === '#fff') return 1;
  const [lightness, chroma, hue] = (text.match(/[\d.]+/g) ?? []).map(Number);
  const [r, g, b] = oklchToLinear(lightness, chroma, hue);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test('words and heads’ marks can be read on every background; what is no word can be seen', async () => {
  const css = await readFile(new URL('../../../web/ui/colors.css', import.meta.url), 'utf8');
  for (const theme of THEMES) {
    for (const background of ['paper', 'surface', 'wash']) {
      const behind = luminanceOf(css, background, theme);
      const where = `${theme}, on ${background}`;
      for (const name of ['ink', 'soft', 'bad']) {
        const ratio = contrast(luminanceOf(css, name, theme), behind);
        assert.ok(ratio >= 4.5, `${name} ${where}: ${ratio}`);
      }
      const faint = contrast(luminanceOf(css, 'faint', theme), behind);
      assert.ok(faint >= 3, `faint ${where}: ${faint}`);
      // marks are words on paper and on surfaces; on a wash they are bars
      const least = background === 'wash' ? 3 : 4.5;
      for (let head = 0; head < 16; head++) {
        const ratio = contrast(luminance(markOf(headHue(head), theme)), behind);
        assert.ok(ratio >= least, `head ${head} ${where}: ${ratio}`);
      }
    }
  }
});

test('a scale ends at an easy number that nothing exceeds, or says that something does', () => {
  assert.deepEqual(chooseScale(Float32Array.of(0.1, 0.43)), { max: 0.5, clipped: false });
  assert.deepEqual(chooseScale(Float32Array.of(0.1, 1)), { max: 1, clipped: false });
  assert.deepEqual(chooseScale(Float32Array.of(0, 0)), { max: 1, clipped: false });
  assert.equal(chooseScale(Float32Array.of(0.0038)).max, 0.004);
  const long = new Float32Array(100 * 100).fill(0.01);
  long[5] = 1;
  assert.deepEqual(chooseScale(long), { max: 0.01, clipped: true });
});

test('steps grow with the numbers, and the table agrees with the formula', () => {
  const scale = { max: 0.5, clipped: false };
  assert.equal(stepOf(scale, 0), 0);
  assert.equal(stepOf(scale, 0.5), RAMP_STEPS - 1);
  assert.equal(stepOf(scale, 0.9), RAMP_STEPS - 1);
  const table = bendTable();
  for (let i = 1; i < table.length; i++) assert.ok(table[i] >= table[i - 1]);
  assert.equal(table[0], 0);
  assert.equal(table[table.length - 1], RAMP_STEPS - 1);
});

test('a map fits its room, and what is under a point is the cell drawn there', () => {
  for (const [rows, columns] of [
    [1, 1],
    [12, 12],
    [1, 300],
    [512, 512],
    [40, 3],
  ]) {
    const layout = layoutMap({
      width: 420,
      height: 380,
      rows,
      columns,
      rowLabel: 60,
      columnLabel: 60,
      fontSize: 12,
      maxCell: 40,
    });
    assert.ok(layout.width <= 420 && layout.height <= 380, `${rows} x ${columns}`);
    const { left, top, cellWidth, cellHeight } = layout;
    const { hit } = evenCells(layout);
    const last = hit(left + (columns - 0.5) * cellWidth, top + (rows - 0.5) * cellHeight);
    assert.deepEqual(last, { row: rows - 1, column: columns - 1 });
    assert.deepEqual(hit(5, top + 0.5 * cellHeight), { row: 0, column: null });
    assert.deepEqual(hit(left + 0.5 * cellWidth, 5), { row: null, column: 0 });
    assert.equal(hit(5, 5), null);
    assert.ok(layout.rowEvery * cellHeight >= 12 && layout.columnEvery * cellWidth >= 12);
  }
});

test('the grid of heads fits its place in every size', () => {
  for (const width of [288, 358, 720, 940, 1400]) {
    for (const height of [420, 700, Infinity]) {
      for (const count of [1, 2, 4, 8, 16]) {
        for (const tokens of [1, 5, 12, 60, 512]) {
          const space = { width, height, count, rows: tokens, columns: tokens };
          const words = { rowLabel: 70, columnLabel: 70, corner: 84 };
          const { across, gap, first, rest } = arrangeGrid({ ...space, ...words });
          const used = first.width + (across - 1) * (rest.width + gap);
          assert.ok(used <= width + across * 2, `${width} ${height} ${count} ${tokens}: ${used}`);
          assert.deepEqual([first.cellWidth, first.cellHeight], [rest.cellWidth, rest.cellHeight]);
          const large = arrangeLarge({ ...space, ...words });
          assert.ok(large.width <= width && large.cellHeight >= Math.min(8, 200 / tokens));
        }
      }
    }
  }
});

test('every float32 is written so that it comes back', () => {
  for (let i = 0; i < 20000; i++) {
    const value = Math.fround(Math.random() ** 4);
    assert.equal(Math.fround(Number(exactText(value))), value);
    assert.equal(
      splitText(value).join('').replace(/0+$/, ''),
      exactText(value).replace(/\.?0+$/, ''),
    );
  }
  assert.deepEqual(splitText(0), ['0.000', '']);
  assert.deepEqual(splitText(1), ['1.000', '']);
  assert.deepEqual(splitText(Math.fround(0.1)), ['0.100', '']);
});

test('a curve leaves no number out, however many steps stand in one pixel', () => {
  const values = Array.from({ length: 5000 }, (_, i) => 1 / (1 + i / 500));
  values[3210] = 1.9; // a single batch that went badly
  values[17] = NaN;
  const layout = layoutCurves({ width: 400, height: 120, steps: 5000, most: 2 });
  const pieces = lineThrough(layout, values);
  const heights = pieces.filter((_, i) => i % 2 === 1);
  assert.ok(pieces.every(Number.isFinite));
  assert.ok(pieces.length < 4 * 4 * 400);
  assert.ok(Math.abs(Math.min(...heights) - yOf(layout, 1.9)) < 1e-9);
  assert.ok(Math.abs(pieces[0] - xOf(layout, 1)) < 1e-9);
  for (const step of [0, 1, 2499, 5000]) assert.equal(stepAt(layout, xOf(layout, step)), step);
  assert.deepEqual(lineThrough(layout, []), []);
  assert.deepEqual(lineThrough(layout, [NaN, NaN]), []);
});

test('a chart of few steps has a piece between each and the next, and marks inside it', () => {
  const layout = layoutCurves({ width: 400, height: 120, steps: 100, most: 4, named: true });
  assert.equal(lineThrough(layout, [4, 3, 2, 1]).length, 12);
  assert.deepEqual(layout.marks, [0, 1, 2, 3, 4]);
  assert.equal(layout.stepMarks.at(-1), 100);
  const colors = { ink: '#000', text: '#444', faint: '#888', line: '#ccc' };
  const marks = curveMarks({
    layout,
    curves: [{ name: '4 heads', values: [4, 3, 2, 9], color: '#000' }],
    guess: 3.2,
    step: 4,
    colors,
    format: String,
    formatStep: String,
  });
  const dot = marks.find(({ kind }) => kind === 'dots');
  // what is larger than there is room for stands at the top
  assert.deepEqual(dot?.kind === 'dots' && dot.places, [xOf(layout, 4), layout.top]);
  const dashed = marks.find((mark) => mark.kind === 'lines' && mark.places.length > 40);
  assert.equal(dashed?.kind === 'lines' && dashed.places[1], yOf(layout, 3.2));
});
