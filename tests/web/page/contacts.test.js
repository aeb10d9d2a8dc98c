// The view of contacts of an opened ESM: its map, the sum of a pair and its files have the numbers that headwise/models computes.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { promisify } from 'node:util';
import { contacts, openModel } from 'headwise/models';
import { buildDir, distDir } from '../../../src/build/tools/paths.js';
import { exactText, percentText, roundedText } from '../../../web/ui/format.ts';
import { layoutContacts } from '../../../web/views/causes/contacts.ts';
import { readEsmGolden } from '../../golden/models/read.js';
import { useChromium } from '../support/chromium.js';
import { violations } from '../support/axe.js';
import { saved } from '../support/download.js';
import { sample } from '../support/sample.js';
import { menuItems, openMenu } from '../support/tools.js';

/** @typedef {import('playwright-core').Page} Page */

const FOLDER = join(buildDir, 'pages/contacts');
const { files } = await readEsmGolden();
const PROTEIN = 'MKTAYIAKQRQISFVKSHFSRQ';

const chromium = useChromium();
const run = promisify(execFile);
/** @type {Page} */
let page;
/** @type {Awaited<ReturnType<typeof contacts>>} */
let found;
/** @type {Awaited<ReturnType<typeof openModel>>} */
let model;

before(async () => {
  await mkdir(FOLDER, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(FOLDER, name), bytes);
  model = await openModel(files);
  found = await contacts(await model.run(PROTEIN));
  ({ page } = await openContacts());
});

/** @param {string} [lang] @param {number} [width] */
async function openContacts(lang = 'en', width = 1280) {
  const opened = await chromium.open({ path: `?lang=${lang}`, hash: '' });
  await openMenu(opened.page, 'Tools');
  await menuItems(opened.page, 'Tools').first().click();
  await opened.page.locator('input[data-of=folder]').setInputFiles(FOLDER);
  await opened.page.locator('.models-card .models-main').click();
  await opened.page.setViewportSize({ width, height: 844 });
  const text = opened.page.locator('.models-text textarea').first();
  await opened.page.locator('.models-status').filter({ hasText: /\d/ }).waitFor();
  assert.match(await text.inputValue(), /^MQIFVKTLTG/, 'it begins with a protein');
  await text.fill(PROTEIN);
  await opened.page.locator('.models-status').filter({ hasText: '24' }).waitFor();
  await opened.page.locator('.models-tools .segments button').last().click();
  await opened.page.locator('.contacts .causes-sum').waitFor();
  return opened;
}

const said = () => page.locator('.contacts .causes-said').textContent().then(String);
const cell = () => page.getByRole('grid', { name: 'Contacts' }).getByRole('gridcell');
const label = (/** @type {number} */ at) => `${PROTEIN[at]}${at + 1}`;
const minus = (/** @type {string} */ text) => text.replace('-', '−');

/** @param {number} row @param {number} column */
const name = (row, column) =>
  `${label(row)} – ${label(column)}: ${percentText(found.probabilities.at(row, column))}`;

test('it begins with the likeliest pair of residues that are six or more apart', async () => {
  let best = [0, 6];
  for (let row = 0; row < 22; row++) {
    for (let column = row + 6; column < 22; column++) {
      const value = found.probabilities.at(row, column);
      if (value > found.probabilities.at(best[0], best[1])) best = [row, column];
    }
  }
  const [one, other] = best;
  const share = percentText(found.probabilities.at(one, other));
  const start = `at least 6 apart is ${label(one)} with ${label(other)}: ${share}.`;
  assert.ok((await said()).includes(start), `${await said()}: ${start}`);
  assert.equal(await cell().getAttribute('aria-label'), name(one, other));
  const selected = await cell().getAttribute('aria-selected');
  assert.equal(selected, 'true');
});

test('keys go from pair to pair, and Enter shows the sum of its logit', async () => {
  await cell().focus();
  await page.keyboard.press('Control+Home');
  assert.equal(await cell().getAttribute('aria-label'), name(0, 0));
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown');
  for (let i = 0; i < 17; i++) await page.keyboard.press('ArrowRight');
  assert.equal(await cell().getAttribute('aria-label'), name(3, 17));
  await page.keyboard.press('Enter');
  await page.locator('.contacts-why h3', { hasText: `${label(3)} and ${label(17)}` }).waitFor();
  await page.locator('.contacts .causes-sum').waitFor();
  const { logits, bias, heads } = await contacts(await model.run(PROTEIN), { pairs: [[3, 17]] });
  const values = heads
    .map(({ layer, head, weight, contributions = [], terms = [] }) => ({
      ...{ name: `layer ${layer + 1}, head ${head + 1}`, weight, value: contributions[0] },
      ...terms[0],
    }))
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const most = values.reduce((one, other) => (other.value > one.value ? other : one));
  const end = `adds most to it: ${most.name}, ${roundedText(most.value)}.`;
  assert.ok((await said()).endsWith(end), `${await said()}: ${end}`);
  const rows = page.locator('.contacts .causes-sum li');
  const shown = () => rows.locator('.causes-value').allTextContents();
  const rest = values.slice(6);
  assert.deepEqual(
    await shown(),
    [
      bias,
      ...values.slice(0, 6).map(({ value }) => value),
      rest.reduce((sum, { value }) => sum + value, 0),
      logits.at(3, 17),
    ].map((one) => minus(roundedText(one))),
  );
  await page.locator('.contacts button.causes-name', { hasText: 'the other 3 heads' }).click();
  assert.deepEqual(
    (await shown()).slice(8, 11),
    rest.map(({ value }) => minus(roundedText(value))),
  );
  await page.locator('.contacts button.causes-name').click();
  await rows.last().locator('.causes-value').click();
  const opened = page.locator('.contacts-opened p');
  const digits = (/** @type {number} */ value) => minus(exactText(Math.fround(value)));
  const logit = `The logit is ${digits(logits.at(3, 17))}: the bias and 9 heads`;
  await opened.filter({ hasText: logit }).waitFor();
  const [, second] = values;
  await rows.nth(2).locator('.causes-value').click();
  const text = `adds ${digits(second.value)}: the regression’s weight ${digits(second.weight)} times its corrected map, ${digits(second.both)} less ${digits(second.expected)}.`;
  await opened.filter({ hasText: text }).waitFor();
  await page.locator('.contacts-head > h3', { hasText: `The map of ${second.name}` }).waitFor();
});

test('the map of a head is enlarged, with the pair highlighted', async () => {
  const title = String(await page.locator('.contacts-head > h3').textContent());
  const [layer, head] = (title.match(/\d+/g) ?? []).map((one) => Number(one) - 1);
  const map = await (await model.run(PROTEIN)).attention({ layer, head });
  await page
    .locator('.contacts-head')
    .getByText(exactText(map.at(4, 18)))
    .first()
    .waitFor();
});

test('axe-core finds nothing in it', async () => {
  assert.deepEqual(await violations(page), []);
});

test('it saves the figure, the numbers and a program that computes them', async () => {
  const save = async (/** @type {string} */ item) => {
    await page.locator('.contacts .export > button').click();
    const choose = () => page.locator('.contacts .export-item', { hasText: item }).click();
    return (await saved(page, choose)).bytes;
  };
  assert.match(String(await save('SVG')), /^<svg[^>]*>.*Contacts/s);
  const { arrays, view } = JSON.parse(String(await save('JSON')));
  assert.equal(view, 'headwise-contacts');
  assert.deepEqual(arrays.probability.values.map(Math.fround), [...found.probabilities.data]);
  const lines = String(await save('CSV'))
    .trim()
    .split('\r\n');
  assert.equal(lines.length, 22 * 22 + 1);
  const program = join(FOLDER, '../contacts.mjs');
  const text = String(await save('JavaScript'));
  const own = text.replace("'headwise/models'", `'${join(distDir, 'models.node.js')}'`);
  await writeFile(program, own);
  const { stdout } = await run(process.execPath, [program, FOLDER]);
  const [first, second] = stdout.split('\n');
  assert.deepEqual(JSON.parse(first).flat(), [...found.probabilities.data]);
  const { logits, bias } = found;
  assert.equal(second, `${logits.at(3, 17)} ${bias}`);
});

test('on a phone nothing overflows', async () => {
  for (const lang of sample(['es', 'en', 'zh'], 3)) {
    const { page: phone, close } = await openContacts(lang, 390);
    await phone.locator('.contacts .causes-value').nth(1).click();
    await phone.locator('.contacts-opened p').waitFor();
    const [wide, room] = await phone.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return [scrollWidth, clientWidth];
    });
    assert.equal(wide, room, lang);
    await close();
  }
});

test('a long protein has cells that can be seen, and numbers that do not touch', () => {
  const residues = Array.from({ length: 300 }, () => 'A');
  const values = new Float32Array(300 * 300);
  values[1] = 1;
  const ramp = Array.from({ length: 256 }, (_, i) => `c${i}`);
  const data = { title: '', residues, values, ramp, ink: '' };
  const { cell, left, figure } = layoutContacts(data, 360);
  assert.equal(cell, 3);
  assert.equal(figure.width, left + 900);
  const texts = figure.marks.filter((one) => one.kind === 'text' && one.align === 'center');
  assert.equal(texts.length, 30);
  const bars = figure.marks.filter((one) => one.kind === 'bars');
  assert.deepEqual(bars, [{ kind: 'bars', places: [left + 3, left, 3, 3], fill: 'c255' }]);
});
