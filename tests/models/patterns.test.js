// Tests patterns of a file: they match like RegExp, and stop where a RegExp would not return.

import assert from 'node:assert/strict';
import test from 'node:test';
import { openModel } from 'headwise/models';
import { Cost } from '../../src/js/models/tokenizer/limits.ts';
import { boundedPattern, MODERN } from '../../src/js/models/tokenizer/pattern.ts';
import { Random } from '../api/support/random.js';
import { filesOf, readModelGoldens } from '../golden/models/read.js';

const PATTERNS = [
  "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+",
  MODERN.threeDigits.replace('(?i:', '(?:'),
  MODERN.oneDigit.replace('(?i:', '(?:'),
  '[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{M}]*[\\p{Ll}\\p{M}]+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s+$|\\s*[\\r\\n]|\\s+(?=\\S)',
  'th|a{2,3}?|(?:ab|a)(?:bc|c)?|[^\\u{1F600}x]{2}',
  '(?:a*)*b|(a|ab)(c|bcd)*?d|x*',
  '^\\s+|\\s+$|.',
];

test("matches equal RegExp's, one after the other", () => {
  const random = new Random(3);
  const letters = [..."aabbccdxthABÉé\u0301 0123's\n\r\t ./-_😀日本"];
  for (const source of PATTERNS) {
    const pattern = new RegExp(source, 'gu');
    const bounded = boundedPattern(pattern);
    for (let round = 0; round < 200; round++) {
      const text = Array.from({ length: random.integer(0, 24) }, () => random.pick(letters)).join(
        '',
      );
      const expected = Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => [
        index,
        index + length,
      ]);
      assert.deepEqual(bounded(text, new Cost()), expected, `${source} on ${JSON.stringify(text)}`);
    }
  }
});

test('a long run of letters takes no stack', () => {
  const text = 'a'.repeat(200_000);
  assert.deepEqual(boundedPattern(/ ?\p{L}+|\s+/gu)(text, new Cost()), [[0, 200_000]]);
});

test('a pattern that tries the same text again and again is stopped', () => {
  for (const source of ['(\\p{L}+)*1', '(?:a|a)*b', '(?=(?:a+)+1)a', '(?:a*)*?b']) {
    const matches = boundedPattern(new RegExp(source, 'gu'));
    assert.throws(() => matches('a'.repeat(60), new Cost()), {
      code: 'format',
      message:
        /^tokenizer: expected at most 67108864 steps for a text, but the pattern .* takes more/,
    });
    assert.deepEqual(matches('b', new Cost()), new RegExp(source, 'u').test('b') ? [[0, 1]] : []);
  }
});

test('a pattern whose parts match nothing is stopped, too', () => {
  for (const source of [`${'(?:^|^)'.repeat(40)}1`, `${'(?:|)'.repeat(40)}(?!)`]) {
    const matches = boundedPattern(new RegExp(source, 'gu'));
    assert.throws(() => matches('a', new Cost()), { code: 'format', message: /steps for a text/ });
  }
});

test('unknown syntax is refused', () => {
  for (const source of ['(a)\\1', '(?<=a)b', '(?<name>a)']) {
    assert.throws(() => boundedPattern(new RegExp(source, 'gu')), { code: 'unsupported' });
  }
});

test('a model whose tokenizer.json has such a pattern opens, answers in seconds, and keeps working', async () => {
  const [golden] = await readModelGoldens(['bert']);
  const tokenizer = {
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: {
      type: 'Split',
      pattern: { Regex: '(\\p{L}+)*1' },
      behavior: 'Isolated',
      invert: false,
    },
    post_processor: null,
    decoder: null,
    model: { type: 'WordPiece', vocab: { '[UNK]': 0, a1: 1 }, unk_token: '[UNK]' },
  };
  const file = new TextEncoder().encode(JSON.stringify(tokenizer));
  const model = await openModel({ ...filesOf(golden), 'tokenizer.json': file });
  assert.throws(() => model.tokenize('a'.repeat(60)), {
    code: 'format',
    message: /^tokenizer: expected at most 67108864 steps for a text/,
  });
  // each word is done soon, all of them are not
  assert.equal(model.tokenize('a'.repeat(18)).ids.length, 1);
  assert.throws(() => model.tokenize(`${'a'.repeat(18)}-`.repeat(400)), { code: 'format' });
  assert.deepEqual(model.tokenize('a1').ids, [1]);
  model.dispose();
});
