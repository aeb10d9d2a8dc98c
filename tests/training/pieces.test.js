// Tests pieces of words: every text is restored whole, spans locate each piece, and the same texts
// give the same pieces.

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { learnPieces } from '../../src/js/training/learn-pieces.ts';
import { pieceTokenizer } from '../../src/js/training/bpe-tokenizer.ts';
import { character } from '../api/support/character.js';

const TEXTS = [
  'the cat sat on the mat, and the other cat sat there too',
  'the mother and the other brother gather there together',
  "don't say that they don't; they’re there, they've been there, and I'm here",
];
const pieces = learnPieces(TEXTS, 280);
const tokenizer = pieceTokenizer(pieces);

/** The same pieces, found in the slowest way: from the list, one merge after the other, each over the whole text. */
function mergedInTurn(/** @type {string} */ part) {
  const parts = Array.from(Buffer.from(part), (byte) => String.fromCharCode(byte));
  for (const piece of pieces.slice(256)) {
    for (let i = 0; i + 1 < parts.length; i++) {
      if (parts[i] + parts[i + 1] === piece) parts.splice(i, 2, piece);
    }
  }
  return parts.map((piece) => pieces.indexOf(piece));
}

test('learned pieces: the bytes, and then the commonest pairs, with ties to the earliest pieces', () => {
  assert.equal(pieces.length, 280);
  assert.deepEqual(
    pieces.slice(0, 256),
    Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)),
  );
  assert.deepEqual(learnPieces(['ab ab ab'], 300).slice(256), [' a', ' ab']);
  assert.deepEqual(learnPieces(['abc', 'abc'], 300).slice(256), [' a', 'bc', ' abc']);
  assert.deepEqual(learnPieces(['xy'], 300).length, 256, 'what occurs once saves nothing');
});

test('the same texts give the same pieces, in whatever order', () => {
  assert.deepEqual(learnPieces([...TEXTS].reverse(), 280), pieces);
});

test('a text is cut as merges in order would cut it', () => {
  for (const word of ['the', 'mother', 'together', 'unheard', 'gathering', 'é', '你好', 'ththe']) {
    assert.deepEqual(tokenizer.encodeExactly(word), mergedInTurn(` ${word}`), word);
  }
});

test('every text is restored, with half surrogate pairs and every kind of space', () => {
  const texts = fc.oneof(
    fc.string({ unit: character }),
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => {
      return String.fromCharCode(...units);
    }),
    fc.array(
      fc.constantFrom('the', ' ', '  ', '\n', '\u00a0', "'s", '’t', '12345', '😀', '\ud800', 'ß'),
    ),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        texts,
        texts.map((value) => [value].flat().join('')),
      ),
      (value) => {
        const text = [value].flat().join('');
        assert.equal(tokenizer.decode(tokenizer.encodeExactly(text)), text);
      },
    ),
    { numRuns: 150 },
  );
});

test('spans are in the order of the text, and leave out only spaces', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const { tokens, truncated } = tokenizer.encode(text);
      const covered = new Set();
      let last = 0;
      for (const { id, piece, start, end } of tokens) {
        assert.equal(piece, text.slice(start, end));
        assert.ok(start >= last && end > start && id >= 0 && id < pieces.length);
        for (let unit = start; unit < end; unit++) covered.add(unit);
        last = start;
      }
      for (let unit = 0; unit < text.length; unit++) {
        assert.equal(
          covered.has(unit),
          /\S/.test(text[unit]),
          `${JSON.stringify(text)} at ${unit}`,
        );
      }
      assert.equal(truncated, false);
    }),
    { numRuns: 200 },
  );
});

test('pieces know their word, and single spaces make no difference', () => {
  const { tokens } = tokenizer.encode('the  together\n cat');
  assert.deepEqual(
    [...new Set(tokens.map(({ word }) => word))].map((word) =>
      tokens
        .filter((token) => token.word === word)
        .map(({ piece }) => piece)
        .join(''),
    ),
    ['the', 'together', 'cat'],
  );
  assert.deepEqual(
    tokens.map(({ id }) => id),
    tokenizer.encodeExactly('the together cat'),
  );
});

test('a limit cuts, and is reported', () => {
  const { tokens, truncated } = tokenizer.encode('the mother and the other', { limit: 3 });
  assert.equal(tokens.length, 3);
  assert.equal(truncated, true);
  assert.equal(tokenizer.encode('', { limit: 0 }).truncated, false);
});

test('bytes that are no letter are displayed as bytes', () => {
  assert.equal(tokenizer.decode([0xff, 0xc0, 0x80, 97]), '\ufffd\ufffd\ufffda');
  assert.equal(tokenizer.decode([0xe4, 0xbd]), '\ufffd\ufffd');
});

test('wrong arguments are refused by name', () => {
  /** @type {[() => unknown, RegExp][]} */
  const wrong = [
    [() => learnPieces(/** @type {any} */ ('text'), 300), /^TypeError: texts: expected an array/],
    [() => learnPieces(/** @type {any} */ ([1]), 300), /^TypeError: texts: expected strings/],
    [() => learnPieces([], 255), /^RangeError: size: /],
    [() => pieceTokenizer(pieces.slice(1)), /^RangeError: pieces\[0\]: expected the byte 0/],
    [() => pieceTokenizer(pieces.slice(0, 255)), /^RangeError: pieces: expected the 256 bytes/],
    [() => pieceTokenizer([...pieces, ' the']), /^RangeError: pieces: expected the 256 bytes/],
    [() => pieceTokenizer([...pieces, 'ש']), /^RangeError: pieces\[280\]: expected at least two/],
    [() => tokenizer.encode(/** @type {any} */ (5)), /^TypeError: text: expected a string/],
    [() => tokenizer.decode([300]), /^RangeError: ids\[0\]: /],
  ];
  for (const [call, text] of wrong) assert.throws(call, (error) => text.test(String(error)));
});
