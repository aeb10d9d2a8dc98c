// Tests the numbers that describe a block: JavaScript writes them in the order in which the core
// reads them.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { SCORE_FIELDS } from '../../src/js/models/stack.ts';

test('the options of scores have the order of the core', async () => {
  const header = await readFile(
    new URL('../../src/core/attention/attention_fields.h', import.meta.url),
    'utf8',
  );
  const [, list = ''] = header.match(/HEADWISE_SCORE_OPTIONS\(X\)((?:.*\\\n)*.*)/) ?? [];
  const names = [...list.matchAll(/"(\w+)"\)/g)].map(([, name]) => name);
  assert.deepEqual(SCORE_FIELDS, names);
});
