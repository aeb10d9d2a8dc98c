// The elements in a page that has added to the prototypes of objects and arrays, in view of `for in`; so has their worker.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { useChromium } from '../support/chromium.js';
import { makeSite, pageWith } from '../support/embed.js';
import { expectedMaps } from '../support/expected.js';

const ADDITIONS = `Object.prototype.x = { write() {} };
  for (const { prototype } of [Object, Array, Function, String, Float32Array, Node]) {
    prototype.each = function () { return this; };
  }\n`;

const ELEMENTS = `<headwise-lab id="own" text="The cat sat" heads="2"></headwise-lab>
  <headwise-lab lesson="masks"></headwise-lab>
  <headwise-lab model="grammar"></headwise-lab>
  <headwise-map tokens="a b" attention="[[[1, 0], [0.25, 0.75]]]"></headwise-map>`;

const chromium = useChromium();
/** @type {string} */
let root;
before(async () => {
  const page = pageWith(ELEMENTS).replace('<script', '<script src="additions.js"></script><script');
  root = await makeSite('prototypes', { 'additions.js': ADDITIONS, 'page.html': page });
  const worker = join(root, 'worker.js');
  await writeFile(worker, ADDITIONS.replace(', Node', '') + (await readFile(worker, 'utf8')));
});

test('labs, lessons, the trained model and maps work in such a page', async () => {
  const { page, requests, close } = await chromium.open({
    root,
    path: 'page.html',
    hash: '',
    settle: false,
  });
  await page.waitForFunction(() =>
    [...document.querySelectorAll('headwise-lab')].every((lab) => Object(lab).loaded),
  );
  assert.ok(requests.some((address) => address.endsWith('/worker.js')));
  const maps = await expectedMaps({ text: 'The cat sat', heads: 2 });
  await page.locator('#own').evaluate((/** @type {any} */ lab) => {
    lab.state = { view: 'table' };
  });
  const own = page.locator('#own');
  await own.getByRole('switch', { name: 'All digits' }).check();
  const table = await own.locator('.heads tbody td').allTextContents();
  assert.deepEqual(Float32Array.from(table.slice(0, 9).map(Number)), maps.data.subarray(0, 9));
  await page.locator('headwise-map').getByRole('grid').waitFor();
  await close();
});

test('one HeadwiseError for all entries, and a threaded engine', async () => {
  const { page, close } = await chromium.open({
    root,
    path: 'page.html',
    hash: '',
    settle: false,
  });
  const found = await page.evaluate(async () => {
    const names = ['headwise', 'formats', 'training', 'reference'];
    const entries = await Promise.all(names.map((name) => import(`./${name}.js`)));
    const [{ loadInWorker }, { readNpy }] = entries;
    let error;
    try {
      readNpy(new Uint8Array(3));
    } catch (thrown) {
      error = thrown;
    }
    const engine = await loadInWorker({ threads: 2, threadsFrom: 0 });
    const { data } = await engine.softmax([0, 0]);
    const { threads } = engine.backend;
    await engine.dispose();
    const remote = await engine.softmax([0]).catch((/** @type {unknown} */ thrown) => thrown);
    const all = (/** @type {unknown} */ thrown) =>
      entries.map(({ HeadwiseError }) => thrown instanceof HeadwiseError);
    return { all: [...all(error), ...all(remote)], data: [...data], threads };
  });
  assert.deepEqual(found, { all: Array(8).fill(true), data: [0.5, 0.5], threads: 2 });
  await close();
});
