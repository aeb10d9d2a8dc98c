// The cost of a text far over the limit: the tokenizer stops at the limit.

import assert from 'node:assert/strict';
import test from 'node:test';
import { wordTokenizer } from '../../../web/elements/lab/answer/tokenizer.ts';
import { fastest } from '../../api/support/fastest.js';

test('a limit stops the work', () => {
  const text = 'word '.repeat(1e6);
  assert.ok(fastest(() => wordTokenizer.encode(text, { limit: 512 })) < 500);
});
