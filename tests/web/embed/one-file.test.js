// The whole lab in one file: from a folder, in a sandboxed frame, in a package. It makes no network requests.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { unzipSync, strFromU8 } from 'fflate';
import { makePackage } from '../../../src/build/release/scorm.ts';
import { distDir } from '../../../src/build/tools/paths.js';
import { useChromium } from '../support/chromium.js';
import { makeSite } from '../support/embed.js';
import { expectedMaps } from '../support/expected.js';

/** @typedef {import('playwright-core').Page} Page */

const FILE = join(distDir, 'headwise.html');

const chromium = useChromium();

/**
 * The numbers of the first map, as its table says them.
 *
 * @param {import('playwright-core').Page | import('playwright-core').FrameLocator} page
 */
async function tableOf(page) {
  await page.getByRole('switch', { name: 'All digits' }).check();
  const cells = await page.locator('.heads tbody td').allTextContents();
  return Float32Array.from(cells.map(Number));
}

test('it opens from a folder, with its engine in a worker, and makes no requests', async () => {
  const { page, requests, close } = await chromium.open({
    root: distDir,
    path: 'headwise.html',
    settle: false,
  });
  requests.length = 0;
  await page.goto(`${pathToFileURL(FILE)}?text=The+cat+sat&heads=2&view=table`);
  const maps = await expectedMaps({ text: 'The cat sat', heads: 2 });
  assert.deepEqual(await tableOf(page), maps.data.subarray(0, 9));
  const status = await page.locator('.status-line').textContent();
  assert.doesNotMatch(status ?? '', /No worker/);
  assert.match(status ?? '', /one file, which contains no script for threads/);
  assert.deepEqual(
    requests.filter((address) => !/^(file|data|blob):/.test(address)),
    [],
  );
  assert.equal(page.workers().length, 1);
  // its own policy forbids it to, too
  const refused = await page.evaluate(() =>
    fetch('http://localhost:9/').then(
      () => 'sent',
      (error) => String(error),
    ),
  );
  assert.match(refused, /TypeError/);
  requests.length = 0;
  await page.goto('about:blank');
  await close().catch((error) => {
    if (!/Content Security Policy|ERR_/.test(String(error))) throw error;
  });
});

test('in a sandboxed frame it shows the lesson it is asked for, with what is locked', async () => {
  const root = await makeSite('one-file', {
    'course.html': '<!doctype html><link rel="icon" href="data:,">',
  });
  const { page, url, close } = await chromium.open({
    root,
    path: 'course.html',
    settle: false,
    headers: {},
  });
  await page.setContent(
    `<iframe sandbox="allow-scripts" src="${url}headwise.html?lesson=masks.2&locked=text,view&lang=en&theme=dark" width="900" height="700"></iframe>`,
  );
  const frame = page.frameLocator('iframe');
  await frame.getByText(/Computed on your device/).waitFor();
  assert.equal(await frame.locator('.lesson-scene').isVisible(), true);
  assert.equal(await frame.getByRole('tablist').isVisible(), false);
  assert.equal(await frame.getByLabel('Type a sentence').getAttribute('readonly'), '');
  assert.equal(await frame.locator('[data-theme=dark]').count(), 1);
  assert.doesNotMatch((await frame.locator('.status-line').textContent()) ?? '', /No worker/);
  await close();
});

test('a SCORM package is complete, and the same each time', async () => {
  const options = { lesson: 'masks', locked: 'text', title: 'Masks & more' };
  const [first, second] = [await makePackage(options), await makePackage(options)];
  assert.deepEqual(first, second);
  const files = unzipSync(first);
  assert.deepEqual(Object.keys(files).sort(), [
    'LICENSE',
    'THIRD-PARTY-NOTICES.md',
    'imsmanifest.xml',
    'index.html',
  ]);
  const manifest = strFromU8(files['imsmanifest.xml']);
  assert.match(manifest, /<schemaversion>1\.2<\/schemaversion>/);
  assert.match(manifest, /adlcp:scormtype="sco" href="index\.html"/);
  assert.match(manifest, /<title>Masks &#38; more<\/title>/);
  assert.match(
    strFromU8(files['index.html']),
    /<main id="lab" data-lesson="masks" data-locked="text">/,
  );
  const about = strFromU8(unzipSync(await makePackage({ lesson: 'sinks.2' }))['index.html']);
  assert.ok(about.includes('<script type="text/plain" data-english>'), 'what the lesson is about');
});
