// The motions of the steps: each plays under its scrubber and ends on the matrices themselves, leaves them alone where
// motion is unwelcome, and costs little in each frame; together they tell the whole story in less than a minute.

import assert from 'node:assert/strict';
import test from 'node:test';
import { motionOf } from '../../../web/elements/lab/steps/motion/index.ts';
import { PAUSE } from '../../../web/elements/lab/steps/story.ts';
import { STEPS } from '../../../web/elements/lab/answer/layer-steps.ts';
import { setState, settled, stateOf, useChromium } from '../support/chromium.js';
import { hurry } from '../support/hurry.js';
import { clockOf } from '../support/processor.js';
import { sample } from '../support/sample.js';

/** @typedef {import('playwright-core').Page} Page */

const chromium = useChromium();

/** Of scripting in a frame, milliseconds of processor time. */
const MOST = 16;

/**
 * @param {Page} page
 * @param {string} step
 */
async function openStep(page, step) {
  await page.locator('#lab').evaluate(async (/** @type {any} */ host, step) => {
    host.lab.setState({ view: 'steps', step });
    await host.lab.settled();
  }, step);
}

/** What is to be seen of a motion: whether its sheet is there, and how many matrices wait for their numbers. @param {Page} page */
const seenOf = (page) =>
  page.evaluate(() => ({
    sheet: !(/** @type {HTMLElement} */ (document.querySelector('.step-sheet')).hidden),
    hidden: [...document.querySelectorAll('.step-stage .matrix canvas')].filter(
      (one) => /** @type {HTMLElement} */ (one).style.opacity === '0',
    ).length,
  }));

/** @param {Page} page @param {number} at 0..1 */
async function scrub(page, at) {
  await page.locator('.step-motion input').evaluate((input, value) => {
    /** @type {HTMLInputElement} */ (input).value = String(value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, 1000 * at);
}

/** The steps that are played; the others are drawn at some moments of their motion. */
const PLAYED = sample(STEPS, 5);
const MOMENTS = Array.from({ length: 10 }, (_, i) => i / 10);

/**
 * Draws the moments of a motion, and tells how many different pictures they are.
 * @param {Page} page
 */
const picturesOf = (page) =>
  page.evaluate(async (moments) => {
    const input = /** @type {HTMLInputElement} */ (document.querySelector('.step-motion input'));
    const sheet = /** @type {HTMLCanvasElement} */ (document.querySelector('.step-sheet'));
    const pictures = new Set();
    for (const moment of moments) {
      input.value = String(1000 * moment);
      input.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise(requestAnimationFrame);
      // of some moments: to read a picture takes longer than to draw it
      if (pictures.size < 2) pictures.add(sheet.toDataURL());
    }
    return pictures.size;
  }, MOMENTS);

test('each step moves, costs little in each frame, and ends on its matrices', async () => {
  const { page, close } = await chromium.open();
  await page.evaluate(() => {
    const all = /** @type {any} */ (window);
    all.frames = 0;
    const ask = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (work) =>
      ask((now) => {
        all.frames++;
        work(now);
      });
  });
  const spent = await clockOf(page, ['ScriptDuration']);
  const sheet = page.locator('.step-sheet');
  for (const step of STEPS) {
    await openStep(page, step);
    await page.evaluate(() => Reflect.set(window, 'frames', 0));
    const before = await spent();
    const isPlayed = PLAYED.includes(step);
    if (isPlayed) await page.getByRole('button', { name: 'Play', exact: true }).click();
    else await scrub(page, 0);
    await sheet.waitFor({ state: 'visible' });
    assert.ok((await seenOf(page)).hidden > 0, step);
    if (!isPlayed) {
      assert.ok((await picturesOf(page)) > 1, `${step}: nothing moves`);
      await scrub(page, 1);
    }
    await sheet.waitFor({ state: 'hidden' });
    if (isPlayed) await page.getByRole('button', { name: 'Pause', exact: true }).click();
    assert.deepEqual(await seenOf(page), { sheet: false, hidden: 0 }, step);
    const frames = Number(await page.evaluate(() => Reflect.get(window, 'frames')));
    const drawn = isPlayed ? frames : MOMENTS.length;
    const cost = ((await spent()) - before) / drawn;
    assert.ok(drawn > 3 && cost < MOST, `${step}: ${cost} ms in each of ${drawn} frames`);
  }
  await close();
});

test('the scrubber stops a motion anywhere, and another step ends it', async () => {
  const { page, close } = await chromium.open();
  await openStep(page, 'dotProducts');
  await scrub(page, 0.4);
  await page.locator('.step-sheet').waitFor({ state: 'visible' });
  const note = page.locator('.step-note');
  assert.match(await note.innerText(), /^[(−\d.)]+ · [(−\d.)]+ \+ .* = −?[\d.]+$/);
  assert.equal((await seenOf(page)).hidden, 1);
  // it covers nothing: the numbers below can be clicked
  await page
    .locator('.step-stage .matrix-grid')
    .first()
    .click({ position: { x: 90, y: 40 } });
  await openStep(page, 'scores');
  assert.deepEqual(await seenOf(page), { sheet: false, hidden: 0 });
  await scrub(page, 0.5);
  await page.locator('.step-sheet').waitFor({ state: 'visible' });
  await scrub(page, 1);
  await page.locator('.step-sheet').waitFor({ state: 'hidden' });
  assert.deepEqual(await seenOf(page), { sheet: false, hidden: 0 });
  await close();
});

test('where motion is unwelcome a step stands at its end', async () => {
  const { page, close } = await chromium.open({ context: { reducedMotion: 'reduce' } });
  await openStep(page, 'attention');
  await page.evaluate(() => {
    const all = /** @type {any} */ (window);
    all.shown = 0;
    const sheet = /** @type {HTMLElement} */ (document.querySelector('.step-sheet'));
    new MutationObserver(() => (all.shown += sheet.hidden ? 0 : 1)).observe(sheet, {
      attributes: true,
    });
  });
  await hurry(page);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('.step-pill[aria-current]').and(page.locator('.step-pill').last()).waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).shown), 0);
  await close();
});

test('the story shows the motion of each step, and ends by itself', async () => {
  const { page, close } = await chromium.open({ hash: '' });
  await openStep(page, STEPS[STEPS.length - 3]); // where it goes on from
  await hurry(page);
  await page.evaluate(() => {
    const moved = new Set();
    Reflect.set(window, 'moved', moved);
    const sheet = /** @type {HTMLElement} */ (document.querySelector('.step-sheet'));
    new MutationObserver(() => {
      if (!sheet.hidden) moved.add(document.querySelector('.step-pill[aria-current]')?.textContent);
    }).observe(sheet, { attributes: true });
  });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  const pills = await page.locator('.step-pill').allTextContents();
  assert.deepEqual(await page.evaluate(() => [...Reflect.get(window, 'moved')]), pills.slice(-3));
  await close();
});

test('the whole story takes less than a minute', () => {
  const all = STEPS.reduce((sum, step) => sum + motionOf(step, false, []).duration + PAUSE, 0);
  assert.ok(all < 60_000, `${all} ms`);
  for (const step of STEPS) {
    const { duration } = motionOf(step, false, []);
    assert.ok(duration >= 1000 && duration <= 4000, `${step}: ${duration} ms`);
  }
});

/** Where the parts of a step are in the window. @param {Page} page */
const placesOf = (page) =>
  page.evaluate(() => {
    /** @param {Element} one */
    const boxOf = (one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      return { left, top, right, bottom };
    };
    /** @param {string} selector */
    const topOf = (selector) => document.querySelector(selector)?.getBoundingClientRect().top;
    return {
      matrices: [...document.querySelectorAll('.step-stage .matrix')].map(boxOf),
      fixed: ['.step-title', '.step-formula', '.step-tools', '.step-stage'].map(topOf),
      scrolled: scrollY,
    };
  });

for (const layer of [0, 1]) {
  test(`layer ${layer + 1}: every matrix of every step is in the window of a small laptop, and the parts keep their places`, async () => {
    const viewport = { width: 1366, height: 768 };
    const { page, close } = await chromium.open({ hash: '', viewport });
    /** @type {unknown} */
    let first = null;
    for (const step of STEPS) {
      for (const allHeads of [false, true]) {
        await setState(page, { view: 'steps', layer, step, allHeads });
        const { matrices, fixed, scrolled } = await placesOf(page);
        assert.ok(matrices.length > 0 && scrolled === 0, step);
        for (const { left, top, right, bottom } of matrices) {
          const isInside = left >= 0 && top >= 0 && right <= 1366 && bottom <= 768;
          assert.ok(isInside, `${step}, all heads ${allHeads}: ${[left, top, right, bottom]}`);
        }
        first ??= fixed;
        assert.deepEqual(fixed, first, step);
      }
    }
    assert.equal(await page.locator('.panel').isVisible(), false, 'no panel at the side');
    await close();
  });
}

test('the worked sum is large, and beside its cell; the softmax shows a share that is not 0', async () => {
  const { page, close } = await chromium.open({ hash: '', viewport: { width: 1366, height: 768 } });
  const note = page.locator('.step-note');
  for (const step of ['embedding', 'projection', 'dotProducts', 'attention', 'heads']) {
    await openStep(page, step);
    await scrub(page, 0.2);
    await note.waitFor({ state: 'visible' });
    const { size, away } = await note.evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      const rows = [...document.querySelectorAll('.matrix:last-of-type .matrix-light')];
      const distances = rows.map((row) => {
        const box = row.getBoundingClientRect();
        return Math.max(top - box.bottom, box.top - bottom);
      });
      return { size: parseFloat(getComputedStyle(one).fontSize), away: Math.min(...distances) };
    });
    assert.ok(size >= 18, `${step}: ${size} px`);
    assert.ok(away >= 0 && away < 20, `${step}: ${away} px away from the row`);
  }
  await openStep(page, 'attention');
  await scrub(page, 0.6);
  assert.match(await note.innerText(), / ÷ [\d.]+ = (?!0\.00)[\d.]+$/);
  await close();
});

test('Compute plays when its tab is opened, from the first layer on; a click in it stops it, and See has its layer again', async () => {
  const { page, close } = await chromium.open({ hash: '' });
  await hurry(page);
  await page.getByRole('tab', { name: 'Compute' }).click();
  await page.locator('.step-sheet').waitFor({ state: 'visible' });
  const { layer, step } = await stateOf(page);
  assert.deepEqual([layer, step], [0, 'embedding']);
  await page.waitForFunction(() => {
    const { lab } = /** @type {any} */ (document.getElementById('lab'));
    return lab.getState().step === 'projection';
  });
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await page.locator('.step-words').click();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page.getByRole('tab', { name: 'See' }).click();
  await settled(page);
  assert.equal((await stateOf(page)).layer, 1);
  await close();
});

test('where motion is unwelcome Compute does not play by itself', async () => {
  const { page, close } = await chromium.open({ hash: '', context: { reducedMotion: 'reduce' } });
  await page.getByRole('tab', { name: 'Compute' }).click();
  await settled(page);
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  assert.equal(await page.locator('.step-sheet').isVisible(), false);
  await close();
});

test('on a phone a factor and its product are in the window together while they play', async () => {
  const { page, close } = await chromium.open({ hash: '', viewport: { width: 390, height: 844 } });
  for (const step of ['projection', 'dotProducts', 'heads', 'output']) {
    await openStep(page, step);
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForFunction(() => {
      const { top } = document.querySelector('.step-bar')?.getBoundingClientRect() ?? { top: -1 };
      const all = [...document.querySelectorAll('.product:first-child .matrix')];
      const boxes = all.map((one) => one.getBoundingClientRect());
      return top >= 0 && boxes.every((box) => box.top >= top + 30 && box.bottom <= innerHeight);
    });
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
  }
  await close();
});
