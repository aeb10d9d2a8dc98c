// The view of steps and the way home of a number, in Chromium: what is shown is what the module computes, it can all be
// reached by keyboard, and numbers that are changed are followed and can be put back.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'headwise';
import { STEPS } from '../../../web/elements/lab/answer/layer-steps.ts';
import { DEFAULT_STATE } from '../../../web/elements/lab/state/state.ts';
import { mostTokensOf, sizesOf } from '../../../web/elements/lab/steps/sizes.ts';
import { wordTokenizer } from '../../../web/elements/lab/answer/tokenizer.ts';
import { setState, settled, stateOf, useChromium } from '../support/chromium.js';
import { hurry } from '../support/hurry.js';
import { sample } from '../support/sample.js';
import { numberOfText } from '../support/number-text.js';

const chromium = useChromium();

/** @typedef {import('playwright-core').Page} Page */

const TEXT = 'one cat sat on a mat';

/** The trace of TEXT, from the package in Node. @param {number} [width] */
async function traceOf(width = DEFAULT_STATE.width) {
  const engine = await load();
  const ids = wordTokenizer.encode(TEXT).tokens.map(({ id }) => id);
  const { x } = engine.embed(ids, { embedDim: width });
  const layer = engine.createMultiHeadAttention({ embedDim: width, numHeads: 4, seed: 0 });
  const { trace, output } = layer.forward(x, { trace: true });
  const state = layer.stateDict();
  assert.ok(trace);
  const norm = engine.addAndNorm(x, output);
  engine.dispose();
  return { ...trace, x, output, state, norm };
}

/**
 * The number that a matrix's cell says of itself, after moving there by keyboard.
 * @param {Page} page
 * @param {string | RegExp} name of the matrix
 * @param {number} row
 * @param {number} column
 */
async function numberIn(page, name, row, column) {
  const cell = page.getByRole('grid', { name }).getByRole('gridcell');
  await cell.focus();
  await page.keyboard.press('Control+Home');
  for (let i = 0; i < row; i++) await page.keyboard.press('ArrowDown');
  for (let i = 0; i < column; i++) await page.keyboard.press('ArrowRight');
  return Number((await cell.getAttribute('aria-label'))?.replace('−', '-'));
}

test('every step shows the module’s numbers, and the keyboard leads to each', async () => {
  const { page, close } = await chromium.open();
  await setState(page, { text: TEXT, view: 'steps', selection: { head: 2, query: 3, key: null } });
  const trace = await traceOf();
  const head = (
    /** @type {any} */ { data, shape: [, rows, columns] },
    /** @type {number} */ r,
    /** @type {number} */ c,
  ) => data[(2 * rows + r) * columns + c];
  const flat = (
    /** @type {any} */ { data, shape },
    /** @type {number} */ r,
    /** @type {number} */ c,
  ) => data[r * shape[1] + c];
  /** @type {Record<string, [RegExp, number][]>} */
  const wanted = {
    embedding: [[/^x, 6 rows/, flat(trace.x, 2, 3)]],
    projection: [
      [/^Q_3/, head(trace.query, 2, 3)],
      [/^V_3/, head(trace.value, 2, 3)],
      // x W: a row for each input, the third head's fourth column
      [/^W_Q/, flat(trace.state.in_proj_weight, 2 * 16 + 3, 2)],
    ],
    dotProducts: [
      [/^Q_3K_3ᵀ, /, head(trace.dotProducts, 2, 3)],
      [/^K_3 transposed/, head(trace.key, 3, 2)],
    ],
    scores: [[/^S_3/, head(trace.scores, 2, 3)]],
    masked: [[/^S′_3/, head(trace.masked, 2, 3)]],
    attention: [[/^A_3/, head(trace.attention, 2, 3)]],
    heads: [[/^Z_3/, head(trace.heads, 2, 3)]],
    concatenated: [[/^C, /, flat(trace.concatenated, 2, 3)]],
    output: [
      [/^O, /, flat(trace.output, 2, 3)],
      [/^W_O/, flat(trace.state['out_proj.weight'], 3, 2)],
    ],
    norm: [[/^N, /, flat(trace.norm.output, 2, 3)]],
  };
  assert.deepEqual(Object.keys(wanted), [...STEPS]);
  for (const [step, numbers] of Object.entries(wanted)) {
    assert.equal((await stateOf(page)).step, step);
    for (const [name, value] of numbers) {
      assert.equal(Math.fround(await numberIn(page, name, 2, 3)), value, `${step} ${name}`);
    }
    if (step !== 'norm') await page.getByRole('button', { name: 'Next step' }).click();
    await settled(page);
  }
  assert.equal(await page.getByRole('button', { name: 'Next step' }).isDisabled(), true);
  await close();
});

test('a number is followed home to the word it came from, and back', async () => {
  const { page, close } = await chromium.open();
  await setState(page, { text: TEXT, selection: { head: 1, query: 2, key: 1 } });
  await page.getByRole('button', { name: 'Where does this number come from?' }).click();
  await settled(page);
  const panel = page.getByRole('complementary');
  const value = numberOfText(await panel.locator('.big-number').textContent());
  const trace = await traceOf();
  assert.equal(Math.fround(value), trace.attention.data[(1 * 6 + 2) * 6 + 1]);
  assert.deepEqual((await stateOf(page)).trail, ['attention.1.2.1']);
  const expected = [
    'exponentials.1.2.1',
    'masked.1.2.1',
    'scores.1.2.1',
    'dotProducts.1.2.1',
    'query.1.2.0',
    'x.2.0',
    'tokens.2.0',
  ];
  const steps = [];
  for (const cell of expected) {
    const link = panel.locator(`[data-cell="${cell}"]`).first();
    await link.focus();
    await page.keyboard.press('Enter');
    await settled(page);
    const { trail, step } = await stateOf(page);
    assert.equal(trail.at(-1), cell);
    steps.push(step);
    // the focus of the keyboard is still in the panel
    assert.ok(await panel.evaluate((element) => element.contains(document.activeElement)), cell);
  }
  assert.deepEqual(steps, [
    'attention',
    'masked',
    'scores',
    'dotProducts',
    'projection',
    'embedding',
    'embedding',
  ]);
  await panel.getByText('It is not computed').waitFor();
  await page
    .getByRole('navigation', { name: /followed/ })
    .getByRole('button')
    .nth(4)
    .click();
  await settled(page);
  assert.equal((await stateOf(page)).trail.at(-1), 'dotProducts.1.2.1');
  await panel.getByText('How the engine rounds').click();
  await panel.getByText('the sum is exactly the engine’s number').waitFor();
  await panel.getByText(/In float64 it is/).waitFor();
  assert.equal(await panel.locator('.terms tbody tr').count(), 16);
  await page.keyboard.press('Escape');
  assert.deepEqual((await stateOf(page)).trail, []);
  await close();
});

test('by keyboard alone a weight of the first sentence is followed through both layers to its word, and back', async () => {
  const { page, close } = await chromium.open({ hash: '' });
  const ask = page.getByRole('button', { name: 'Where does this number come from?' }).last();
  const before = await stateOf(page);
  await ask.focus();
  const panel = page.getByRole('complementary');
  const isInPanel = () => panel.evaluate((one) => one.contains(document.activeElement));
  const path = [
    ...['exponentials.2.5.1', 'masked.2.5.1', 'scores.2.5.1', 'dotProducts.2.5.1', 'query.2.5.0'],
    ...['x.5.0', 'mlpSum.5.0', 'middle.5.0', '0/norm.5.0', 'sum.5.0', 'x.5.0', 'tokens.5.0'],
  ];
  await page.keyboard.press('Enter');
  await settled(page);
  assert.ok(await isInPanel(), 'the focus is in the panel');
  for (const [at, cell] of path.entries()) {
    const reached = () =>
      page.evaluate((name) => document.activeElement?.getAttribute('data-cell') === name, cell);
    for (let i = 0; !(await reached()); i++) {
      assert.ok(i < 60, cell);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await settled(page);
    assert.ok(await isInPanel(), cell);
    const { trail, layer } = await stateOf(page);
    assert.equal(trail.at(-1), cell.replace('0/', ''));
    assert.equal(layer, at < path.indexOf('0/norm.5.0') ? 1 : 0, cell);
  }
  await panel.getByText('A number of the vector of follows, as it was learned.').waitFor();
  await page.keyboard.press('Escape');
  await settled(page);
  const after = await stateOf(page);
  const { view, layer, selection, trail } = before;
  assert.deepEqual(
    [after.view, after.layer, after.selection, after.trail],
    [view, layer, selection, trail],
  );
  assert.ok(await ask.evaluate((one) => one === document.activeElement), 'the focus is back');
  await close();
});

test('a share is followed: the sum beside it ends, in bold, on the number that divides', async () => {
  for (const layer of [0, 1]) {
    const { page, close } = await chromium.open({ hash: '' });
    const columns = await page.locator('.chip').count();
    for (let column = 0; column < columns; column += 3) {
      await setState(page, { layer, trail: [`attention.1.${columns - 1}.${column}`] });
      const divisor = (await page.locator('.parts').innerText()).split('÷')[1].trim();
      const table = page.locator('.provenance > .terms');
      assert.equal(await table.locator('thead th').first().innerText(), 'token');
      const ends = table.locator('tbody tr:last-child td:last-child');
      assert.equal(await ends.innerText(), divisor);
    }
    await page.getByText('How the engine rounds').click();
    const lanes = page.locator('.lanes');
    await page.getByText(/lane 1 takes term 1, 5, 9/).waitFor();
    assert.equal(await lanes.locator('tbody tr').count(), Math.ceil(columns / 4));
    await close();
  }
});

test('a number is changed; what follows is marked; back and forward undo and redo', async () => {
  const { page, close } = await chromium.open();
  await setState(page, { text: TEXT, view: 'steps', step: 'scores', trail: ['scores.0.1.2'] });
  const panel = page.getByRole('complementary');
  const before = await panel.locator('.big-number').textContent();
  await panel.getByLabel('New value', { exact: true }).fill('2.5');
  await page.keyboard.press('Enter');
  await page.getByText('1 number changed by hand.').waitFor();
  await settled(page);
  assert.equal(numberOfText(await panel.locator('.big-number').textContent()), 2.5);
  await panel.getByText('Set by hand,').waitFor();
  // the changed results are marked and visible
  assert.equal(await page.locator('.step-pill[data-changed]').count(), 7);
  const below = await page
    .locator('.step-stage .matrix')
    .last()
    .evaluate((one) => one.getBoundingClientRect().bottom - innerHeight);
  assert.ok(below <= 0, `${below} px below the window`);
  await panel.getByText(`Without the changes it is ${before}`).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForFunction(
    (text) => document.querySelector('.big-number')?.textContent === text,
    before,
  );
  assert.deepEqual((await stateOf(page)).edits, {});
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.waitForFunction(() => document.querySelector('.big-number')?.textContent === '2.500');
  await page.goBack();
  await page.waitForFunction(
    (text) => document.querySelector('.big-number')?.textContent === text,
    before,
  );
  await page.goForward();
  await settled(page);
  assert.deepEqual((await stateOf(page)).edits, { 'scores.0.1.2': 2.5 });
  // a link holds it
  await page.waitForFunction(() => location.hash.startsWith('#v=2'));
  await page.reload();
  await settled(page);
  assert.deepEqual((await stateOf(page)).edits, { 'scores.0.1.2': 2.5 });
  await page.getByRole('button', { name: 'Restore everything' }).click();
  await settled(page);
  assert.deepEqual((await stateOf(page)).edits, {});
  await close();
});

test('long and wide matrices are shown in windows that go along', async () => {
  const { page, close } = await chromium.open();
  const text = Array.from({ length: 60 }, (_, i) => `w${i}`).join(' ');
  await setState(page, { text, view: 'steps', step: 'projection', width: 512, heads: 8 });
  await page.getByText('Tokens 1 to 40 of 60').waitFor();
  const slider = page.getByLabel(/^Numbers 1 to 64 of 512/);
  await slider.focus();
  await page.keyboard.press('End');
  await page.getByText('Numbers 449 to 512 of 512').waitFor();
  await setState(page, { trail: ['x.55.100'] });
  await page.getByText(/Tokens \d+ to 60 of 60/).waitFor();
  await page.getByText(/Numbers (69|\d\d) to 1\d\d of 512/).waitFor();
  assert.equal(await page.locator('.matrix-open').count(), 1);
  await close();
});

test('two sentences: queries from one, keys and values from the other', async () => {
  const { page, close } = await chromium.open();
  await setState(page, { text: TEXT, second: 'zwei Katzen', view: 'steps', step: 'projection' });
  await page.getByText('That is why the formula has three letters').waitFor();
  const rows = async (/** @type {RegExp} */ name) =>
    page.getByRole('grid', { name }).getAttribute('aria-rowcount');
  assert.deepEqual([await rows(/^Q_1/), await rows(/^K_1/), await rows(/^V_1/)], ['7', '3', '3']);
  await setState(page, { trail: ['key.0.1.3'] });
  const link = page.getByRole('complementary').locator('[data-cell="x2.1.0"]');
  await link.waitFor();
  await close();
});

for (const [name, width, height] of sample(
  /** @type {const} */ ([
    ['a phone', 390, 844],
    ['a desktop', 1440, 900],
  ]),
  2,
)) {
  test(`${name}: no step overflows`, async () => {
    const { page, close } = await chromium.open({ viewport: { width, height } });
    /** @param {string} where */
    const check = async (where) => {
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.equal(overflow, 0, where);
    };
    for (const step of STEPS) {
      const allHeads = step === 'attention';
      await setState(page, { text: TEXT, view: 'steps', step, allHeads });
      await check(step);
    }
    const edits = { 'mask.1.2': 1 };
    await setState(page, { step: 'masked', trail: ['attention.0.1.1', 'mask.1.2'], edits });
    await check('a number followed');
    await setState(page, { step: 'projection', trail: ['query.0.1.1'], numbers: true });
    await check('tables');
    await setState(page, { view: 'heads', trail: [], selection: { head: 0, query: 1, key: 2 } });
    await check('heads');
    await close();
  });
}

test('on a phone a factor with its name and the tokens beside it fit, however wide a head is', () => {
  const WIDTH = 366;
  for (const numbers of [1, 4, 16, 64]) {
    for (const tokens of [4, 14, 35]) {
      const axis = (
        /** @type {string} */ name,
        /** @type {any} */ kind,
        /** @type {number} */ size,
      ) => ({
        ...{ name, kind, size, labels: null },
      });
      const [query, key] = [axis('query', 'tokens', tokens), axis('key', 'tokens', tokens)];
      const head = axis('head', 'numbers', numbers);
      const left = { rows: query, columns: head, groups: [] };
      const block = /** @type {any} */ ({
        ...{ kind: 'product', left },
        parts: [
          {
            top: { rows: head, columns: key, groups: [] },
            bias: null,
            result: { rows: query, columns: key, groups: [] },
          },
        ],
      });
      const most = mostTokensOf([block], WIDTH);
      const countOf = (/** @type {any} */ { kind, size }) =>
        Math.min(size, kind === 'tokens' ? most : 64);
      const space = { width: WIDTH, height: 700, rowLabel: 64, columnLabel: 60, countOf };
      const { widthOf, rowLabel } = sizesOf(block, space);
      const name = 97;
      const beside = rowLabel + Math.max(name, numbers * widthOf(left.columns) + 4);
      const wide = beside + 28 + countOf(key) * widthOf(key) + 4;
      assert.ok(wide <= WIDTH, `${numbers} numbers, ${tokens} tokens: ${wide}`);
    }
  }
});

test('playing goes from step to step to the last, and stops when a step is chosen by hand', async () => {
  const { page, close } = await chromium.open({
    hash: '#v=1&view=steps',
    context: { reducedMotion: 'reduce' },
  });
  const waiting = await hurry(page);
  /** @param {string} step */
  const reached = (step) =>
    page.waitForFunction((step) => {
      const { lab } = /** @type {any} */ (document.getElementById('lab'));
      return lab.getState().step === step;
    }, step);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await reached('norm');
  // at the end it is a way to begin again
  const before = page.getByRole('button', { name: 'Previous step' });
  const midway = before.evaluate(
    (button) =>
      new Promise((resolve) => {
        const { lab } = /** @type {any} */ (document.getElementById('lab'));
        const stop = lab.watch(() => {
          if (['embedding', 'norm'].includes(lab.getState().step)) return;
          stop();
          resolve(document.getAnimations().length);
          /** @type {HTMLElement} */ (button).click(); // before the next step can come
        });
      }),
  );
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  assert.equal(await midway, 0, 'nothing moves where motion is reduced');
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  assert.equal(await waiting(), 0);
  assert.notEqual((await stateOf(page)).step, 'norm');
  await close();
});

test('the first number on the screen is the settled one, to the digit', async () => {
  const { page, close } = await chromium.open({ settle: false });
  // before any worker can have answered
  const early = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const look = () => {
          const number = document.querySelector('.big-number')?.textContent;
          const line = document.querySelector('.status-line')?.textContent;
          if (number) resolve([number, line]);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await settled(page);
  assert.equal(await page.locator('.big-number').textContent(), early[0]);
  await close();
});
