// The custom elements in other people's pages: how they start, their events, several in one page, and their removal.

import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { strictPolicy, useChromium } from '../support/chromium.js';
import { makeSite, pageWith } from '../support/embed.js';
import { expectedMaps } from '../support/expected.js';
import { until } from '../support/until.js';
import { openModelMenu, showMore } from '../support/tools.js';
import { texts } from '../support/words.js';

/** @typedef {import('playwright-core').Page} Page */

const chromium = useChromium();
/** @type {string} */
let root;
before(async () => {
  root = await makeSite('element', { 'empty.html': pageWith('<div id="place"></div>') });
});

const REFUSED = /Content Security Policy|Refused to|violates the following|wasm/i;
const MAPS = '[[[1, 0], [0.25, 0.75]], [[0.5, 0.5], [0, 1]]]';

/** @param {Parameters<ReturnType<typeof useChromium>['open']>[0]} [options] */
const open = (options) => chromium.open({ root, path: 'empty.html', settle: false, ...options });

/**
 * Puts HTML into the page and notes what its elements tell.
 *
 * @param {Page} page
 * @param {string} html
 */
async function put(page, html) {
  await page.evaluate((text) => {
    const told = /** @type {any[]} */ ([]);
    Object.assign(window, { told });
    const place = /** @type {HTMLElement} */ (document.getElementById('place'));
    for (const type of ['progress', 'load', 'error', 'change']) {
      place.addEventListener(type, (event) => told.push([type, Object(event).detail]));
    }
    place.innerHTML = text;
  }, html);
}

/** @param {Page} page @param {string} selector */
const loaded = (page, selector) =>
  page.waitForFunction(
    (name) => /** @type {any} */ (document.querySelector(name))?.loaded,
    selector,
  );

/** @param {Page} page @returns {Promise<[string, any][]>} */
const told = (page) => page.evaluate(() => /** @type {any} */ (window).told);

/** It says that the page's own data is wrong, which no other attempt changes. @param {Page} page */
async function expectGivenWrong(page) {
  await page.getByRole('alert').getByText('cannot show what this page gave it').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
}

test('a lab shows its content until it works, and reports its progress', async () => {
  const { page, close } = await open();
  await put(page, '<headwise-lab text="The cat sat" heads="2"><p>A picture</p></headwise-lab>');
  await page.getByText('A picture').waitFor();
  await loaded(page, 'headwise-lab');
  assert.equal(await page.getByText('A picture').isVisible(), false);
  assert.equal(await page.getByRole('grid').count(), 2);
  const types = (await told(page)).map(([type]) => type);
  assert.deepEqual(types, ['progress', 'progress', 'progress', 'load']);
  const [, { backend }] = (await told(page))[3];
  assert.equal(backend.simd, 'fixed');
  const maps = await expectedMaps({ text: 'The cat sat', heads: 2 });
  const shown = await page.locator('headwise-lab').evaluate((/** @type {any} */ lab) => {
    lab.state = { view: 'table' };
    return lab.state;
  });
  assert.equal(shown.view, 'table');
  await page.getByRole('switch', { name: 'All digits' }).check();
  const table = await page.locator('headwise-lab .heads tbody td').allTextContents();
  assert.deepEqual(Float32Array.from(table.slice(0, 9).map(Number)), maps.data.subarray(0, 9));
  await close();
});

test('the trained model is loaded only by a lab that wants it, at once or later', async () => {
  const { page, requests, close } = await open();
  const parameters = () => requests.filter((address) => address.includes('grammar-parameters'));
  await put(page, '<headwise-lab text="The cat sat"></headwise-lab>');
  await loaded(page, 'headwise-lab');
  assert.deepEqual(parameters(), []);
  assert.equal(await page.getByRole('button', { name: 'Trained' }).count(), 0);
  await page.locator('headwise-lab').evaluate((/** @type {any} */ lab) => {
    lab.state = { model: 'grammar', layer: 1, text: 'They sleep.' };
  });
  await page.getByRole('button', { name: /^Head 3.*verb to subject/ }).waitFor();
  await put(page, '<headwise-lab model="grammar"></headwise-lab>');
  await loaded(page, 'headwise-lab');
  await page.getByRole('button', { name: /^Head 4.*noun to determiner/ }).waitFor();
  const { text } = await page.evaluate(
    () => /** @type {any} */ (document.querySelector('headwise-lab')).state,
  );
  assert.match(text, /^The horse beside those houses/);
  assert.equal(parameters().length, 1);
  await close();
});

test('attributes change the view, and actions dispatch events', async () => {
  const { page, close } = await open();
  await put(page, '<headwise-lab text="One two" heads="1"></headwise-lab>');
  await loaded(page, 'headwise-lab');
  await page.locator('headwise-lab').evaluate((lab) => lab.setAttribute('heads', '4'));
  await page.getByRole('grid').nth(3).waitFor();
  await openModelMenu(page);
  await page.getByRole('button', { name: '2', exact: true }).click();
  await page.getByRole('grid').nth(3).waitFor({ state: 'hidden' });
  const changes = (await told(page)).filter(([type]) => type === 'change');
  assert.deepEqual(
    changes.map(([, { kind, state }]) => [kind, state.heads]),
    [
      ['set', 4],
      ['change', 2],
    ],
  );
  // another language is another lab in the same state
  await page.locator('headwise-lab').evaluate((lab) => lab.setAttribute('lang', 'en-XB'));
  await page.getByLabel('⟦').first().waitFor();
  await loaded(page, 'headwise-lab');
  const { text, heads } = await page.evaluate(
    () => /** @type {any} */ (document.querySelector('headwise-lab')).state,
  );
  assert.deepEqual([text, heads], ['One two', 2]);
  await close();
});

test('properties that were set before the element was defined count', async () => {
  const { page, close } = await open();
  await page.evaluate(() => {
    const place = /** @type {HTMLElement} */ (document.getElementById('place'));
    const frame = document.createElement('iframe');
    place.append(frame);
    const inner = /** @type {Document} */ (frame.contentDocument);
    inner.head.innerHTML = `<base href="${location.href}">`;
    const lab = inner.createElement('headwise-lab');
    Object.assign(lab, { text: 'set early', state: { heads: 8 }, loading: 'eager' });
    inner.body.append(lab);
    const script = inner.createElement('script');
    script.type = 'module';
    script.src = 'element.js';
    inner.body.append(script);
  });
  const frame = page.frameLocator('iframe');
  await frame.locator('headwise-lab [role=grid]').nth(7).waitFor();
  assert.equal(await frame.getByLabel('Type a sentence').inputValue(), 'set early');
  assert.equal(await frame.locator('headwise-lab').getAttribute('text'), 'set early');
  await close();
});

test('several labs share one engine; clones, moved and removed ones too', async () => {
  const { page, close } = await open({ headers: strictPolicy }); // without threads, which are workers too
  const one = '<headwise-lab heads="1" text="shared"></headwise-lab>';
  await put(page, `<section id="a">${one}${one}</section><section id="b"></section>`);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('headwise-lab')].every((lab) => /** @type {any} */ (lab).loaded),
  );
  assert.equal(page.workers().length, 1);
  // moved: the same lab goes on
  await page.evaluate(() => {
    const lab = /** @type {any} */ (document.querySelector('headwise-lab'));
    lab.state = { heads: 2 };
    Object.assign(window, { inside: lab.shadowRoot.querySelector('.headwise-lab') });
    document.getElementById('b')?.append(lab);
  });
  await page.locator('#b [role=grid]').nth(1).waitFor();
  assert.equal(
    await page.evaluate(
      () =>
        document.querySelector('#b headwise-lab')?.shadowRoot?.querySelector('.headwise-lab') ===
        /** @type {any} */ (window).inside,
    ),
    true,
  );
  // cloned: the attributes count
  await page.evaluate(() => {
    const clone = document.querySelector('#b headwise-lab')?.cloneNode(true);
    if (clone) document.getElementById('b')?.append(clone);
  });
  await loaded(page, '#b headwise-lab:nth-child(2)');
  assert.equal(page.workers().length, 1);
  // removed and put back: it is as it was
  await page.evaluate(async () => {
    const lab = /** @type {any} */ (document.querySelector('#b headwise-lab'));
    lab.remove();
    await new Promise(requestAnimationFrame); // long enough to have left, not just moved
    document.getElementById('a')?.append(lab);
  });
  await loaded(page, '#a headwise-lab:nth-child(2)');
  assert.equal(
    await page.evaluate(
      () => /** @type {any} */ (document.querySelector('#a headwise-lab:nth-child(2)')).state.heads,
    ),
    2,
  );
  const worker = page.workers()[0];
  const gone = new Promise((resolve) => worker.once('close', resolve));
  await page.evaluate(() => document.getElementById('place')?.replaceChildren());
  await gone;
  assert.equal(page.workers().length, 0);
  await close();
});

test('a lab starts when it comes near the window, or at once if it is eager', async () => {
  const { page, requests, close } = await open();
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('#far { margin-top: 4000px; }');
    document.adoptedStyleSheets = [sheet];
  });
  await put(page, '<headwise-lab id="far" text="far away"><p>Not yet</p></headwise-lab>');
  // an observer that watches later is told later
  await page.locator('#far').evaluate(
    (far) =>
      new Promise((resolve) => {
        new IntersectionObserver(resolve).observe(far);
      }),
  );
  await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.equal(
    requests.some((address) => address.includes('worker.js')),
    false,
  );
  await page.getByText('Not yet').scrollIntoViewIfNeeded();
  await loaded(page, '#far');
  await page.locator('#far').evaluate((lab) => lab.remove());
  await put(page, '<headwise-lab id="far" loading="eager" text="far away"></headwise-lab>');
  await page.evaluate(() => scrollTo(0, 0));
  await loaded(page, '#far');
  await close();
});

test('a poster is shown until the lab works, and again when it cannot', async () => {
  const { page, close } = await open();
  const poster = 'data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>';
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('headwise-lab::part(poster) { width: 40px; height: 30px; }');
    document.adoptedStyleSheets = [sheet];
  });
  await put(page, `<headwise-lab poster="${poster}" hidden></headwise-lab>`);
  const image = page.locator('headwise-lab img');
  assert.equal(await image.getAttribute('src'), poster);
  await page.evaluate(() => document.querySelector('headwise-lab')?.removeAttribute('hidden'));
  await image.waitFor();
  await loaded(page, 'headwise-lab');
  assert.equal(await image.isVisible(), false);
  await page.evaluate(() => {
    const lab = /** @type {any} */ (document.querySelector('headwise-lab'));
    lab.parameters = { numHeads: 3, state: {} };
  });
  await page.getByRole('alert').waitFor();
  assert.equal(await image.isVisible(), true);
  await close();
});

test('where WebAssembly is forbidden the content comes back with the reason; trying again works', async () => {
  const { page, close } = await open({
    headers: {
      'Content-Security-Policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; worker-src 'self'; img-src data:",
    },
    expected: [REFUSED],
  });
  await put(page, '<headwise-lab><p>A picture</p></headwise-lab>');
  await page.getByRole('alert').getByText("'wasm-unsafe-eval'").waitFor();
  assert.equal(await page.getByText('A picture').isVisible(), true);
  const [type, detail] = (await told(page)).at(-1) ?? [];
  assert.equal(type, 'error');
  assert.equal(detail.code, 'unsupported');
  assert.match(detail.message, /It needs WebAssembly with SIMD/);
  const before = (await told(page)).length;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForFunction((length) => /** @type {any} */ (window).told.length > length, before);
  await page.getByRole('alert').waitFor();
  await close();
});

test('locked controls are not shown, and the learner cannot change their values', async () => {
  const { page, close } = await open();
  await put(page, '<headwise-lab text="Keep this"></headwise-lab>');
  await loaded(page, 'headwise-lab');
  const controls = {
    second: page.getByRole('button', { name: 'Add a second sentence' }),
    heads: page.locator('.head-choices'),
    mask: page.getByRole('switch', { name: 'Causal mask (look back only)' }),
    view: page.getByRole('tablist'),
    weights: page.locator('.note .link'),
    blend: page.locator('.blend-bar'),
  };
  for (const [name, control] of Object.entries(controls)) {
    await showMore(page);
    await openModelMenu(page);
    assert.equal(await control.isVisible(), true, `${name} before`);
    await page
      .locator('headwise-lab')
      .evaluate((lab, lock) => lab.setAttribute('locked', lock), name);
    await control.waitFor({ state: 'hidden' });
    await loaded(page, 'headwise-lab');
    await page.locator('headwise-lab').evaluate((lab) => lab.removeAttribute('locked'));
    await loaded(page, 'headwise-lab');
  }
  await page.locator('headwise-lab').evaluate((lab) => lab.setAttribute('locked', 'all'));
  await page.locator('[data-locked]').waitFor();
  await loaded(page, 'headwise-lab');
  const field = page.getByLabel('Type a sentence');
  assert.equal(await field.getAttribute('readonly'), '');
  // a name of a head still selects it, and enlarges nothing
  await page.locator('.head-name').nth(1).click();
  const state = await page.evaluate(
    () => /** @type {any} */ (document.querySelector('headwise-lab')).state,
  );
  assert.equal(state.view, 'heads');
  assert.equal(state.selection.head, 1);
  await close();
});

test('any part of the state can be written as an attribute, and data as a framework sets it', async () => {
  const { page, close } = await open();
  await put(
    page,
    `<headwise-lab text="One two" state='{"causal": true, "view": "table"}'></headwise-lab>`,
  );
  await loaded(page, 'headwise-lab');
  const state = () =>
    page.evaluate(() => {
      const { text, causal, view } = /** @type {any} */ (document.querySelector('headwise-lab'))
        .state;
      return [text, causal, view];
    });
  assert.deepEqual(await state(), ['One two', true, 'table']);
  const lab = page.locator('headwise-lab');
  await lab.evaluate((one) => one.setAttribute('state', '{"causal": false}'));
  assert.deepEqual(await state(), ['One two', false, 'table']);
  await lab.evaluate((/** @type {any} */ one) => (one.state = '{"view": "heads"}'));
  assert.deepEqual(await state(), ['One two', false, 'heads']);
  await lab.evaluate((one) => one.setAttribute('state', '{"causal"'));
  await page.getByRole('alert').getByText('state: expected JSON such as').waitFor();
  await expectGivenWrong(page);
  // properties as text, which is what React 19 makes of attributes
  await page.evaluate((maps) => {
    const map = /** @type {any} */ (document.createElement('headwise-map'));
    Object.assign(map, { attention: maps, tokens: 'a b' });
    document.getElementById('place')?.replaceChildren(map);
  }, MAPS);
  await loaded(page, 'headwise-map');
  assert.equal(await page.getByRole('grid').count(), 2);
  await close();
});

test('a lesson and its scene are chosen by an attribute', async () => {
  const { page, close } = await open();
  await put(page, '<headwise-lab lesson="masks.2"></headwise-lab>');
  await loaded(page, 'headwise-lab');
  await page.locator('.lesson-scene').waitFor();
  const { lesson } = await page.evaluate(
    () => /** @type {any} */ (document.querySelector('headwise-lab')).state,
  );
  assert.equal(lesson.id, 'masks');
  assert.equal(lesson.scene, 1);
  await close();
});

test('the earlier name of a lesson opens the scene that it had, as an attribute and in a state', async () => {
  const { page, close } = await open();
  const title = () => page.locator('.lesson-scene .lesson-title').textContent();
  await put(page, '<headwise-lab lesson="cache.2" lang="en"></headwise-lab>');
  await loaded(page, 'headwise-lab');
  await page.locator('.lesson-scene').waitFor();
  assert.match(String(await title()), new RegExp(texts.en['long-texts'].scenes[3].title));
  const { lesson } = await page.evaluate(
    () => /** @type {any} */ (document.querySelector('headwise-lab')).state,
  );
  assert.deepEqual([lesson.id, lesson.scene], ['long-texts', 3]);
  const state = JSON.stringify({ lesson: { id: 'rotary', scene: 5, values: {} } });
  await put(page, `<headwise-lab state='${state}' lang="en"></headwise-lab>`);
  await loaded(page, 'headwise-lab');
  await page.locator('.lesson-scene').waitFor();
  assert.match(String(await title()), new RegExp(texts.en.positions.scenes[3].title));
  await close();
});

test('weights and tokens of the page', async () => {
  const { page, close } = await open();
  await page.evaluate(async () => {
    const lab = /** @type {any} */ (document.createElement('headwise-lab'));
    const eye = (/** @type {number} */ rows) =>
      Array.from({ length: rows }, (_, i) =>
        Array.from({ length: 4 }, (_, j) => (i % 4 === j ? 1 : 0)),
      );
    lab.parameters = {
      numHeads: 2,
      state: {
        in_proj_weight: eye(12),
        in_proj_bias: Array(12).fill(0),
        'out_proj.weight': eye(4),
        'out_proj.bias': Array(4).fill(0),
      },
    };
    lab.tokens = ['un', 'believ', 'able'];
    document.getElementById('place')?.append(lab);
  });
  await loaded(page, 'headwise-lab');
  assert.deepEqual(await page.locator('.chip').allTextContents(), ['un', 'believ', 'able']);
  assert.equal(await page.getByRole('grid').count(), 2);
  await page.evaluate(() => {
    const lab = /** @type {any} */ (document.querySelector('headwise-lab'));
    lab.parameters = { numHeads: 3, state: lab.parameters.state };
  });
  await page.getByRole('alert').getByText('numHeads').waitFor();
  await expectGivenWrong(page);
  for (const [name, value, reason] of /** @type {const} */ ([
    ['parameters', { numHeads: 1, state: { 'out_proj.weight': [[1]] } }, 'in_proj_weight'],
    ['parameters', { numHeads: 0, state: {} }, 'parameters.numHeads: expected'],
    ['parameters', 'a text', 'parameters.numHeads: expected'],
    ['tokens', 'no list', 'tokens: expected an array of strings'],
    ['tokens', [], ''],
  ])) {
    await page.locator('headwise-lab').evaluate((lab, [property, given]) => {
      Object.assign(lab, { parameters: null, tokens: null, [property]: given });
    }, /** @type {const} */ ([name, value]));
    if (reason === '') await loaded(page, 'headwise-lab');
    else {
      await page.getByRole('alert').getByText(reason).waitFor();
      await expectGivenWrong(page);
    }
  }
  await close();
});

test('parts and custom properties are the page’s to style', async () => {
  const { page, close } = await open();
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      'headwise-lab { --headwise-ink: rgb(1, 2, 3); } headwise-lab::part(panel) { outline: 3px solid rgb(4, 5, 6); }',
    );
    document.adoptedStyleSheets = [sheet];
  });
  await put(page, '<headwise-lab></headwise-lab>');
  await loaded(page, 'headwise-lab');
  const seen = await page.evaluate(() => {
    const root = document.querySelector('headwise-lab')?.shadowRoot;
    const style = (/** @type {string} */ part) =>
      getComputedStyle(/** @type {Element} */ (root?.querySelector(`[part=${part}]`)));
    const parts = [...(root?.querySelectorAll('[part]') ?? [])].map((one) =>
      one.getAttribute('part'),
    );
    return { color: style('lab').color, outline: style('panel').outlineColor, parts };
  });
  assert.equal(seen.color, 'rgb(1, 2, 3)');
  assert.equal(seen.outline, 'rgb(4, 5, 6)');
  assert.deepEqual(seen.parts.sort(), [
    'lab',
    'lesson',
    'panel',
    'poster',
    'reason',
    'sentences',
    'status',
    'tools',
    'views',
  ]);
  await close();
});

test('maps of given numbers need no WebAssembly', async () => {
  const { page, close } = await open({
    headers: { 'Content-Security-Policy': "default-src 'none'; script-src 'self'; img-src data:" },
  });
  await put(page, `<headwise-map tokens="a b" attention="${MAPS}"><p>Numbers</p></headwise-map>`);
  await loaded(page, 'headwise-map');
  assert.equal(await page.getByRole('grid').count(), 2);
  assert.equal(page.workers().length, 0);
  await page.getByRole('grid').nth(1).getByRole('gridcell').focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('gridcell', { name: '0.5' }).first().waitFor();
  await page.keyboard.press('Enter');
  const [, { selection }] = (await told(page)).filter(([type]) => type === 'change').at(-1) ?? [];
  assert.deepEqual(selection, { head: 1, query: 0, key: 1 });
  // by property, as the engine gives them, and more heads than the lab has
  await page.evaluate(() => {
    const map = /** @type {any} */ (document.querySelector('headwise-map'));
    map.attention = { data: new Float32Array(12 * 6).fill(0.5), shape: [1, 12, 2, 3] };
    map.keyTokens = ['x', 'y', 'z'];
    map.view = 'heads';
  });
  await page.getByRole('grid').nth(11).waitFor();
  await close();
});

test('maps that cannot be drawn leave the content, with the reason', async () => {
  const { page, close } = await open();
  for (const [attributes, reason] of [
    ['attention="[[1, 0]]" tokens="a b c"', 'tokens: expected 1 to match attention, got 3'],
    ['attention="[[1, 0], [1]]"', 'attention: expected rows of one length'],
    ['attention="[[-1]]"', 'attention: expected numbers from 0 on, got -1 at 0'],
    ['attention="[1, 2"', 'attention: expected JSON such as'],
    ['attention="[]"', 'attention: expected (heads, queries, keys)'],
    ['', 'attention: expected a tensor or nested arrays of numbers'],
  ]) {
    await put(page, `<headwise-map ${attributes}><p>Numbers</p></headwise-map>`);
    await page.getByRole('alert').getByText(reason).waitFor();
    assert.equal(await page.getByText('Numbers', { exact: true }).isVisible(), true);
    const [type, detail] = (await told(page)).at(-1) ?? [];
    assert.deepEqual([type, detail.code], ['error', 'format']);
    await expectGivenWrong(page);
  }
  await close();
});

test('a corrected attribute or property shows again, however the first one was wrong', async () => {
  const { page, close } = await open();
  const alert = page.getByRole('alert');
  const maps = page.getByRole('grid');
  /** @type {(name: string, value: string | null) => Promise<void>} */
  const set = (name, value) =>
    page.locator('headwise-map').evaluate(
      (element, [name, value]) => {
        if (value === null) element.removeAttribute(String(name));
        else element.setAttribute(String(name), value);
      },
      [name, value],
    );
  await put(page, '<headwise-map loading="eager" attention="[[1, 0], [0, 1]]"></headwise-map>');
  await maps.waitFor();
  for (const [name, wrong, right] of [
    ['attention', 'oops', '[[1, 0], [0, 1]]'],
    ['tokens', 'a b c', 'a b'],
    ['tokens', 'a b c', null],
    ['labels', 'a', null],
  ]) {
    await set(String(name), wrong);
    await alert.waitFor();
    await set(String(name), right);
    await maps.waitFor();
    assert.equal(await alert.count(), 0, `${name} ${right}`);
  }
  await set('tokens', 'a b c');
  await alert.waitFor();
  await set('attention', '[[1, 0, 0], [0, 1, 0], [0, 0, 1]]');
  await maps.waitFor();

  // at once, while the first value is being read
  await put(page, '<headwise-map loading="eager" attention="oops"></headwise-map>');
  await set('attention', '[[1]]');
  await maps.waitFor();
  await close();
});

test('a lab with a wrong state shows a corrected one, as an attribute and as a property', async () => {
  const { page, close } = await open();
  for (const isAttribute of [true, false]) {
    await put(page, `<headwise-lab loading="eager" state="{bad"></headwise-lab>`);
    await page.getByRole('alert').getByText('state: expected JSON').waitFor();
    await page.locator('headwise-lab').evaluate((/** @type {any} */ lab, isAttribute) => {
      if (isAttribute) lab.setAttribute('state', '{"heads": 2}');
      else lab.state = { heads: 2 };
    }, isAttribute);
    await page.getByRole('grid').nth(1).waitFor();
    assert.equal(await page.getByRole('grid').count(), 2);
  }
  await close();
});

/** Each has hundreds of nodes; with HEADWISE_TEST_ALL what few of them keep adds up as well. */
const MADE = process.env.HEADWISE_TEST_ALL ? 100 : 24;

test(`${MADE} elements made and removed leave nothing behind`, async () => {
  const { page, close } = await open({ headers: strictPolicy });
  const session = await page.context().newCDPSession(page);
  const churn = (/** @type {number} */ rounds) =>
    page.evaluate(
      async ([count, maps]) => {
        const place = /** @type {HTMLElement} */ (document.getElementById('place'));
        for (let i = 0; i < Number(count); i++) {
          const lab = /** @type {any} */ (document.createElement('headwise-lab'));
          lab.loading = 'eager';
          lab.text = `sentence ${i}`;
          const map = document.createElement('headwise-map');
          map.setAttribute('loading', 'eager');
          map.setAttribute('attention', String(maps));
          place.append(lab, map);
          // some leave while they start, some when they work
          if (i % 3 > 0) await new Promise((resolve) => lab.addEventListener('load', resolve));
          place.replaceChildren();
          await new Promise(requestAnimationFrame);
        }
      },
      [rounds, MAPS],
    );
  const measure = async () => {
    await until(() => page.workers().length === 0, 'the end of the workers');
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
    return { usedSize, nodes, listeners: jsEventListeners };
  };
  await churn(10); // code is loaded and compiled, caches are filled
  const before = await measure();
  await churn(MADE);
  const later = await measure();
  const grown = (/** @type {keyof typeof before} */ name) => later[name] - before[name];
  assert.ok(grown('nodes') < 300, `${grown('nodes')} nodes more`);
  assert.ok(grown('listeners') < 50, `${grown('listeners')} listeners more`);
  assert.ok(grown('usedSize') < 1_000_000, `${grown('usedSize')} bytes more`);
  await close();
});
