// Hovering and typing stay within a frame or three. Each figure is processor time, so that it tells
// what the page costs and not what else the machine is doing.

import assert from 'node:assert/strict';
import test from 'node:test';
import { setState, useChromium } from '../support/chromium.js';
import { clockOf, longestTask } from '../support/processor.js';

const chromium = useChromium({ whole: true });

const MOVES = 60;
const MOST = 50; // ms
/** The first letters take longer, as their code is not compiled yet, and so do all when caches are shared. */
const TRIES = 12;

/** @param {number} count */
const words = (count) =>
  Array.from({ length: count }, (_, i) => `w${(i * 7919) % count}`).join(' ');

/**
 * The cost of the page's scripts while a pointer goes along a path, with a move in every second frame. Time that
 * others have the processor does not count.
 * @param {import('playwright-core').Page} page
 * @param {string} canvas what the pointer is on; the first that is shown
 * @param {{ from: 'start' | 'end', x: readonly number[], y: number, dx: number, dy: number }} path x: by turns; beside
 *   that each move goes on by dx and dy
 * @returns {Promise<number>} milliseconds for each move
 */
async function costOfPointing(page, canvas, path) {
  const spent = await clockOf(page, ['ScriptDuration']);
  const before = await spent();
  await page.evaluate(async ([selector, { from, x, y, dx, dy }, moves]) => {
    const shown = [...document.querySelectorAll(selector)].find(
      (one) => one.getClientRects().length > 0,
    );
    if (!shown) throw new Error('nothing to point at');
    const box = shown.getBoundingClientRect();
    const [left, top] = from === 'end' ? [box.right, box.bottom] : [box.left, box.top];
    for (let i = 0; i < moves; i++) {
      shown.dispatchEvent(
        new PointerEvent('pointermove', {
          bubbles: true,
          clientX: left + x[i % x.length] + dx * i,
          clientY: top + y + dy * i,
        }),
      );
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    }
  }, /** @type {const} */ ([canvas, path, MOVES]));
  return ((await spent()) - before) / MOVES;
}

/**
 * Points until the cost is within the limit, TRIES times at most.
 * @param {import('node:test').TestContext} t
 * @param {number} most milliseconds for each move
 * @param {() => Promise<number>} point
 */
async function pointWithin(t, most, point) {
  let cost = Infinity;
  for (let i = 0; i < TRIES && cost > most; i++) cost = Math.min(cost, await point());
  t.diagnostic(`${cost.toFixed(2)} ms`);
  assert.ok(cost <= most, `${cost} ms`);
}

for (const view of ['heads', 'head']) {
  test(`hovering a map of 256 x 256 costs at most 4 ms of scripting (${view})`, async (t) => {
    const { page, close } = await chromium.open({ hash: `#v=1&text=${words(256)}&view=${view}` });
    const path = /** @type {const} */ ({ from: 'end', x: [-20], y: -20, dx: -3, dy: -5 });
    await pointWithin(t, 4, () => costOfPointing(page, '.map canvas', path));
    await close();
  });
}

/**
 * Puts another letter at the end of the sentence, and waits until it is drawn.
 * @param {import('playwright-core').Page} page
 * @param {number} letter
 */
const type = (page, letter) =>
  page.evaluate(
    async ([text, letter]) => {
      const field = /** @type {HTMLTextAreaElement} */ (document.querySelector('textarea'));
      field.value = `${text.slice(0, -1)}${letter}`;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      await /** @type {any} */ (document.getElementById('lab')).lab.settled();
    },
    /** @type {const} */ ([words(64), letter]),
  );

for (const [name, state] of Object.entries({
  heads: {},
  lines: { view: 'lines' },
  contributions: { view: 'contributions' },
  'the largest step': { view: 'steps', step: 'projection' },
  'a step of three maps': { view: 'steps', step: 'attention', trail: ['heads.0.3.1'] },
  'a difference': { compare: { head: 0 } },
})) {
  test(`redrawing 64 tokens costs at most 50 ms of code, and no task takes longer (${name})`, async (t) => {
    const { page, close } = await chromium.open({ hash: `#v=1&text=${words(64)}` });
    await setState(page, state);
    const spent = await clockOf(page);
    const best = { redrawn: Infinity, longest: Infinity };
    for (let i = 0; i < TRIES && (best.redrawn > MOST || best.longest > MOST); i++) {
      const before = await spent();
      best.longest = Math.min(best.longest, await longestTask(page, () => type(page, i)));
      best.redrawn = Math.min(best.redrawn, (await spent()) - before);
    }
    t.diagnostic(`${best.redrawn.toFixed(1)} ms, the longest task ${best.longest.toFixed(1)} ms`);
    assert.ok(best.redrawn <= MOST, `${best.redrawn} ms`);
    assert.ok(best.longest <= MOST, `${best.longest} ms`);
    await close();
  });
}

test('pointing along 64 words costs at most half a frame of scripting (lines)', async (t) => {
  const { page, close } = await chromium.open({
    hash: `#v=1&text=${words(64)}&heads=8&view=lines`,
  });
  const path = /** @type {const} */ ({ from: 'start', x: [20, 400], y: 60, dx: 0, dy: 10 });
  await pointWithin(t, 8, () => costOfPointing(page, '.lines-front', path));
  await close();
});

test('the lines of a sentence are on the screen a few frames after a change (lines)', async () => {
  const { page, close } = await chromium.open({ hash: '#v=1&view=lines' });
  const framesOf = () =>
    page.locator('#lab').evaluate(async (/** @type {any} */ host) => {
      host.lab.setState({ solo: 0 });
      await host.lab.settled();
      let [frames, settled] = [0, false];
      host.lab.setState({ solo: null });
      host.lab.settled().then(() => (settled = true));
      for (; !settled; frames++) await new Promise(requestAnimationFrame);
      return frames;
    });
  // frames also pass while others have the processor
  let least = Infinity;
  for (let i = 0; i < TRIES && least > 8; i++) least = Math.min(least, await framesOf());
  assert.ok(least <= 8, `${least} frames`); // 576 lines of 4 heads, in up to 12 strengths each
  await close();
});
