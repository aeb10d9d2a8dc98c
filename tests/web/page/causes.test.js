// The view of causes of an open model: its sentences and boards have the numbers that headwise/models computes in Node.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { promisify } from 'node:util';
import { openModel, patch, sweep } from 'headwise/models';
import { buildDir, distDir, siteDir } from '../../../src/build/tools/paths.js';
import { percentText, roundedText } from '../../../web/ui/format.ts';
import { spansOf } from '../../../web/views/causes/sums.ts';
import { createCauses } from '../../../web/page/models/causes/answers.ts';
import { windowOf } from '../../../web/page/models/causes/lens.ts';
import { useChromium } from '../support/chromium.js';
import { saved } from '../support/download.js';
import { sample } from '../support/sample.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('headwise/models').Run} Run */

const FILE = join(siteDir, 'english.safetensors');
const skip = existsSync(FILE) ? false : 'this copy comes without the English model';

const run = promisify(execFile);
const chromium = useChromium();
/** @type {Awaited<ReturnType<typeof openModel>>} */
let model;
/** @type {Page} */
let page;
before(async () => {
  if (skip) return;
  model = await openModel(FILE);
  ({ page } = await openCauses());
});

/** @param {object} [options] */
async function openCauses(options) {
  const opened = await chromium.open({
    path: '?lang=en&model=english',
    hash: '',
    settle: false,
    ...options,
  });
  await opened.page.locator('.models-main:visible').click();
  await opened.page.locator('.models-status').filter({ hasText: /\d/ }).waitFor();
  await opened.page.locator('.models-tools .segments button').last().click();
  await opened.page.locator('.causes-said:not(:empty)').waitFor();
  return opened;
}

/** @param {Page} on @param {string} name */
async function openTab(on, name) {
  await on.locator('.causes-body > .segments button', { hasText: name }).click();
  await on.locator('.causes-said:not(:empty)').waitFor();
}

/** The text, word and other word on the screen. */
async function shown() {
  const text = await page.locator('.models-text textarea').first().inputValue();
  const [word, other] = await page
    .locator('.causes-choice select')
    .evaluateAll((all) => all.map((one) => /** @type {any} */ (one).selectedOptions[0].text));
  return { text, word, other };
}

/** @param {Run} run */
const lastOf = (run) => /** @type {any} */ (run).input.ids.length - 1;

/** @param {string} text */
const numbersIn = (text) =>
  (text.match(/−?\d+(\.\d+)?/g) ?? []).map((one) => Number(one.replace('−', '-')));

const said = () => page.locator('.causes-said').textContent().then(String);

test('opens with an example that works: the chosen word is the likeliest', { skip }, async () => {
  const { text, word, other } = await shown();
  const run = /** @type {Run} */ (await model.run(text));
  const [first] = run.predictions({ position: lastOf(run), top: 1 });
  assert.equal(first.text.trim(), word);
  const score = await run.measure({ token: ` ${word}`, against: ` ${other}` });
  assert.ok(score > 0, `${score}`);
});

test(
  'the lens shows the prediction after each layer, and the layer where the word leads',
  { skip },
  async () => {
    await openTab(page, 'After each layer');
    const { text, word } = await shown();
    const run = /** @type {Run} */ (await model.run(text));
    const position = lastOf(run);
    const cell = page.getByRole('grid', { name: 'After each layer' }).getByRole('gridcell');
    await cell.focus();
    await page.keyboard.press('Control+Home');
    for (let i = 0; i < position; i++) await page.keyboard.press('ArrowRight');
    let from = null;
    for (let layer = model.config.numLayers - 1; layer >= 0; layer--) {
      const { predictions } = await run.lens({ layer, position, top: 5 });
      const name = await cell.getAttribute('aria-label');
      assert.match(String(name), new RegExp(`layer ${layer + 1}, at .*: `));
      assert.ok(name?.includes(`: ${predictions[0].text.trim()} `), `${name}`);
      if (from === null && predictions[0].text.trim() !== word) from = layer + 2;
      await page.keyboard.press('Enter');
      const row = page.locator('.causes-numbers tbody tr').first();
      assert.equal(await row.locator('th').textContent(), predictions[0].text.trim());
      const [, logit] = await row.locator('td').allTextContents();
      assert.equal(Math.fround(Number(logit)), predictions[0].logit);
      await page.keyboard.press('ArrowDown');
    }
    assert.ok((await said()).includes(`from layer ${from} on`), await said());
  },
);

test(
  'a switch adds the prediction after each attention, and keeps the other rows',
  { skip },
  async () => {
    await openTab(page, 'After each layer');
    const { text } = await shown();
    const run = /** @type {Run} */ (await model.run(text));
    const position = lastOf(run);
    const before = await said();
    await page.getByRole('switch', { name: 'After each attention, too' }).check();
    await page.locator('.causes-said:not(:empty)').waitFor();
    const grid = page.getByRole('grid', { name: 'After each layer' });
    const { numLayers } = model.config;
    assert.equal(await grid.getAttribute('aria-rowcount'), String(2 * numLayers + 1));
    assert.equal(await said(), before, 'its sentence counts layers');
    const cell = grid.getByRole('gridcell');
    await cell.focus();
    await page.keyboard.press('Control+Home');
    for (let i = 0; i < position; i++) await page.keyboard.press('ArrowRight');
    for (let layer = numLayers - 1; layer >= 0; layer--) {
      await page.keyboard.press('ArrowDown');
      const { predictions } = await run.lens({ layer, at: 'middle', position, top: 1 });
      const [{ text: guess, probability }] = predictions;
      const name = String(await cell.getAttribute('aria-label'));
      assert.match(name, new RegExp(`^Attention ${layer + 1}, at `));
      assert.ok(name.endsWith(`: ${guess.trim()} ${percentText(probability)}`), name);
      await page.keyboard.press('ArrowDown');
    }
    await page.getByRole('switch', { name: 'After each attention, too' }).uncheck();
    await page.locator('.causes-said:not(:empty)').waitFor();
    assert.equal(await grid.getAttribute('aria-rowcount'), String(numLayers + 1));
  },
);

test('the bars add up to the score, heads too where a layer is opened', { skip }, async () => {
  await openTab(page, 'Sum of parts');
  const { text, word, other } = await shown();
  const run = /** @type {Run} */ (await model.run(text));
  const { total, parts } = await run.attribution({ token: ` ${word}`, against: ` ${other}` });
  assert.equal(numbersIn(await said())[0], Number(roundedText(total)));
  const rows = page.locator('.causes-sum li');
  assert.equal(await rows.last().locator('.causes-value').textContent(), roundedText(total));
  await page.locator('button.causes-name', { hasText: 'attention of layer 1' }).click();
  const heads = parts.filter(({ kind, layer }) => kind === 'head' && layer === 0);
  for (const { head = 0, value } of heads) {
    const row = rows.filter({ hasText: `layer 1, head ${head + 1}` });
    const own = row.locator('.causes-value');
    assert.equal(await own.textContent(), roundedText(value).replace('-', '−'));
    await own.click();
    const detail = String(await page.locator('.causes-detail').textContent());
    assert.ok(detail.includes(String(Math.fround(value)).replace('-', '−').slice(0, 7)), detail);
  }
});

test(
  'the board of heads is the sweep of the model, and its sentence names the extremes',
  { skip },
  async () => {
    await openTab(page, 'Without a part');
    const { text, word, other } = await shown();
    const measure = { token: ` ${word}`, against: ` ${other}` };
    const { base, effects } = await sweep(model, text, { measure });
    const least = Math.min(...effects.data);
    const at = effects.data.indexOf(least);
    const heads = model.config.numHeads;
    const name = `layer ${Math.floor(at / heads) + 1}, head ${(at % heads) + 1}`;
    const text1 = `Without ${name} it is ${roundedText(base + least)}`;
    assert.ok((await said()).includes(text1), `${await said()}: ${text1}`);
    const cell = page.getByRole('grid', { name: 'Without a part' }).getByRole('gridcell');
    await cell.focus();
    await page.keyboard.press('Control+Home');
    for (let i = 0; i < heads; i++) {
      const own = String(await cell.getAttribute('aria-label'));
      assert.equal(own, `Layer 1, head ${i + 1}: ${roundedText(effects.at(0, i))}`);
      await page.keyboard.press('ArrowRight');
    }
  },
);

test(
  'a choice takes away the attention or the MLP of a layer, in two columns',
  { skip },
  async () => {
    await openTab(page, 'Without a part');
    const { text, word, other } = await shown();
    await page.getByRole('combobox', { name: 'Remove' }).selectOption('attention or MLP');
    const measure = { token: ` ${word}`, against: ` ${other}` };
    const boards = [];
    for (const of of /** @type {const} */ (['attentions', 'mlps'])) {
      boards.push((await sweep(model, text, { measure, of })).effects);
    }
    const all = boards.flatMap(({ data }) => [...data]);
    const least = Math.min(...all);
    const layer = (all.indexOf(least) % model.config.numLayers) + 1;
    const kind = all.indexOf(least) < model.config.numLayers ? 'attention' : 'MLP';
    await page
      .locator('.causes-said', { hasText: `Without the ${kind} of layer ${layer} it` })
      .waitFor();
    const grid = page.getByRole('grid', { name: 'Without a part' });
    assert.equal(await grid.getAttribute('aria-colcount'), '2');
    const cell = grid.getByRole('gridcell');
    await cell.focus();
    await page.keyboard.press('Control+Home');
    for (let at = 0; at < model.config.numLayers; at++) {
      for (const [column, name] of ['Attention', 'MLP'].entries()) {
        const value = roundedText(boards[column].data[at]);
        const label = await cell.getAttribute('aria-label');
        assert.equal(label, `${name} of layer ${at + 1}: ${value}`);
        if (column === 0) await page.keyboard.press('ArrowRight');
      }
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Home');
    }
    await page.keyboard.press('Enter');
    await page.getByText('Without it the score goes from').waitFor();
    assert.equal(await page.locator('.causes-opened').isVisible(), false);
    await page.getByRole('combobox', { name: 'Remove' }).selectOption('one head');
    await page.locator('.causes-said', { hasText: ', head ' }).waitFor();
  },
);

test(
  'an opened head: its map, the sum of a score, and the words to which it adds',
  { skip },
  async () => {
    await openTab(page, 'Without a part');
    const { text, word } = await shown();
    const run = /** @type {Run} */ (await model.run(text));
    const position = lastOf(run);
    const cell = page.getByRole('grid', { name: 'Without a part' }).getByRole('gridcell');
    await cell.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Enter');
    const opened = page.locator('.causes-opened');
    await opened.getByRole('heading', { name: 'Layer 1, head 1' }).waitFor();
    const map = await run.attention({ layer: 0, head: 0 });
    const row = [...map.row(position)];
    const key = row.indexOf(Math.max(...row));
    const { score, queries, keys, values } = await run.scoreParts({
      ...{ layer: 0, head: 0, query: position, key, by: 'layer' },
    });
    await opened.locator('.causes-why').waitFor();
    await opened.getByRole('switch', { name: 'All digits' }).check();
    const cells = await opened.locator('.causes-why td:not(.corner)').allTextContents();
    const numbers = cells.map((one) => Math.fround(Number(one.replace('−', '-'))));
    const width = keys.length + 1;
    queries.forEach((part, i) => {
      keys.forEach((_, j) => assert.equal(numbers[i * width + j], values.at(i, j)));
      assert.equal(numbers[i * width + keys.length], Math.fround(part.value));
    });
    assert.equal(numbers.at(-1), score);
    const { parts } = await run.attribution({ token: ` ${word}` });
    const part = parts.find((one) => one.kind === 'head' && one.layer === 0 && one.head === 0);
    const written = opened.locator('.causes-untitled tbody tr', { hasText: word }).first();
    const value = String(await written.locator('td').first().textContent());
    assert.equal(Math.fround(Number(value.replace('−', '-'))), Math.fround(Number(part?.value)));
  },
);

test(
  'another word is typed, and a word of several tokens is refused with its pieces',
  { skip },
  async () => {
    const [first] = await page.locator('.causes-choice select').all();
    await first.selectOption('Another word …');
    const field = page.getByLabel('Type one word');
    await field.fill('Starbuckish');
    await field.press('Enter');
    await page.getByText(/Starbuckish” is \d+ tokens/).waitFor();
    await field.fill('whale');
    await field.press('Enter');
    await field.waitFor({ state: 'detached' });
    assert.equal((await shown()).word, 'whale');
    const { text, word, other } = await shown();
    const run = /** @type {Run} */ (await model.run(text));
    const score = roundedText(await run.measure({ token: ` ${word}`, against: ` ${other}` }));
    await page.locator('.causes-said', { hasText: `score is ${score}` }).waitFor();
  },
);

test(
  'parts of a second text: its board is that of the model, and texts of other lengths are refused',
  { skip },
  async () => {
    await page.getByRole('button', { name: 'Show an example' }).click();
    await openTab(page, 'From a second text');
    await page.locator('.causes-said', { hasText: 'of this difference' }).waitFor();
    const { text, word, other } = await shown();
    const field = page.getByLabel('Second text, with the same number of tokens');
    const second = await field.inputValue();
    const [into, from] = /** @type {Run[]} */ (
      await Promise.all([model.run(text), model.run(second)])
    );
    const measure = { token: ` ${word}`, against: ` ${other}` };
    for (const [over, name] of /** @type {const} */ ([
      ['residual', 'residual stream at one position'],
      ['heads', 'one head'],
    ])) {
      await page.getByLabel('Take from it').selectOption(name);
      const { normalized, ...ends } = await patch(model, { into, from, measure, over });
      const most = Math.max(...normalized.data);
      const [, count] = normalized.shape;
      const shown = over === 'heads' ? most : Math.max(...normalized.data.slice(-count));
      const way = `${Math.round(100 * shown)}\u00a0% ${over === 'heads' ? 'of the way' : 'is at'}`;
      await page.locator('.causes-said', { hasText: way }).waitFor();
      assert.deepEqual(numbersIn(await said()).slice(0, 2), [
        Number(roundedText(ends.into)),
        Number(roundedText(ends.from).replace('−', '-')),
      ]);
      const cell = page.getByRole('grid', { name: 'From a second text' }).getByRole('gridcell');
      await cell.focus();
      await page.keyboard.press('Control+End');
      assert.ok(
        (await cell.getAttribute('aria-label'))?.includes(
          `: ${roundedText(Number(normalized.data.at(-1)))} of`,
        ),
      );
    }
    await field.fill('Too short');
    await field.press('Enter');
    await page.getByText(/the first has \d+, the second has \d+/).waitFor();
  },
);

test(
  'each tab saves its figure, its numbers and a program that computes them',
  { skip },
  async () => {
    await page.getByRole('button', { name: 'Show an example' }).click();
    const folder = join(buildDir, 'pages/causes');
    await mkdir(folder, { recursive: true });
    for (const [tab, name] of /** @type {const} */ ([
      ['After each layer', 'lens'],
      ['Sum of parts', 'sum'],
      ['Without a part', 'heads'],
      ['From a second text', 'patch'],
    ])) {
      await openTab(page, tab);
      const save = async (/** @type {string} */ item) => {
        await page.locator('.causes .export > button').click();
        const choose = () => page.locator('.causes .export-item', { hasText: item }).click();
        return (await saved(page, choose)).bytes;
      };
      const figure = String(await save('SVG'));
      assert.match(figure, /^<svg[^>]*>/);
      assert.ok(figure.includes(tab), 'it has a title');
      const { arrays, view } = JSON.parse(String(await save('JSON')));
      assert.equal(view, `headwise-${name}`);
      const [array] = /** @type {any[]} */ (Object.values(arrays));
      assert.ok(array.values.length >= model.config.numHeads, `${array.values.length}`);
      const lines = String(await save('CSV'))
        .trim()
        .split('\r\n');
      assert.equal(lines.length, array.values.length + 1);
      const program = join(folder, `${name}.mjs`);
      const text = String(await save('JavaScript'));
      await writeFile(
        program,
        text.replace("'headwise/models'", `'${join(distDir, 'models.node.js')}'`),
      );
      const { stdout } = await run(process.execPath, [program, FILE]);
      const printed = numbersIn(stdout.replaceAll('-', '−'));
      if (name === 'heads' || name === 'patch') {
        for (const value of array.values) {
          assert.ok(
            printed.some((one) => Math.abs(one - value) < 1e-6 * (1 + Math.abs(value))),
            `${value}`,
          );
        }
      } else assert.ok(printed.length > 10, stdout);
    }
  },
);

test('long work reports its progress and stops within it', { skip }, async () => {
  const text = 'The king was old, but she loved the';
  const whole = /** @type {Run} */ (await model.run(text));
  const causes = createCauses({
    model: () => /** @type {any} */ (model),
    whole: () => whole,
    given: () => whole.input ?? assert.fail(),
    target: () => undefined,
    inputOf: (input) => model.tokenize(String(input.text)),
    named: (one) => one,
    tokenName: String,
  });
  const [first, other] = whole.predictions({ position: lastOf(whole), top: 2 });
  const cause = { position: lastOf(whole), id: first.id, against: other.id, isClass: false };
  /** @type {number[]} */
  const all = [];
  await causes.causesSweep({ cause, by: 'zero', of: 'heads' }, (done) => all.push(done));
  assert.equal(all.length, model.config.numLayers * model.config.numHeads);
  assert.equal(all.at(-1), 1);
  for (const long of /** @type {const} */ (['causesSweep', 'causesPatch'])) {
    /** @type {number[]} */
    const seen = [];
    const stop = (/** @type {number} */ done) => {
      seen.push(done);
      if (seen.length === 3) causes.causesStop(undefined, () => {});
    };
    const { numLayers, numHeads } = model.config;
    const cells = numLayers * (long === 'causesSweep' ? numHeads : model.tokenize(text).ids.length);
    const second = { text: 'The man was old, but she loved the' };
    const asked =
      long === 'causesSweep'
        ? causes.causesSweep({ cause, by: 'zero', of: 'heads' }, stop)
        : causes.causesPatch({ cause, second, over: 'residual' }, stop);
    await assert.rejects(Promise.resolve(asked), { name: 'AbortError' });
    // the variants of a layer run side by side, and each says that it is done
    assert.ok(seen.length < cells, `${seen.length} of ${cells}`);
  }
  whole.dispose();
});

test('an address names the view', { skip }, async () => {
  const { page: other, close } = await chromium.open({
    ...{ path: '?lang=en&model=english&view=causes', hash: '', settle: false },
  });
  await other.locator('.models-main:visible').click();
  await other.locator('.causes-said:not(:empty)').waitFor();
  assert.equal(await other.locator('.causes-choice select').count(), 2);
  await other.locator('.models-tools .segments button').first().click();
  assert.equal(new URL(other.url()).searchParams.get('view'), null);
  await other.locator('.models-tools .segments button').nth(1).click();
  assert.equal(new URL(other.url()).searchParams.get('view'), 'lines');
  await close();
});

test('on a phone nothing overflows, in any tab', { skip }, async () => {
  for (const lang of sample(['es', 'en', 'zh'], 3)) {
    const { page: phone, close } = await chromium.open({
      ...{ path: `?lang=${lang}&model=english&view=causes`, hash: '', settle: false },
    });
    await phone.setViewportSize({ width: 390, height: 844 });
    await phone.locator('.models-main:visible').click();
    const tabs = phone.locator('.causes-body > .segments button');
    for (let tab = 0; tab < 4; tab++) {
      await tabs.nth(tab).click();
      await phone.locator('.causes-said:not(:empty)').waitFor();
      const [wide, room] = await phone.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return [scrollWidth, clientWidth];
      });
      assert.equal(wide, room, `${lang} ${tab}`);
    }
    await close();
  }
});

test('only the opened view loads its code', { skip }, async () => {
  const {
    page: other,
    requests,
    close,
  } = await chromium.open({ path: '?lang=en&model=english', hash: '', settle: false });
  await other.locator('.models-main:visible').click();
  await other.locator('.models-status').filter({ hasText: /\d/ }).waitFor();
  const ofCauses = () => requests.filter((address) => /\/page-causes-/.test(address)).length;
  assert.equal(ofCauses(), 0);
  await other.locator('.models-tools .segments button').last().click();
  await other.locator('.causes-said:not(:empty)').waitFor();
  assert.ok(ofCauses() > 0, requests.join('\n'));
  await close();
});

test('spans of a sum follow each other, inner rows within their row, and the total from 0', () => {
  const row = (/** @type {number} */ value, more = {}) => ({
    ...{ name: '', text: '', value, isInner: false, isTotal: false },
    ...more,
  });
  const spans = spansOf([
    row(2),
    row(-3),
    row(-1, { isInner: true }),
    row(-2, { isInner: true }),
    row(4),
    row(3, { isTotal: true }),
  ]);
  assert.deepEqual(
    spans.map(({ from, to }) => [from, to]),
    [
      [0, 2],
      [2, -1],
      [2, 1],
      [1, -1],
      [-1, 3],
      [0, 3],
    ],
  );
});

test('the window of the lens has at most 16 tokens and contains the chosen one', () => {
  const asked = (/** @type {number} */ position, predicts = 'tokens') =>
    /** @type {any} */ ({ position, read: { reading: { predicts } } });
  assert.deepEqual(windowOf(asked(8), 9), { first: 0, columns: 9 });
  assert.deepEqual(windowOf(asked(99), 100), { first: 84, columns: 16 });
  assert.deepEqual(windowOf(asked(0), 100), { first: 0, columns: 16 });
  const { first, columns } = windowOf(asked(50), 100);
  assert.ok(first <= 50 && 50 < first + columns);
  assert.deepEqual(windowOf(asked(3, 'classes'), 9), { first: 0, columns: 1 });
});
