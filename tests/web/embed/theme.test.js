// The colours of an embedded element follow the page around it: whatever switch the page has, with a light system and
// with a dark one, the element's words are readable on their background.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { serve } from '../../../src/build/server.ts';
import { useChromium } from '../support/chromium.js';
import { worstContrast } from '../support/contrast.js';
import { makeSite } from '../support/embed.js';
import { ALL } from '../support/sample.js';

/** @typedef {import('playwright-core').Page} Page */

const MAPS = '[[[1, 0], [0.25, 0.75]], [[0.5, 0.5], [0, 1]]]';
const LAB = '<headwise-lab text="The cat sat" heads="2" loading="eager"></headwise-lab>';
const MAP = `<headwise-map tokens="The cat" attention="${MAPS}" loading="eager"></headwise-map>`;

/** How sites say that they are dark: their style sheet, and what their switch does to the document. */
const SITES = {
  'a class, with a color-scheme': {
    css: '.dark { color-scheme: dark; background: #1b1b1f }',
    dark: () => void document.documentElement.classList.toggle('dark'),
  },
  'a class, by colours only': {
    css: 'body { background: #fff } .dark body { background: rgb(27 27 31) }',
    dark: () => void document.documentElement.classList.toggle('dark'),
  },
  'data-theme on html': {
    css: "[data-theme='dark'] { --back: oklch(0.2 0.02 260) } body { background: var(--back, #fff) }",
    dark() {
      const { dataset } = document.documentElement;
      if (dataset.theme) delete dataset.theme;
      else dataset.theme = 'dark';
    },
  },
  'data-md-color-scheme on body, with a transition': {
    css: "body { background: white; transition: background-color 60ms } [data-md-color-scheme='slate'] { background: #1e2129 }",
    dark() {
      const { dataset } = document.body;
      dataset.mdColorScheme = dataset.mdColorScheme === 'slate' ? 'default' : 'slate';
    },
  },
  'color-scheme alone, so that the canvas is dark': {
    css: 'html { color-scheme: light }',
    dark() {
      const { style } = document.documentElement;
      style.colorScheme = style.colorScheme === 'dark' ? 'light' : 'dark';
    },
  },
  'a colour that lies on another, nearer than the body': {
    css: 'body { background: #fff } .card { background: rgb(0 0 0 / 0.02) } .card.night { background: rgb(0 0 0 / 0.9) }',
    dark: () => void document.querySelector('.card')?.classList.toggle('night'),
  },
  'a style sheet that is exchanged': {
    css: 'body { background: #fff }',
    dark() {
      const before = document.getElementById('night');
      const style = Object.assign(document.createElement('style'), { id: 'night' });
      style.textContent = 'body { background: #111 !important }';
      if (before) before.remove();
      else document.head.append(style);
    },
  },
  'a checkbox, without a script': {
    css: 'body { background: #fff } body:has(#switch:checked) { background: #111 }',
    dark: () => document.getElementById('switch')?.click(),
  },
  'around a shadow root and its slot': {
    css: 'body { background: #fff }',
    dark() {
      const host = /** @type {HTMLElement} */ (document.querySelector('.card'));
      const { style } = /** @type {HTMLElement} */ (host.shadowRoot?.querySelector('div'));
      style.background = style.background ? '' : 'black';
    },
  },
};

const chromium = useChromium();
/** @type {string} */
let root;
/** @type {Awaited<ReturnType<typeof serve>>} the same files at another origin */
let elsewhere;
before(async () => {
  /** @type {Record<string, string>} */
  const pages = {};
  Object.values(SITES).forEach(({ css }, i) => {
    pages[`site-${i}.html`] = `<!doctype html><html lang="en"><head><meta charset="utf-8">
      <link rel="icon" href="data:,"><title>A course</title><style>${css}</style>
      <script type="module" src="element.js"></script></head>
      <body><input type="checkbox" id="switch"><div class="card">
      <template shadowrootmode="open"><div><slot></slot></div></template>${LAB}${MAP}</div></body></html>`;
  });
  pages['frame.html'] = `<!doctype html><link rel="icon" href="data:,"><title>A course</title>
    <style>body { background: #fff } .dark body { background: #1b1b1f } .scheme.dark { color-scheme: dark }</style><body>`;
  root = await makeSite('theme', pages);
  elsewhere = await serve({ root });
});
after(() => elsewhere?.close());

/** @param {Page} page @param {'light' | 'dark'} theme */
const waitForTheme = (page, theme) =>
  page.waitForFunction(
    (wanted) =>
      ['headwise-lab', 'headwise-map'].every((name) => {
        const inside = document.querySelector(name)?.shadowRoot;
        return inside?.querySelector('.headwise-lab')?.getAttribute('data-theme') === wanted;
      }),
    theme,
  );

const SYSTEMS = /** @type {const} */ (['light', 'dark']);
/** The systems with which a page is tried: by turns, with HEADWISE_TEST_ALL both. @param {number} i */
const systemsOf = (i) => (ALL ? SYSTEMS : [SYSTEMS[i % 2]]);

for (const [i, [name, { dark }]] of Object.entries(SITES).entries()) {
  for (const system of systemsOf(i)) {
    test(`${system} system, ${name}: words are read on both sides of the switch`, async () => {
      const { page, close } = await chromium.open({
        root,
        path: `site-${i}.html`,
        headers: {},
        settle: false,
        context: { colorScheme: system },
      });
      for (const element of ['headwise-lab', 'headwise-map']) {
        await page.waitForFunction(
          (one) => /** @type {any} */ (document.querySelector(one))?.loaded,
          element,
        );
      }
      for (const theme of /** @type {const} */ (['light', 'dark', 'light'])) {
        await waitForTheme(page, theme);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(0))));
        const { ratio, words, seen } = await worstContrast(page);
        assert.ok(seen > 30, `${seen} texts`);
        assert.ok(ratio >= 4.5, `${theme}: “${words}” at ${ratio.toFixed(2)}:1`);
        await page.evaluate(dark);
      }
      await close();
    });
  }
}

/**
 * The contrast of words in a frame with what is on the screen behind them.
 *
 * @param {Page} page
 */
async function contrastInFrame(page) {
  const words = page.frameLocator('iframe').locator('.probe-text');
  const color = await words.evaluate((probe) => getComputedStyle(probe).color);
  const picture = (await page.locator('iframe').screenshot()).toString('base64');
  return page.evaluate(
    async ([ink, data]) => {
      const image = Object.assign(new Image(), { src: `data:image/png;base64,${data}` });
      await image.decode();
      const pen = /** @type {CanvasRenderingContext2D} */ (
        document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      );
      pen.drawImage(image, 0, 0); // its corner is beside everything
      const read = () => {
        const [red, green, blue] = pen.getImageData(1, 1, 1, 1).data;
        const light = (/** @type {number} */ value) => (value / 255) ** 2.2;
        return 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue) + 0.05;
      };
      const behind = read();
      pen.fillStyle = ink;
      pen.fillRect(0, 0, 4, 4);
      const words = read();
      return Math.max(behind, words) / Math.min(behind, words);
    },
    [color, picture],
  );
}

for (const [i, [name, { own, toggled, follows }]] of Object.entries({
  'of the same origin, in a page that toggles colours': {
    own: true,
    toggled: 'dark',
    follows: true,
  },
  'of the same origin, in a page that toggles its color-scheme': {
    ...{ own: true, toggled: 'scheme dark', follows: true },
  },
  'of another origin': { own: false, toggled: 'dark', follows: false },
  'of another origin, in a page that toggles its color-scheme': {
    ...{ own: false, toggled: 'scheme dark', follows: false },
  },
}).entries()) {
  for (const system of systemsOf(i)) {
    test(`${system} system, a frame ${name}: its words are read on both sides`, async () => {
      const { page, requests, close } = await chromium.open({
        ...{ root, path: 'frame.html', headers: {}, settle: false },
        context: { colorScheme: system },
      });
      await page.evaluate(
        (address) => {
          const frame = Object.assign(document.createElement('iframe'), { src: address });
          Object.assign(frame, { width: '700', height: '600', frameBorder: '0' });
          document.body.append(frame);
        },
        `${own ? '' : elsewhere.url}headwise.html?text=The+cat+sat&lang=en`,
      );
      const frame = page.frameLocator('iframe');
      await frame.getByText(/Computed on your device/).waitFor();
      for (const theme of ['light', 'dark', 'light']) {
        if (follows) await frame.locator(`.headwise-lab[data-theme=${theme}]`).waitFor();
        const ratio = await contrastInFrame(page);
        assert.ok(ratio >= 4.5, `${theme}: ${ratio.toFixed(2)}:1`);
        await page.evaluate((names) => {
          const { classList } = document.documentElement;
          for (const one of names.split(' ')) classList.toggle(one);
        }, toggled);
      }
      requests.length = 0; // two origins on purpose
      await close();
    });
  }
}

for (const theme of ['light', 'dark']) {
  test(`a frame that is to be ${theme} has a paper to match, in any system`, async () => {
    for (const colorScheme of ALL ? SYSTEMS : SYSTEMS.filter((one) => one !== theme)) {
      const { page, close } = await chromium.open({
        ...{ root, path: 'frame.html', headers: {}, settle: false, context: { colorScheme } },
      });
      await page.evaluate((address) => {
        const frame = Object.assign(document.createElement('iframe'), { src: address });
        frame.frameBorder = '0';
        document.body.append(frame);
      }, `headwise.html?text=The+cat&lang=en&theme=${theme}`);
      await page
        .frameLocator('iframe')
        .getByText(/Computed on your device/)
        .waitFor();
      const ratio = await contrastInFrame(page);
      assert.ok(ratio >= 4.5, `${colorScheme} system: ${ratio.toFixed(2)}:1`);
      await close();
    }
  });
}
