// axe-core finds nothing: in every view, at a number that is followed, beside mixtures and differences, and, on the
// smallest screen with the longest words, in scenes with every other drawing of the lessons; nothing is wider than that
// screen. A large screen and dark colours have the tests that can differ there. With HEADWISE_TEST_ALL every drawing has
// every test.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import test, { before } from 'node:test';
import { GRAMMAR, startOf } from '../../../web/elements/lab/state/state.ts';
import { PSEUDO } from '../../../web/words/languages.ts';
import { setState, useChromium } from '../support/chromium.js';
import { ALL, sample } from '../support/sample.js';
import { someScenes } from '../support/scenes.js';

/** @typedef {import('playwright-core').Page} Page */

const BASE = {
  text: 'The cat sat because it was tired',
  ...{ second: null, heads: 4, width: 64, causal: false, numbers: false, allHeads: false },
  ...{ view: 'heads', step: 'embedding', trail: [], edits: {}, mix: null, compare: null },
  ...{
    seed: 0,
    model: 'untrained',
    layer: 0,
    lesson: null,
    selection: { head: 1, query: 4, key: 1 },
  },
};
/** @type {Record<string, Record<string, unknown>>} what differs from the base */
const VIEWS = {
  heads: {},
  'one head, large': { view: 'head', causal: true },
  'a table': { view: 'table' },
  'a mixture': { mix: [1, 0, 0.5, 1] },
  'a difference': { compare: { head: 0 } },
  'a run that was kept': { seed: 1, compare: { run: {} } },
  lines: { view: 'lines' },
  'lines of two sentences': { view: 'lines', second: 'Die Katze war zu müde' },
  'lines as a table': { view: 'lines', numbers: true },
  contributions: { view: 'contributions' },
  'contributions as a table': { view: 'contributions', numbers: true },
  'steps of all heads': { view: 'steps', step: 'projection', allHeads: true },
  'steps as tables': { view: 'steps', step: 'projection', numbers: true },
  'a number followed': {
    ...{ view: 'steps', step: 'attention', causal: true, edits: { 'W_Q.0.3.2': 0.5 } },
    trail: ['heads.0.4.3', 'attention.0.4.1', 'scores.0.4.1', 'query.0.4.3'],
  },
  'a word’s own number': { view: 'steps', trail: ['tokens.4.3'] },
  'the trained model': startOf(GRAMMAR),
  'its contributions': { ...startOf(GRAMMAR), view: 'contributions' },
  'nothing selected': { selection: { head: 0, query: null, key: null } },
};
const CONTRAST = 'color-contrast';
const SIZE = 'target-size';

/** @type {string} */
let axe;
const chromium = useChromium();
before(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
});

/** What a scene brings along; everything else is looked at with the views. */
const OF_SCENES = { include: [['.guide'], ['.exhibit']] };

/**
 * @param {Page} page
 * @param {object} options of axe
 * @param {boolean} ofScene
 */
function violations(page, options, ofScene) {
  return page.evaluate(
    async ([options, context]) => {
      const { axe } = /** @type {any} */ (window);
      const found = await axe.run(context ?? document, {
        resultTypes: ['violations'],
        preload: false,
        ...options,
      });
      return found.violations.map((/** @type {any} */ { id, nodes }) => [
        id,
        ...nodes.slice(0, 3).map((/** @type {any} */ { html }) => html.slice(0, 160)),
      ]);
    },
    /** @type {const} */ ([options, ofScene ? OF_SCENES : null]),
  );
}

/** The views with every colour that words have, and what lies behind them. */
const COLOURED = ['heads', 'a table', 'a difference', 'contributions', 'a number followed'];

/**
 * Shows one state after another.
 * @param {Page} page
 * @param {(where: string, ofScene: boolean) => Promise<void>} check
 * @param {{ views?: readonly string[], scenes?: readonly { id: string, scene: number }[] }} [which] default all
 */
async function everywhere(page, check, { views = Object.keys(VIEWS), scenes = someScenes } = {}) {
  await page.evaluate(axe);
  for (const where of views) {
    const part = VIEWS[where];
    await setState(page, { ...BASE, ...part });
    await check(where, false);
  }
  for (const { id, scene } of scenes) {
    await page.locator('#lab').evaluate(
      async (/** @type {any} */ host, { id, scene }) => {
        host.lessons.open(id, scene);
        await host.lab.settled();
        await host.lessons.isDrawn();
        await host.lab.settled();
      },
      { id, scene },
    );
    await check(`${id} ${scene}`, true);
  }
}

test('light: axe-core finds nothing in any view, nor in scenes', async () => {
  const { page, close } = await chromium.open();
  await everywhere(
    page,
    async (where, ofScene) => {
      assert.deepEqual(await violations(page, {}, ofScene), [], where);
    },
    { scenes: ALL ? someScenes : sample(someScenes.slice(1), 8) },
  );
  await close();
});

test('dark: everything can be read', async () => {
  const { page, close } = await chromium.open({ context: { colorScheme: 'dark' } });
  await everywhere(
    page,
    async (where, ofScene) => {
      assert.deepEqual(await violations(page, { runOnly: [CONTRAST] }, ofScene), [], where);
    },
    { views: ALL ? undefined : COLOURED, scenes: sample(someScenes, 6) },
  );
  await close();
});

for (const language of ALL ? [PSEUDO, 'zh', 'es'] : [PSEUDO]) {
  test(`${language} on a phone: nothing in ${ALL ? 'any scene' : 'scenes'}, nothing too small to be tapped, nothing too wide`, async () => {
    const viewport = { width: 320, height: 700 };
    const { page, close } = await chromium.open({ path: `?lang=${language}`, viewport });
    const check = async (/** @type {string} */ where, /** @type {boolean} */ ofScene) => {
      const options = { rules: { [SIZE]: { enabled: true } } };
      assert.deepEqual(await violations(page, options, ofScene), [], where);
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.equal(wider, 0, where);
    };
    await everywhere(page, check, {
      views: sample(Object.keys(VIEWS), 3),
      scenes: sample(someScenes, 2),
    });
    await close();
  });
}
