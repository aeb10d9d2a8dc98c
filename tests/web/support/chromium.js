// Opens the built page in Chromium, served as a test wants it, and notes whatever goes wrong there.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { isolation } from '../../../src/build/server.ts';
import { connectChromium, launchChromium } from '../../../src/build/tools/chromium.ts';
import { FONTS, withFonts } from '../../../src/build/tools/fonts.ts';
import { siteDir } from '../../../src/build/tools/paths.js';
import { createPool } from './pool.js';

const index = await readFile(join(siteDir, 'index.html'), 'utf8');

/**
 * The policy of a careful site: nothing inline but the style and the script of the page's document, nothing from elsewhere,
 * WebAssembly allowed.
 */
export const strictPolicy = {
  'Content-Security-Policy':
    `default-src 'none'; script-src 'self' ${hashOf('script')} 'wasm-unsafe-eval'; ` +
    `style-src 'self' ${hashOf('style')}; connect-src 'self'; img-src 'self' data:; worker-src 'self'`,
};
export const careful = { ...isolation, ...strictPolicy };

/**
 * Untrained heads on the page's usual sentence: what most tests look at. Without a hash the page starts with the
 * trained model.
 */
export const UNTRAINED_HASH = '#v=1&heads=4&at=1.9._';

/**
 * The source of a policy that allows what the document holds in this element.
 *
 * @param {'script' | 'style'} name
 */
function hashOf(name) {
  const [, inside] = new RegExp(`<${name}>([^]*?)</${name}>`).exec(index) ?? [];
  assert.ok(inside, `the page has a ${name}`);
  return `'sha256-${createHash('sha256').update(inside).digest('base64')}'`;
}

/** @type {RegExp[]} */
const NO_COMPLAINTS = [];

/**
 * @typedef {import('playwright-core').Page} Page
 *
 * @typedef {object} OpenOptions
 * @property {Record<string, string>} [headers] that the page is served with
 * @property {string} [hash] after the address, with its '#'; default untrained heads, '' what the page starts with
 * @property {string} [root] the folder that is served; default the page's own
 * @property {{ url: string }} [server] instead of a folder: one that runs already
 * @property {string} [path] of the page in it
 * @property {{ width: number, height: number }} [viewport]
 * @property {import('playwright-core').BrowserContextOptions} [context]
 * @property {RegExp[]} [expected] messages of the console that belong to the test
 * @property {RegExp} [elsewhere] addresses of other servers that the page may ask
 * @property {RegExp} [hold] addresses that are not answered until page.unrouteAll()
 * @property {boolean} [settle] whether to wait for the maps; default true
 *
 * @typedef {object} Opened
 * @property {Page} page
 * @property {string} url of the page, without its hash
 * @property {string[]} requests every address that was asked for
 * @property {() => Promise<void>} close fails if anything went wrong in the page
 */

/**
 * A browser for the tests of one file. A page that was closed is used again for the next one that is opened in the same way:
 * its process and what it has compiled remain, its storage and listeners do not.
 *
 * @param {object} [options]
 * @param {import('../../../src/build/tools/fonts.ts').Fonts} [options.fonts] that it sees
 * @param {boolean} [options.own] for tests of the clipboard or of processor time, which pages of other files would disturb
 * @param {boolean} [options.whole] not its shell: for what people notice of the browser itself
 */
export async function startChromium({ fonts = FONTS[0], own = false, whole = false } = {}) {
  const shared = own || whole || fonts !== FONTS[0] ? undefined : process.env.HEADWISE_CHROMIUM;
  const { browser, stop } = shared
    ? await connectChromium(shared)
    : await launchChromium((folder) => withFonts(fonts, folder), { shell: !whole });
  const pool = createPool(browser);
  return {
    /**
     * @param {OpenOptions} [options]
     * @returns {Promise<Opened>}
     */
    open: (options = {}) => openPage(pool, options),
    async stop() {
      await stop();
      await pool.close();
    },
  };
}

/**
 * The browser of a test file: started before its tests, stopped after them.
 *
 * @param {Parameters<typeof startChromium>[0]} [options]
 */
export function useChromium(options) {
  /** @type {ReturnType<typeof startChromium>} a promise: other hooks of the file may run before it has started */
  let chromium;
  before(() => (chromium = startChromium(options)));
  after(async () => (await chromium)?.stop());
  return { open: async (/** @type {OpenOptions} */ page = {}) => (await chromium).open(page) };
}

/**
 * @param {ReturnType<typeof createPool>} pool
 * @param {OpenOptions} options
 * @returns {Promise<Opened>}
 */
async function openPage(pool, options) {
  const {
    headers = careful,
    hash = UNTRAINED_HASH,
    expected = NO_COMPLAINTS,
    settle = true,
  } = options;
  const server = options.server ?? (await pool.serve({ root: options.root ?? siteDir, headers }));
  const taken = await pool.take(server, {
    viewport: options.viewport ?? { width: 1440, height: 900 },
    ...options.context,
  });
  const { page, context } = taken;
  /** @type {string[]} */
  const complaints = [];
  /** @type {string[]} */
  const requests = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  if (options.hold) await page.route(options.hold, () => {});
  context.on('request', (request) => requests.push(request.url()));
  await page.goto(server.url + (options.path ?? '') + hash);
  if (settle) await settled(page);
  return {
    page,
    url: server.url,
    requests,
    async close() {
      await pool.give(taken);
      const unexpected = complaints.filter((text) => !expected.some((kind) => kind.test(text)));
      assert.deepEqual(unexpected, [], 'the console of the page');
      const elsewhere = requests.filter(
        (address) =>
          !address.startsWith(server.url) &&
          !/^(data|blob):/.test(address) &&
          !options.elsewhere?.test(address),
      );
      assert.deepEqual(elsewhere, [], 'requests that leave the origin');
    },
  };
}

/**
 * Waits until what the page should show is on the screen. One call of the page, as tests wait more often than they do
 * anything else.
 *
 * @param {Page} page
 * @param {object} [also]
 * @param {boolean} [also.drawing] whether to wait for the drawing of a lesson's scene, too
 */
export async function settled(page, { drawing = false } = {}) {
  // not evaluate(), which would wait without a limit
  await page.waitForFunction((drawing) => {
    const host = /** @type {any} */ (document.getElementById('lab'));
    // the page loads its lessons after its lab, an embed has none
    const last = document.getElementById('tools') ? 'lessons' : 'lab';
    const isThere = host?.querySelector('.headwise-lab')?.checkVisibility() && last in host;
    if (!isThere) return false;
    return (async () => {
      // two frames: in the first the page hears that the window, or one of its parts, has another size
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      await host.lab.settled();
      if (drawing) {
        await host.lessons.isDrawn();
        await host.lab.settled();
      }
      return true;
    })();
  }, drawing);
}

/**
 * The state of the page's lab.
 * @param {Page} page
 * @returns {Promise<import('../../../web/elements/lab/state/state.ts').LabState>}
 */
export function stateOf(page) {
  return page.locator('#lab').evaluate((/** @type {any} */ host) => host.lab.getState());
}

/**
 * Changes the state of the page's lab, and waits until the screen shows it.
 * @param {Page} page
 * @param {object} part
 */
export async function setState(page, part) {
  await page.locator('#lab').evaluate((/** @type {any} */ host, change) => {
    host.lab.setState(change);
  }, part);
  await settled(page);
}

/**
 * Types a sentence, one key after another, and waits for its maps.
 * @param {Page} page
 * @param {string} text
 */
export async function typeSentence(page, text) {
  const field = page.getByLabel('Type a sentence');
  await field.fill('');
  await field.pressSequentially(text);
  await settled(page);
}
