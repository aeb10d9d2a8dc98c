// The size and the budget of each download of headwise, in bytes after gzip.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { distDir, siteDir } from '../tools/paths.js';

interface Budget {
  name: string;
  /** bytes */
  spent: number;
  most: number;
}

export async function budgets(): Promise<Budget[]> {
  const element = [
    ...(await loadedBy('element.js')),
    ...(await loadedBy(await labOf('element.js'))),
  ];
  const engine = await loadedBy(await chunkOf('element-in-worker'));
  const page = await readFile(join(distDir, 'headwise.html'));
  return [
    {
      name: 'headwise.js, the engine included',
      spent: await packed(['headwise.js']),
      most: 111_500,
    },
    {
      name: 'element.js and what a lab loads with it, besides the engine',
      spent: await packed(element),
      most: 62_200,
    },
    {
      name: 'what the element loads of the engine, besides its worker',
      spent: await packed([...engine].filter((file) => !element.includes(file))),
      most: 19_200,
    },
    { name: 'worker.js, the engine included', spent: await packed(['worker.js']), most: 98_500 },
    {
      name: "the page's first load, besides the worker",
      spent: await packed(await firstLoad(), siteDir),
      most: 113_000,
    },
    { name: 'headwise.html', spent: gzipSync(page, { level: 9 }).length, most: 656_400 },
    { name: 'headwise.html, as it is', spent: page.length, most: 1_337_400 },
  ];
}

/** @param files of the folder, each counted once */
async function packed(files: readonly string[], folder: string = distDir) {
  const sizes = [...new Set(files)].map(async (file) => {
    const bytes = await readFile(join(folder, file));
    return gzipSync(bytes, { level: 9 }).length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** The page, and the files that its head names. */
async function firstLoad() {
  const html = await readFile(join(siteDir, 'index.html'), 'utf8');
  const links = html.matchAll(
    /<(?:link rel="(?:stylesheet|modulepreload)" href|script[^>]* src)="([^"]+)"/g,
  );
  return ['index.html', ...[...links].map(([, file]) => file)];
}

/** A script and all its static imports. */
async function loadedBy(file: string, found: Set<string> = new Set()): Promise<Set<string>> {
  if (found.has(file)) return found;
  found.add(file);
  const text = await readFile(join(distDir, file), 'utf8');
  for (const [, name] of text.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([\w.-]+\.js)"/g)) {
    await loadedBy(name, found);
  }
  return found;
}

/** The file of dist/ whose name begins with a word. */
async function chunkOf(name: string) {
  const found = (await readdir(distDir)).find((file) => file.startsWith(`${name}-`));
  if (!found) throw new Error(`dist: expected a file ${name}-*.js`);
  return found;
}

/** The script that an element imports when it starts. */
async function labOf(file: string) {
  const text = await readFile(join(distDir, file), 'utf8');
  const [, name] = text.match(/import\("\.\/(element-mount-lab[\w-]*\.js)"\)/) ?? [];
  if (!name) throw new Error(`${file}: expected it to import the lab when it starts`);
  return name;
}
