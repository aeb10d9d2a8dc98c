// The view of causes of other models than decoders: a masked word, classes, labels, an encoder with a decoder, and models of which a
// part cannot be asked. Numbers are those of headwise/models.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { promisify } from 'node:util';
import { openModel, patch, sweep } from 'headwise/models';
import { buildDir, distDir } from '../../../src/build/tools/paths.js';
import { exactText, percentText, roundedText } from '../../../web/ui/format.ts';
import { filesOf, readFolderGoldens, readHeadGoldens, readModelGoldens } from '../../golden/models/read.js'; // prettier-ignore
import { useChromium } from '../support/chromium.js';
import { violations } from '../support/axe.js';
import { saved } from '../support/download.js';
import { menuItems, openMenu } from '../support/tools.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('headwise/models').Run} Run */
/** @typedef {Exclude<import('headwise/models').Measure, Function>} Measure */

const FOLDER = join(buildDir, 'pages/causes-kinds');
const chromium = useChromium();
/** @type {Map<string, string>} */
const paths = new Map();

before(async () => {
  for (const { name, path } of await readFolderGoldens()) paths.set(name, path);
  for (const golden of await readModelGoldens(['bert', 'gptj', 'vit'])) {
    await put(`${golden.family}-${golden.name}`, filesOf(golden));
  }
  const heads = await readHeadGoldens();
  for (const name of ['BertForTokenClassification', 'BartForSequenceClassification']) {
    const found = heads.find((one) => one.class === name);
    assert.ok(found);
    await put(name, filesOf(/** @type {any} */ (found)));
  }
});

/** @param {string} name @param {Record<string, Uint8Array>} files */
async function put(name, files) {
  const folder = join(FOLDER, name);
  await mkdir(folder, { recursive: true });
  for (const [file, bytes] of Object.entries(files)) await writeFile(join(folder, file), bytes);
  paths.set(name, folder);
}

/** Opens the view for a text. @param {string} name @param {string} text */
async function openCauses(name, text) {
  const folder = String(paths.get(name));
  const { page, close } = await chromium.open({ path: '?lang=en', hash: '' });
  await openMenu(page, 'Tools');
  await menuItems(page, 'Tools').first().click();
  await page.locator('input[data-of=folder]').setInputFiles(folder);
  await page.locator('.models-card .models-main').click();
  await page.locator('.models-status').filter({ hasText: /\d/ }).waitFor();
  await page.locator('.models-text textarea').first().fill(text);
  const model = await openModel(folder);
  const count = model.config.encoder ? /\d/ : new RegExp(`^${await lengthOf(model, text)} `);
  await page.locator('.models-status').filter({ hasText: count }).waitFor();
  await page.locator('.models-tools .segments button', { hasText: 'Causes' }).click();
  await page.locator('.causes').waitFor();
  return { page, model, close };
}

/** @param {Awaited<ReturnType<typeof openModel>>} model @param {string} text */
const lengthOf = async (model, text) => inputOf(text)?.length ?? model.tokenize(text).ids.length;

/** Ids of a text of numbers; null: it is words. @param {string} text */
const inputOf = (text) => (/^[\d ]+$/.test(text) ? text.split(' ').map(Number) : null);

/** @param {Page} page @param {string} name */
async function openTab(page, name) {
  await page.locator('.causes-body > .segments button', { hasText: name }).click();
}

/** @param {Page} page @param {string} text waits for the sentence */
const says = (page, text) => page.locator('.causes-said', { hasText: text }).waitFor();

/** @param {Page} page @param {string} grid */
async function cellsOf(page, grid) {
  const cell = page.getByRole('grid', { name: grid }).getByRole('gridcell');
  await cell.focus();
  await page.keyboard.press('Control+Home');
  return cell;
}

/** @param {Page} page */
const words = (page) =>
  page
    .locator('.causes-choice select')
    .evaluateAll((all) => all.slice(0, 2).map((one) => /** @type {any} */ (one).selectedOptions[0].text)); // prettier-ignore

/**
 * The bars, the board of heads, an opened head and patching have the numbers of the module.
 *
 * @param {Awaited<ReturnType<typeof openCauses>>} opened
 * @param {{ input: any, second: string, measure: Measure, target?: number[] }} question
 */
async function check({ page, model }, { input, second, measure, target }) {
  const options = target && { target };
  const run = /** @type {Run} */ (await model.run(input, options));
  const { total, parts } = await run.attribution(measure);
  await openTab(page, 'Sum of parts');
  const value = page.locator('.causes-sum li').last().locator('.causes-value');
  assert.equal(await value.textContent(), roundedText(total).replace('-', '−'));
  assert.ok(parts.length > 3);

  await openTab(page, 'Without a part');
  const { base, effects } = await sweep(model, input, { measure, ...options });
  await says(page, `The score is ${roundedText(base)}.`);
  const cell = await cellsOf(page, 'Without a part');
  assert.equal(
    await cell.getAttribute('aria-label'),
    `Layer 1, head 1: ${roundedText(effects.at(0, 0))}`,
  );
  await page.keyboard.press('Enter');
  await page.locator('.causes-opened').getByRole('heading', { name: 'Layer 1, head 1' }).waitFor();
  await page.locator('.causes-why').waitFor();
  await page.getByText(`to ${exactText(Math.fround(base + effects.at(0, 0))).replace('-', '−').slice(0, 6)}`).waitFor(); // prettier-ignore

  await openTab(page, 'From a second text');
  const from = /** @type {Run} */ (await model.run(inputOf(second) ?? second, options));
  await page.locator('.causes-second input').fill(second);
  await page.locator('.causes-second input').press('Enter');
  const found = await patch(model, { into: run, from, measure, over: 'residual' });
  await says(page, `The first text scores ${roundedText(found.into)}, the second ${roundedText(found.from)}.`); // prettier-ignore
  const [, count] = found.normalized.shape;
  const last = await cellsOf(page, 'From a second text');
  await page.keyboard.press('Control+End');
  const share = roundedText(/** @type {number} */ (found.normalized.data.at(-1)));
  assert.ok((await last.getAttribute('aria-label'))?.endsWith(`: ${share} of the way`));
  const grid = page.getByRole('grid', { name: 'From a second text' });
  assert.equal(await grid.getAttribute('aria-colcount'), String(count));
  return run;
}

test('a masked word: its lens, bars, boards and a second text', async () => {
  const text = 'The [MASK] that opens the door is old.';
  const opened = await openCauses('bert', text);
  const { page, model, close } = opened;
  await page.locator('.causes-said:not(:empty)').waitFor();
  const [word, against] = await words(page);
  const run = /** @type {Run} */ (await model.run(text));
  const position = model.tokenize(text).tokens?.indexOf('[MASK]') ?? -1;
  assert.equal(run.predictions({ position, top: 1 })[0].text, word);
  const cell = await cellsOf(page, 'After each layer');
  for (let i = 0; i < position; i++) await page.keyboard.press('ArrowRight');
  const { predictions } = await run.lens({ layer: model.config.numLayers - 1, position });
  const [{ text: guess, probability }] = predictions;
  const name = `After layer ${model.config.numLayers}, at [MASK]: ${guess} ${percentText(probability)}`;
  assert.equal(await cell.getAttribute('aria-label'), name);
  const second = 'The [MASK] that opens the keys is old.';
  await check(opened, { input: text, second, measure: { token: word, against } });
  await page.getByRole('button', { name: 'Show an example' }).click();
  await page.getByText('None of the examples works with this model').waitFor();
  await close();
});

test('a classifier: a class of the whole text, and a second text as ids', async () => {
  const input = [3, 4, 5, 6, 7];
  const opened = await openCauses('bert-classes', input.join(' '));
  const { page, model, close } = opened;
  await page.locator('.causes-said:not(:empty)').waitFor();
  const [word, against] = await words(page);
  const run = /** @type {Run} */ (await model.run(input));
  assert.equal(run.predictions({ top: 1 })[0].token, word);
  assert.equal(await page.getByRole('button', { name: 'Show an example' }).count(), 0);
  const cell = await cellsOf(page, 'After each layer');
  const { predictions } = await run.lens({ layer: model.config.numLayers - 1 });
  const [{ token, probability }] = predictions;
  const name = `After layer ${model.config.numLayers}: ${token} ${percentText(probability)}`;
  assert.equal(await cell.getAttribute('aria-label'), name);
  await check(opened, { input, second: '3 4 9 6 7', measure: { class: word, against } });
  const last = page.getByRole('grid', { name: 'From a second text' }).getByRole('gridcell');
  await page.keyboard.press('Control+Home');
  assert.match(String(await last.getAttribute('aria-label')), /^layer 1 at “3”: /);
  await page.locator('.causes-second input').fill('3 4 9999 6 7');
  await page.locator('.causes-second input').press('Enter');
  await page.getByText('These are not ids').waitFor();
  await close();
});

test('labels of tokens: the label of the chosen one, and its probability with and without a head', async () => {
  const input = [1, 2, 3, 4];
  const opened = await openCauses('BertForTokenClassification', input.join(' '));
  const { page, close } = opened;
  await page.locator('.causes-said:not(:empty)').waitFor();
  const [word, against] = await words(page);
  const measure = { position: 3, token: word, against };
  const run = await check(opened, { input, second: '1 2 5 4', measure });
  await openTab(page, 'Without a part');
  await cellsOf(page, 'Without a part');
  await page.keyboard.press('Enter');
  const row = page.locator('.causes-untitled tbody tr', { hasText: word });
  const all = run.predictions({ position: 3 });
  const share = percentText(all.find(({ token }) => token === word)?.probability ?? 0);
  assert.equal(await row.locator('td').nth(1).textContent(), share);
  await close();
});

test('an encoder with a decoder: the decoder’s heads, and a second text of the encoder', async () => {
  const text = 'The keys to the house are old.';
  const opened = await openCauses('torch-bin', text);
  const { page, model, close } = opened;
  await page.locator('.causes-said:not(:empty)').waitFor();
  const target = [Number(model.config.startId)];
  const run = /** @type {Run} */ (await model.run(text, { target }));
  const [first, other] = run.predictions({ top: 2 });
  const second = 'The keys to the house is old.';
  await openTab(page, 'From a second text');
  await page.getByText('Type a second text for the encoder.').waitFor();
  const measure = { token: first.id, against: other.id };
  await check(opened, { input: text, second, measure, target });
  await openTab(page, 'Sum of parts');
  await page.locator('button.causes-name').first().click();
  await page.locator('.causes-sum li', { hasText: 'layer 1, cross head 1' }).waitFor();
  await close();
});

test('an image: its class, the board of heads, and a head over the image, of which patches are chosen', async () => {
  const { page, close } = await chromium.open({ path: '?lang=en', hash: '' });
  const folder = String(paths.get('vit-classes'));
  await openMenu(page, 'Tools');
  await menuItems(page, 'Tools').first().click();
  await page.locator('input[data-of=folder]').setInputFiles(folder);
  await page.locator('.models-card .models-main').click();
  await page.locator('.models-status').filter({ hasText: '3 × 3' }).waitFor();
  await page.locator('.models-tools .segments button', { hasText: 'Causes' }).click();
  await page.locator('.causes-said:not(:empty)').waitFor();
  const tabs = page.locator('.causes-body > .segments button');
  assert.deepEqual(await tabs.allTextContents(), [
    'After each layer',
    'Sum of parts',
    'Without a part',
  ]);
  const [word, against] = await words(page);

  await openTab(page, 'Without a part');
  await says(page, 'The score is');
  await page.locator('.causes .export > button').click();
  const choose = () => page.locator('.causes .export-item', { hasText: 'JavaScript' }).click();
  const text = String((await saved(page, choose)).bytes);
  const [, data] = /'([^']+)', 'base64'/.exec(text) ?? [];
  const model = await openModel(folder);
  const pixels = model.pixels({ data: new Uint8Array(Buffer.from(data, 'base64')), width: 12, height: 12 }); // prettier-ignore
  const run = await model.run(pixels);
  assert.equal(run.predictions({ top: 1 })[0].token, word);
  const measure = { class: word, against };
  const { base, effects } = await sweep(model, pixels, { measure });
  await says(page, `The score is ${roundedText(base)}.`);
  const cell = await cellsOf(page, 'Without a part');
  for (let head = 0; head < 4; head++) {
    const name = `Layer 1, head ${head + 1}: ${roundedText(effects.at(0, head))}`;
    assert.equal(await cell.getAttribute('aria-label'), name);
    await page.keyboard.press('ArrowRight');
  }
  const program = join(FOLDER, 'image.mjs');
  await writeFile(
    program,
    text.replace("'headwise/models'", `'${join(distDir, 'models.node.js')}'`),
  );
  const { stdout } = await promisify(execFile)(process.execPath, [program, folder]);
  assert.ok(stdout.startsWith(`${base} `), stdout.slice(0, 40));

  // the last head of the first layer, from a patch, and then to another one
  await page.keyboard.press('Enter');
  const at = { layer: 0, head: 3 };
  const map = await run.attention(at);
  /** @param {number} token */
  const name = (token) => (token === 0 ? 'class token' : `r${Math.floor((token - 1) / 3) + 1} c${((token - 1) % 3) + 1}`); // prettier-ignore
  /** @param {number} query @param {number} key */
  const explains = async (query, key) => {
    const { score } = await run.scoreParts({ ...at, query, key, by: 'layer' });
    const share = percentText(map.at(query, key));
    const start = `From “${name(query)}” it gives ${share} to “${name(key)}”. Their score is ${roundedText(score)};`;
    await page.locator('.causes-opened').getByText(start).waitFor();
  };
  const strongest = (/** @type {number} */ query) => {
    const row = [...map.row(query)];
    return row.indexOf(Math.max(...row));
  };
  await explains(0, strongest(0));
  const patch = page.locator('.image-head .image-cell');
  await patch.press('Control+Home');
  await explains(1, strongest(1));
  await patch.press('ArrowRight');
  await explains(2, strongest(2));
  await page.getByRole('button', { name: 'the key', exact: true }).click();
  await patch.press('Control+End');
  await explains(2, 9);
  await page.locator('.image-head').getByRole('button', { name: 'class token' }).click();
  await explains(2, 0);
  assert.deepEqual(await violations(page), []);
  const { parts } = await run.attribution(measure);
  await openTab(page, 'Sum of parts');
  const first = page.locator('.causes-sum li', { hasText: 'patch or token vector' });
  const value = roundedText(parts.find(({ kind }) => kind === 'token')?.value ?? 0);
  assert.equal(await first.locator('.causes-value').textContent(), value.replace('-', '−'));
  await close();
});

test('where attention and MLP read the same input, one sentence says that nothing is between them', async () => {
  const { page, close } = await openCauses('gptj-partial', '1 2 3 4');
  await page.locator('.causes-said:not(:empty)').waitFor();
  await page.getByRole('switch', { name: 'After each attention, too' }).click();
  await page.getByText('Attention and MLP of this model read the same input').waitFor();
  await page.locator('.causes-said:not(:empty)').waitFor();
  assert.equal(await page.locator('.causes .switch').count(), 0);
  await close();
});

test('without a prediction one sentence says that there is no score', async () => {
  for (const name of ['bert-pooled', 'BartForSequenceClassification']) {
    const { page, close } = await openCauses(name, '1 2 3 4');
    await page.getByText('This model predicts nothing here').waitFor();
    assert.equal(await page.locator('.causes-body').isVisible(), false);
    await close();
  }
});
