// The documentation as a site: every page of web/docs, every link in it, the search, and how it reads on a phone.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import test from 'node:test';
import { root, siteDir } from '../../../src/build/tools/paths.js';
import { filesBelow } from '../../../src/build/tools/stamp.ts';
import { violations } from '../support/axe.js';
import { useChromium } from '../support/chromium.js';

const folder = join(siteDir, 'docs');
const DOCS = join(root, 'web/docs');

const chromium = useChromium();

/** @param {string} path in the documentation */
const open = (path, options = {}) =>
  chromium.open({ path: `docs/${path}`, settle: false, ...options });

/** What was made, by its path. @returns {Promise<Map<string, string>>} */
async function pages() {
  const files = (await filesBelow(folder)).filter((path) => path.endsWith('.html'));
  const texts = files.map(async (path) => {
    return /** @type {const} */ ([
      path.slice(folder.length + 1).replaceAll('\\', '/'),
      await readFile(path, 'utf8'),
    ]);
  });
  return new Map(await Promise.all(texts));
}

test('there is a page for every file of web/docs', async () => {
  const sources = (await filesBelow(DOCS)).filter((path) => path.endsWith('.md'));
  const wanted = sources.map((path) =>
    path
      .slice(DOCS.length + 1)
      .replaceAll('\\', '/')
      .replace(/README\.md$/, 'index.html')
      .replace(/\.md$/, '.html'),
  );
  assert.deepEqual([...(await pages()).keys()].sort(), wanted.sort());
});

test('every link leads to a file and a heading that are there', async () => {
  const made = await pages();
  const files = new Set(
    (await filesBelow(siteDir)).map((path) => path.slice(siteDir.length + 1).replaceAll('\\', '/')),
  );
  let count = 0;
  for (const [path, html] of made) {
    for (const [, href] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
      if (/^https?:/.test(href)) continue;
      const [file, anchor] = href.split('#');
      const target = posix.join('docs', posix.dirname(path), file || posix.basename(path));
      assert.ok(files.has(target), `${path}: ${href}`);
      if (anchor) {
        const there = made.get(target.slice('docs/'.length)) ?? '';
        assert.ok(there.includes(`id="${decodeURIComponent(anchor)}"`), `${path}: ${href}`);
      }
      count++;
    }
  }
  assert.ok(count > 500, `${count} links`);
});

test('the search finds a section by its words, a name by its beginning, and a word with a slip', async () => {
  const { page, close } = await open('index.html');
  const results = page.locator('#results a');
  const first = async (/** @type {string} */ words) => {
    await page.locator('#query').fill(words);
    await page.locator('#results:not([hidden])').waitFor();
    await page.waitForFunction(
      (asked) => document.querySelector('#results')?.getAttribute('data-asked') === asked,
      words,
    );
    return (await results.first().locator('strong').textContent()) ?? '';
  };
  assert.match(await first('createMultiHead'), /createMultiHeadAttention/);
  assert.match(await first('without a bundler'), /Without a bundler/);
  assert.match(await first('safetensers'), /[Ss]afetensors/);
  await page.locator('#query').fill('zzzzqqq');
  await page.locator('#results li', { hasText: 'Nothing found' }).waitFor();
  assert.equal(await page.locator('#found').textContent(), 'Nothing found');
  await first('without a bundler');
  await page.locator('#query').press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/recipes-pages\.html#without-a-bundler$/);
  await close();
});

for (const [colorScheme, path] of /** @type {const} */ ([
  ['light', 'api/doctor.html'],
  ['dark', 'doctor.html'],
])) {
  test(`${path} can be read by everyone, ${colorScheme}, and fits a phone`, async () => {
    const { page, close } = await open(path, {
      viewport: { width: 320, height: 640 },
      context: { colorScheme },
    });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.equal(await page.locator('.pages nav').isVisible(), false);
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.locator('.pages nav').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('mask');
    await page.locator('#results a').first().waitFor();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Escape');
    await page.locator('#results').waitFor({ state: 'hidden' });
    await close();
  });
}
