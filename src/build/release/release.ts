// npm run make release: what a release consists of, in build/release: the npm package, the wheel, the text that loads the elements
// from a CDN with the hash of every file, checksums, and where all of it comes from. It publishes nothing.

import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAll } from '../build.ts';
import { buildDir, distDir, root } from '../tools/paths.js';
import { run } from '../tools/run.js';
import { runMain, say } from '../tools/say.js';
import { writeWheel } from './wheel.ts';

const CDN = 'https://cdn.jsdelivr.net/npm';
/** The scripts of the elements that a page loads; they import the rest. */
const LOADED = /^(element.*|headwise|worker)\.js$/;

/**
 * Text for a page that loads the elements of one version, and refuses them if a byte is another. A browser that knows no
 * hashes in import maps checks the first file only.
 */
export async function cdnSnippet(version: string) {
  const base = `${CDN}/headwise@${version}/dist/`;
  const names = (await readdir(distDir)).filter((name) => LOADED.test(name)).sort();
  const integrity: Record<string, string> = {};
  for (const name of names) {
    const bytes = await readFile(join(distDir, name));
    integrity[base + name] = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
  }
  const own = integrity[`${base}element.js`];
  return `<script type="importmap">${JSON.stringify({ integrity }, null, 2)}</script>
<script type="module" src="${base}element.js" integrity="${own}" crossorigin="anonymous"></script>
<headwise-lab text="The animal was tired"></headwise-lab>
`;
}

/**
 * @param compiler such as 'emscripten 3.1.69'
 * @param folder is emptied
 */
export async function writeRelease(compiler: string, folder: string = join(buildDir, 'release')) {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  await rm(folder, { recursive: true, force: true });
  await writeWheel(compiler, folder);
  await mkdir(folder, { recursive: true });
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder]);
  await writeFile(join(folder, 'cdn.html'), await cdnSnippet(version));
  const git = async (...args: string[]) => (await run('git', args)).trim();
  const provenance = {
    ...{ name: 'headwise', version, commit: await git('rev-parse', 'HEAD') },
    changed: (await git('status', '--porcelain')) !== '',
    ...{ compiler, node: process.version },
    files: await sumsOf(folder),
  };
  await writeFile(join(folder, 'provenance.json'), `${JSON.stringify(provenance, null, 2)}\n`);
  const sums = Object.entries(await sumsOf(folder)).map(([name, sum]) => `${sum}  ${name}\n`);
  await writeFile(join(folder, 'SHA256SUMS'), sums.join(''));
  return folder;
}

async function sumsOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort();
  const sums = names.map(async (name) => {
    const bytes = await readFile(join(folder, name));
    return [name, createHash('sha256').update(bytes).digest('hex')];
  });
  return Object.fromEntries(await Promise.all(sums));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    const folder = await writeRelease(await buildAll());
    for (const name of await readdir(folder)) say(relative(root, join(folder, name)));
  });
}
