// "Check this engine here": the suites in the reader's own browser, from the built page, and what it says of them.

import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { siteDir } from '../../../src/build/tools/paths.js';
import { filesBelow } from '../../../src/build/tools/stamp.ts';
import { read } from '../../conformance/read.js';
import { loaders } from '../../conformance/suites.js';
import { careful, strictPolicy, useChromium } from '../support/chromium.js';
import { until } from '../support/until.js';
import { openMenu } from '../support/tools.js';

/** @typedef {import('playwright-core').Page} Page */

const CHECK = /** @type {const} */ ({ path: 'check.html', settle: false });
const suites = await Promise.all(loaders.map((open) => open(read)));
const total = suites.reduce((sum, { cases }) => sum + cases.length, 0);

const chromium = useChromium({ own: true });

/**
 * Presses the button and waits until everything has been checked.
 *
 * @param {Page} page
 * @returns {Promise<string>} the verdict
 */
async function check(page) {
  await page.getByRole('button', { name: /Start the check|Check again/ }).click();
  const verdict = page.locator('.verdict:not([data-state=""])');
  await verdict.waitFor({ timeout: 120_000 });
  return (await verdict.textContent()) ?? '';
}

/** @param {Page} page */
function readRows(page) {
  return page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
}

/**
 * A copy of the built page with something changed in it.
 *
 * @param {import('node:test').TestContext} t
 * @param {(folder: string) => Promise<unknown>} change
 */
async function changedSite(t, change) {
  const folder = await mkdtemp(join(tmpdir(), 'headwise-check-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await cp(siteDir, folder, { recursive: true });
  await change(folder);
  return folder;
}

/** @param {string[]} lines */
const rowsIn = (lines) => lines.map((line) => line.trim().split(/ {2,}/));

test('the link on the page leads there and back; every suite passes; the result is copied', async (t) => {
  const { page, url, requests, close } = await chromium.open({
    headers: careful,
    hash: '#v=1&text=there+and+back',
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  });
  await openMenu(page, 'Tools');
  await page.getByRole('link', { name: 'Check this engine here' }).click();
  await page.waitForURL(/\/check\.html/);
  const heavy = () => requests.filter((address) => /check-worker|\/check\//.test(address));
  await page.getByRole('button', { name: 'Start the check' }).waitFor();
  assert.deepEqual(heavy(), [], 'fetched before it was asked for');

  assert.match(
    await check(page),
    new RegExp(`^All ${total} cases pass\\. That took [\\d.]+ s\\.$`),
  );
  assert.equal(heavy().length, 1 + suites.length);
  const rows = await readRows(page);
  t.diagnostic(rows.map((row) => row.join(', ')).join('; '));
  assert.deepEqual(
    rows.map((row) => row.slice(0, 5)),
    suites.map(({ name, version, cases, leftOut }) => {
      const counts = [cases.length, cases.length, leftOut.length];
      return [name, version, ...counts.map(String)];
    }),
  );
  for (const [name, , , , , difference, share] of rows) {
    assert.match(difference ?? '', /^\d+\.\d$/, `${name}`);
    assert.match(share ?? '', /^\d+ %$/, `${name}`);
  }
  assert.equal(await page.locator('.faults').count(), 0);

  await page.getByRole('button', { name: 'Copy the result' }).click();
  await page.getByRole('button', { name: 'Result copied' }).waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const [engine, reason, browser, , head, ...lines] = text.split('\n');
  assert.match(
    engine,
    /^headwise \d+\.\d+\.\d+ \(emscripten [\d.]+\), fixed, (\d+ threads|one thread)$/,
  );
  assert.match(reason, /Fixed SIMD/);
  assert.equal(browser, await page.evaluate(() => navigator.userAgent));
  assert.match(head, /^suite +original +cases +passed/);
  assert.deepEqual(rowsIn(lines.slice(0, suites.length)), rows);
  for (const line of [reason, browser]) await page.locator('.where').getByText(line).waitFor();

  await page.getByRole('link', { name: 'headwise' }).click();
  await page.getByLabel('Type a sentence').waitFor();
  assert.equal(page.url(), `${url}index.html#v=1&text=there+and+back`);
  await close();
});

test('a course site, relaxed SIMD: every suite passes there too; the result fits windows from 390 to 1440 pixels', async () => {
  const { page, close } = await chromium.open({ ...CHECK, headers: strictPolicy });
  assert.equal(await page.getByRole('button', { name: 'One thread' }).count(), 0);
  await page.getByRole('button', { name: 'Relaxed SIMD' }).click();
  assert.match(await check(page), new RegExp(`^All ${total} cases pass\\.`));
  await page.getByText(/^One thread: .*cross-origin isolated.*Relaxed SIMD/).waitFor();
  await page.locator('summary').click();
  for (const width of [390, 640, 768, 899, 900, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const needed = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(needed, width, `at ${width}`);
  }
  await close();
});

test('one number that is not the original’s is told: case, place and difference', async (t) => {
  const root = await changedSite(t, async (folder) => {
    const file = join(folder, 'check/conformance/onnxruntime/cases.json');
    const all = JSON.parse(await readFile(file, 'utf8'));
    all.cases[3].Y.data[1] += 0.5;
    all.cases[3].name = 'the changed one';
    await writeFile(file, JSON.stringify(all));
  });
  const { page, close } = await chromium.open({ ...CHECK, root });
  // as in a frame that may not write to the clipboard
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  assert.match(await check(page), new RegExp(`^1 of ${total} cases fail\\.`));
  const faults = await page.locator('.faults li').allTextContents();
  assert.equal(faults.length, 1);
  assert.match(
    faults[0],
    /^the changed one: output\[[\d, ]+\]: \S+, the original has \S+; 5\.00e-1 apart, \S+ allowed$/,
  );
  const states = await page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => /** @type {HTMLElement} */ (row).dataset.state));
  const failed = suites.findIndex(({ name }) => name.startsWith('onnxruntime'));
  assert.deepEqual(
    states,
    states.map((_, at) => (at === failed ? 'failed' : 'passed')),
  );

  await page.getByRole('button', { name: 'Copy the result' }).click();
  const text = page.getByRole('region', { name: 'The result as text' });
  await text.waitFor();
  assert.ok((await text.textContent())?.includes(`failed\n  ${faults[0]}`));
  assert.equal(await page.evaluate(() => `${getSelection()}`.trim()), await text.textContent());
  await close();
});

test('it can be stopped, and begun again', async () => {
  const { page, close } = await chromium.open(CHECK);
  // in the page itself, so that it is not over before it is stopped
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const button = /** @type {HTMLButtonElement} */ (document.querySelector('.primary'));
        new MutationObserver((_, observer) => {
          if (!document.querySelector('tr[data-state=running]')) return;
          observer.disconnect();
          button.click();
          resolve(undefined);
        }).observe(document.body, { attributes: true, childList: true, subtree: true });
        button.click();
      }),
  );
  await page.getByText(/^Stopped/).waitFor();
  await until(() => page.workers().length === 0, 'the end of the workers');
  assert.equal(page.workers().length, 0);
  assert.equal(await page.locator('tr[data-state=running]').count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Copy the result' }).count(), 0);
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.locator('tr[data-state=passed]').first().waitFor();
  await close();
});

test('what is missing is named', async (t) => {
  const name = 'check/golden/keras/cases.safetensors.gz';
  const root = await changedSite(t, (folder) => rm(join(folder, name)));
  const { page, url, close } = await chromium.open({ ...CHECK, root, expected: [/404/] });
  await page.getByRole('button', { name: 'Start the check' }).click();
  const alert = page.getByRole('alert');
  await alert.waitFor();
  const said = await alert.textContent();
  assert.equal(
    said,
    `A part of the check could not be fetched.Details: ${url}${name}: 404 Not Found`,
  );
  await page.getByRole('button', { name: 'Check again' }).waitFor();
  await close();
});

for (const [policy, words] of /** @type {const} */ ([
  ["script-src 'self'; worker-src 'self'", /cannot run this engine.*Details: ./],
  ["script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'", /Details: ./],
])) {
  test(`a policy of ${policy}: the page says why it cannot check`, async () => {
    const { page, close } = await chromium.open({
      ...CHECK,
      headers: {
        'Content-Security-Policy': `default-src 'none'; style-src 'self'; img-src 'self'; connect-src 'self'; ${policy}`,
      },
      expected: [/Content Security Policy|Refused to|violates the following|wasm/i],
    });
    await page.getByRole('button', { name: 'Start the check' }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    assert.match((await alert.textContent()) ?? '', words);
    await close();
  });
}

test('what is fetched is as much as the page says', async () => {
  const files = [join(siteDir, 'check-worker.js'), ...(await filesBelow(join(siteDir, 'check')))];
  const sizes = await Promise.all(files.map((file) => stat(file)));
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
  assert.ok(bytes > 1.5e6 && bytes < 2.5e6, `about 2 MB: ${bytes}`);
});
