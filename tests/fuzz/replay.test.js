// Runs the kept inputs of the fuzzers again under the address and undefined-behaviour sanitizers;
// with HEADWISE_TEST_ALL also a minute of new inputs.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { corpusOf, fuzz } from '../../src/build/fuzz.ts';
import { fuzzed, replayOf } from '../../src/build/make/core.ts';
import { start } from '../../src/build/tools/run.js';

const SECONDS = 60; // of all entries together

for (const entry of fuzzed) {
  test(`the kept inputs of the fuzzer of ${entry} find no fault`, async () => {
    const names = await readdir(corpusOf(entry));
    assert.ok(names.length > 0);
    const files = names.map((name) => join(corpusOf(entry), name));
    const { status, stdout, output } = await start(replayOf(entry), files);
    assert.equal(status, 0, output.split('\n').slice(-60).join('\n'));
    assert.equal(stdout.trim(), `${names.length} inputs`);
  });
}

if (process.env.HEADWISE_TEST_ALL) {
  test('a minute of new inputs finds no fault', async (t) => {
    for (const entry of fuzzed) {
      const count = await fuzz(entry, SECONDS / fuzzed.length);
      t.diagnostic(`${entry}: ${count} inputs`);
    }
  });
}
