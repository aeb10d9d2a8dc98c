// "Check your own code": files that an implementation saved are dropped on the page, and it names what is wrong with each.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'node:test';
import { distDir, root } from '../../../src/build/tools/paths.js';
import { exampleOf } from '../../../web/page/doctor/example.ts';
import { names } from '../../../web/words/es/mistakes/names.ts';
import { words as messages } from '../../../web/words/en/doctor.ts';
import { words as spanish } from '../../../web/words/es/doctor.ts';
import { SNIPPETS } from '../../../web/page/doctor/snippets.ts';
import { violations } from '../support/axe.js';
import { useChromium } from '../support/chromium.js';

/** @type {typeof import('headwise/formats')} */
const { writeNpz } = await import(pathToFileURL(join(distDir, 'formats.js')).href);

const chromium = useChromium();

async function open(options = {}) {
  const opened = await chromium.open({ path: 'doctor.html', settle: false, ...options });
  await opened.page.locator('.zone').waitFor();
  return opened;
}

/**
 * The card of a file, once there is a verdict.
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
async function cardOf(page, name) {
  const card = page.locator('.card[data-verdict]', {
    has: page.getByRole('heading', { name, exact: true }),
  });
  await card.waitFor();
  return card;
}

test('the examples are right, and wrong as they say', async () => {
  const { page, close } = await open();
  for (const [label, verdict, said] of [
    [messages.exampleRight, messages.right, /bias missing/],
    [messages.exampleScale, messages.fault, /scale missing/],
    [messages.exampleMask, messages.fault, /mask off by one/],
  ]) {
    await page.getByRole('button', { name: String(label), exact: true }).click();
    const card = await cardOf(page, String(label));
    assert.equal(await card.locator('.card-verdict').textContent(), verdict);
    assert.match((await card.textContent()) ?? '', /** @type {RegExp} */ (said));
  }
  assert.equal(await page.locator('.card').count(), 3);
  await page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await page.locator('.zone .primary:focus').waitFor();
  assert.equal(await page.locator('.card').count(), 2);
  await close();
});

test('it names mistakes in the language of the page', async () => {
  const { page, close } = await open({ path: 'doctor.html?lang=es' });
  await page.getByRole('button', { name: spanish.exampleScale }).click();
  const faults = (await cardOf(page, spanish.exampleScale)).locator('.faults');
  assert.equal(await faults.locator('strong').textContent(), names['scale missing']);
  assert.match((await faults.textContent()) ?? '', /Divídelas por √d/);
  assert.equal(await faults.getAttribute('lang'), 'es');
  await page.getByRole('button', { name: spanish.exampleRight, exact: true }).click();
  const unseen = (await cardOf(page, spanish.exampleRight)).locator('.unseen li');
  assert.ok((await unseen.allTextContents()).includes('falta un sesgo: b_Q'));
  await close();
});

test('files are checked one after the other; one that is broken does not stop the others', async () => {
  const { inputs, parameters, output, attention } = exampleOf('scale');
  assert.ok(parameters && attention);
  const { query } = inputs;
  const whole = /** @type {any} */ ({
    query,
    output,
    attention,
    ...parameters,
    num_heads: 4,
    causal: true,
  });
  const [wrong, changed] = [await npz(whole), await npz({ ...whole, output: doubled(output) })];
  const { page, close } = await open();
  await page.locator('input[type=file]').setInputFiles([
    { name: 'broken.npz', mimeType: 'application/zip', buffer: Buffer.from('PK\x03\x04 no more') },
    { name: 'scale.npz', mimeType: 'application/zip', buffer: wrong },
    { name: 'other.npz', mimeType: 'application/zip', buffer: changed },
  ]);
  const broken = await cardOf(page, 'broken.npz');
  assert.match((await broken.locator('.card-detail').textContent()) ?? '', /expected|npz|zip/);
  const scale = await cardOf(page, 'scale.npz');
  assert.match((await scale.locator('.faults').textContent()) ?? '', /scale missing/);
  assert.match((await scale.locator('.card-first').textContent()) ?? '', /attention, at \[\d/);
  assert.deepEqual(await scale.locator('.chain .spoken').allTextContents(), [
    'attention: differs',
    'output: follows from that',
  ]);
  const other = await cardOf(page, 'other.npz');
  assert.equal(
    await page.getByRole('status').textContent(),
    `other.npz: ${messages.different}`,
    'the verdict is said',
  );
  assert.equal(await other.locator('.card-verdict').textContent(), messages.different);
  await close();
});

test('a file that is too large is refused before it is read', async () => {
  const { page, close } = await open();
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(17e6)], 'large.npz'));
    dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
  });
  const card = await cardOf(page, 'large.npz');
  assert.match((await card.textContent()) ?? '', /17 MB. At most 16 MB/);
  await close();
});

test('the programs are those of the documentation, and can be copied', async () => {
  const document = await readFile(join(root, 'web/docs/doctor.md'), 'utf8');
  for (const [name, program] of SNIPPETS) assert.ok(document.includes(program), name);
  const { page, close } = await open();
  for (const [name, program] of SNIPPETS) {
    await page.getByRole('button', { name, exact: true }).click();
    assert.equal(await page.locator('pre').textContent(), program);
  }
  await close();
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`everyone can read it, ${colorScheme}, and it fits a phone`, async () => {
    const { page, close } = await open({
      viewport: { width: 320, height: 640 },
      context: { colorScheme },
    });
    await page.getByRole('button', { name: messages.exampleScale }).click();
    await cardOf(page, messages.exampleScale);
    await page.getByRole('button', { name: messages.exampleRight }).click();
    await (await cardOf(page, messages.exampleRight)).locator('summary').click();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(await violations(page), []);
    await close();
  });
}

/** @param {Record<string, any>} arrays */
async function npz(arrays) {
  const tensors = Object.entries(arrays).map(([name, value]) => [
    name,
    typeof value === 'object' ? value : { data: Float64Array.of(Number(value)), shape: [] },
  ]);
  return Buffer.from(await writeNpz(Object.fromEntries(tensors)));
}

/** @param {any} tensor */
const doubled = ({ data, shape }) => ({
  data: data.map((/** @type {number} */ value, /** @type {number} */ i) => value * (1 + (i % 3))),
  shape,
});
