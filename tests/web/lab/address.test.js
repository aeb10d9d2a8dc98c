// The address holds the page's state: as text, and in the browser through reload, back and forward.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import fc from 'fast-check';
import { character } from '../../api/support/character.js';
import { buildDir } from '../../../src/build/tools/paths.js';
import { decodeAddress, encodeAddress, LONGEST } from '../../../web/elements/lab/state/address.ts';
import { readStateFile, writeStateFile } from '../../../web/elements/lab/state/state-file.ts';
import { STEPS } from '../../../web/elements/lab/answer/layer-steps.ts';
import {
  changeState,
  DEFAULT_STATE,
  GRAMMAR,
  HEAD_CHOICES,
  START_STATE,
  UNTRAINED,
  VIEWS,
  WIDTHS,
} from '../../../web/elements/lab/state/state.ts';
import { settled, stateOf, typeSentence, useChromium } from '../support/chromium.js';
import { openMenu, openModelMenu } from '../support/tools.js';

const chromium = useChromium();

test('an address can be read by people', async () => {
  const state = changeState(DEFAULT_STATE, { text: 'The cat, 100% sat', heads: 2, causal: true });
  assert.equal(
    (await encodeAddress(state)).hash,
    '#v=1&text=The+cat%2C+100%25+sat&heads=2&causal=1&at=1.9._',
  );
});

/** Any state. */
const states = (() => {
  const text = fc
    .string({ unit: character, maxLength: 60 })
    .map((whole) => `${whole}\ud83d +%uD83D`);
  const index = fc.option(fc.integer({ min: 0, max: 511 }));
  const small = fc.integer({ min: 0, max: 40 });
  const cell = fc.oneof(
    fc.tuple(fc.constantFrom('W_Q', 'W_O', 'b_V', 'mask', 'x'), small, small),
    fc.tuple(fc.constantFrom('query', 'scores', 'attention'), small, small, small),
  );
  const name = cell.map((parts) => parts.join('.'));
  return fc
    .record(
      {
        text: fc.oneof(
          text,
          fc
            .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
            .map((units) => String.fromCharCode(...units)),
        ),
        second: fc.option(text),
        heads: fc.constantFrom(...HEAD_CHOICES),
        width: fc.constantFrom(...WIDTHS),
        causal: fc.boolean(),
        padding: small,
        scaled: fc.boolean(),
        seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
        model: fc.constantFrom(UNTRAINED, GRAMMAR),
        layer: fc.integer({ min: 0, max: 15 }),
        view: fc.constantFrom(...VIEWS),
        selection: fc.record({ head: fc.constant(0), query: index, key: index }),
        step: fc.constantFrom(...STEPS),
        allHeads: fc.boolean(),
        trail: fc.array(name, { maxLength: 5 }),
        edits: fc.dictionary(name, fc.float({ noNaN: true, noDefaultInfinity: true }), {
          maxKeys: 6,
        }),
        lesson: fc.option(
          fc.record({
            id: fc.constant('masks'),
            scene: fc.integer({ min: 0, max: 9 }),
            values: fc.dictionary(
              fc.constantFrom('row', 'column'),
              fc.integer({ min: 0, max: 8191 }),
            ),
          }),
        ),
      },
      { requiredKeys: ['text', 'selection'] },
    )
    .map((change) => changeState(DEFAULT_STATE, change));
})();

/** As it can be written down: there is one zero. */
const written = (/** @type {unknown} */ state) => JSON.parse(JSON.stringify(state));

test('every state comes back from its address and from its file', async () => {
  let compressed = 0;
  await fc.assert(
    fc.asyncProperty(states, async (state) => {
      const { hash, complete } = await encodeAddress(state);
      assert.ok(complete);
      if (hash.startsWith('#v=2')) compressed++;
      assert.doesNotMatch(hash.slice(1), /[^\w.~%+=&-]/);
      const { state: back, problem } = await decodeAddress(hash);
      assert.equal(problem, null);
      assert.deepEqual(written(back), written(state));
      assert.deepEqual(written(readStateFile(writeStateFile(state))), written(state));
    }),
  );
  assert.ok(compressed > 10);
});

test('which model and which layer can be read by people too; without them it is the untrained one', async () => {
  const { hash } = await encodeAddress(START_STATE);
  assert.equal(
    hash,
    `#v=1&text=${START_STATE.text.replaceAll(' ', '+')}&heads=4&model=grammar&layer=2&at=3.6._`,
  );
  assert.deepEqual(await decodeAddress(hash), { state: START_STATE, problem: null });
  const old = await decodeAddress('#v=1&text=The+cat&heads=4&at=1.2._');
  assert.equal(old.state.model, UNTRAINED);
});

test('a long task of one’s own is not in the address, but in the file', async () => {
  let seed = 1;
  const letter = () => String.fromCodePoint(0x4e00 + ((seed = (seed * 16807) % 2147483647) % 9000));
  const training = {
    task: 'pairs',
    heads: 8,
    pairs: Array.from({ length: 5000 }, letter).join(''),
  };
  const state = changeState(DEFAULT_STATE, /** @type {any} */ ({ view: 'training', training }));
  const { hash, complete } = await encodeAddress(state);
  assert.ok(!complete && hash.length < LONGEST);
  const { state: back } = await decodeAddress(hash);
  assert.deepEqual(back, changeState(state, { training: DEFAULT_STATE.training }));
  assert.deepEqual(readStateFile(writeStateFile(state)), state);
});

test('a damaged address gives a state that can be shown', async () => {
  const tail = fc.string({ maxLength: 80 });
  const at = fc.string({ maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(tail, at, async (end, value) => {
      for (const hash of [
        `#v=1&heads=${value}&at=${value}&seed=${value}&${end}`,
        `#v=2&s=${end}`,
        `#v=2&s=q1YqSy0qzszPU7JSMlDSUcpMUbIy0lHKS8xNVbJSKslIVchJLFcoKVeoTFXIUVLSUcpNVbJSysgHAA${value}`,
      ]) {
        const { state } = await decodeAddress(hash);
        assert.deepEqual(state, changeState(DEFAULT_STATE, state));
      }
    }),
  );
  const newer = await decodeAddress('#v=99&text=x');
  assert.deepEqual(newer, { state: START_STATE, problem: 'newer' });
  const damaged = await decodeAddress('#v=2&s=abc');
  assert.deepEqual(damaged, { state: START_STATE, problem: 'damaged' });
  const other = await decodeAddress('#some-heading');
  assert.deepEqual(other, { state: START_STATE, problem: null });
});

/** Words that do not compress to nothing. */
const longText = Array.from({ length: 2000 }, (_, i) => ((i * 2654435761) >>> 0).toString(36)).join(
  ' ',
);

test('a state too long for a link is offered as a file, which can be opened again', async () => {
  const state = changeState(DEFAULT_STATE, { text: longText, heads: 8 });
  const { hash, complete } = await encodeAddress(state);
  assert.equal(complete, false);
  assert.equal((await decodeAddress(hash)).state.heads, 8);
  assert.ok(hash.length < LONGEST);
  const { page, close } = await chromium.open();
  await page.getByLabel('Type a sentence').fill(longText);
  await page.getByText('This is too long for a link.').waitFor();
  await openMenu(page, 'Tools');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  const file = join(buildDir, 'pages/address', download.suggestedFilename());
  await download.saveAs(file);
  await page.getByLabel('Type a sentence').fill('short again');
  await page.getByRole('button', { name: 'Copy link' }).waitFor();
  await page.locator('input[type=file]').setInputFiles(file);
  await page.waitForFunction(
    (wanted) => document.querySelector('textarea')?.value === wanted,
    longText,
  );
  await page.waitForFunction(() => location.hash.startsWith('#v=2'));
  // the browser remembers what the address does not
  await page.reload();
  await settled(page);
  assert.equal((await stateOf(page)).text, longText);
  await page.locator('input[type=file]').setInputFiles({
    name: 'other.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"kind":"something else"}'),
  });
  await page.getByText('That file was not saved by this page.').waitFor();
  await close();
});

test('reloading brings back sentence, heads, mask, seed, view and selection', async () => {
  const { page, close } = await chromium.open();
  await typeSentence(page, 'naïve “quotes” 🙂 (and) #signs & more+');
  await openModelMenu(page);
  await page.getByRole('button', { name: '8', exact: true }).click();
  await page.getByText('Causal mask (look back only)').click();
  await page.getByRole('button', { name: 'New random weights' }).click();
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
  await openModelMenu(page);
  await page.getByRole('button', { name: '2', exact: true }).click();
  await settled(page);
  await page.getByText('Causal mask (look back only)').click();
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
  assert.equal(await page.getByLabel('Causal mask (look back only)').isChecked(), true);
  await close();
});

test('an address of a newer version starts with the usual sentence and says so', async () => {
  const { page, close } = await chromium.open({ hash: '#v=3&z=abc' });
  await page.getByText('This link was made by a newer version of this page').waitFor();
  assert.deepEqual(await stateOf(page), START_STATE);
  await close();
});
