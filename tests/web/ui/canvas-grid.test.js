// The grid over a canvas in a browser: what the pointer finds, where keys go, and what a screen reader is told.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { build } from 'esbuild';
import { root } from '../../../src/build/tools/paths.js';
import { evenCells, targetOf } from '../../../web/ui/canvas-grid.ts';
import { strictPolicy, useChromium } from '../support/chromium.js';

const chromium = useChromium();

/** @type {Awaited<ReturnType<typeof chromium.open>>} */
let opened;
before(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `export * from './canvas-grid.ts';`,
      resolveDir: join(root, 'web/ui'),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'ui',
  });
  opened = await chromium.open({ headers: strictPolicy });
  await opened.page.evaluate(`${outputFiles[0].text}; globalThis.ui = ui;`);
  // cells of 10 by 5 pixels, from (20, 30); what happens is written to `log`
  await opened.page.evaluate(() => {
    const { createCanvasGrid, evenCells } = /** @type {any} */ (globalThis).ui;
    Object.assign(globalThis, {
      makeGrid(/** @type {any} */ state = {}, /** @type {any} */ options = {}) {
        document.body.replaceChildren();
        const place = { left: 20, top: 30, cellWidth: 10, cellHeight: 5 };
        const cells = evenCells({ ...place, rows: 8, columns: 4, rowEvery: 1, columnEvery: 1 });
        /** @type {string[]} */
        const log = [];
        const write = (/** @type {string} */ name) => (/** @type {any} */ spot) =>
          log.push(spot ? `${name} ${spot.row} ${spot.column}` : `${name} none`);
        const events = {
          hover: write('hover'),
          focus: write('focus'),
          choose: write('choose'),
          doubleClick: write('double'),
          reveal: write('reveal'),
        };
        const grid = createCanvasGrid({ grid: 'grid', ...options }, events);
        const nameOf = (/** @type {any} */ { row, column }) => `cell ${row} ${column}`;
        const size = { width: 100, height: 100 };
        Object.assign(grid.element.style, { position: 'fixed', left: '0', top: '0' });
        document.body.append(grid.element);
        const update = (/** @type {any} */ next) =>
          grid.update({ label: 'Grid', cells, size, nameOf, ...state, ...next });
        update({});
        return { grid, log, update };
      },
    });
  });
});
after(() => opened.close());

/**
 * @template T
 * @param {(makeGrid: any, press: (cell: Element, key: string, more?: object) => void) => T} work
 * @returns {Promise<Awaited<T>>}
 */
const run = (work) =>
  opened.page.evaluate(`(${work})(globalThis.makeGrid, (cell, key, more) =>
    cell.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })))`);

test('a point finds a cell, or beside the cells the row or column of a label', () => {
  const layout = { left: 20, top: 30, cellWidth: 10, cellHeight: 5, rows: 8, columns: 4 };
  const labelled = evenCells({ ...layout, rowEvery: 2, columnEvery: 1 });
  assert.deepEqual(labelled.hit(20, 30), { row: 0, column: 0 });
  assert.deepEqual(labelled.hit(59.9, 69.9), { row: 7, column: 3 });
  assert.deepEqual(labelled.hit(3, 36), { row: 1, column: null });
  assert.deepEqual(labelled.hit(45, 3), { row: null, column: 2 });
  for (const [x, y] of [
    [3, 3],
    [60, 40],
    [30, 70],
  ])
    assert.equal(labelled.hit(x, y), null, `${x} ${y}`);
  const bare = evenCells(layout);
  assert.equal(bare.hit(3, 36), null);
  assert.equal(bare.hit(45, 3), null);
  assert.deepEqual(bare.boxOf({ row: 7, column: 3 }), { x: 50, y: 65, width: 10, height: 5 });
});

test('keys move as the grid pattern says, and stop at the edges', () => {
  const last = { row: 7, column: 3 };
  const at = { row: 4, column: 2 };
  const press = (/** @type {string} */ key, from = at, ctrlKey = false) =>
    targetOf({ key, ctrlKey }, from, last, 2);
  assert.deepEqual(press('ArrowUp'), { row: 3, column: 2 });
  assert.deepEqual(press('ArrowDown'), { row: 5, column: 2 });
  assert.deepEqual(press('ArrowLeft'), { row: 4, column: 1 });
  assert.deepEqual(press('ArrowRight'), { row: 4, column: 3 });
  assert.deepEqual(press('Home'), { row: 4, column: 0 });
  assert.deepEqual(press('End'), { row: 4, column: 3 });
  assert.deepEqual(press('Home', at, true), { row: 0, column: 0 });
  assert.deepEqual(press('End', at, true), last);
  assert.deepEqual(press('PageUp'), { row: 2, column: 2 });
  assert.deepEqual(press('PageDown'), { row: 6, column: 2 });
  assert.deepEqual(press('PageDown', { row: 6, column: 1 }), { row: 7, column: 1 });
  assert.deepEqual(press('ArrowRight', last), last);
  assert.equal(press('a'), null);
});

test('with headers, rows and columns are named and counted; without, cells say it all', async () => {
  const found = await run((makeGrid, press) => {
    const row = (/** @type {number} */ i) => `row ${i}`;
    const column = (/** @type {number} */ i) => `column ${i}`;
    const read = (/** @type {Element} */ grid) => ({
      counts: [grid.getAttribute('aria-rowcount'), grid.getAttribute('aria-colcount')],
      row: grid.querySelector('[role=gridcell]')?.parentElement?.getAttribute('aria-rowindex'),
      cell: ['aria-colindex', 'aria-label', 'aria-selected'].map((name) =>
        grid.querySelector('[role=gridcell]')?.getAttribute(name),
      ),
      headers: [...grid.querySelectorAll('[role=columnheader], [role=rowheader]')].map(
        (one) => one.textContent,
      ),
    });
    const { grid: named } = makeGrid({ headers: { corner: 'corner', row, column } });
    named.moveTo({ row: 2, column: 1 });
    const withHeaders = read(named.element);
    const { grid: bare } = makeGrid({ selected: { row: 0, column: 1 } });
    const before = read(bare.element);
    press(bare.element.querySelector('[role=gridcell]'), 'ArrowRight');
    return [withHeaders, before, read(bare.element)];
  });
  assert.deepEqual(found, [
    {
      counts: ['9', '5'],
      row: '4',
      cell: ['3', 'cell 2 1', null],
      headers: ['corner', 'column 1', 'row 2'],
    },
    { counts: ['8', '4'], row: '1', cell: ['1', 'cell 0 0', 'false'], headers: [] },
    { counts: ['8', '4'], row: '1', cell: ['2', 'cell 0 1', 'true'], headers: [] },
  ]);
});

test('the grid is one stop of the Tab key, and its cell lies over its number', async () => {
  const found = await run((makeGrid, press) => {
    const { grid } = makeGrid();
    const cell = grid.element.querySelector('[role=gridcell]');
    press(cell, 'PageDown');
    press(cell, 'End');
    const { left, top, width, height } = cell.style;
    const stops = grid.element.querySelectorAll('[tabindex="0"]').length;
    return [stops, left, top, width, height, grid.focused()];
  });
  assert.deepEqual(found, [1, '50px', '40px', '10px', '5px', { row: 2, column: 3 }]);
});

test('pointer and keys tell the owner', async () => {
  const { page } = opened;
  await page.evaluate(() => {
    const { makeGrid } = /** @type {any} */ (globalThis);
    Object.assign(globalThis, makeGrid());
  });
  await page.mouse.move(35, 41);
  await page.mouse.move(5, 41);
  await page.mouse.move(5, 5);
  await page.mouse.click(5, 5);
  await page.mouse.dblclick(35, 41);
  for (const key of ['ArrowDown', 'Alt+ArrowDown', 'Enter', 'Space'])
    await page.keyboard.press(key);
  await page.mouse.move(300, 300);
  const [log, isFocused] = await page.evaluate(() => {
    const { grid, log } = /** @type {any} */ (globalThis);
    return [log, document.activeElement === grid.element.querySelector('[role=gridcell]')];
  });
  assert.ok(isFocused);
  // the browser decides whether a click shows the focus
  const told = log.filter((/** @type {string} */ line) => !/^focus (2 1|none)$/.test(line));
  assert.deepEqual(
    told.filter((/** @type {string} */ line, /** @type {number} */ i) => line !== told[i - 1]),
    [
      'hover 2 1',
      'hover 2 null',
      'hover none',
      'hover 2 1',
      'choose 2 1',
      'double 2 1',
      'focus 3 1',
      'choose 3 1',
      'hover none',
    ],
  );
});

test('where a part is drawn, places are those of the whole, and the keyboard has other parts drawn', async () => {
  const found = await run((makeGrid, press) => {
    const part = (/** @type {number} */ row, /** @type {number} */ column) => ({
      part: { first: { row, column }, rows: 100, columns: 50 },
    });
    const { grid, log, update } = makeGrid(part(10, 20));
    const cell = grid.element.querySelector('[role=gridcell]');
    const name = () => cell.getAttribute('aria-label');
    const names = [name()];
    grid.element
      .querySelector('canvas')
      .dispatchEvent(new MouseEvent('click', { clientX: 35, clientY: 41, bubbles: true }));
    names.push(name());
    press(cell, 'ArrowDown');
    names.push(name());
    press(cell, 'End', { ctrlKey: true });
    update(part(92, 46));
    names.push(name());
    update(part(0, 0));
    names.push(name());
    return [names, log.filter((/** @type {string} */ line) => /choose|reveal/.test(line))];
  });
  assert.deepEqual(found, [
    ['cell 10 20', 'cell 12 21', 'cell 13 21', 'cell 99 49', 'cell 7 3'],
    ['choose 12 21', 'reveal 99 49'],
  ]);
});

test('a grid may choose the cell that the keyboard moves to', async () => {
  const log = await run((makeGrid, press) => {
    const { grid, log } = makeGrid({}, { choosesByMoving: true });
    press(grid.element.querySelector('[role=gridcell]'), 'ArrowDown');
    return log;
  });
  assert.deepEqual(log, ['focus 1 0', 'choose 1 0']);
});
