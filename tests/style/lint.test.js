// Biome finds nothing: unused names and imports, cycles of imports, and the rules of src/build/lint. `.biome.jsonc` has its
// configuration; `npm run lint` shows its findings with their lines.

import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { root } from '../../src/build/tools/paths.js';
import { start } from '../../src/build/tools/run.js';

const CONFIGURATION = '.biome.jsonc';
const RULES = 'src/build/lint';

/** @param {string} cwd the folder whose files are checked */
function lint(cwd) {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  return start(process.execPath, [biome, 'lint', '--error-on-warnings'], { cwd });
}

test('Biome finds nothing', async () => {
  const { status, output } = await lint(root);
  assert.equal(status, 0, output);
});

for (const [path, code, found] of [
  ['web/a.ts', 'for (const a in globalThis) console.log(a);', /for in includes/],
  ['src/js/a.ts', 'export const a = Math.exp(1);', /last digits of this function/],
  ['src/js/a.ts', 'export const a = (b: number) => 3 ** b;', /last digits of powers/],
  ['src/js/a.ts', 'export const a = 2 ** 32 + Math.max(1, 2);', null],
  ['src/js/reference/a.ts', 'export const a = Math.exp(1);', null],
  ['tests/a.js', "import { b } from './b.js';", /noUnusedImports/],
]) {
  test(`Biome ${found ? 'refuses' : 'takes'} ${code} in ${path}`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headwise-lint-'));
    try {
      await cp(join(root, CONFIGURATION), join(folder, CONFIGURATION));
      await cp(join(root, RULES), join(folder, RULES), { recursive: true });
      await mkdir(dirname(join(folder, String(path))), { recursive: true });
      await writeFile(join(folder, String(path)), `${code}\n`);
      const { status, output } = await lint(folder);
      if (found instanceof RegExp) assert.match(output, found);
      else assert.equal(status, 0, output);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}
