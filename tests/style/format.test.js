// Checks that every file has its formatter's layout: `npm run format` repairs a failure here.

import assert from 'node:assert/strict';
import test from 'node:test';
import { formatCpp, formatWeb } from '../../src/build/format.ts';

test('Prettier has nothing to change', async () => {
  const { status, output } = await formatWeb({ check: true });
  assert.equal(status, 0, output);
});

test('clang-format has nothing to change', async () => {
  const { status, output } = await formatCpp({ check: true });
  assert.equal(status, 0, output);
});
