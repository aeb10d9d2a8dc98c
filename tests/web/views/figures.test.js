// Lines, sums and signed maps as drawings, and figures as files. Arithmetic and text, so no browser is needed.

import assert from 'node:assert/strict';
import test from 'node:test';
import { oklchToLinear, RAMP_STEPS, rampOf, signedRampOf } from '../../../web/views/color.ts';
import { sumMarks } from '../../../web/views/contributions.ts';
import { hitSum, layoutSum, zeroOf } from '../../../web/views/contributions-layout.ts';
import { chooseLeast, strengthOf } from '../../../web/views/lines-strength.ts';
import { focusMarks, lineMarks, wordMarks } from '../../../web/views/lines.ts';
import {
  fallAt,
  hitLines,
  laneOf,
  layoutLines,
  rowMiddle,
} from '../../../web/views/lines-layout.ts';
import { mapMarks } from '../../../web/views/map/figure.ts';
import { layoutMap } from '../../../web/views/map/layout.ts';
import {
  bendSigned,
  chooseSignedScale,
  signedBendTable,
  stepOf,
} from '../../../web/views/scale.ts';
import { escapeXml, figureToSvg, hex } from '../../../web/views/svg.ts';
import { escapeLatex, figureToTikz } from '../../../web/views/tikz.ts';

/**
 * @typedef {import('../../../web/views/figure.ts').Mark} Mark
 */

const THEMES = /** @type {const} */ (['light', 'dark']);
const NOWHERE = { query: null, key: null };

/** @param {readonly Mark[]} marks @returns {Mark[]} without groups */
const flat = (marks) =>
  marks.flatMap((mark) => (mark.kind === 'group' ? flat(mark.marks) : [mark]));

/**
 * How many lines there are in all.
 * @param {readonly Mark[]} marks
 */
const lineCount = (marks) =>
  flat(marks).reduce((sum, mark) => sum + (mark.kind === 'curves' ? mark.places.length / 4 : 0), 0);

/** @param {string} css */
const luminance = (css) => {
  const [r, g, b] = (css.match(/\d+/g) ?? []).map((part) => (Number(part) / 255) ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

// ---- signed colours ----------------------------------------------------------------------------------------

test('signed colours: neutral in the middle, as light on one side as on the other', () => {
  for (const theme of THEMES) {
    const { css } = signedRampOf(theme);
    const middle = (css[RAMP_STEPS / 2].match(/\d+/g) ?? []).map(Number);
    assert.ok(Math.max(...middle) - Math.min(...middle) <= 6, css[RAMP_STEPS / 2]);
    const steps = css.map(luminance);
    const sign = theme === 'light' ? -1 : 1;
    for (let i = 0; i < RAMP_STEPS / 2; i++) {
      const [less, more] = [steps[i], steps[RAMP_STEPS - 1 - i]];
      assert.ok(Math.abs(less - more) < 0.06, `${theme} ${i}: ${less} ${more}`);
    }
    for (let i = RAMP_STEPS / 2 + 8; i < RAMP_STEPS; i++) {
      assert.ok(sign * (steps[i] - steps[i - 8]) > 0);
      assert.ok(sign * (steps[RAMP_STEPS - 1 - i] - steps[RAMP_STEPS - 1 - i + 8]) > 0);
    }
    const blue = (css[0].match(/\d+/g) ?? []).map(Number);
    const orange = (css[RAMP_STEPS - 1].match(/\d+/g) ?? []).map(Number);
    assert.ok(blue[2] > blue[0] + 60 && orange[0] > orange[2] + 60, `${css[0]} ${css.at(-1)}`);
  }
  // the largest chroma of both sides is one that sRGB has
  for (let lightness = 0.3; lightness < 0.97; lightness += 0.01) {
    const chroma = 0.98 * Math.min(0.244 * lightness, 0.478 * (1 - lightness));
    for (const hue of [255, 55]) {
      const parts = oklchToLinear(lightness, chroma, hue);
      assert.ok(
        parts.every((part) => part > -1e-3 && part < 1.001),
        `${lightness} ${hue}: ${parts}`,
      );
    }
  }
});

test('a signed scale is symmetric, and its table agrees with its formula', () => {
  const scale = chooseSignedScale(Float32Array.of(0.02, -0.37, 0.1));
  assert.deepEqual(scale, { max: 0.4, clipped: false, signed: true });
  assert.equal(chooseSignedScale(Float32Array.of(-23)).max, 25);
  assert.equal(chooseSignedScale(Float32Array.of(0, Infinity)).max, 1);
  assert.equal(stepOf(scale, -0.4), 0);
  assert.equal(stepOf(scale, 0.4), RAMP_STEPS - 1);
  for (const value of [0.01, 0.2, 0.39]) {
    assert.ok(Math.abs(stepOf(scale, value) + stepOf(scale, -value) - (RAMP_STEPS - 1)) <= 1);
  }
  const table = signedBendTable();
  for (let i = 1; i < table.length; i++) assert.ok(table[i] >= table[i - 1]);
  assert.equal(table[0], bendSigned(-1));
  assert.equal(table[table.length - 1], bendSigned(1));
});

// ---- lines ---------------------------------------------------------------------------------------------------

/**
 * @param {number} rows
 * @param {number} columns
 * @param {number} heads
 * @param {Partial<import('../../../web/views/lines-layout.ts').LinesSpace>} [space]
 */
function linesOf(rows, columns, heads, space = {}) {
  const layout = layoutLines({
    width: 900,
    height: 700,
    rows,
    columns,
    heads,
    rowLabel: 60,
    columnLabel: 60,
    mirrored: false,
    ...space,
  });
  const attention = Float32Array.from(
    { length: heads * rows * columns },
    (_, i) => ((i * 7919) % 997) / 997,
  );
  const scale = { max: 1, clipped: false };
  const words = Array.from({ length: Math.max(rows, columns) }, (_, i) => `w${i}`);
  const shows = () => true;
  const least = chooseLeast(attention, scale, shows, rows * columns);
  return {
    layout,
    attention,
    scale,
    least,
    shows,
    rowLabels: words.slice(0, rows),
    columnLabels: words.slice(0, columns),
    names: /** @type {[string, string]} */ (['from', 'to']),
    marks: Array.from({ length: heads }, () => 'rgb(1 2 3)'),
    ramps: Array.from({ length: heads }, () => rampOf(0, 'light')),
    colors: { ink: '#000', text: '#555' },
  };
}

test('lines fit their place, from one token to hundreds, on a phone too', () => {
  for (const width of [288, 358, 900, 1400]) {
    for (const height of [420, 700, Infinity]) {
      for (const count of [1, 12, 64, 512]) {
        for (const heads of [1, 4, 16]) {
          for (const mirrored of [false, true]) {
            const words = { rowLabel: 60, columnLabel: 60 };
            const size = { rows: count, columns: count, heads };
            const layout = layoutLines({ width, height, ...size, ...words, mirrored });
            const sides = mirrored ? [layout.key, layout.query] : [layout.query, layout.key];
            const name = `${width} ${height} ${count} ${heads} ${mirrored}`;
            assert.ok(sides[0].text - sides[0].room >= 0 && sides[1].text + sides[1].room <= width);
            assert.ok(sides[1].beads - sides[0].beads > 60, name);
            assert.ok(sides[0].line <= sides[0].beads && sides[1].line >= sides[1].beads, name);
            assert.ok(layout.height <= 2500, `${name}: ${layout.height}`);
            assert.ok(layout.pitch * layout.labelEvery >= 15, name);
            assert.ok(Math.abs(laneOf(layout, heads - 1)) < layout.pitch / 2, name);
          }
        }
      }
    }
  }
});

test('a curve is where the pointer thinks it is', () => {
  // the curve by its own definition: a cubic whose controls stand half way
  for (let u = 0.02; u < 1; u += 0.02) {
    const across = 3 * (1 - u) ** 2 * u * 0.5 + 3 * (1 - u) * u * u * 0.5 + u ** 3;
    const down = 3 * (1 - u) * u * u + u ** 3;
    assert.ok(Math.abs(fallAt(across) - down) < 1e-5, `${u}`);
  }
});

test('what is under the pointer: a token on its side, or the strongest line there', () => {
  for (const mirrored of [false, true]) {
    const content = linesOf(9, 7, 2, { mirrored });
    const { layout } = content;
    const strength = strengthOf(content, NOWHERE);
    const outside = mirrored ? 5 : -5;
    const hit = (/** @type {number} */ x, /** @type {number} */ y) =>
      hitLines(layout, x, y, strength);
    const atQuery = hit(layout.query.line + outside, rowMiddle(layout, 8));
    assert.deepEqual(atQuery, { query: 8, key: null, head: null });
    const atKey = hit(layout.key.line - outside, rowMiddle(layout, 3));
    assert.deepEqual(atKey, { query: null, key: 3, head: null });
    assert.equal(hit(layout.key.line - outside, rowMiddle(layout, 7)), null);
    assert.equal(hit(layout.query.line + outside, 3), null);

    const middle = (layout.query.line + layout.key.line) / 2;
    let found = 0;
    for (let y = layout.top; y < layout.height; y += 3) {
      const best = hit(middle, y);
      if (!best || best.query === null || best.key === null || best.head === null) continue;
      found++;
      const from = rowMiddle(layout, best.query);
      const to = rowMiddle(layout, best.key);
      assert.ok(Math.abs((from + to) / 2 + laneOf(layout, best.head) - y) <= 4);
      assert.ok(strength(best.query, best.key, best.head) > 0);
    }
    assert.ok(found > 50);
  }
});

test('a line that is not drawn cannot be pointed at', () => {
  const content = linesOf(3, 3, 1);
  content.attention.fill(0);
  content.attention[4] = 0.9;
  const strength = strengthOf(content, NOWHERE);
  const { query, key } = content.layout;
  const x = (query.line + key.line) / 2;
  const y = rowMiddle(content.layout, 1);
  assert.deepEqual(hitLines(content.layout, x, y, strength), { query: 1, key: 1, head: 0 });
  assert.equal(hitLines(content.layout, x, rowMiddle(content.layout, 2), strength), null);
  const hidden = { ...content, shows: () => false };
  assert.equal(hitLines(content.layout, x, y, strengthOf(hidden, NOWHERE)), null);
});

test('never more lines than can be told apart, and always the strongest', () => {
  const few = linesOf(12, 12, 4);
  assert.equal(
    lineCount(lineMarks(few)),
    few.attention.filter((value) => value >= few.least).length,
  );
  for (const count of [64, 256]) {
    const content = linesOf(count, count, 8);
    const drawn = lineCount(lineMarks(content));
    assert.ok(drawn > 200 && drawn <= 600, `${count}: ${drawn}`);
    assert.equal(drawn, content.attention.filter((value) => value >= content.least).length);
    const alone = { ...content, shows: (/** @type {number} */ head) => head === 2 };
    alone.least = chooseLeast(content.attention, content.scale, alone.shows, count * count);
    assert.ok(alone.least < content.least, 'one head alone shows more of its lines');
    assert.equal(lineMarks(alone).length, 1);
  }
  // a scale may end below the strongest of many
  const many = linesOf(256, 256, 8);
  const scale = { max: 0.5, clipped: true };
  const least = chooseLeast(many.attention, scale, many.shows, 256 * 256);
  const drawn = lineCount(lineMarks({ ...many, scale, least }));
  assert.ok(least > 1 && drawn > 200 && drawn <= 600, `${least}: ${drawn}`);
});

test('a focused token has its own lines, a bead for every head, and a strong word', () => {
  const content = linesOf(9, 7, 2);
  const ofQuery = focusMarks(content, { query: 4, key: null });
  const rowValues = [0, 1].flatMap((head) => [
    ...content.attention.subarray((head * 9 + 4) * 7, (head * 9 + 5) * 7),
  ]);
  assert.equal(lineCount(ofQuery), rowValues.filter((value) => value >= 0.02).length);
  const beads = (/** @type {readonly Mark[]} */ marks) =>
    flat(marks).filter((mark) => mark.kind === 'rect').length;
  assert.equal(beads(ofQuery), rowValues.filter((value) => value > 0).length);
  assert.ok(beads(focusMarks(content, { query: null, key: 2 })) > 9);
  assert.deepEqual(focusMarks(content, NOWHERE), []);
  const strong = flat(wordMarks(content, { query: 4, key: 2 }))
    .filter((mark) => mark.kind === 'text' && mark.strong)
    .map((mark) => /** @type {import('../../../web/views/figure.ts').Text} */ (mark).text);
  assert.deepEqual(strong, ['w4', 'w2']);
});

// ---- sums ----------------------------------------------------------------------------------------------------

test('in a sum every bar has the same scale, and what is under a point is drawn there', () => {
  for (const [parts, dims, width, mirrored] of /** @type {const} */ ([
    [5, 64, 1040, false],
    [17, 64, 358, true],
    [2, 512, 700, false],
    [2, 1, 700, false],
  ])) {
    const space = { width, height: 700, parts, dims, label: 60, number: 50, mirrored };
    const layout = layoutSum({ ...space, largestPart: 0.5, largestSum: 1.75 });
    const rows = Array.from({ length: parts + 1 }, (_, row) => ({
      name: `row ${row}`,
      values: new Float32Array(dims).fill(row === parts ? -1.75 : 0.5),
      color: '#123456',
    }));
    const colors = { ink: '#000', text: '#555', faint: '#999', line: '#ddd', wash: '#eee' };
    const say = { format: String, dimName: String };
    const marks = sumMarks({ layout, rows, colors, ...say }, { row: null, dim: dims - 1 });
    const bars = flat(marks).filter((mark) => mark.kind === 'bars');
    assert.equal(bars.length, parts + 1);
    bars.forEach(({ places }, row) => {
      assert.equal(places.length, 4 * dims);
      const [x, y, barWidth, height] = places.slice(-4);
      assert.ok(Math.abs(height / (row === parts ? 1.75 : 0.5) - layout.unit) < 1e-9);
      assert.equal(row === parts ? y : y + height, zeroOf(layout, row), 'bars grow from none');
      assert.ok(x >= layout.left && x + barWidth <= layout.right + 1e-9);
      assert.ok(y >= layout.top && y + height <= layout.height);
      const under = hitSum(layout, x + barWidth / 2, y + height / 2);
      assert.deepEqual(under, { row, dim: dims - 1 });
    });
    assert.ok(dims > 64 || layout.width <= width);
    assert.equal(hitSum(layout, -5, -50), null);
  }
});

// ---- files ---------------------------------------------------------------------------------------------------

/** Words as people type them, and as those would who want to break a file. */
const WORDS = ['<&>"\'', '\\end{x}%$#_^~', '动物', 'مرحبا', '--,,``', '\u0007\ud800', '{}|', 'a b'];

function smallMap() {
  const layout = layoutMap({
    width: 500,
    height: 500,
    rows: WORDS.length,
    columns: WORDS.length,
    rowLabel: 60,
    columnLabel: 60,
    fontSize: 12,
    maxCell: 40,
  });
  const values = Float32Array.from({ length: WORDS.length ** 2 }, (_, i) => i / 64);
  return mapMarks({
    layout,
    values,
    rowLabels: WORDS,
    columnLabels: WORDS,
    isMasked: (row, column) => column > row,
    ramp: rampOf(10, 'light'),
    scale: { max: 1, clipped: false },
    format: (value) => value.toFixed(2),
    corner: ['to →', 'from ↓'],
    colors: { text: '#444444', faint: '#aaaaaa' },
  });
}

test('a map as a figure: a cell for every number, a dot where it is masked', () => {
  const marks = flat(smallMap());
  const count = (WORDS.length * (WORDS.length + 1)) / 2;
  assert.equal(marks.filter((mark) => mark.kind === 'rect').length, count);
  const dots = marks.flatMap((mark) => (mark.kind === 'dots' ? mark.places : []));
  assert.equal(dots.length / 2, WORDS.length ** 2 - count);
  const texts = marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
  assert.ok(texts.includes('0.50') && texts.includes('to →') && texts.includes('动物'));
});

test('SVG: text stays text, whatever it says', () => {
  const figure = { width: 500, height: 500, title: '"<A>" & ]]> --', marks: smallMap() };
  const svg = figureToSvg(figure, '"Segoe UI", sans-serif');
  assert.equal(svg.match(/<rect /g)?.length, 36);
  assert.ok(svg.includes('&#60;&#38;&#62;&#34;&#39;') && svg.includes('>动物</text>'));
  assert.ok(
    !/rgb\(|[\0-\x08\ud800-\udfff]/.test(svg.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '')),
  );
  for (const comment of svg.match(/<!--.*?-->/g) ?? []) {
    assert.ok(!comment.slice(4, -3).includes('--'), comment);
  }
  // tags close what was opened
  /** @type {string[]} */
  const open = [];
  for (const [tag, name] of svg.replace(/<!--.*?-->/g, '').matchAll(/<\/?(\w+)[^>]*>/g)) {
    if (tag.startsWith('</')) assert.equal(open.pop(), name);
    else if (!tag.endsWith('/>')) open.push(name);
  }
  assert.deepEqual(open, []);
  assert.equal(hex('rgb(1 20 255)'), '#0114ff');
  assert.equal(escapeXml('a\0b'), 'a\ufffdb');
});

test('TikZ: every word is escaped, every group closed, every colour defined once', () => {
  const figure = { width: 500, height: 500, title: 'A map\nof 8 words', marks: smallMap() };
  const tikz = figureToTikz(figure);
  assert.equal(escapeLatex('50% of $x_1 & {y}#'), '50\\% of \\$x\\_1 \\& \\{y\\}\\#');
  assert.equal(escapeLatex('\\end~^'), '\\textbackslash{}end\\textasciitilde{}\\textasciicircum{}');
  const bare = tikz
    .split('\n')
    .map((line) => line.replace(/(?<!\\)%.*$/, ''))
    .join('\n')
    .replace(/\\[\\{}%$&#_]/g, '');
  let depth = 0;
  for (const sign of bare) {
    if (sign === '{') depth++;
    if (sign === '}') depth--;
    assert.ok(depth >= 0);
  }
  assert.equal(depth, 0);
  assert.deepEqual(bare.match(/.*[%#&@].*/g), null, 'nothing that LaTeX would take for a command');
  assert.equal(bare.match(/\\begin\{/g)?.length, bare.match(/\\end\{/g)?.length);
  const defined = [...tikz.matchAll(/definecolor\{(\w+)\}\{HTML\}\{[0-9A-F]{6}\}/g)];
  const names = new Set(defined.map(([, name]) => name));
  assert.equal(names.size, defined.length);
  for (const [, name] of tikz.matchAll(/(?:text=|\\(?:fill|draw)\[)(headwise\d+)/g)) {
    assert.ok(names.has(name), name);
  }
  assert.equal(tikz.match(/\\fill\[[^\]]*\] \([^)]*\) rectangle/g)?.length, 36);
});
