// npm run size: the size of each file of the package, raw and compressed as servers send it. It fails when a download is over
// its budget.

import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { budgets } from './make/budgets.ts';
import { buildAll } from './build.ts';
import { distDir } from './tools/paths.js';
import { Stop, runMain } from './tools/say.js';

const KINDS = ['.js', '.wasm', '.html'];

await runMain(async () => {
  await buildAll();
  const names = (await readdir(distDir)).filter((name) => KINDS.includes(extname(name)));
  console.log(row('', 'raw', 'gzip', 'brotli'));
  for (const name of names.sort()) {
    const bytes = await readFile(join(distDir, name));
    const packed = gzipSync(bytes, { level: 9 }).length;
    console.log(row(name, bytes.length, packed, brotliCompressSync(bytes).length));
  }
  console.log('');
  const over = [];
  for (const { name, spent, most } of await budgets()) {
    console.log(`${name}: ${spent} of ${most} bytes`);
    if (spent > most) over.push(name);
  }
  if (over.length) throw new Stop(`Over budget: ${over.join('; ')}`);
});

function row(name: string, ...cells: (string | number)[]) {
  return name.padEnd(32) + cells.map((cell) => String(cell).padStart(10)).join('');
}
