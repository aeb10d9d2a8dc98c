// <headwise-map> as a controlled view, from headwise/map: new numbers in place, a selection that is read and set, mistakes
// that are told, and drawMap.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import test, { before } from 'node:test';
import { distDir, siteDir } from '../../../src/build/tools/paths.js';
import { useChromium } from '../support/chromium.js';
import { makeSite, pageWith, pageWithMaps } from '../support/embed.js';

/** @typedef {import('playwright-core').Page} Page */

const chromium = useChromium();
/** @type {string} */
let root;
before(async () => {
  root = await makeSite('controlled-map', {
    'maps.html': pageWithMaps('<div id="place"></div>'),
    'labs.html': pageWith('<div id="place"></div>'),
  });
});

/** @param {string} path */
const open = (path, expected = /^$^/) =>
  chromium.open({ root, path, settle: false, expected: [expected] });

/**
 * Puts an element into the page, and returns when it works. `window.element` is the element, `window.told` its events.
 *
 * @param {Page} page
 * @param {string} html
 * @param {Record<string, unknown>} [properties]
 */
async function put(page, html, properties = {}) {
  await page.evaluate(([text, given]) => {
    const place = /** @type {HTMLElement} */ (document.getElementById('place'));
    place.innerHTML = text;
    const element = /** @type {any} */ (place.firstElementChild);
    const told = /** @type {any[]} */ ([]);
    for (const type of ['load', 'error', 'change']) {
      element.addEventListener(type, (/** @type {CustomEvent} */ { detail }) =>
        told.push([type, detail]),
      );
    }
    Object.assign(window, { element, told });
    Object.assign(element, given);
  }, /** @type {const} */ ([html, properties]));
  await page.waitForFunction(() => /** @type {any} */ (window).element.loaded);
}

/** The events since the last call, by name. @param {Page} page @returns {Promise<[string, any][]>} */
const told = (page) => page.evaluate(() => /** @type {any} */ (window).told.splice(0));

/**
 * Sets properties, and gives the heights of the next frames.
 *
 * @param {Page} page
 * @param {Record<string, unknown>} properties
 */
const set = (page, properties) =>
  page.evaluate(async (given) => {
    const { element } = /** @type {any} */ (window);
    Object.assign(element, given);
    const heights = [];
    for (let i = 0; i < 6; i++) {
      await new Promise(requestAnimationFrame);
      heights.push(element.offsetHeight);
    }
    return heights;
  }, properties);

/** @param {Page} page */
const selection = (page) => page.evaluate(() => /** @type {any} */ (window).element.selection);

/** Maps of this shape, each row of equal weights but for one. @param {number} at @param {number[]} shape */
function maps(at, ...[heads, rows, columns]) {
  const row = Array.from({ length: columns }, (_, i) => (i === at % columns ? 1 : 0.5));
  return Array.from({ length: heads }, () => Array.from({ length: rows }, () => row));
}

test('new numbers are shown in place: the frame and the selection stay, and load comes once', async () => {
  const { page, close } = await open('maps.html');
  const tokens = ['The', 'cat', 'sat'];
  await put(page, '<headwise-map loading="eager"></headwise-map>', {
    attention: maps(0, 4, 3, 3),
    tokens,
  });
  await set(page, { selection: { head: 2, query: 1, key: 0 } });
  assert.deepEqual(await selection(page), { head: 2, query: 1, key: 0 });
  assert.deepEqual(
    (await told(page)).map(([type]) => type),
    ['load'],
  );
  const [height] = await set(page, {});
  const heights = await set(page, { attention: maps(1, 4, 3, 3) });
  assert.deepEqual([...new Set(heights)], [height], 'same shape');
  assert.deepEqual(await selection(page), { head: 2, query: 1, key: 0 });
  const more = await set(page, { attention: maps(2, 4, 4, 4), tokens: [...tokens, 'down'] });
  assert.ok(Math.min(...more) > 0.7 * height, `${more}: it never collapses`);
  assert.deepEqual(await selection(page), { head: 2, query: 1, key: 0 });
  assert.deepEqual(await told(page), []);

  await set(page, { attention: maps(0, 4, 1, 1), tokens: ['The'] });
  const moved = { head: 2, query: null, key: 0 };
  assert.deepEqual(await told(page), [['change', { selection: moved }]]);
  assert.deepEqual(await selection(page), moved);
  await set(page, { attention: maps(0, 2, 2, 2), tokens: null });
  assert.deepEqual(await told(page), [['change', { selection: { ...moved, head: 0 } }]]);
  await set(page, { view: 'table' });
  assert.equal(await page.getByRole('table').count(), 1);
  assert.deepEqual(await told(page), []);
  await close();
});

test('a whole model is updated in place too', async () => {
  const { page, close } = await open('maps.html');
  const model = (/** @type {number} */ at, /** @type {number} */ layers) =>
    Array.from({ length: layers }, () => maps(at, 4, 3, 3));
  await put(page, '<headwise-map loading="eager"></headwise-map>', {
    attention: model(0, 3),
    selection: { layer: 2, head: 3, query: 1, key: 2 },
  });
  const wanted = { layer: 2, head: 3, query: 1, key: 2 };
  await page.waitForFunction(() => /** @type {any} */ (window).element.selection?.query === 1);
  assert.deepEqual(await selection(page), wanted);
  const heights = await set(page, { attention: model(1, 3) });
  assert.equal(new Set(heights).size, 1);
  assert.deepEqual(await selection(page), wanted);
  assert.deepEqual(
    (await told(page)).map(([type]) => type),
    ['load'],
  );
  await set(page, { attention: model(1, 2) });
  await page.waitForFunction(() => /** @type {any} */ (window).told.length > 0);
  assert.deepEqual(await told(page), [['change', { selection: { ...wanted, layer: 1 } }]]);
  // from a model to one layer it is mounted again, and load is not repeated
  await set(page, { attention: maps(0, 2, 3, 3) });
  await page.waitForFunction(() => /** @type {any} */ (window).element.loaded);
  assert.deepEqual(
    (await told(page)).filter(([type]) => type === 'load'),
    [],
  );
  await close();
});

test('labels are drawn instead of tokens', async () => {
  const { page, close } = await open('maps.html');
  await put(page, '<headwise-map loading="eager" view="table" tokens="Ġa b"></headwise-map>', {
    attention: maps(0, 1, 2, 2),
    labels: ['ü', '東京'],
  });
  const text = await page.getByRole('table').innerText();
  assert.match(text, /ü/);
  assert.match(text, /東京/);
  await close();
});

test('a wrong selection is told, and changes nothing', async () => {
  const { page, close } = await open('maps.html', /^<headwise-map> selection/);
  await put(page, '<headwise-map loading="eager"></headwise-map>', { attention: maps(0, 2, 2, 2) });
  await told(page);
  await set(page, { selection: { head: -1 } });
  await set(page, { selection: 'L2H3' });
  await set(page, { selection: { hed: 1 } });
  const all = await told(page);
  assert.deepEqual(
    all.map(([type, { message }]) => [type, message]),
    [
      ['error', 'selection.head: expected an index from 0 on, got -1'],
      ['error', 'selection: expected { head, query, key }, got "L2H3"'],
      ['error', 'selection: expected head, query, key, layer, example, kind, got "hed"'],
    ],
  );
  assert.deepEqual(await selection(page), { head: 0, query: null, key: null });
  await close();
});

/** Each element's HTML, and the messages about it. @type {[page: string, html: string, said: RegExp[]][]} */
const MISTAKES = [
  [
    'maps.html',
    'headwise-map attention="[[1]]" heads="3"',
    [/^heads: expected one of the attributes view, theme/],
  ],
  [
    'maps.html',
    'headwise-map attention="[[1]]" view="nonsense"',
    [/^view: expected one of heads, head, table, lines, model, got "nonsense"$/],
  ],
  [
    'maps.html',
    'headwise-map attention="[[1]]" theme="drak"',
    [/^theme: expected one of auto, light, dark, got "drak"$/],
  ],
  ['labs.html', 'headwise-lab heads="3"', [/^heads: expected one of 1, 2, 4, 8, 16, got "3"$/]],
  [
    'labs.html',
    'headwise-lab lesson="nosuch"',
    [/^lesson: expected one of .*, masks, .*, got "nosuch"$/],
  ],
  ['labs.html', 'headwise-lab lesson="masks.99"', [/^lesson: there is no "masks.99"$/]],
  [
    'labs.html',
    `headwise-lab state='{"causl": true, "heads": 5}'`,
    [/^state: expected one of text, .*, got "causl"$/, /^state.heads: a lab cannot show 5$/],
  ],
  [
    'labs.html',
    `headwise-lab state='{"selection": {"head": 99, "query": 1}, "trail": [5], "edits": {"x": 1}}'`,
    [
      /^state\.selection\.head: a lab cannot show 99$/,
      /^state\.trail\.0: a lab cannot show 5$/,
      /^state\.edits\.x: a lab cannot show 1$/,
    ],
  ],
  [
    'labs.html',
    `headwise-lab state='{"training": {"rate": -1, "task": "sort", "seed": null}}'`,
    [/^state\.training\.rate: a lab cannot show -1$/],
  ],
  [
    'labs.html',
    `headwise-lab state='{"off": [${'9, '.repeat(60)}"${'x'.repeat(90)}"]}'`,
    [/^state\.off: a lab cannot show \[9(,9){39}\.\.\.$/],
  ],
  [
    'labs.html',
    'headwise-lab locked="txt view"',
    [/^locked: expected one of text, .*, got "txt"; so everything is locked$/],
  ],
];

test('every unknown attribute, value and field of the state is told, in an event and in the console', async () => {
  for (const [path, html, said] of MISTAKES) {
    const { page, close } = await open(path, /^<headwise-/);
    /** @type {string[]} */
    const logged = [];
    page.on('console', (line) => line.type() === 'error' && logged.push(line.text()));
    await put(page, `<${html} loading="eager"></${html.split(' ')[0]}>`);
    await page.waitForFunction(
      (count) =>
        /** @type {any[]} */ (/** @type {any} */ (window).told).filter(([type]) => type === 'error')
          .length >= count,
      said.length,
    );
    const errors = (await told(page)).filter(([type]) => type === 'error');
    assert.equal(errors.length, said.length, html);
    for (const [at, [, { message, code }]] of errors.entries()) {
      assert.match(message, said[at]);
      assert.equal(code, 'format');
      assert.ok(
        logged.some((line) => line.includes(message)),
        `in the console: ${message}`,
      );
    }
    await close();
  }
});

test("a lock's misspelt name locks everything", async () => {
  const { page, close } = await open('labs.html', /^<headwise-lab> locked/);
  await put(page, '<headwise-lab loading="eager" locked="txt"></headwise-lab>');
  const locked = await page.evaluate(
    () =>
      /** @type {any} */ (window).element.shadowRoot.querySelector('[data-locked]')?.dataset.locked,
  );
  assert.match(locked, /\btext\b/);
  assert.match(locked, /\bweights\b/);
  await close();
});

test('usual and framework attributes are no mistakes', async () => {
  const { page, close } = await open('maps.html');
  const usual =
    'id="a" class="b" title="c" data-x="1" aria-label="d" v-cloak _ngcontent-c0 slot="e"';
  await put(
    page,
    `<headwise-map ${usual} attention="[[1]]" tokens="a" theme="" loading="eager"></headwise-map>`,
  );
  await set(page, {});
  assert.deepEqual(
    (await told(page)).filter(([type]) => type === 'error'),
    [],
  );
  await close();
});

test('a theme has its own ground', async () => {
  const { page, close } = await open('maps.html');
  for (const attention of [maps(0, 2, 2, 2), [maps(0, 2, 2, 2), maps(1, 2, 2, 2)]]) {
    await put(page, '<headwise-map theme="dark" loading="eager"></headwise-map>', { attention });
    const [ground, text] = await page.evaluate(() => {
      const { element } = /** @type {any} */ (window);
      const { backgroundColor, color } = getComputedStyle(
        element.shadowRoot.querySelector('.headwise-lab'),
      );
      const lightness = (/** @type {string} */ css) => Number(/oklch\(([\d.]+)/.exec(css)?.[1]);
      return [backgroundColor, color].map(lightness);
    });
    assert.ok(ground < 0.4 && text > 0.7, `${text} on ${ground}`);
  }
  await close();
});

test('drawMap gives an SVG without an element', async () => {
  const { page, close } = await open('maps.html');
  const drawn = await page.evaluate(async () => {
    const address = './map.js';
    const { drawMap } = await import(address);
    const tensor = { data: Float32Array.of(1, 0, 0.25, 0.75, 0.5, 0.5, 0, 1), shape: [2, 2, 2] };
    const svg = drawMap(tensor, { labels: ['cat', 'ü'], width: 400 });
    document.body.append(svg);
    const { width, height } = svg.getBoundingClientRect();
    const message = (/** @type {unknown[]} */ ...given) => {
      try {
        drawMap(...given);
        return '';
      } catch (error) {
        return String(error);
      }
    };
    return {
      isSvg: svg instanceof SVGElement,
      rects: svg.querySelectorAll('rect').length,
      texts: [...svg.querySelectorAll('text')].map((one) => one.textContent),
      width,
      height,
      wrong: [
        message(tensor, { labels: ['a'] }),
        message([['a']]),
        message(tensor, { theme: 'drak' }),
        message(tensor, { width: '9' }),
        message(tensor, { width: 9 }),
        message(tensor, { them: 'dark' }),
        message(tensor, null),
        message(tensor, { labels: 'ab' }),
        message(tensor, { labels: [{}, 'b'] }),
        message(tensor, { labels: { row: ['a', 'b'] } }),
        message(tensor, { labels: { rows: ['a', 'b'], columns: ['a'] } }),
        message(3),
        message(null),
        message([[1, 2], [3]]),
      ],
    };
  });
  assert.ok(drawn.isSvg);
  assert.equal(drawn.rects, 9); // the ground, and two maps of four cells
  for (const text of ['H0', 'H1', 'cat', 'ü']) assert.ok(drawn.texts.includes(text), text);
  assert.ok(drawn.width > 100 && drawn.width <= 401 && drawn.height > 50, JSON.stringify(drawn));
  assert.deepEqual(drawn.wrong, [
    'RangeError: labels: expected 2 to match attention, got 1',
    'TypeError: tensor: expected a tensor or nested arrays of numbers, got "a" in them',
    "TypeError: theme: expected 'light' or 'dark', got \"drak\"",
    'TypeError: width: expected a number of pixels from 64 on, got "9"',
    'RangeError: width: expected a number of pixels from 64 on, got 9',
    'TypeError: options: expected labels, theme, width, got "them"',
    'TypeError: options: expected an object, got none',
    'TypeError: labels: expected an array of strings, or { rows, columns }, got "ab"',
    'TypeError: labels: expected strings, got an object at 0',
    'TypeError: labels: expected rows, columns, got "row"',
    'RangeError: labels.columns: expected 2 to match attention, got 1',
    'RangeError: tensor: expected (heads, queries, keys) or (queries, keys), got one number',
    'TypeError: tensor: expected a tensor or nested arrays of numbers, got none',
    'RangeError: tensor: expected rows of one length, got 2 and 1',
  ]);
  await close();
});

test('the entry is a few files', async () => {
  const files = (await readdir(distDir)).filter((name) => /^map[-.].*\.js$/.test(name));
  assert.ok(files.length <= 24, files.join(' '));
  const site = await readdir(siteDir); // which other pages copy
  assert.deepEqual(
    files.filter((name) => !site.includes(name)),
    [],
  );
});
