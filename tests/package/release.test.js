// The files of npm run make release: every file has its checksum, and the text for a CDN the hash of every file that a page loads,
// which a browser checks.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import test, { before } from 'node:test';
import { cdnSnippet, writeRelease } from '../../src/build/release/release.ts';
import { buildDir, distDir, root } from '../../src/build/tools/paths.js';
import { useChromium } from '../web/support/chromium.js';

const CDN = 'https://cdn.jsdelivr.net';
const PAGES = join(buildDir, 'pages/cdn');

const chromium = useChromium();
before(async () => {
  await mkdir(PAGES, { recursive: true });
  const head = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">';
  await writeFile(join(PAGES, 'index.html'), head);
  await writeFile(join(PAGES, 'cdn.html'), `${head}${await cdnSnippet('0.1.0')}`);
});

test('a release has the package, the wheel, checksums and where it comes from', async () => {
  await mkdir(join(buildDir, 'pages'), { recursive: true });
  const folder = await mkdtemp(join(buildDir, 'pages/release-'));
  try {
    await writeRelease('any', folder);
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const names = (await readdir(folder)).sort();
    assert.deepEqual(names, [
      'SHA256SUMS',
      'cdn.html',
      `headwise-${version}-py3-none-any.whl`,
      `headwise-${version}.tgz`,
      'provenance.json',
    ]);
    const sums = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trim().split('\n');
    assert.deepEqual(
      sums.map((line) => line.split('  ')[1]),
      names.slice(1),
    );
    for (const line of sums) {
      const [sum, name] = line.split('  ');
      const bytes = await readFile(join(folder, name));
      assert.equal(createHash('sha256').update(bytes).digest('hex'), sum, name);
    }
    const provenance = JSON.parse(await readFile(join(folder, 'provenance.json'), 'utf8'));
    assert.match(provenance.commit, /^[0-9a-f]{40}$/);
    assert.equal(provenance.version, version);

    const html = await readFile(join(folder, 'cdn.html'), 'utf8');
    const { integrity } = JSON.parse(html.match(/importmap">(.*?)<\/script>/s)?.[1] ?? '{}');
    assert.ok(Object.keys(integrity).length > 10);
    for (const [url, hash] of Object.entries(integrity)) {
      assert.ok(url.includes(`/headwise@${version}/dist/`), url);
      const bytes = await readFile(join(distDir, basename(url)));
      assert.equal(hash, `sha384-${createHash('sha384').update(bytes).digest('base64')}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('the text for a CDN loads every byte from there, and shows the lab', async () => {
  const { page, close } = await openCdn((bytes) => bytes);
  await page
    .locator('headwise-lab')
    .getByText(/Computed on your device/)
    .waitFor();
  await close();
});

test('a file of the CDN that is not the one of the release does not run', async () => {
  const { page, close } = await openCdn(
    (bytes, name) =>
      name.includes('mount-lab') ? Buffer.concat([bytes, Buffer.from(' ')]) : bytes,
    [/integrity/],
  );
  await page.locator('headwise-lab').getByRole('alert').waitFor();
  await close();
});

/**
 * The page with that text, where this machine answers for the CDN.
 *
 * @param {(bytes: Buffer, name: string) => Buffer} sent
 * @param {RegExp[]} [expected] in the console
 */
async function openCdn(sent, expected) {
  const opened = await chromium.open({
    ...{ root: PAGES, hash: '', headers: {}, settle: false, expected },
    elsewhere: new RegExp(`^${CDN}/npm/headwise@`),
  });
  await opened.page.route(`${CDN}/**`, async (route) => {
    const name = basename(route.request().url());
    await route.fulfill({
      headers: { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/javascript' },
      body: sent(await readFile(join(distDir, name)), name),
    });
  });
  await opened.page.goto(`${opened.url}cdn.html`);
  return opened;
}
