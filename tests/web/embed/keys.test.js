// Keys typed in an element stay there: pages that turn slides or open a search by a key do not receive them.

import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { useChromium } from '../support/chromium.js';
import { makeSite, pageWith } from '../support/embed.js';

/** @typedef {import('playwright-core').Page} Page */

const MAPS = '[[[1, 0], [0.25, 0.75]], [[0.5, 0.5], [0, 1]]]';
const BODY = `<p><button id="own">The page's own</button></p>
  <headwise-lab text="The cat" lang="en" loading="eager"></headwise-lab>
  <headwise-map attention="${MAPS}" lang="en" loading="eager"></headwise-map>`;
/** Keys that write, move or choose; pages give each of them a meaning somewhere. */
const PLAIN = [
  ...['a', 'n', 's', '/', '?', '.', ' ', 'Enter', 'Escape', 'Home', 'End', 'PageUp', 'PageDown'],
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Backspace', 'Delete', 'Shift+N'],
];
/** Keys that the elements have no use for. */
const PAGES = ['Control+k', 'F2', 'Control+Shift+f'];
/** Keys that edit a text. */
const EDITING = ['Control+a', 'Control+z', 'Control+ArrowLeft', 'Control+Backspace'];

const chromium = useChromium();
/** @type {string} */
let root;
before(async () => {
  root = await makeSite('keys', { 'page.html': pageWith(BODY) });
});

/** A page that listens to keys as such pages do: it stops at text fields that it can see. */
async function open() {
  const { page, close } = await chromium.open({ root, path: 'page.html', settle: false });
  await page.evaluate(() => {
    const heard = /** @type {string[]} */ ([]);
    for (const type of ['keydown', 'keypress', 'keyup']) {
      document.addEventListener(type, (event) => {
        heard.push(/** @type {KeyboardEvent} */ (event).key);
        if (!document.activeElement?.matches('input, textarea')) event.preventDefault();
      });
    }
    Object.assign(window, { heard });
  });
  for (const name of ['headwise-lab', 'headwise-map']) {
    await page.waitForFunction(
      (tag) => /** @type {any} */ (document.querySelector(tag))?.loaded,
      name,
    );
  }
  return {
    page,
    close,
    /**
     * @param {readonly string[]} keys
     * @param {import('playwright-core').Locator} place that has the focus before each
     * @returns {Promise<string[]>} what the page heard of them, but for keys that only modify others
     */
    async press(keys, place) {
      await page.evaluate(() => {
        const { heard } = /** @type {any} */ (window);
        heard.length = 0;
      });
      for (const key of keys) {
        await place.focus();
        await page.keyboard.press(key);
      }
      return page.evaluate(() => {
        const { heard } = /** @type {any} */ (window);
        return heard.filter((/** @type {string} */ one) => !['Control', 'Shift'].includes(one));
      });
    },
  };
}

/** Where keys go to in the elements. @param {Page} page */
const places = (page) => ({
  'the sentence': page.getByLabel('Type a sentence'),
  'a map of the lab': page.locator('headwise-lab').getByRole('gridcell').first(),
  'a tab': page.getByRole('tab', { selected: true }),
  'a button': page.getByRole('button', { name: 'Maps', exact: true }),
  'a switch': page.getByRole('switch', { name: 'Head 1 takes part' }),
  'a map': page.locator('headwise-map').getByRole('gridcell').first(),
});

test('what is typed in an element is not heard by the page', async () => {
  const { page, press, close } = await open();
  for (const [name, place] of Object.entries(places(page))) {
    assert.deepEqual(await press(PLAIN, place), [], name);
  }
  const field = page.getByLabel('Type a sentence');
  await field.fill('');
  await field.pressSequentially('n/a? so.');
  assert.equal(await field.inputValue(), 'n/a? so.');
  assert.deepEqual(await press(EDITING, field), []);
  await close();
});

test('keys that the elements have no use for are the page’s', async () => {
  const { page, press, close } = await open();
  for (const [name, place] of Object.entries(places(page))) {
    // when it goes down, and when it comes up
    assert.deepEqual(await press(PAGES, place), ['k', 'k', 'F2', 'F2', 'f', 'f'], name);
  }
  assert.ok((await press(['Tab'], page.getByLabel('Type a sentence'))).includes('Tab'));
  // what a page puts inside stays the page's
  await page.locator('headwise-lab').evaluate((lab) => {
    lab.innerHTML = '<button>Its own</button>';
    lab.setAttribute('state', '{'); // it comes back
  });
  for (const name of ['Its own', "The page's own"]) {
    assert.deepEqual(await press(['n'], page.getByRole('button', { name })), ['n', 'n'], name);
  }
  await close();
});

test('what the elements do with a modifier stays inside, too', async () => {
  const { page, press, close } = await open();
  const cell = page.locator('headwise-map').getByRole('gridcell').first();
  assert.deepEqual(await press(['Control+End'], cell), []);
  assert.equal(
    await page.locator('headwise-map').evaluate((map) => {
      const { activeElement } = /** @type {ShadowRoot} */ (map.shadowRoot);
      return activeElement?.getAttribute('aria-colindex');
    }),
    '3',
  );
  await close();
});

test('a page that hears keys on their way down, as Notebook 7, finds those marked that are kept', async () => {
  const { page, press, close } = await open();
  await page.evaluate(() => {
    const { heard } = /** @type {any} */ (window);
    document.addEventListener(
      'keydown',
      ({ key, target }) => {
        const marked = /** @type {Element} */ (target).hasAttribute('data-lm-suppress-shortcuts');
        if (!marked) heard.push(`first ${key}`);
      },
      true,
    );
  });
  const field = page.getByLabel('Type a sentence');
  assert.deepEqual(await press(['d', 'ArrowDown', 'Enter'], field), []);
  assert.deepEqual(await press(['Control+k'], field), ['first Control', 'first k', 'k', 'k']);
  const own = page.locator('#own');
  assert.deepEqual(await press(['d'], own), ['first d', 'd', 'd']);
  await close();
});
