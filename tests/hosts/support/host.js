// Tests headwise in every tool: the Embed dialog's literal text computes there, is readable in both
// of the tool's themes, keeps typed keys to itself, and writes nothing into the console. Only with
// HEADWISE_TEST_ALL: the tools take 4 GB.

import assert from 'node:assert/strict';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { serve } from '../../../src/build/server.ts';
import { siteDir } from '../../../src/build/tools/paths.js';
import { snippetFor } from '../../../web/page/embed-builder/snippets.ts';
import { startChromium } from '../../web/support/chromium.js';
import { worstContrast } from '../../web/support/contrast.js';
import { until } from '../../web/support/until.js';
import { hostsDir, npmWith, pipWith, unlessMissing } from './install.js';

/**
 * @typedef {import('playwright-core').Page} Page
 *
 * @typedef {object} Site
 * @property {string} [root] what the tool made
 * @property {{ url: string, stop: () => Promise<void> }} [server] of the tool's own, where it has one
 * @property {string} [path] of the page in it
 *
 * @typedef {object} Host
 * @property {import('../../../web/page/embed-builder/snippets.ts').Place} place of the dialog
 * @property {readonly string[]} [npm] the packages of the tool, with their versions
 * @property {readonly string[]} [pip] the same for Python
 * @property {(text: string, folder: string, installed: string) => Promise<Site>} build makes a page of the dialog's text in
 *   an empty folder; installed: the packages' node_modules, or a Python that has them
 * @property {string} [files] where the folder of headwise belongs in the folder, so that the page finds it as `headwise/`;
 *   without it headwise lies on another server, as where a tool serves no files
 * @property {boolean} [framed] the text is a frame
 * @property {string} [base] the address that its files have in the page; default `/headwise/`
 * @property {(page: Page) => Promise<void>} [show] what a reader does before the lab is there
 * @property {(page: Page, theme: 'light' | 'dark') => Promise<void>} turn makes the page light or dark, as a reader does
 * @property {string} [typed] with keys that the tool takes for itself
 * @property {RegExp[]} [expected] what the tool itself says in the console
 * @property {RegExp} [elsewhere] what the tool itself asks of other servers
 */

const WANTED = {
  ...{
    lesson: null,
    hash: '#v=1&heads=2&text=The+cat+sat',
    whole: '',
    locked: '',
    classKey: '',
    theme: '',
  },
  ...{ compact: false, height: 820, language: 'en', title: 'Maps', link: 'Open' },
  state: { text: 'The cat sat', heads: 2 },
};
/** Keys with which sites search, turn pages and open menus. */
const TYPED = 's / n . f ? k o r c end';
const READABLE = 4.5;
const ANYONE = { 'Access-Control-Allow-Origin': '*' };

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

  test(`${name}: the dialog’s text computes, can be read in both themes, and keeps its keys`, (t) =>
    unlessMissing(t, name, () => tryHost(chromium, name, host)));
}

/**
 * @param {Awaited<ReturnType<typeof startChromium>>} chromium
 * @param {string} name
 * @param {Host} host
 */
async function tryHost(chromium, name, host) {
  const id = name.replaceAll(/\W+/g, '-').toLowerCase();
  const { npm, pip = [] } = host;
  const installed = await (npm ? npmWith(id, npm) : pipWith(id, pip));
  const folder = join(hostsDir, id, 'site');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  if (host.files) await cp(siteDir, join(folder, host.files, 'headwise'), { recursive: true });
  const other = host.files ? null : await serve({ root: siteDir, headers: ANYONE });
  const base = host.base ?? other?.url ?? '/headwise/';
  /** @type {Site | undefined} */
  let site;
  try {
    site = await host.build(snippetFor(host.place, { ...WANTED, base }), folder, installed);
    await openBoth(chromium, host, site, other?.url);
  } finally {
    await site?.server?.stop();
    await other?.close();
  }
}

/**
 * @param {Awaited<ReturnType<typeof startChromium>>} chromium
 * @param {Host} host
 * @param {Site} site
 * @param {string} [other] the server of headwise's files
 */
async function openBoth(chromium, host, site, other) {
  const { root, server, path = '' } = site;
  const asked = [host.elsewhere?.source, other].filter(Boolean).join('|');
  const elsewhere = asked ? new RegExp(asked) : undefined;
  for (const system of /** @type {const} */ (['light', 'dark'])) {
    const { page, close } = await chromium.open({
      ...{ root, server, path, hash: '', headers: {}, settle: false },
      ...{ context: { colorScheme: system }, expected: host.expected, elsewhere },
    });
    await host.show?.(page);
    const lab = await labOf(page, host.framed === true);
    await lab.at(/Computed on your device/).waitFor();
    for (const theme of /** @type {const} */ (['dark', 'light'])) {
      await host.turn(page, theme);
      await lab.at(/Computed on your device/).waitFor();
      await lab.frame.locator(`${lab.name} .headwise-lab[data-theme=${theme}]`).waitFor();
      await expectReadable(lab, `${system} system, ${theme} page`);
    }
    if (system === 'light') await expectKeysInside(page, lab, host.typed ?? TYPED);
    await close();
  }
}

/**
 * Where the lab is: in the page, or in the page of a frame.
 *
 * @param {Page} page
 * @param {boolean} framed
 */
async function labOf(page, framed) {
  const inner = framed ? await page.locator('iframe[title=Maps]').elementHandle() : null;
  const frame = (await inner?.contentFrame()) ?? page.mainFrame();
  const name = framed ? '#lab' : 'headwise-lab';
  const at = (/** @type {RegExp} */ text) => frame.locator(name).getByText(text);
  return { frame, name, at };
}

/** @typedef {Awaited<ReturnType<typeof labOf>>} Lab */

/**
 * When the page's colours have faded from one to the other, and the maps are drawn in the new ones.
 *
 * @param {Lab} lab
 * @param {string} where
 */
async function expectReadable({ frame, name }, where) {
  await frame.evaluate(() =>
    Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))),
  );
  await until(async () => {
    const { ratio, words, seen } = await worstContrast(frame, [name]);
    assert.ok(seen > 20, `${where}: ${seen} texts`);
    assert.ok(ratio >= READABLE, `${where}: “${words}” at ${ratio.toFixed(2)}:1`);
    return true;
  }, where);
}

/**
 * @param {Page} page
 * @param {Lab} lab
 * @param {string} typed
 */
async function expectKeysInside(page, { frame, name }, typed) {
  const address = page.url();
  const field = frame.locator(`${name} textarea`).first();
  await field.fill('');
  await field.pressSequentially(typed);
  assert.equal(await field.inputValue(), typed);
  for (const key of ['ArrowLeft', 'ArrowRight']) await page.keyboard.press(key);
  assert.equal(page.url(), address, 'the page was turned');
  const focused = await field.evaluate((element) => {
    const { activeElement } = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    return activeElement === element && element.ownerDocument.hasFocus();
  });
  assert.ok(focused, 'the focus is elsewhere');
  await until(async () => {
    const text = await frame.locator(name).evaluate((host) => {
      const { state, lab } = /** @type {any} */ (host);
      return (state ?? lab.getState()).text;
    });
    return text === typed;
  }, 'the state of what was typed');
}
