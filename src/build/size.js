// npm run size: how many bytes each entry of the package takes, as it is and as a server would
// send it. It fails when the default entry, engine included, is over its budget.

import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { buildAll } from './build.js';
import { distDir } from './tools/paths.js';
import { Stop, runMain } from './tools/say.js';

const kDefaultEntry = 'headwise.js';
const kBudget = 120_000; // bytes after gzip

await runMain(async () => {
  await buildAll();
  const names = (await readdir(distDir)).filter((name) => ['.js', '.wasm'].includes(extname(name)));
  console.log(row('', 'raw', 'gzip', 'brotli'));
  let spent = 0;
  for (const name of names.sort()) {
    const bytes = await readFile(join(distDir, name));
    const packed = gzipSync(bytes, { level: 9 }).length;
    console.log(row(name, bytes.length, packed, brotliCompressSync(bytes).length));
    if (name === kDefaultEntry) spent = packed;
  }
  const verdict = `${kDefaultEntry}: ${spent} of ${kBudget} bytes after gzip`;
  if (spent > kBudget) throw new Stop(`${verdict}: over budget`);
  console.log(`\n${verdict}`);
});

/**
 * @param {string} name
 * @param {...(string | number)} cells
 */
function row(name, ...cells) {
  return name.padEnd(30) + cells.map((cell) => String(cell).padStart(10)).join('');
}
