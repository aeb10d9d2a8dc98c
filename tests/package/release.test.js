// What npm run make release writes: every file has its checksum, and the text for a CDN the hash of every file that a page loads.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import test from 'node:test';
import { writeRelease } from '../../src/build/release/release.js';
import { buildDir, distDir, root } from '../../src/build/tools/paths.js';

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
