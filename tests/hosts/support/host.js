// What is asked of headwise in every tool: the Embed dialog's literal text computes there, can be read whichever way the
// tool's own switch stands, keeps what is typed to itself, and says nothing in the console. Only with HEADWISE_TEST_ALL: the
// tools take 2 GB.

import assert from 'node:assert/strict';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { buildDir, siteDir } from '../../../src/build/tools/paths.js';
import { snippetFor } from '../../../web/page/embed-builder/snippets.js';
import { startChromium } from '../../web/support/chromium.js';
import { worstContrast } from '../../web/support/contrast.js';
import { NotInstalled } from './install.js';

/**
 * @typedef {import('playwright-core').Page} Page
 *
 * @typedef {object} Site
 * @property {string} root what the tool made
 * @property {string} [path] of the page in it
 *
 * @typedef {object} Host
 * @property {import('../../../web/page/embed-builder/snippets.js').Place} place of the dialog
 * @property {(text: string, folder: string) => Promise<Site>} build makes a page of the dialog's text in an empty folder
 * @property {string} files where the folder of headwise belongs in the folder, so that the page finds it as `headwise/`
 * @property {(page: Page, theme: 'light' | 'dark') => Promise<void>} turn makes the page light or dark, as a reader does
 * @property {string} [typed] with keys that the tool takes for itself
 * @property {RegExp[]} [expected] what the tool itself says in the console
 */

const WANTED = {
  ...{ base: '/headwise/', lesson: null, hash: '', whole: '', locked: '', theme: '' },
  ...{ compact: false, height: 820, language: 'en', title: 'Maps', link: 'Open' },
  state: { text: 'The cat sat on the mat', heads: 2 },
};
/** Keys with which sites search, turn pages and open menus. */
const TYPED = 's / n . f ? k o end';
const READABLE = 4.5;

/**
 * @param {string} name of the tool
 * @param {Host} host
 */
export function testHost(name, host) {
  if (!process.env.HEADWISE_TEST_ALL) return;
  /** @type {Awaited<ReturnType<typeof startChromium>>} */
  let chromium;
  before(async () => {
    chromium = await startChromium();
  });
  after(() => chromium?.stop());

  test(`${name}: the dialog’s text computes, can be read in both themes, and keeps its keys`, async (t) => {
    const folder = join(buildDir, 'hosts', `${name.replaceAll(/\W+/g, '-').toLowerCase()}-site`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(join(folder, host.files), { recursive: true });
    await cp(siteDir, join(folder, host.files, 'headwise'), { recursive: true });
    /** @type {Site} */
    let site;
    try {
      site = await host.build(snippetFor(host.place, WANTED), folder);
    } catch (error) {
      if (!(error instanceof NotInstalled)) throw error;
      t.skip(`${name}: ${error.message}`);
      return;
    }
    for (const system of /** @type {const} */ (['light', 'dark'])) {
      const { page, close } = await chromium.open({
        ...{ root: site.root, path: site.path ?? '', hash: '', headers: {}, settle: false },
        ...{ context: { colorScheme: system }, expected: host.expected },
      });
      await page
        .locator('headwise-lab')
        .getByText(/Computed on your device/)
        .waitFor();
      for (const theme of /** @type {const} */ (['dark', 'light'])) {
        await host.turn(page, theme);
        await page.locator(`headwise-lab .headwise-lab[data-theme=${theme}]`).waitFor();
        await expectReadable(page, `${system} system, ${theme} page`);
      }
      if (system === 'light') await expectKeysInside(page, host.typed ?? TYPED);
      await close();
    }
  });
}

/**
 * After the page's colours have faded from one to the other.
 *
 * @param {Page} page
 * @param {string} where
 */
async function expectReadable(page, where) {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))),
  );
  const { ratio, words, seen } = await worstContrast(page, ['headwise-lab']);
  assert.ok(seen > 20, `${where}: ${seen} texts`);
  assert.ok(ratio >= READABLE, `${where}: “${words}” at ${ratio.toFixed(2)}:1`);
}

/**
 * @param {Page} page
 * @param {string} typed
 */
async function expectKeysInside(page, typed) {
  const address = page.url();
  const field = page.locator('headwise-lab textarea').first();
  await field.fill('');
  await field.pressSequentially(typed);
  assert.equal(await field.inputValue(), typed);
  for (const key of ['ArrowLeft', 'ArrowRight']) await page.keyboard.press(key);
  assert.equal(page.url(), address, 'the page was turned');
  assert.equal(
    await page.evaluate(() => document.activeElement?.localName),
    'headwise-lab',
    'the focus is elsewhere',
  );
  await page.waitForFunction(
    (text) => /** @type {any} */ (document.querySelector('headwise-lab')).state.text === text,
    typed,
  );
}
