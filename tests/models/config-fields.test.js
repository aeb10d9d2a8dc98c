// Tests that every field of config.json is understood or refused: with a changed field a model
// gives the results of transformers, or an error that names the field. See
// tests/golden/config-fields.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { readConfigFields } from '../golden/config-fields/read.js';
import { readModelGoldens } from '../golden/models/read.js';
import { ALL } from '../web/support/sample.js';
import { replay, rowsOf } from './support/replay.js';

/** One of this many models is run without --all. */
const EVERY = 6;
const README = new URL('../golden/config-fields/README.md', import.meta.url);

const goldens = await readModelGoldens();
/** @type {import('./support/replay.js').Replayed[]} */
const all = [];

for (const family of await readConfigFields()) {
  test(`${family.family}: a changed field gives the results of transformers, or is refused by name`, async () => {
    const replayed = await replay(family, goldens, ALL ? 1 : EVERY);
    all.push(replayed);
    assert.deepEqual(replayed.failures, []);
  });
}

test('the table of the README has these numbers, for all families', { skip: !ALL }, async () => {
  const text = (await readFile(README, 'utf8')).replaceAll(/ +/g, ' ');
  const cells = rowsOf(all).map((row) => `| ${row} |`.replaceAll(/ +/g, ' '));
  assert.deepEqual(
    cells.filter((row) => !text.includes(row)),
    [],
  );
});
