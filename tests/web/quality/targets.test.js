// Every control can be hit with a finger: 24 x 24 CSS pixels, or as far from the next one (WCAG 2.2, 2.5.8). In the views of
// the lab, its menus, a scene, training, the small pages, and in an opened model, where the steps are most.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { siteDir } from '../../../src/build/tools/paths.js';
import { GRAMMAR, startOf } from '../../../web/elements/lab/state/state.ts';
import { lessons } from '../../../web/lessons/lessons.ts';
import { SMALL_PAGES } from '../../../web/page/small/pages.ts';
import { setState, useChromium } from '../support/chromium.js';
import { ALL, sample } from '../support/sample.js';
import { openScene } from '../support/scenes.js';
import { smallTargets } from '../support/targets.js';
import { openMenu, openModelMenu, showMore } from '../support/tools.js';

/** @typedef {import('playwright-core').Page} Page */

const SIZES = [
  { width: 1366, height: 768 },
  { width: 320, height: 700 },
  { width: 390, height: 844 },
];
const SOME = ALL ? SIZES : SIZES.slice(0, 2);
const skip = existsSync(join(siteDir, 'english.safetensors'))
  ? false
  : 'this copy comes without the English model';

const chromium = useChromium();

/** @param {Page} page @param {string} where */
async function checkAt(page, where) {
  for (const viewport of SOME) {
    await page.setViewportSize(viewport);
    // drawings follow the size of their place in the next frames
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    assert.deepEqual(await smallTargets(page), [], `${where}, ${viewport.width} wide`);
  }
}

test('a small button beside another one is found, and one alone is not', async () => {
  const { page, close } = await chromium.open({ path: 'doctor.html', hash: '', settle: false });
  /** @param {string} html of the page, in its own style: 16 x 16 buttons, rows of 24 */
  const of = async (html) => {
    await page.evaluate((html) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`
        button { all: unset; display: inline-block; width: 16px; height: 16px; }
        .apart { display: flex; gap: 8px; }
        label { display: block; height: 24px; }`);
      document.adoptedStyleSheets = [sheet];
      document.body.innerHTML = html;
    }, html);
    return smallTargets(page);
  };
  const two = '<button>a</button><button>b</button>';
  assert.equal((await of(two)).length, 2);
  assert.deepEqual(await of('<button>a</button>'), []);
  assert.deepEqual(await of(`<div class="apart">${two}</div>`), []);
  assert.deepEqual(await of('<label>yes <input type="checkbox" /></label>'.repeat(2)), []);
  await close();
});

test('in every view of the lab, its menus and its panel', async () => {
  const { page, close } = await chromium.open({ hash: '' });
  await checkAt(page, 'the first view');
  for (const name of /** @type {const} */ (['Questions', 'Tools'])) {
    await openMenu(page, name);
    await checkAt(page, name);
    await page.keyboard.press('Escape');
  }
  await showMore(page);
  await openModelMenu(page);
  const states = [
    { view: 'heads', compare: { head: 0 } },
    { view: 'heads', compare: null, mix: [1, 0, 0.5, 1] },
    { view: 'table', mix: null },
    { view: 'lines', second: 'My dog sees it.' },
    { second: null, view: 'contributions' },
    { view: 'steps', allHeads: true, step: 'projection' },
    { allHeads: false, step: 'attention', trail: ['heads.0.4.3', 'attention.0.4.1'] },
    { trail: ['W_Q.1.1'], edits: { 'W_Q.0.3.2': 0.5 } },
    { ...startOf(GRAMMAR), view: 'steps', layer: 1, trail: ['x.4.3'] },
    { trail: [], view: 'training' },
  ];
  for (const state of states) {
    await setState(page, state);
    await checkAt(page, JSON.stringify(state));
  }
  for (const { id } of sample(lessons, 5)) {
    await openScene(page, id, 0);
    await checkAt(page, id);
  }
  await close();
});

for (const name of Object.keys(SMALL_PAGES)) {
  test(`on the page ${name}`, async () => {
    const { page, close } = await chromium.open({ path: `${name}.html`, hash: '', settle: false });
    await page.locator('main button, main textarea').first().waitFor();
    await checkAt(page, name);
    await close();
  });
}

test(
  'in an opened model: its steps, its causes, and the room it is chosen in',
  { skip },
  async () => {
    const { page, close } = await chromium.open({
      path: '?model=english',
      hash: '',
      settle: false,
    });
    const main = page.locator('.models-main:visible');
    await main.waitFor();
    await checkAt(page, 'a model that is offered');
    await main.click();
    await page.locator('.models-status').filter({ hasText: /\d/ }).waitFor();
    const views = page.locator('.models-tools .segments button');
    await checkAt(page, 'its maps');
    await views.nth(2).click();
    await page.locator('.step-pill').first().waitFor();
    await checkAt(page, 'its steps');
    await views.last().click();
    const tabs = page.locator('.causes-body > .segments button');
    for (let i = 0; i < (await tabs.count()); i++) {
      await tabs.nth(i).click();
      await page.locator('.causes-said:not(:empty)').waitFor();
      await checkAt(page, (await tabs.nth(i).textContent()) ?? '');
    }
    await page.getByRole('button', { name: 'Close the model' }).click();
    for (const more of await page.locator('.models-room summary:visible').all()) await more.click();
    await checkAt(page, 'the room');
    await close();
  },
);
