// Formulas, pictures and controls of a teacher's own lesson, also from hostile texts.

import assert from 'node:assert/strict';
import test from 'node:test';
import { deflateSync } from 'node:zlib';
import { readFormula } from '../../../web/elements/lesson/own/formula.ts';
import {
  MOST_PICTURE,
  MOST_PIXELS,
  readPicture,
} from '../../../web/elements/lesson/own/picture.ts';
import { readOwnLesson } from '../../../web/elements/lesson/own/read.ts';
import { createRandom } from '../../../web/lessons/random.ts';

/** @param {number} width @param {number} height what a header says; its pixels need not be there */
function pngOf(width, height) {
  const chunk = (/** @type {string} */ name, /** @type {Uint8Array} */ data) => {
    const bytes = Buffer.alloc(12 + data.length);
    bytes.writeUInt32BE(data.length, 0);
    bytes.write(name, 4);
    bytes.set(data, 8);
    return bytes;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(9))),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64');
}

/** @param {number} width @param {number} height */
function jpegOf(width, height) {
  const bytes = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc2, 0, 11, 8];
  return Buffer.from([...bytes, height >> 8, height & 255, width >> 8, width & 255, 1, 0]).toString(
    'base64',
  );
}

/** The kinds of a formula's parts, from outside in. @param {any} formula @returns {any} */
const outline = (formula) =>
  !formula
    ? formula
    : 'text' in formula
      ? formula.text
      : [formula.kind, ...(formula.parts ?? [formula.base, formula.other]).map(outline)];

test('a formula is letters, numbers, signs, roots, fractions and indexes', () => {
  assert.deepEqual(outline(readFormula('softmax((Q K^T) / sqrt(d)) V')), [
    'row',
    'softmax',
    ['brackets', ['fraction', ['row', 'Q', ['raised', 'K', 'T']], ['root', 'd']]],
    'V',
  ]);
  assert.deepEqual(outline(readFormula('x_i = 2.5 * sigma^2')), [
    'row',
    ['lowered', 'x', 'i'],
    '=',
    '2.5',
    '·',
    ['raised', 'σ', '2'],
  ]);
  assert.deepEqual(outline(readFormula('W_1^Q')), ['raised', ['lowered', 'W', '1'], 'Q']);
  assert.deepEqual(outline(readFormula('-x')), ['row', '−', 'x']);
});

test('what is no formula is refused, and hostile ones end', () => {
  const wrong = [
    '',
    ' ',
    '(',
    ')',
    'a ^',
    '^2',
    'a/',
    'x_(',
    '()',
    '<b>x</b>/',
    '\\frac{a}{b}',
    'a;b',
  ];
  for (const text of [...wrong, '"', '&lt;', '{x}', 'sqrt', 'a'.repeat(201), `${'('.repeat(50)}a`])
    assert.equal(readFormula(text), null, text);
  assert.equal(readFormula(`${'sqrt '.repeat(39)}a`), null, 'too deep');
  assert.equal(readFormula(`${'('.repeat(90)}a${')'.repeat(90)}`), null, 'too deep');
  for (const mark of ['/', '^', '_']) {
    assert.equal(readFormula(Array(99).fill('a').join(mark)), null, 'too deep');
    assert.ok(readFormula(Array(12).fill('a').join(mark)));
  }
  const random = createRandom('formulas');
  const bits = [
    'a',
    'sqrt',
    '(',
    ')',
    '^',
    '_',
    '/',
    '+',
    '1',
    ' ',
    'T',
    '<',
    '√',
    '\u202e',
    '{',
    'pi',
  ];
  for (let i = 0; i < 20_000; i++) {
    const text = Array.from({ length: random.whole(1, 24) }, () => random.pick(bits)).join('');
    const found = readFormula(text);
    if (found) assert.doesNotMatch(JSON.stringify(outline(found)), /\u202e|\{/);
  }
});

test('a picture is a PNG or a JPEG by its bytes, with a description and not too many pixels', () => {
  const png = readPicture(`Two maps data:image/png;base64,${pngOf(3, 2)}`);
  assert.ok(png);
  assert.deepEqual(
    [png.description, png.type, png.width, png.height],
    ['Two maps', 'image/png', 3, 2],
  );
  const jpeg = readPicture(`A map of data: four heads data:image/jpeg;base64,${jpegOf(640, 300)}`);
  assert.ok(jpeg);
  assert.deepEqual(
    [jpeg.description, jpeg.width, jpeg.height],
    ['A map of data: four heads', 640, 300],
  );
  const small = pngOf(3, 2);
  for (const text of [
    `data:image/png;base64,${small}`,
    ` data:image/png;base64,${small}`,
    `A map data:image/svg+xml;base64,${small}`,
    `A map data:image/svg+xml,<svg onload="alert(1)"/>`,
    `A map data:text/html;base64,${small}`,
    `A map https://example.com/map.png`,
    `A map /map.png`,
    `A map javascript:alert(1)`,
    `A map data:image/jpeg;base64,${small}`,
    `A map data:image/png;base64,${jpegOf(9, 9)}`,
    `A map data:image/png;base64,${small.slice(0, 20)}`,
    `A map data:image/png;base64,${pngOf(MOST_PIXELS + 1, 1)}`,
    `A map data:image/png;base64,${pngOf(1, 2 ** 31)}`,
    `A map data:image/png;base64,${pngOf(0, 5)}`,
    `A map data:image/jpeg;base64,${jpegOf(65_535, 9)}`,
    `A map data:image/png;base64,=${small}`,
    `A map data:image/png;base64,`,
    `${'x'.repeat(401)} data:image/png;base64,${small}`,
    `A map data:image/jpeg;base64,${Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0]).toString('base64')}`,
    'x'.repeat(MOST_PICTURE + 1),
  ])
    assert.equal(readPicture(text), null, text.slice(0, 80));
});

test('formulas and pictures stand between the paragraphs, in their order', () => {
  const { own, problems } = readOwnLesson(
    `# T\n## S\nOne.\n\nformula: x / 2\npicture: A map data:image/png;base64,${pngOf(3, 2)}\n\nTwo,\nstill two.\n`,
  );
  assert.deepEqual(problems, []);
  const [{ text, blocks = [] }] = /** @type {any} */ (own).text.own.scenes;
  assert.deepEqual(text, ['One.', 'Two, still two.']);
  assert.deepEqual(
    blocks.map((/** @type {any} */ one) => one.kind ?? one.type ?? one),
    ['One.', 'fraction', 'image/png', 'Two, still two.'],
  );
  const plain = readOwnLesson('# T\n## S\nOne.').own?.text.own.scenes[0];
  assert.equal(plain && 'blocks' in plain, false);
  const long = `# T\n## S\nw\npicture: A map data:image/png;base64,${'A'.repeat(MOST_PICTURE)}`;
  assert.deepEqual(
    readOwnLesson(long).problems.map(({ line, code }) => [line, code]),
    [[4, 'longLine']],
  );
});

test('a picture made to take long takes no longer than others', () => {
  for (const filler of [' ', ' data:', 'A', ' data:image/png;base64,A', 'data:image/', '='])
    for (const start of ['picture: ', 'picture: x data:image/png;base64,', 'formula: ']) {
      const line = `${start}${filler.repeat(MOST_PICTURE / filler.length)}`.slice(0, MOST_PICTURE);
      const before = process.cpuUsage();
      readOwnLesson(`# T\n## S\nw\n${line}`);
      const took = process.cpuUsage(before).user / 1000;
      assert.ok(took < 1000, `${start}${filler}: ${took} ms`);
    }
});

test('learners may be given the width and the division, and may be asked to set them', () => {
  const { own, problems } = readOwnLesson(
    '# T\n## S\ncontrols: heads, width, scaled\nuse: width\nwatch: maps\ntry: Set it.\n\nWords.\n' +
      '## U\nask: Set the width to 64.\nset: width 64\nwhy: w\n\nw\n## V\nask: Switch it off.\nset: scaled off\nwhy: w\n\nw',
  );
  assert.deepEqual(problems, []);
  const [first] = /** @type {any} */ (own).lesson.scenes;
  assert.deepEqual(first.shows, ['heads', 'ownWidth', 'ownScaled']);
  assert.deepEqual(first.target, { use: ['ownWidth'], see: ['maps'] });
  const [width, scaled] = /** @type {any} */ (own).questions;
  assert.deepEqual([width.needs, scaled.needs], [['heads'], ['mask']]);
  for (const [line, what] of [
    ['', 'width 65'],
    ['model: grammar\n', 'width 64'],
    ['model: grammar\n', 'scaled off'],
    ['', 'scaled maybe'],
  ]) {
    const text = `# T\n## S\n${line}ask: ?\nset: ${what}\nwhy: w\n\nw`;
    assert.ok(
      readOwnLesson(text).problems.some(({ code }) => code === 'set'),
      what,
    );
  }
});
