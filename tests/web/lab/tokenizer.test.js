// The word tokenizer: its pieces, spans and ids.

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {
  pieceId,
  visiblePiece,
  wordTokenizer,
} from '../../../web/elements/lab/answer/tokenizer.ts';

/** @param {string} text */
const pieces = (text) => wordTokenizer.encode(text).tokens.map((token) => token.piece);

test('words, numbers and signs', () => {
  assert.deepEqual(pieces("It didn't cost $3.50, did it?"), [
    'It',
    "didn't",
    'cost',
    '$',
    '3.50',
    ',',
    'did',
    'it',
    '?',
  ]);
  assert.deepEqual(pieces('GPT2 at 10:30, 1,000 times… (yes)'), [
    'GPT2',
    'at',
    '10:30',
    ',',
    '1,000',
    'times',
    '…',
    '(',
    'yes',
    ')',
  ]);
  assert.deepEqual(pieces('l’été naïve Straße'), ['l’été', 'naïve', 'Straße']);
  assert.deepEqual(pieces("'quoted' words'"), ["'", 'quoted', "'", 'words', "'"]);
});

test('characters that cannot be seen are named by their numbers', () => {
  assert.deepEqual(pieces('a \u200b b \ufe0f'), ['a', '⟨U+200B⟩', 'b', '⟨U+FE0F⟩']);
  assert.deepEqual(pieces('❤\ufe0f'), ['❤\ufe0f']);
  const [joiner] = wordTokenizer.encode('\u200d').tokens;
  assert.deepEqual([joiner.piece, joiner.id], ['⟨U+200D⟩', pieceId('\u200d')]);
});

test('scripts without spaces, and scripts with marks', () => {
  assert.deepEqual(pieces('我爱猫。'), ['我', '爱', '猫', '。']);
  assert.deepEqual(pieces('नमस्ते दुनिया'), ['नमस्ते', 'दुनिया']);
  assert.deepEqual(pieces('می‌خواهم'), ['می‌خواهم']);
  assert.deepEqual(pieces('e\u0301tude'), ['e\u0301tude']);
});

test('emoji by what one sees', () => {
  assert.deepEqual(pieces('👩🏽‍🚀❤️🏴󠁧󠁢󠁳󠁣󠁴󠁿5️⃣🇩🇪🇫🇷a'), ['👩🏽‍🚀', '❤️', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '5️⃣', '🇩🇪', '🇫🇷', 'a']);
});

test('halves of a surrogate pair are tokens of their own', () => {
  assert.deepEqual(pieces('a\ud83d\ud83d b\udc00'), ['a', '\ud83d', '\ud83d', 'b', '\udc00']);
});

test('spans cover everything but white space, in order', () => {
  fc.assert(
    fc.property(
      fc
        .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
        .map((units) => String.fromCharCode(...units)),
      (text) => {
        const { tokens, truncated } = wordTokenizer.encode(text);
        let end = 0;
        for (const token of tokens) {
          assert.equal(text.slice(end, token.start).trim(), '');
          assert.equal(visiblePiece(text.slice(token.start, token.end)), token.piece);
          assert.ok(token.end > token.start);
          assert.ok(Number.isInteger(token.id) && token.id >= 0 && token.id < 2 ** 32);
          end = token.end;
        }
        assert.equal(text.slice(end).trim(), '');
        assert.equal(truncated, false);
      },
    ),
    { numRuns: 500 },
  );
});

test('a limit stops the work, and is said', () => {
  const text = 'word '.repeat(1e6);
  const { tokens, truncated } = wordTokenizer.encode(text, { limit: 512 });
  assert.equal(tokens.length, 512);
  assert.equal(truncated, true);
  assert.equal(wordTokenizer.encode('one two ', { limit: 2 }).truncated, false);
});

test('the same word has the same id, whatever its case or way of writing', () => {
  assert.equal(pieceId('The'), pieceId('the'));
  assert.equal(pieceId('\u00e9t\u00e9'), pieceId('e\u0301te\u0301'));
  assert.notEqual(pieceId('cat'), pieceId('act'));
  // FNV-1a of the bytes 61 00
  assert.equal(pieceId('a'), Math.imul(Math.imul(0x811c9dc5 ^ 0x61, 0x01000193), 0x01000193) >>> 0);
});
