// Checks that the files generated from the schemas of options are current: types and fields of the
// core.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { enumerations, writtenFromSchemas } from '../../src/build/options.ts';
import { root } from '../../src/build/tools/paths.js';
import { sources } from './source.js';

test('npm run make options would change nothing', async () => {
  for (const [file, text] of Object.entries(await writtenFromSchemas())) {
    assert.equal(await readFile(join(root, file), 'utf8'), text, file);
  }
});

test('enumerations of the core have the order of the words in the schemas', async () => {
  const headers = await sources(['src'], ['.h']);
  for (const [name, enumerators] of Object.entries(enumerations())) {
    const declared = headers.flatMap(
      ({ text }) => text.match(new RegExp(`enum class ${name} \\{[^}]*\\}`)) ?? [],
    );
    assert.equal(declared.length, 1, name);
    assert.deepEqual(declared[0].replace(/\/\/.*/g, '').match(/\bk[A-Z]\w*/g), enumerators, name);
  }
});
