// Compiles the C++ core natively and runs its GoogleTest program: under the address and
// undefined-behaviour sanitizers, and with HEADWISE_TEST_ALL under the thread sanitizer too.

import assert from 'node:assert/strict';
import test from 'node:test';
import { nativeTests, raceTests } from '../../src/build/make/core.ts';
import { start } from '../../src/build/tools/run.js';

/**
 * @param {import('node:test').TestContext} t
 * @param {string} program
 */
async function passes(t, program) {
  const { status, stdout, output } = await start(program, ['--gtest_color=no']);
  assert.equal(status, 0, output.split('\n').slice(-60).join('\n'));
  t.diagnostic(stdout.trim().split('\n').slice(-3).join(' '));
}

test('the native tests pass under the sanitizers', (t) => passes(t, nativeTests));

if (process.env.HEADWISE_TEST_ALL) {
  test('the native tests pass without a race between threads', (t) => passes(t, raceTests));
}
