// Tests tokenizer files that are right, damaged or costly: ids equal the ids of Python's tokenizers,
// or an error names the rule.

import assert from 'node:assert/strict';
import test from 'node:test';
import { HeadwiseError } from '../../src/js/arguments/errors.ts';
import { createTokenizer } from '../../src/js/models/tokenizer/tokenizer.ts';
import { Random } from '../api/support/random.js';
import { plain } from './support/plain-tokenizer.js';
import { compare, readCases } from './support/random-tokenizers.js';

const cases = await readCases(new URL('../golden/tokenizers/random.json.gz', import.meta.url));

for (const kind of ['BPE', 'WordPiece', 'WordLevel', 'Unigram']) {
  test(`random files of ${kind} give the ids, tokens, spans and texts of Python’s tokenizers`, () => {
    let [same, refused] = [0, 0];
    for (const one of cases.filter(({ rules }) => rules.model.type === kind)) {
      try {
        const found = compare(one);
        same += found.same;
        refused += found.refusals.length;
        for (const text of found.refusals) assert.match(text, /the normalizer leaves something/);
      } catch (error) {
        assert.fail(`${one.name}: ${/** @type {Error} */ (error).message}`);
      }
    }
    assert.ok(same > 100 && refused < same / 20, `${same} and ${refused}`);
  });
}

test('truncation and padding of the file are ignored, as transformers does for a text', () => {
  const asked = cases.filter(({ rules }) => rules.truncation ?? rules.padding);
  assert.ok(asked.length > 20);
  for (const { rules } of asked) {
    const plain = { ...rules, truncation: null, padding: null };
    const text = 'hello world hello';
    assert.deepEqual(createTokenizer(rules).tokenize(text), createTokenizer(plain).tokenize(text));
  }
});

const VALUES = [null, -1, 0.5, 2 ** 24, 1e300, '7', '', [], {}, [[]], true, 'x', 3, '\ud800', undefined]; // prettier-ignore

/**
 * One value of a file, anywhere in it, becomes another.
 *
 * @param {any} rules
 * @param {Random} random
 */
function damaged(rules, random) {
  const root = { rules: structuredClone(rules) };
  /** @type {any} */
  let at = root;
  let key = 'rules';
  while (typeof at[key] === 'object' && at[key] !== null && random.integer(0, 9) > 0) {
    const keys = Object.keys(at[key]);
    if (keys.length === 0) break;
    at = at[key];
    key = random.pick(keys);
  }
  const value = random.pick(VALUES);
  if (value === undefined) delete at[key];
  else at[key] = structuredClone(value);
  return root.rules;
}

test('a damaged file gives ids of its vocabulary, or an error of headwise', (t) => {
  const random = new Random(11);
  const print = ['log', 'warn', 'error', 'info'].map((name) => t.mock.method(console, /** @type {'log'} */ (name))); // prettier-ignore
  let [read, refused] = [0, 0];
  for (let round = 0; round < 4000; round++) {
    const rules = damaged(random.pick(cases).rules, random);
    const path = JSON.stringify(rules)?.slice(0, 300);
    try {
      const tokenizer = createTokenizer(rules);
      const { ids, tokens, texts } = tokenizer.tokenize('Hello, wor ld <s>hello café 中 123');
      for (const id of ids) assert.notEqual(tokenizer.tokenOf(id), undefined, path);
      assert.ok(ids.every((id) => Number.isInteger(id) && id >= 0), path); // prettier-ignore
      assert.ok([...tokens, ...texts].every((each) => typeof each === 'string'), path); // prettier-ignore
      assert.equal(typeof tokenizer.decode(ids), 'string');
      read++;
    } catch (error) {
      if (!(error instanceof HeadwiseError)) throw new Error(path, { cause: error });
      assert.match(error.message, /^tokenizer/);
      refused++;
    }
  }
  assert.ok(read > 500 && refused > 500, `${read} and ${refused}`);
  assert.ok(print.every(({ mock }) => mock.callCount() === 0));
});

test('fields that contradict each other are refused by their path', () => {
  const model = (/** @type {object} */ more) => ({ model: { ...plain.model, ...more } });
  const pairs = { type: 'BPE', vocab: { a: 0, b: 1, ab: 2 }, merges: [['a', 'b']] };
  for (const [rules, message] of /** @type {[any, RegExp][]} */ ([
    [
      model({ vocab: { a: 1, b: 1 } }),
      /model\.vocab\["b"\]: expected an id that no other piece has, got 1/,
    ],
    [
      model({ vocab: { a: -1 } }),
      /model\.vocab\["a"\]: expected an id, an integer from 0 to 16777215, got -1/,
    ],
    [model({ vocab: { a: '1' } }), /got "1"/],
    [{ model: { ...pairs, dropout: 0.1 } }, /model\.dropout: expected 0/],
    [
      { model: { ...pairs, merges: [['a', 'c']] } },
      /model\.merges\[0\]: expected two pieces of the vocabulary that make a third/,
    ],
    [
      { model: { ...pairs, byte_fallback: true, end_of_word_suffix: '</w>' } },
      /model\.byte_fallback: expected false/,
    ],
    [{ added_tokens: [{ id: 9, content: '<s>' }] }, /added_tokens\[0\]\.id: expected 2, .* got 9/],
    [
      { post_processor: { type: 'BertProcessing', sep: ['x', 5], cls: ['a', 1] } },
      /the id of x: expected that of a token, got 5/,
    ],
    [
      { decoder: { type: 'Replace', pattern: {}, content: '' } },
      /decoder\.pattern: expected \{ String \} or \{ Regex \}/,
    ],
    [
      {
        normalizer: { type: 'Lowercase', x: 1 },
        pre_tokenizer: { type: 'Split', pattern: { Regex: '\\bx' }, behavior: 'Removed' },
      },
      /has \\b, which is not known/,
    ],
  ])) {
    // prettier-ignore
    assert.throws(() => createTokenizer({ ...plain, ...rules }), (error) => error instanceof HeadwiseError && message.test(error.message), String(message)); // prettier-ignore
  }
  const noUnknown = createTokenizer({ ...plain, ...model({ unk_token: '[none]' }) });
  assert.deepEqual(noUnknown.tokenize('a').ids, [1]);
  assert.throws(() => noUnknown.tokenize('b'), { code: 'format', message: /model\.unk_token: expected a piece/ }); // prettier-ignore
});
