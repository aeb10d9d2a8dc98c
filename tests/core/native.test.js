// The C++ core, compiled natively under the address and undefined-behaviour sanitizers, and its GoogleTest program.

import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { nativeTests } from '../../src/build/make/core.js';

test('the native tests pass under the sanitizers', async (t) => {
  const { stdout } = await promisify(execFile)(nativeTests, ['--gtest_color=no'], {
    maxBuffer: 1 << 24,
  });
  t.diagnostic(stdout.trim().split('\n').slice(-3).join(' '));
});
