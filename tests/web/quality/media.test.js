// On paper, in forced colours, and with fonts that are not made for mathematics: nothing covers anything, and colours
// that stand for numbers stay.

import assert from 'node:assert/strict';
import test from 'node:test';
import { STEPS } from '../../../web/elements/lab/answer/layer-steps.ts';
import { setState, useChromium } from '../support/chromium.js';
import { sample } from '../support/sample.js';

const chromium = useChromium();

/** @typedef {import('playwright-core').Page} Page */

const VIEWS = [
  { view: 'heads' },
  { view: 'head' },
  { view: 'lines' },
  { view: 'contributions' },
  { view: 'steps', step: 'attention' },
];

for (const colorScheme of sample(/** @type {const} */ (['dark', 'light']), 2)) {
  test(`printed, everything stands on the paper and nothing is covered (${colorScheme})`, async () => {
    const { page, close } = await chromium.open({
      hash: '',
      context: { colorScheme },
      expected: [/willReadFrequently/], // the test reads pixels
    });
    // the width of A4 between its margins
    const paper = { width: 718, height: 1000 };
    for (const part of VIEWS) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await setState(page, part);
      const before = await page.locator('.headwise-lab').getAttribute('data-theme');
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize(paper);
      const found = await page.evaluate(() => {
        const shown = [...document.querySelectorAll('canvas, .panel, .chip')].filter((one) =>
          one.checkVisibility(),
        );
        const boxes = shown.map((one) => one.getBoundingClientRect());
        // the steps have no panel while no number is followed
        const panel = boxes[shown.findIndex((one) => one.matches('.panel'))];
        const over = boxes.filter(
          (box, i) =>
            panel &&
            !shown[i].closest('.panel') &&
            box.bottom > panel.top + 1 &&
            box.top < panel.bottom - 1,
        );
        const beyond = boxes.filter(({ right }) => right > innerWidth + 1);
        /** @param {HTMLCanvasElement} canvas */
        const isEmpty = (canvas) => {
          const { width, height } = canvas;
          const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
          return !pixels.some((value) => value > 0);
        };
        const maps = /** @type {HTMLCanvasElement[]} */ (
          shown.filter((one) => one.matches('.map canvas, .lines-rest, .step-stage canvas'))
        );
        return {
          over: over.length,
          beyond: beyond.length,
          empty: maps.filter(isEmpty).length,
          maps: maps.length,
          theme: document.querySelector('.headwise-lab')?.getAttribute('data-theme'),
        };
      });
      const name = JSON.stringify(part);
      const { maps, ...rest } = found;
      assert.deepEqual(rest, { over: 0, beyond: 0, empty: 0, theme: 'light' }, name);
      if (part.view !== 'contributions') assert.ok(maps > 0, name);
      await page.emulateMedia({ media: 'screen' });
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      assert.equal(await page.locator('.headwise-lab').getAttribute('data-theme'), before);
    }
    await close();
  });
}

test('a browser that prints tells the page, and all heads are in the file', async () => {
  const { page, close } = await chromium.open({ hash: '' });
  const told = await page.evaluate(() => {
    const events = /** @type {string[]} */ ([]);
    for (const type of ['beforeprint', 'afterprint'])
      addEventListener(type, () => events.push(type));
    Object.assign(window, { events });
    return events;
  });
  assert.deepEqual(told, []);
  await page.pdf({ format: 'A4' });
  const events = await page.evaluate(() => /** @type {any} */ (window).events);
  assert.deepEqual(events, ['beforeprint', 'afterprint']);
  await close();
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`forced colours leave the colours that are numbers (${colorScheme})`, async () => {
    const { page, close } = await chromium.open({
      hash: '',
      context: { colorScheme, forcedColors: 'active' },
    });
    for (const part of [...VIEWS, { view: 'training' }]) {
      await setState(page, part);
      const lost = await page.evaluate(() => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.forcedColorAdjust = 'none';
        const colored = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[style]')]);
        const found = colored.filter((one) => {
          if (!one.style.backgroundColor || one.getClientRects().length === 0) return false;
          probe.style.backgroundColor = one.style.backgroundColor;
          return getComputedStyle(one).backgroundColor !== getComputedStyle(probe).backgroundColor;
        });
        probe.remove();
        return found.map((one) => `${one.tagName} ${one.className}`);
      });
      assert.deepEqual(lost, [], JSON.stringify(part));
    }
    await setState(page, { view: 'heads' });
    const tints = await page
      .locator('.chip')
      .evaluateAll(
        (chips) => new Set(chips.map((chip) => getComputedStyle(chip).backgroundColor)).size,
      );
    assert.ok(tints >= 5, `${tints} tints`);
    await close();
  });
}

test('formulas are whole, nothing in them is written over anything, and a root has its bar', async () => {
  const { page, close } = await chromium.open({ hash: '' });
  let roots = 0;
  for (const step of STEPS) {
    for (const model of ['grammar', 'untrained']) {
      await setState(page, { view: 'steps', step, model });
      const { close: near, bars } = await page.locator('.step-formula').evaluate((formula) => {
        const em = Number.parseFloat(getComputedStyle(formula).fontSize);
        const box = (/** @type {Element} */ one) => one.getBoundingClientRect();
        const found = [];
        for (const one of formula.querySelectorAll('msup, msubsup')) {
          const [base, ...scripts] = one.children;
          const above = scripts[scripts.length - 1];
          const inset = Number.parseFloat(getComputedStyle(above).paddingInlineStart);
          // an italic letter leans out of its box
          if (box(above).left + inset < box(base).right + 0.05 * em) found.push(one.textContent);
          if (scripts.length === 2 && box(above).bottom > box(scripts[0]).bottom) {
            found.push(one.textContent);
          }
        }
        const lines = [...formula.querySelectorAll(':scope > math')].map(box);
        lines.forEach((line, i) => {
          if (i > 0 && line.top < lines[i - 1].bottom) found.push(`line ${i}`);
        });
        if (formula.scrollWidth > formula.clientWidth) found.push('cut off');
        const roots = [...formula.querySelectorAll('.root')];
        for (const root of roots) {
          const inner = box(/** @type {Element} */ (root.querySelector('math')));
          const outer = box(root);
          if (outer.top >= inner.top || outer.left + 0.4 * em > inner.left) found.push('root');
          if (!/gradient/.test(getComputedStyle(root).backgroundImage)) found.push('no bar');
        }
        return { close: found, bars: roots.length };
      });
      assert.deepEqual(near, [], step);
      roots += bars;
    }
  }
  assert.ok(roots >= 3, `${roots} roots`);
  await close();
});
