// <headwise-map> with the attention of a whole model: all heads at a glance, one of them large, the events of a
// selection, and how soon the element appears and follows the pointer.

import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { gather, groupsOf } from '../../../web/elements/model-view/gather.ts';
import { readModel } from '../../../web/elements/model-view/read-model.ts';
import { shrinkMap } from '../../../web/views/thumbnails.ts';
import { violations } from '../support/axe.js';
import { useChromium } from '../support/chromium.js';
import { makeSite, pageWith } from '../support/embed.js';
import { clockOf } from '../support/processor.js';
import { sample } from '../support/sample.js';
import { until } from '../support/until.js';

/** @typedef {import('playwright-core').Page} Page */

/** With a picture of all heads it is still one screen of a notebook. */
const TALLEST = 800;
/** Processor time, ms: until a model is there, and of a frame. */
const SOON = 1000;
const FRAME = 1000 / 60;
const MOVES = 40;

const chromium = useChromium();
/** @type {string} */
let root;
before(async () => {
  root = await makeSite('model-view', { 'maps.html': pageWith('<div id="place"></div>') });
});

/** @param {{ width?: number, height?: number, colorScheme?: 'light' | 'dark', lang?: string }} [look] */
const open = ({ width = 1024, height = 900, colorScheme = 'light' } = {}) =>
  chromium.open({
    ...{ root, path: 'maps.html', settle: false, viewport: { width, height } },
    context: { colorScheme },
  });

/**
 * @typedef {object} What
 * @property {Record<string, number[]>} shapes of each kind, or of `all`
 * @property {Record<string, unknown>} [given] properties of the element
 */

/**
 * Shows attention in which every number says where it stands: rows that rise, and differ by layer and head.
 *
 * @param {Page} page
 * @param {What} what
 */
function show(page, { shapes, given = {} }) {
  return page.evaluate(async ([asked, properties]) => {
    const element = /** @type {any} */ (document.createElement('headwise-map'));
    const tensors = Object.entries(asked).map(([kind, shape]) => {
      const columns = shape[shape.length - 1];
      const data = new Float32Array(shape.reduce((product, size) => product * size, 1));
      for (let i = 0, row = 0; i < data.length; row++) {
        for (let column = 0; column < columns; column++, i++) {
          data[i] = ((column + row) % columns) / ((columns * (columns - 1)) / 2 || 1);
        }
      }
      return [kind, { data, shape }];
    });
    const all = Object.fromEntries(tensors);
    Object.assign(element, { loading: 'eager', ...properties, attention: all.all ?? all });
    /** @type {any} */ (window).told = [];
    element.addEventListener('change', (/** @type {any} */ event) =>
      /** @type {any} */ (window).told.push(event.detail.selection),
    );
    const from = performance.now();
    const loaded = new Promise((resolve, reject) => {
      element.addEventListener('load', resolve);
      element.addEventListener('error', (/** @type {any} */ event) =>
        reject(new Error(event.detail.message)),
      );
    });
    document.getElementById('place')?.replaceChildren(element);
    await loaded;
    return { milliseconds: performance.now() - from, height: element.offsetHeight };
  }, /** @type {const} */ ([shapes, given]));
}

/** @param {Page} page @returns {Promise<any>} what was told last */
const told = (page) => page.evaluate(() => /** @type {any} */ (window).told.at(-1));

/** @param {Page} page @param {string} name */
const select = (page, name) =>
  page.locator('.model-select', { hasText: new RegExp(`^${name}`) }).locator('select');

/** Whether a reader who scrolls the picture of all heads to its end sees its last layer. @param {Page} page */
const showsLastLayer = (page) =>
  page.locator('.board-all').evaluate((all) => {
    all.scrollTop = all.scrollHeight;
    const canvas = /** @type {HTMLElement} */ (all.querySelector('canvas'));
    const { left, bottom } = canvas.getBoundingClientRect();
    const root = /** @type {Document | ShadowRoot} */ (all.getRootNode());
    return root.elementFromPoint(left + 8, bottom - 8) === canvas;
  });

/** @param {number} layers @param {number} heads @param {number} tokens */
const square = (layers, heads, tokens) => ({ all: [layers, heads, tokens, tokens] });

test('12 layers of 12 heads of 64 tokens are there within a second, at most 800 px high', async (t) => {
  for (const width of sample([1440, 1024, 768, 390], 3)) {
    const { page, close } = await open({ width });
    const clock = await clockOf(page);
    for (const view of ['model', 'lines']) {
      const from = await clock();
      const { height } = await show(page, { shapes: square(12, 12, 64), given: { view } });
      const spent = (await clock()) - from;
      t.diagnostic(`${width} px, ${view}: ${Math.round(spent)} ms, ${height} px`);
      assert.ok(spent < SOON, `${width} px, ${view}: ${spent} ms`);
      assert.ok(height <= TALLEST, `${width} px, ${view}: ${height} px high`);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wider <= 0, `${wider} px wider than the window`);
      assert.ok(await showsLastLayer(page), `${width} px, ${view}: the last layer is cut off`);
    }
    await close();
  }
});

test('the board: pointing names a head, a click and the keyboard choose one, and the page is told', async () => {
  const { page, close } = await open();
  await show(page, { shapes: square(3, 4, 5), given: { tokens: 'a b c d e' } });
  const canvas = page.locator('.board canvas');
  await canvas.hover({ position: { x: 70, y: 5 } });
  await until(async () => (await canvas.getAttribute('title')) === 'Layer 1, head 2', 'its name');
  await canvas.click({ position: { x: 70, y: 75 } });
  assert.deepEqual(await told(page), { layer: 1, head: 1, query: null, key: null });
  const cell = page.locator('.board-cell');
  assert.ok(await cell.evaluate((one) => one.matches(':focus')), 'the keyboard goes on from here');
  for (const key of ['ArrowRight', 'End', 'ArrowDown', 'ArrowDown', 'Enter']) await cell.press(key);
  assert.deepEqual(await told(page), { layer: 2, head: 3, query: null, key: null });
  assert.equal(await select(page, 'Layer').inputValue(), '3');
  assert.equal(await select(page, 'Head').inputValue(), '4');
  // a cell of the large map
  const map = page.locator('.map .cell:visible');
  for (const key of ['Home', 'ArrowDown', 'ArrowRight', 'Enter']) await map.press(key);
  assert.deepEqual(await told(page), { layer: 2, head: 3, query: 1, key: 1 });
  await close();
});

test('lines: heads are switched off and on, and a double click leaves one', async () => {
  const { page, close } = await open();
  await show(page, { shapes: square(2, 3, 5), given: { view: 'lines' } });
  const chips = page.getByRole('group', { name: 'Heads shown' }).getByRole('button');
  const pressed = () =>
    chips.evaluateAll((all) => all.map((one) => one.getAttribute('aria-pressed')).join(' '));
  await chips.nth(1).click();
  await until(async () => (await pressed()) === 'true false true', 'the second is off');
  await chips.nth(2).dblclick();
  await until(async () => (await pressed()) === 'false false true', 'only the third is on');
  await select(page, 'Layer').selectOption('2');
  assert.equal(await pressed(), 'false false true', 'in other layers too');
  await page.locator('.lines').getByRole('button', { name: 'All heads' }).click();
  await until(async () => (await pressed()) === 'true true true', 'all are on');
  await close();
});

test('an encoder and a decoder: three kinds, each with its own layers and tokens', async () => {
  const { page, close } = await open();
  await show(page, {
    shapes: { encoder: [2, 2, 4, 4], decoder: [3, 2, 3, 3], cross: [3, 2, 3, 4] },
    given: { tokens: { encoder: ['a', 'b', 'c', 'd'], decoder: ['x', 'y', 'z'] } },
  });
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  const heads = () => page.locator('.table-view thead th').allTextContents();
  for (const [name, columns, layers] of /** @type {const} */ ([
    ['Cross', 'abcd', 3],
    ['Decoder', 'xyz', 3],
    ['Encoder', 'abcd', 2],
  ])) {
    await page.getByRole('button', { name, exact: true }).click();
    await until(async () => (await heads()).join('').endsWith(columns), name);
    assert.equal(await select(page, 'Layer').locator('option').count(), layers);
    assert.equal((await told(page)).kind, name.toLowerCase());
  }
  await close();
});

test('sentence pairs, whole words and examples change what is shown; told are the tokens given', async () => {
  const { page, close } = await open();
  const tokens = ['[CLS]', 'un', '##hap', '##py', '[SEP]', 'so', 'what', '[SEP]'];
  await show(page, {
    shapes: { all: [2, 3, 2, 8, 8] },
    given: {
      tokens,
      words: [-1, 0, 0, 0, -1, 1, 2, -1],
      typeIds: [0, 0, 0, 0, 0, 1, 1, 1],
    },
  });
  await select(page, 'Example').selectOption('3');
  assert.deepEqual(await told(page), { layer: 0, head: 0, query: null, key: null, example: 2 });
  await select(page, 'Sentences').selectOption({ label: 'A → B' });
  await page.getByRole('switch', { name: 'Whole words' }).check();
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await until(
    async () =>
      (await page.locator('.table-view tbody th').allTextContents()).join(' ') ===
      '[CLS] unhappy [SEP]',
    'its rows',
  );
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  const cell = page.locator('.map .cell:visible');
  for (const key of ['Home', 'PageUp', 'ArrowDown', 'ArrowRight', 'Enter']) await cell.press(key);
  assert.deepEqual(await told(page), { layer: 0, head: 0, query: 1, key: 6, example: 2 });
  await close();
});

test('words attend with the mean of their tokens and are attended to with the sum', () => {
  const side = { tokens: ['a', '##b', 'c'], words: [0, 0, 1], segments: [0, 0, 1] };
  const { groups, names } = groupsOf(side, { segment: null, whole: true });
  assert.deepEqual(
    [groups, names],
    [
      [[0, 1], [2]],
      ['ab', 'c'],
    ],
  );
  const maps = Float32Array.of(0.5, 0.25, 0.25, 0, 0.5, 0.5, 0.125, 0.125, 0.75);
  const sizes = { heads: 1, rows: 3, columns: 3 };
  assert.deepEqual([...gather(maps, sizes, groups, groups)], [0.625, 0.375, 0.25, 0.75]);
  const { groups: second } = groupsOf(side, { segment: 1, whole: false });
  assert.deepEqual(
    [
      ...gather(
        maps,
        sizes,
        groups.flat().map((i) => [i]),
        second,
      ),
    ],
    [0.25, 0.5, 0.75],
  );
  const every = groups.flat().map((i) => [i]);
  assert.equal(gather(maps, sizes, every, every), maps, 'nothing is copied where nothing changes');
});

test('the forms of a model’s attention are one', () => {
  const data = Float32Array.from({ length: 2 * 3 * 2 * 2 }, (_, i) => i / 24);
  const layers = [data.subarray(0, 12), data.subarray(12)];
  const nested = layers.map((layer) =>
    [0, 1, 2].map((head) =>
      [0, 1].map((row) => [...layer.subarray(head * 4 + row * 2).slice(0, 2)]),
    ),
  );
  for (const given of [
    { data, shape: [2, 3, 2, 2] },
    { data, shape: [2, 1, 3, 2, 2] },
    layers.map((layer) => ({ data: layer, shape: [3, 2, 2] })),
    layers.map((layer) => ({ data: [...layer], shape: [1, 3, 2, 2] })),
    nested,
  ]) {
    const [part] = readModel(given, {});
    assert.deepEqual([part.layers, part.examples, part.heads, part.rows], [2, 1, 3, 2]);
    assert.deepEqual([...part.at(1, 0)], [...layers[1]]);
  }
});

test('what cannot be shown is refused with a sentence', () => {
  const tensor = (/** @type {number[]} */ ...shape) => ({
    data: new Float32Array(shape.reduce((product, size) => product * size, 1)),
    shape,
  });
  for (const [given, names, expected] of /** @type {[unknown, object, RegExp][]} */ ([
    [[tensor(2, 3, 3), tensor(2, 4, 4)], {}, /^attention\[1\]: expected \(2, 3, 3\)/],
    [{ data: new Float32Array(5), shape: [2, 2, 3, 3] }, {}, /^attention: expected 36 numbers/],
    [tensor(0, 2, 3, 3), {}, /^attention: expected at least one number, got \(0, 1, 2, 3, 3\)/],
    [tensor(1, 2, 2, 2, 3, 3), {}, /./],
    [{ data: Float32Array.of(0, 0, 0, -1), shape: [1, 1, 2, 2] }, {}, /got -1 at 3$/],
    [{ data: [], shape: [2 ** 20, 2 ** 20, 2 ** 10, 2 ** 10] }, {}, /at most/],
    [{ data: [], shape: [1, 2, 3.5, 3] }, {}, /^attention\.shape: expected .* got 3\.5/],
    [{ encoder: tensor(1, 1, 2, 2), other: 1 }, {}, /^attention: expected .* got other/],
    [{ encoder: tensor(1, 1, 2, 2) }, { tokens: ['a', 'b'] }, /^tokens: expected \{ encoder/],
    [tensor(2, 2, 3, 3), { tokens: ['a'] }, /^tokens: expected 3 to match attention, got 1/],
    [tensor(2, 2, 3, 3), { tokens: [['a', 'b', 'c'], []] }, /^tokens: expected 1 lists/],
    [tensor(2, 2, 3, 3), { words: [0, 1, 'x'] }, /^words: got string at 2/],
    [tensor(2, 2, 3, 3), { typeIds: [0, 1, null] }, /^typeIds: got null at 2/],
  ])) {
    if (String(expected) === '/./') assert.doesNotThrow(() => readModel(given, names));
    else assert.throws(() => readModel(given, names), { message: expected });
  }
});

test('small pictures keep what is strong', () => {
  const map = new Float32Array(100 * 100);
  map[57 * 100 + 99] = 0.75;
  const small = shrinkMap(map, { rows: 100, columns: 100, height: 10, width: 10 });
  assert.equal(small[5 * 10 + 9], 0.75);
  assert.equal(
    small.reduce((sum, value) => sum + value),
    0.75,
  );
});

test('30 layers of 9 heads of 512 tokens follow the pointer within a frame', async (t) => {
  const { page, close } = await open();
  await show(page, { shapes: square(30, 9, 512) });
  const clock = await clockOf(page);
  for (const [name, selector] of [
    ['the board', '.board canvas'],
    ['the large map', '.map:visible'],
  ]) {
    const box = await page.locator(selector).boundingBox();
    assert.ok(box);
    const from = await clock();
    for (let i = 1; i <= MOVES; i++) {
      const x = box.x + (box.width * i) / (MOVES + 1);
      await page.mouse.move(x, box.y + (box.height * ((7 * i) % MOVES)) / (MOVES + 1));
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    }
    const spent = ((await clock()) - from) / MOVES;
    t.diagnostic(`${name}: ${spent.toFixed(2)} ms of a frame`);
    assert.ok(spent < FRAME, `${name}: ${spent} ms`);
  }
  await close();
});

for (const [width, colorScheme] of /** @type {const} */ ([
  [1366, 'light'],
  [390, 'dark'],
])) {
  test(`${width} px, ${colorScheme}: accessible`, async () => {
    const { page, close } = await open({ width, colorScheme });
    await page.evaluate((scheme) => {
      const { style } = document.documentElement;
      style.colorScheme = scheme;
      style.background = scheme === 'dark' ? '#111' : '#fff';
      document.title = 'Maps';
    }, colorScheme);
    for (const view of ['model', 'lines']) {
      await show(page, { shapes: square(4, 3, 6), given: { view, words: [0, 0, 1, 2, 3, 3] } });
      assert.deepEqual(await violations(page, '#place'), []);
    }
    await close();
  });
}
