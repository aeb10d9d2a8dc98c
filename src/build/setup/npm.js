// The npm packages that the build and the tests use, exactly as package-lock.json lists them.
// They are installed again only when that file has changed.

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from '../tools/lock.js';
import { buildDir, root } from '../tools/paths.js';
import { run } from '../tools/run.js';
import { step } from '../tools/say.js';

const STAMP = join(root, 'node_modules/.headwise-stamp');

/** Installs what the lock file lists, unless it is there already. */
export async function installPackages() {
  const wanted = await lockFileHash();
  if ((await installedHash()) === wanted) return;
  await withLock(join(buildDir, 'npm.lock'), async () => {
    if ((await installedHash()) === wanted) return;
    // No package in the list needs its install script.
    const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
    await step('Installing npm packages', '10 s', () => run('npm', ['ci', ...options]));
    await writeFile(STAMP, wanted);
  });
}

async function lockFileHash() {
  return createHash('sha256')
    .update(await readFile(join(root, 'package-lock.json')))
    .digest('hex');
}

async function installedHash() {
  return readFile(STAMP, 'utf8').catch(() => '');
}
