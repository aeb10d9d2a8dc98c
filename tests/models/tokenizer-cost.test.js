// Tests tokenizer files that would take much time or memory: they are refused early by the name of
// the rule.

import assert from 'node:assert/strict';
import test from 'node:test';
import { createTokenizer } from '../../src/js/models/tokenizer/tokenizer.ts';
import { plain } from './support/plain-tokenizer.js';

const many = (/** @type {number} */ length, /** @type {any} */ value) =>
  Array.from({ length }, () => value);
const twice = { type: 'Replace', pattern: { String: 'a' }, content: 'aa' };
/** @param {string} field @param {any} inner @param {number} depth */
const nest = (field, inner, depth) => {
  for (let i = 0; i < depth; i++) inner = { type: 'Sequence', [field]: [inner] };
  return inner;
};

test('costly files are refused by name, in little time and memory', () => {
  const text = 'a'.repeat(1000);
  const vocab = { '<unk>': 0, a: 1, '##a': 2, [`##${'a'.repeat(3000)}b`]: 3 };
  const begin = process.cpuUsage();
  for (const [rules, code, message] of /** @type {[any, string, RegExp][]} */ ([
    [
      { normalizer: { type: 'Sequence', normalizers: many(60, twice) } },
      'memory',
      /262144 characters.*Replace/,
    ],
    [
      { normalizer: { type: 'Sequence', normalizers: many(65, twice) } },
      'format',
      /normalizer\.normalizers: expected a list of at most 64/,
    ],
    [
      { normalizer: nest('normalizers', twice, 10_000) },
      'format',
      /at most 16 Sequences in each other/,
    ],
    [
      { pre_tokenizer: nest('pretokenizers', { type: 'Whitespace' }, 10_000) },
      'format',
      /at most 16 Sequences/,
    ],
    [
      { post_processor: nest('processors', { type: 'ByteLevel' }, 10_000) },
      'format',
      /at most 16 Sequences/,
    ],
    [{ decoder: nest('decoders', { type: 'Fuse' }, 10_000) }, 'format', /at most 16 Sequences/],
    [
      { normalizer: { type: 'Prepend', prepend: 'a'.repeat(100_000) } },
      'format',
      /prepend: expected text of at most 256/,
    ],
    [
      { pre_tokenizer: { type: 'Metaspace', replacement: 'a'.repeat(100_000) } },
      'format',
      /replacement: expected one character/,
    ],
    [
      { pre_tokenizer: { type: 'Sequence', pretokenizers: many(60, { type: 'ByteLevel' }) } },
      'memory',
      /the Sequence of pre-tokenizers/,
    ],
    [
      {
        post_processor: {
          type: 'TemplateProcessing',
          single: many(100_000, { Sequence: { id: 'A', type_id: 0 } }),
          pair: [],
          special_tokens: {},
        },
      },
      'format',
      /single: expected a list of at most 1024/,
    ],
    [
      {
        pre_tokenizer: { type: 'FixedLength', length: 1 },
        post_processor: {
          type: 'TemplateProcessing',
          single: many(1024, { Sequence: { id: 'A', type_id: 0 } }),
          pair: [],
          special_tokens: {},
        },
      },
      'memory',
      /the post-processor/,
    ],
  ])) {
    // prettier-ignore
    const run = () => createTokenizer({ ...plain, ...rules }).tokenize(`${text}é${'a'.repeat(3000)}`);
    assert.throws(run, { code, message }, String(message));
  }
  const marked = (/** @type {number} */ count) => `a${'\u0301\u0316'.repeat(count / 2)}`;
  for (const type of ['NFC', 'NFD', 'NFKC', 'NFKD']) {
    const marks = createTokenizer({ ...plain, normalizer: { type } });
    assert.doesNotThrow(() => marks.tokenize(marked(1024)));
    for (const count of [1026, 200_000]) {
      assert.throws(() => marks.tokenize(marked(count)), { code: 'format', message: /1024 marks/ });
    }
  }
  // a word of any length costs what its pieces cost
  const model = { type: 'WordPiece', vocab, unk_token: '<unk>', max_input_chars_per_word: 1e9 };
  const tokenizer = createTokenizer({ ...plain, model });
  assert.equal(tokenizer.tokenize('a'.repeat(4000)).ids.length, 4000);
  assert.throws(() => tokenizer.tokenize('a'.repeat(200_000)), { code: 'format', message: /the search for pieces takes more/ }); // prettier-ignore
  const { user, system } = process.cpuUsage(begin);
  assert.ok(user + system < 20e6, `${(user + system) / 1e6} s`);
});
