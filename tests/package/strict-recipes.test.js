// The recipes in strict TypeScript, against the shipped declarations: a reader's editor underlines nothing. The declarations alone,
// without the library of the DOM.

import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { buildDir, distDir, root } from '../../src/build/tools/paths.js';
import { start } from '../../src/build/tools/run.js';

const FOLDER = join(root, 'web/examples');
/** Its calls are wrong on purpose. */
const WRONG = 'errors.js';

/**
 * @param {readonly string[]} files
 * @param {object} [more] of the compiler's options
 * @returns {Promise<{ status: number | string, output: string }>}
 */
async function check(files, more = {}) {
  const types = join(distDir, 'types');
  const folder = await mkdtemp(join(buildDir, 'strict-recipes-'));
  try {
    const compilerOptions = {
      ...{ allowJs: true, checkJs: true, noEmit: true, strict: true },
      noImplicitAny: false, // they are JavaScript, whose parameters have no types
      ...{ target: 'es2022', module: 'nodenext', moduleResolution: 'nodenext' },
      lib: ['es2023', 'dom', 'esnext.disposable'],
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      paths: { headwise: [join(types, 'index.d.ts')], 'headwise/*': [join(types, '*.d.ts')] },
      ...more,
    };
    const config = join(folder, 'tsconfig.json');
    await writeFile(config, JSON.stringify({ compilerOptions, files }));
    const tsc = join(root, 'node_modules/typescript-7/bin/tsc');
    return await start(process.execPath, [tsc, '-p', config]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('every recipe compiles in strict TypeScript', async () => {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.js') && name !== WRONG);
  assert.ok(names.length > 15, names.join(' '));
  const { status, output } = await check(names.map((name) => join(FOLDER, name)));
  assert.equal(status, 0, output);
});

test('what is wrong is found', async () => {
  const { status, output } = await check([join(FOLDER, WRONG)]);
  assert.notEqual(status, 0);
  assert.match(output, /errors\.js.*error TS/);
});

for (const entry of ['', '/reference', '/training', '/formats', '/doctor', '/models']) {
  test(`the declarations of headwise${entry} need no library of the DOM`, async () => {
    const folder = await mkdtemp(join(buildDir, 'strict-imports-'));
    try {
      const file = join(folder, 'imports.mts');
      await writeFile(file, `import * as entry from 'headwise${entry}';\nexport default entry;\n`);
      const { status, output } = await check([file], { lib: ['es2022'], skipLibCheck: false });
      assert.equal(status, 0, output);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}
