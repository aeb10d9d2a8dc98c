// The files that are written from the schemas of options are current: types and fields of the core.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { writtenFromSchemas } from '../../src/build/options.ts';
import { root } from '../../src/build/tools/paths.js';

test('npm run make options would change nothing', async () => {
  for (const [file, text] of Object.entries(await writtenFromSchemas())) {
    assert.equal(await readFile(join(root, file), 'utf8'), text, file);
  }
});
