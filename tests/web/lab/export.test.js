// The export menu: every file it makes holds what is on the screen, and the keyboard reaches it.

import assert from 'node:assert/strict';
import test from 'node:test';
import { readNpy } from 'headwise/formats';
import { settled, stateOf, useChromium } from '../support/chromium.js';
import { saved } from '../support/download.js';
import { expectedMaps } from '../support/expected.js';
import { ALL } from '../support/sample.js';
import { showMore } from '../support/tools.js';

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('../../../web/elements/lab/state/state.ts').LabState} LabState
 */

const TEXT = 'alpha beta, gamma "delta" 动物';
const WORDS = ['alpha', 'beta', ',', 'gamma', '"', 'delta', '"', '动', '物'];
const HASH = `#v=1&text=${encodeURIComponent(TEXT)}&heads=4&at=2.2._`;

const chromium = useChromium({ own: true });

/**
 * @param {Page} page
 * @param {Partial<LabState>} part
 */
async function show(page, part) {
  await page
    .locator('#lab')
    .evaluate((/** @type {any} */ host, state) => host.lab.setState(state), part);
  await settled(page);
}

/** @param {Page} page */
async function openExport(page) {
  const button = page.getByRole('button', { name: 'Export' });
  if (!(await button.isVisible())) await showMore(page);
  await button.click();
}

/**
 * @param {Page} page
 * @param {string} item
 */
async function save(page, item) {
  await openExport(page);
  return saved(page, () => page.getByRole('menuitem', { name: item }).click());
}

/** A parser that knows XML reads it. @param {Page} page @param {string} svg */
const parse = (page, svg) =>
  page.evaluate((text) => {
    const file = new DOMParser().parseFromString(text, 'image/svg+xml');
    return {
      error: file.querySelector('parsererror')?.textContent ?? null,
      texts: [...file.querySelectorAll('text')].map((one) => one.textContent ?? ''),
      rects: file.querySelectorAll('rect').length,
      paths: file.querySelectorAll('path').length,
      colors: [...file.querySelectorAll('[fill]')].map((one) => one.getAttribute('fill') ?? ''),
    };
  }, svg);

test('numbers: the same in CSV, JSON and NPY, to the last digit', async () => {
  const { page, close } = await chromium.open({ hash: HASH });
  const { data } = await expectedMaps({ text: TEXT });
  const npy = await save(page, 'NPY');
  const read = readNpy(npy.bytes);
  assert.equal(npy.name, 'heads.npy');
  assert.deepEqual(read.shape, [4, 9, 9]);
  assert.deepEqual(read.data, data);

  const csv = (await save(page, 'CSV')).bytes.toString('utf8');
  const lines = csv.trimEnd().split('\r\n');
  assert.equal(lines[0], 'head,head_name,query,query_name,key,key_name,attention');
  assert.equal(lines.length, 1 + 4 * 81);
  assert.ok(lines[1 + 81 * 2 + 9 * 1 + 2].startsWith('2,head 3,1,beta,2,",",'));
  assert.ok(lines[1 + 4].startsWith('0,head 1,0,alpha,4,"""",'));
  assert.deepEqual(
    lines.slice(1).map((line) => Math.fround(Number(line.slice(line.lastIndexOf(',') + 1)))),
    [...data],
  );

  const json = JSON.parse((await save(page, 'JSON')).bytes.toString('utf8'));
  assert.deepEqual(json.arrays.attention.shape, [4, 9, 9]);
  assert.deepEqual(json.arrays.attention.values.map(Math.fround), [...data]);
  assert.deepEqual(json.arrays.attention.axes[2].labels, WORDS);
  assert.equal(json.state.text, TEXT);
  await close();
});

test('figures: real text, a mark for every number, and a picture of the same size', async () => {
  const { page, close } = await chromium.open({ hash: HASH });
  for (const { part, name, least } of [
    { part: { view: 'heads' }, name: 'heads', least: 4 * 81 },
    { part: { view: 'head' }, name: 'head-2', least: 81 },
    { part: { view: 'heads', compare: { head: 0 } }, name: 'difference', least: 4 * 81 },
    { part: { view: 'lines', compare: null }, name: 'lines', least: 9 },
    { part: { view: 'contributions' }, name: 'contributions', least: 1 },
    { part: { view: 'steps', step: 'attention' }, name: 'step-attention', least: 1 },
    { part: { view: 'steps', step: 'output' }, name: 'step-output', least: 1 },
  ]) {
    await show(page, /** @type {Partial<LabState>} */ (part));
    const svg = await save(page, 'SVG');
    assert.equal(svg.name, `${name}.svg`);
    const text = svg.bytes.toString('utf8');
    const parsed = await parse(page, text);
    assert.equal(parsed.error, null);
    assert.ok(parsed.rects >= least, `${name}: ${parsed.rects}`);
    if (name !== 'contributions' && !name.startsWith('step')) {
      for (const word of WORDS) assert.ok(parsed.texts.includes(word), `${name}: ${word}`);
    }
    for (const color of parsed.colors) assert.match(color, /^(#[\da-f]{6}|none)$/);
    const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(text) ?? [];
    const tex = (await save(page, 'LaTeX')).bytes.toString('utf8');
    assert.ok(tex.includes('\\begin{tikzpicture}') && tex.includes('\\end{tikzpicture}'));
    if (name !== 'heads' && !(ALL && name === 'step-attention')) continue; // it takes long to make one
    const png = (await save(page, 'PNG')).bytes;
    assert.equal(png.toString('latin1', 1, 4), 'PNG');
    assert.deepEqual(
      [png.readUInt32BE(16), png.readUInt32BE(20)],
      [2 * Number(width), 2 * Number(height)],
    );
  }
  await close();
});

test('a step gives every matrix that it shows, what comes out first', async () => {
  const { page, close } = await chromium.open({ hash: HASH });
  await show(page, { view: 'steps', step: 'attention', allHeads: true });
  const { data } = await expectedMaps({ text: TEXT });
  const maps = readNpy((await save(page, 'NPY')).bytes);
  assert.deepEqual([maps.shape, maps.data], [[4, 9, 9], data]);
  await show(page, { step: 'projection', allHeads: false });
  const { arrays } = JSON.parse((await save(page, 'JSON')).bytes.toString('utf8'));
  assert.deepEqual(arrays.x.shape, [9, 64]);
  assert.deepEqual(arrays.x.axes[0].labels, WORDS);
  assert.deepEqual(arrays.query.shape, [1, 9, 16]);
  await close();
});

test('every view gives its numbers in each format, and they are the same', async () => {
  const { page, close } = await chromium.open({ hash: HASH });
  for (const { part, name, shape } of [
    { part: { view: 'table' }, name: 'head-2', shape: [9, 9] },
    { part: { view: 'heads', mix: [1, 0, 1, 0] }, name: 'mixture', shape: [9, 9] },
    { part: { mix: null, compare: { head: 1 } }, name: 'difference', shape: [4, 9, 9] },
    { part: { compare: null, view: 'lines' }, name: 'lines', shape: [4, 9, 9] },
    { part: { view: 'lines', numbers: true, solo: 2 }, name: 'lines', shape: [9, 9] },
    { part: { view: 'contributions' }, name: 'contributions', shape: null },
    { part: { view: 'steps', step: 'norm' }, name: 'step-norm', shape: [9, 64] },
  ]) {
    await show(page, /** @type {Partial<LabState>} */ (part));
    const npy = await save(page, 'NPY');
    assert.equal(npy.name, `${name}.npy`);
    const read = readNpy(npy.bytes);
    if (shape) assert.deepEqual(read.shape, shape, name);
    const numbers = [...read.data];
    assert.ok(numbers.length >= 81 && numbers.some((value) => value !== 0), name);
    const json = JSON.parse((await save(page, 'JSON')).bytes.toString('utf8'));
    const [first] = /** @type {any[]} */ (Object.values(json.arrays));
    assert.deepEqual([first.shape, first.values.map(Math.fround)], [read.shape, numbers], name);
    const csv = (await save(page, 'CSV')).bytes.toString('utf8');
    const cells = csv.trimEnd().split('\r\n').slice(1);
    assert.deepEqual(
      cells.map((line) => Math.fround(Number(line.slice(line.lastIndexOf(',') + 1)))),
      numbers,
      name,
    );
  }
  await close();
});

test('what a dark page gives to a figure is dark, and a program gets it nonetheless', async () => {
  const { page, close } = await chromium.open({ hash: HASH, context: { colorScheme: 'dark' } });
  const svg = (await save(page, 'SVG')).bytes.toString('utf8');
  assert.match(svg, /<rect x="0" y="0" [^>]* fill="#16181d"\/>/);
  const tex = (await save(page, 'LaTeX')).bytes.toString('utf8');
  assert.ok(!tex.includes('16181D'), 'LaTeX has a paper of its own');
  await close();
});

test('programs are copied, and saved where copying is not allowed', async () => {
  const { page, close } = await chromium.open({
    hash: HASH,
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  });
  for (const [item, line] of [
    ['Copy as PyTorch', 'import torch'],
    ['Copy as NumPy', 'import numpy as np'],
    ['Copy as JAX', 'import jax'],
  ]) {
    await openExport(page);
    await page.getByRole('menuitem', { name: item }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    // the remark may still be that of the program before
    await page.waitForFunction(async (wanted) => {
      const code = await navigator.clipboard.readText();
      return code.includes(wanted) && code.includes('attention');
    }, `\n${line}\n`);
  }
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not here'));
  });
  const saved = await save(page, 'Copy as NumPy');
  assert.equal(saved.name, 'headwise.py');
  assert.ok(saved.bytes.toString('utf8').includes('import numpy as np'));
  await close();
});

test('the menu by keyboard: arrows go round, Escape closes it and nothing else', async () => {
  const { page, close } = await chromium.open({ hash: HASH });
  const button = page.getByRole('button', { name: 'Export' });
  await showMore(page);
  await button.focus();
  await page.keyboard.press('ArrowDown');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  assert.equal(await focused(), 'SVG, for print and editing');
  assert.equal(await button.getAttribute('aria-expanded'), 'true');
  await page.keyboard.press('ArrowUp');
  assert.equal(await focused(), 'Copy as JAX');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  assert.equal(await focused(), 'PNG');
  await page.keyboard.press('End');
  assert.equal(await focused(), 'Copy as JAX');
  await page.keyboard.press('Escape');
  assert.equal(await focused(), 'Export');
  assert.equal(await page.getByRole('menu').isVisible(), false);
  assert.equal((await stateOf(page)).selection.query, 1, 'what is kept stays kept');
  for (const size of await page
    .locator('.export-item')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))) {
    assert.ok(size === 0 || size >= 24);
  }
  await close();
});
