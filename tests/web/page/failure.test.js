// When something cannot work, the page shows a sentence with the reason.

import assert from 'node:assert/strict';
import test from 'node:test';
import { typeSentence, UNTRAINED_HASH, useChromium } from '../support/chromium.js';
import { expectedMaps } from '../support/expected.js';
import { openModelMenu } from '../support/tools.js';

const chromium = useChromium();

const REFUSED = /Content Security Policy|Refused to|violates the following|wasm/i;

test('a policy without WebAssembly: the page says why there are no maps', async () => {
  const { page, close } = await chromium.open({
    headers: {
      'Content-Security-Policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; worker-src 'self'",
    },
    expected: [REFUSED],
  });
  const alert = page.getByRole('alert');
  await alert.waitFor();
  const text = await alert.textContent();
  assert.match(text ?? '', /cannot run the engine|stopped unexpectedly/);
  assert.match(text ?? '', /Details: .+/);
  // the engine speaks English, whatever the page does
  const said = (await alert.locator('[lang=en]').textContent()) ?? '';
  assert.ok(said !== '' && (text ?? '').includes(`Details: ${said}`));
  // the tokens need no engine
  assert.equal(await page.locator('.chip').count(), 12);
  await close();
});

test('a policy without workers and without style in the document: the page computes by itself and says so', async () => {
  const { page, close } = await chromium.open({
    headers: {
      'Content-Security-Policy':
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'none'",
    },
    expected: [REFUSED],
  });
  await typeSentence(page, 'no worker here');
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).maxWidth), '1640px');
  await page.getByText('Why one?').click();
  await page.getByText(/No worker could be started/).waitFor();
  const maps = await expectedMaps({ text: 'no worker here' });
  assert.match((await page.locator('.status-line').textContent()) ?? '', /One thread/);
  assert.equal(await page.getByRole('grid').count(), maps.shape[0]);
  await close();
});

test('why no worker started is said also where nothing else can be loaded in its place', async () => {
  const { page, url, close } = await chromium.open({ expected: [REFUSED, /ERR_FAILED/] });
  await page.route('**/inline-worker*.js', (route) => route.abort());
  await page.addInitScript(() => {
    Object.assign(window, {
      Worker: class {
        constructor() {
          throw new Error('no workers today');
        }
      },
    });
  });
  await page.goto(`${url}?again`);
  const said = 'No worker could be started (no workers today)';
  await page.getByRole('alert').getByText(said).waitFor();
  await close();
});

test('an engine that could not start: trying again works once it can', async () => {
  const { page, url, close } = await chromium.open({ expected: [REFUSED] });
  // the next visit finds no workers, and no WebAssembly until it is mended
  await page.addInitScript(() => {
    const { compile } = WebAssembly;
    const refuse = () => Promise.reject(new WebAssembly.CompileError('refused by the test'));
    Object.assign(WebAssembly, { compile: refuse });
    Object.assign(window, {
      Worker: class {
        constructor() {
          throw new Error('no workers today');
        }
      },
      mend: () => Object.assign(WebAssembly, { compile }),
    });
  });
  await page.goto(`${url}?again`);
  const alert = page.getByRole('alert');
  await alert.getByText('refused by the test').waitFor();
  await page.evaluate(() => /** @type {any} */ (window).mend());
  await page.getByRole('button', { name: 'Try again' }).click();
  await alert.waitFor({ state: 'hidden' }); // the maps that were stored are there before
  await page.getByRole('grid').nth(3).waitFor();
  await page.getByText('Computed on your device').waitFor();
  await close();
});

test('without JavaScript the page says what it needs', async () => {
  const { page, close } = await chromium.open({
    context: { javaScriptEnabled: false },
    settle: false,
  });
  await page.getByText('your browser did not run its script').waitFor();
  await close();
});

test('in a sandboxed frame the page works', async () => {
  const { page, url, close } = await chromium.open({
    headers: {},
    expected: [/sandbox/i, REFUSED],
  });
  await page.setContent(
    `<iframe sandbox="allow-scripts allow-same-origin" src="${url}${UNTRAINED_HASH}" width="800" height="600"></iframe>`,
  );
  const frame = page.frameLocator('iframe');
  await frame.getByRole('grid').first().waitFor();
  await openModelMenu(frame);
  await frame.getByRole('button', { name: '8', exact: true }).click();
  await frame.getByRole('grid').nth(7).waitFor();
  await close();
});

for (const { name, file, opened } of [
  { name: 'Lessons', file: 'lessons', opened: '.lesson-contents' },
  { name: 'Open a model', file: 'models-room', opened: '.models-room' },
  { name: 'Embed', file: 'embed-builder', opened: 'dialog[open]' },
]) {
  test(`“${name}”, where loading failed: the page says so, and the next press tries again`, async () => {
    const { page, url, close } = await chromium.open({ expected: [/ERR_FAILED/] });
    await page.route(`**/page-${file}-*.js`, (route) => route.abort());
    await page.goto(`${url}?again`);
    await page.getByRole('grid').first().waitFor();
    await press();
    await page.getByText('A part of this page could not be loaded').waitFor();
    assert.equal(await page.locator(opened).count(), 0);
    await page.unrouteAll();
    await press();
    await page.locator(opened).first().waitFor();
    await close();

    async function press() {
      if (name !== 'Lessons') await page.getByRole('button', { name: 'Tools' }).click();
      await page.getByRole('button', { name, exact: true }).click();
    }
  });
}
