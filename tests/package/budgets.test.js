// The size of each download stays within its budget.

import assert from 'node:assert/strict';
import test from 'node:test';
import { budgets } from '../../src/build/make/budgets.ts';

for (const { name, spent, most } of await budgets()) {
  test(`${name}: at most ${most} bytes`, (t) => {
    t.diagnostic(`${spent} bytes`);
    assert.ok(spent > 0 && spent <= most, `${spent} bytes`);
  });
}
