// The address holds the page's state: as text, and in the browser through reload, back and forward.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { decodeAddress, encodeAddress } from '../../web/elements/lab/address.js';
import { changeState, DEFAULT_STATE, HEAD_CHOICES, VIEWS } from '../../web/elements/lab/state.js';
import { settled, startChromium, stateOf, typeSentence } from './support/chromium.js';

/** @type {Awaited<ReturnType<typeof startChromium>>} */
let chromium;
before(async () => {
  chromium = await startChromium();
});
after(() => chromium?.stop());

test('an address can be read by people', () => {
  const state = changeState(DEFAULT_STATE, { text: 'The cat, 100% sat', heads: 2, causal: true });
  assert.equal(
    encodeAddress(state).hash,
    '#v=1&text=The+cat%2C+100%25+sat&heads=2&causal=1&at=1.9._',
  );
});

test('every state comes back from its address, half surrogate pairs too', () => {
  const text = fc
    .string({ unit: 'binary', maxLength: 60 })
    .map((whole) => `${whole}\ud83d +%uD83D`);
  const index = fc.option(fc.integer({ min: 0, max: 511 }));
  const states = fc.record({
    text: fc.oneof(
      text,
      fc
        .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
        .map((units) => String.fromCharCode(...units)),
    ),
    second: fc.option(text),
    heads: fc.constantFrom(...HEAD_CHOICES),
    causal: fc.boolean(),
    seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    view: fc.constantFrom(...VIEWS),
    selection: fc.record({ head: fc.constant(0), query: index, key: index }),
  });
  fc.assert(
    fc.property(states, (change) => {
      const state = changeState(DEFAULT_STATE, change);
      const { hash, complete } = encodeAddress(state);
      assert.ok(complete);
      assert.doesNotMatch(hash.slice(1), /[^\w.~%+=&-]/);
      assert.deepEqual(decodeAddress(hash), { state, problem: null });
    }),
  );
});

test('a damaged address gives a state that can be shown', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), fc.string({ maxLength: 20 }), (tail, at) => {
      const { state, problem } = decodeAddress(`#v=1&heads=${at}&at=${at}&seed=${at}&${tail}`);
      assert.equal(problem, null);
      assert.deepEqual(state, changeState(DEFAULT_STATE, state));
    }),
  );
  assert.deepEqual(decodeAddress('#v=99&text=x'), { state: DEFAULT_STATE, problem: 'newer' });
  assert.deepEqual(decodeAddress('#some-heading'), { state: DEFAULT_STATE, problem: null });
});

test('a text too long for a link is left out, and that is said', async () => {
  const state = changeState(DEFAULT_STATE, { text: 'word '.repeat(2000) });
  const { hash, complete } = encodeAddress(state);
  assert.equal(complete, false);
  assert.doesNotMatch(hash, /text=/);
  const { page, close } = await chromium.open();
  await page.getByLabel('Type a sentence').fill('word '.repeat(2000));
  await page.getByText('This text is too long for a link.').waitFor();
  await close();
});

test('reloading brings back sentence, heads, mask, seed, view and selection', async () => {
  const { page, close } = await chromium.open();
  await typeSentence(page, 'naïve “quotes” 🙂 (and) #signs & more+');
  await page.getByRole('button', { name: '8', exact: true }).click();
  await page.getByText('Only look back').click();
  await page.getByRole('button', { name: 'Other random weights' }).click();
  await page.getByRole('button', { name: 'Head 6', exact: true }).click();
  await settled(page);
  await page.getByRole('grid').click({ position: { x: 300, y: 300 } });
  const before = await stateOf(page);
  assert.notEqual(before.selection.key, null);
  await page.waitForFunction(
    (wanted) => location.hash.includes(`at=6.${wanted}`),
    `${(before.selection.query ?? 0) + 1}`,
  );
  await page.reload();
  await settled(page);
  assert.deepEqual(await stateOf(page), before);
  await close();
});

test('back and forward go through what was done', async () => {
  const { page, close } = await chromium.open();
  await page.getByRole('button', { name: '2', exact: true }).click();
  await settled(page);
  await page.getByText('Only look back').click();
  await settled(page);
  await page.goBack();
  await settled(page);
  assert.deepEqual([(await stateOf(page)).heads, (await stateOf(page)).causal], [2, false]);
  await page.goBack();
  await settled(page);
  assert.equal((await stateOf(page)).heads, 4);
  await page.goForward();
  await page.goForward();
  await settled(page);
  assert.deepEqual([(await stateOf(page)).heads, (await stateOf(page)).causal], [2, true]);
  assert.equal(await page.getByLabel('Only look back').isChecked(), true);
  await close();
});

test('an address of a newer version starts with the usual sentence and says so', async () => {
  const { page, close } = await chromium.open({ hash: '#v=2&z=abc' });
  await page.getByText('This link was made by a newer version of this page').waitFor();
  assert.deepEqual(await stateOf(page), DEFAULT_STATE);
  await close();
});
