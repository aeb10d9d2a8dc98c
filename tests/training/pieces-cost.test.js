// Tests that cutting a text into pieces takes time in proportion to its length.

import test from 'node:test';
import assert from 'node:assert/strict';
import { learnPieces } from '../../src/js/training/learn-pieces.ts';
import { pieceTokenizer } from '../../src/js/training/bpe-tokenizer.ts';

const TEXTS = [
  'the cat sat on the mat, and the other cat sat there too',
  'the mother and the other brother gather there together',
  "don't say that they don't; they’re there, they've been there, and I'm here",
];
const pieces = learnPieces(TEXTS, 280);
const tokenizer = pieceTokenizer(pieces);

test('a long text without a space is cut in linear time', () => {
  const sizes = [20_000, 80_000].map((length) => {
    const began = process.cpuUsage();
    tokenizer.encodeExactly(
      'abcdefghij'.repeat(length / 10).replace(/./g, (letter, i) => letter + (i % 7)),
    );
    const { user } = process.cpuUsage(began);
    return user;
  });
  assert.ok(sizes[1] < 16 * Math.max(sizes[0], 10_000), `${sizes}`);
});
