// Compares tokens, words and spans with the results of Python's tokenizers, which
// tests/golden/tokenizers/generate.py stored.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import { appending } from '../../src/js/models/generate.ts';
import { openSource } from '../../src/js/models/sources/source.ts';
import { openTokenizer } from '../../src/js/models/tokenizer/from-files.ts';
import { fromGguf } from '../../src/js/models/tokenizer/from-gguf.ts';
import { createTokenizer } from '../../src/js/models/tokenizer/tokenizer.ts';

/** @typedef {{ texts: string[], ids: number[], tokens: string[], spans: [number, number][], words: number[], typeIds: number[] }} Result */

const packed = await readFile(new URL('../golden/tokenizers/cases.json.gz', import.meta.url));
/** @type {Record<string, { rules: any, results: Result[] }>} */
const cases = JSON.parse(gunzipSync(packed).toString()).cases;

/**
 * Python counts code points, JavaScript UTF-16 units.
 *
 * @param {Result} result
 */
function inUnits({ texts, spans, words }) {
  const starts = texts.map((text) => {
    const units = [0];
    for (const sign of text) units.push(units[units.length - 1] + sign.length);
    return units;
  });
  let text = 0;
  return spans.map(([begin, end], i) => {
    if (words[i] === -1) return [0, 0];
    if (i > 0 && words[i] === 0 && words[i - 1] !== 0 && words.slice(0, i).some((w) => w >= 0))
      text = 1;
    if (i > 0 && words[i] < words[i - 1]) text = 1;
    return [starts[text][begin], starts[text][end]];
  });
}

for (const [name, { rules, results }] of Object.entries(cases)) {
  const tokenizer = createTokenizer(rules);
  const contents = new Map(
    rules.added_tokens.map((/** @type {any} */ each) => [each.id, each.content]),
  );
  for (const result of results) {
    const { texts, ids, tokens, words, typeIds } = result;
    test(`${name}: ${JSON.stringify(texts).slice(0, 60)}`, () => {
      const found = tokenizer.tokenize(texts.length === 1 ? texts[0] : [texts[0], texts[1]]);
      // of an added token Python gives the text that matched, spaces included
      const expected = tokens.map((token, i) => {
        const content = contents.get(ids[i]);
        return content?.toLowerCase() === token.trim().toLowerCase() ? content : token;
      });
      assert.deepEqual(found.tokens, expected);
      assert.deepEqual(found.ids, ids);
      assert.deepEqual(found.words, words);
      assert.deepEqual(found.spans, inUnits(result));
      assert.deepEqual(found.typeIds, typeIds);
    });
  }
}

/** A tokenizer out of files, or of a GGUF file's metadata. @param {Record<string, string>} files @param {any} [metadata] @param {any} [config] config.json */
async function opened(files, metadata, config = {}) {
  const encoder = new TextEncoder();
  const all = Object.entries(files).map(([name, text]) => [name, encoder.encode(text)]);
  const found = await openTokenizer(await openSource(Object.fromEntries(all)), metadata, config);
  assert.ok(found);
  return found;
}

/**
 * @param {string} name of the rules that should give the same
 * @param {import('../../src/js/models/tokenizer/tokenizer.ts').TextTokenizer} tokenizer
 * @param {(text: string) => boolean} [fits]
 */
function sameAs(name, tokenizer, fits = () => true) {
  const original = createTokenizer(cases[name].rules);
  let count = 0;
  for (const { texts } of cases[name].results) {
    if (texts.length > 1 || !fits(texts[0])) continue;
    const found = tokenizer.tokenize(texts[0]);
    const expected = original.tokenize(texts[0]);
    assert.deepEqual(found, expected, texts[0]);
    count++;
  }
  assert.ok(count > 15);
}

/** @param {Record<string, number>} vocab */
const listOf = (vocab) =>
  Object.entries(vocab)
    .sort((a, b) => a[1] - b[1])
    .map(([token]) => token);

test('BERT’s vocab.txt', async () => {
  const text = `${listOf(cases['bert-uncased'].rules.model.vocab).join('\n')}\n`;
  sameAs('bert-uncased', await opened({ 'vocab.txt': text }));
  sameAs('bert-cased', await opened({ 'vocab.txt': listOf(cases['bert-cased'].rules.model.vocab).join('\r\n'), 'tokenizer_config.json': '{"do_lower_case":false}' })); // prettier-ignore
  await assert.rejects(opened({ 'vocab.txt': 'a\nb' }), { code: 'format', message: /\[CLS\]/ });
});

test('lists of pieces are read by their class, or refused', async () => {
  const text = listOf(cases['bert-uncased'].rules.model.vocab).join('\n');
  const named = (/** @type {string} */ name) => `{"tokenizer_class":${JSON.stringify(name)}}`;
  for (const name of ['BertTokenizerFast', 'DistilBertTokenizer', 'ElectraTokenizer']) {
    sameAs('bert-uncased', await opened({ 'vocab.txt': text, 'tokenizer_config.json': named(name) })); // prettier-ignore
  }
  sameAs('bert-uncased', await opened({ 'vocab.txt': text }, {}, { model_type: 'nomic_bert' }));
  const merges = { 'vocab.json': '{"a":0}', 'merges.txt': '' };
  for (const [files, config, name] of /** @type {[Record<string, string>, object, string][]} */ ([
    [{ 'vocab.txt': text }, { model_type: 'albert' }, 'albert'],
    [
      { 'vocab.txt': text },
      { model_type: 'bert', tokenizer_class: 'SmilesTokenizer' },
      'SmilesTokenizer',
    ],
    [
      { 'vocab.txt': text, 'tokenizer_config.json': named('BertJapaneseTokenizer') },
      { model_type: 'bert' },
      'BertJapaneseTokenizer',
    ],
    [{ ...merges }, { model_type: 'clip' }, 'clip'],
    [{ ...merges, 'tokenizer_config.json': named('CLIPTokenizer') }, {}, 'CLIPTokenizer'],
  ])) {
    // prettier-ignore
    const tokenizer = await opened(files, {}, config);
    const message = new RegExp(`^tokenize: .* belongs to ${name}, a tokenizer of the model's own`);
    assert.throws(() => tokenizer.tokenize('a'), { code: 'unsupported', message });
  }
});

test('MPNet’s vocab.txt has its own special tokens', async () => {
  const pieces = ['<s>', '<pad>', '</s>', '[UNK]', 'a', '##b', '<mask>'];
  const tokenizer = await opened({ 'vocab.txt': pieces.join('\n') }, {}, { model_type: 'mpnet' });
  assert.deepEqual(tokenizer.tokenize(['ab <mask>', 'c']).ids, [0, 4, 5, 6, 2, 2, 3, 2]);
});

test('texts are for display: pieces with their bytes and spaces, and parts of a character by number', () => {
  const texts = (/** @type {string} */ name, /** @type {string} */ text) =>
    createTokenizer(cases[name].rules).tokenize(text).texts;
  const bytes = createTokenizer(cases.gpt2.rules);
  const whole = bytes
    .tokenize('Привет, мир! 中文 café')
    .ids.filter((id) => !bytes.decode([id]).includes('\ufffd'));
  for (const id of whole) assert.equal(bytes.textOf(id), bytes.decode([id]));
  assert.equal(texts('gpt2', 'the cat').join(''), 'the cat');
  const parts = texts('gpt2', 'a 𐍈').slice(-4).join('');
  assert.match(parts, /⟨F0⟩.*⟨90⟩.*⟨8D⟩.*⟨88⟩$/);
  assert.deepEqual(texts('llama', 'é ⵣ').slice(-3), ['⟨E2⟩', '⟨B5⟩', '⟨A3⟩']);
  assert.equal(texts('llama', 'the cat')[0], '<s>');
  assert.equal(texts('llama', 'the cat').slice(1).join(''), ' the cat');
  assert.equal(texts('unigram', 'the cat').slice(0, -1).join(''), ' the cat');
  const bert = createTokenizer(cases['bert-uncased'].rules).tokenize('gerbil');
  assert.deepEqual(bert.texts, bert.tokens);
  assert.ok(bert.texts.some((text) => text.startsWith('##')));
});

test('generated text grows character by character, with its spaces', () => {
  for (const name of ['gpt2', 'llama', 'unigram', 'bert-uncased']) {
    const { tokenize, decode } = createTokenizer(cases[name].rules);
    const ids = tokenize('the cat 👍 мир ⵣ end').ids;
    const texts = ids.slice(1).map(appending(decode, ids.slice(0, 1)));
    assert.equal(decode(ids.slice(0, 1)) + texts.join(''), decode(ids), name);
    assert.ok(
      texts.every((text) => !text.includes('\ufffd')),
      name,
    );
    if (name === 'gpt2') assert.ok(texts.includes(''));
  }
});

test('vocab.json and merges.txt', async () => {
  const { vocab, merges } = cases.roberta.rules.model;
  const lines = merges.map((/** @type {string[]} */ pair) => pair.join(' ')).join('\n');
  const files = {
    'vocab.json': JSON.stringify({ ...vocab, '<mask>': Object.keys(vocab).length }),
    'merges.txt': `#version: 0.2\n${lines}\n`,
  };
  sameAs('roberta', await opened(files));
});

test('a GGUF file’s byte pairs', async () => {
  const { model, added_tokens: added } = cases.smollm.rules;
  const tokens = [...listOf(model.vocab), '<mask>'];
  const special = new Set(added.map((/** @type {any} */ each) => each.content));
  const metadata = {
    'tokenizer.ggml.model': 'gpt2',
    'tokenizer.ggml.pre': 'smollm',
    'tokenizer.ggml.tokens': tokens,
    'tokenizer.ggml.token_type': tokens.map((token) => (special.has(token) ? 3 : 1)),
    'tokenizer.ggml.merges': model.merges.map((/** @type {string[]} */ pair) => pair.join(' ')),
  };
  const tokenizer = await opened({ a: '' }, metadata);
  const ids = tokenizer.tokenize('The quick brown fox').ids;
  assert.deepEqual(ids, createTokenizer(cases.smollm.rules).tokenize('The quick brown fox').ids);
  assert.equal(tokenizer.decode(ids), 'The quick brown fox');
  assert.throws(() => fromGguf({ ...metadata, 'tokenizer.ggml.pre': 'other' }), {
    code: 'unsupported',
    message: /got "other"/,
  });
  assert.throws(() => fromGguf({ ...metadata, 'tokenizer.ggml.model': 'rwkv' }), /got rwkv/);
});

test('a GGUF file’s words of Llama 3 begin with a token, and are whole where they are tokens', async () => {
  const special = ['<|begin_of_text|>', '<|end_of_text|>'];
  const letters = Array.from('abcdehilmnotuĠ');
  const tokens = [...special, ...letters, 'th', 'the', 'an', 'Ġanimal', 'im', 'al'];
  const metadata = {
    'tokenizer.ggml.model': 'gpt2',
    'tokenizer.ggml.pre': 'llama-bpe',
    'tokenizer.ggml.tokens': tokens,
    'tokenizer.ggml.token_type': tokens.map((_, id) => (id < 2 ? 3 : 1)),
    'tokenizer.ggml.merges': ['t h', 'th e', 'a n', 'i m', 'a l'],
    'tokenizer.ggml.bos_token_id': 0,
    'tokenizer.ggml.eos_token_id': 1,
    'tokenizer.ggml.padding_token_id': 99, // which no token has
  };
  const of = (/** @type {object} */ more) =>
    createTokenizer(fromGguf({ ...metadata, ...more })).tokenize('the animal').tokens;
  const cut = ['the', 'Ġ', 'an', 'im', 'al'];
  for (const name of ['llama-bpe', 'llama3', 'llama-v3', 'falcon3', 'pixtral']) {
    const found = of({ 'tokenizer.ggml.pre': name });
    assert.deepEqual(found, ['<|begin_of_text|>', 'the', 'Ġanimal'], name);
  }
  assert.deepEqual(of({ 'tokenizer.ggml.add_bos_token': false }), ['the', 'Ġanimal']);
  assert.deepEqual(of({ 'tokenizer.ggml.pre': 'smaug-bpe' }), cut);
  assert.deepEqual(of({ 'tokenizer.ggml.pre': 'qwen2' }), cut);
  const wrong = (/** @type {string} */ key, /** @type {unknown} */ value) => () =>
    of({ [`tokenizer.ggml.${key}`]: value });
  for (const [key, value, code, text] of /** @type {const} */ ([
    ['add_bos_token', 1, 'format', 'expected true or false, got 1'],
    ['bos_token_id', 0.5, 'format', 'expected the number of a token, got 0.5'],
    ['merges', [3], 'format', 'expected a list of texts, got [3]'],
    ['token_type', [3], 'format', `expected a list of ${tokens.length} numbers, got [3]`],
    ['treat_whitespace_as_suffix', true, 'unsupported', 'expected no such key, got true'],
    ['suppress_tokens', [7], 'unsupported', 'expected no such key, got [7]'],
    ['normalizer.lowercase', true, 'unsupported', 'expected no such key, got true'],
  ])) {
    assert.throws(wrong(key, value), { code, message: `tokenizer.ggml.${key}: ${text}` });
  }
});

test('a GGUF file without a rule is cut by llama.cpp’s older patterns', () => {
  const letters = Array.from(new Set('ab12345ĠÂ½!$.,x'));
  const metadata = {
    'tokenizer.ggml.model': 'gpt2',
    'tokenizer.ggml.tokens': [...letters, '12', '123', '45', '12345', 'Ġ123', '!$', 'ab', '.,'],
    'tokenizer.ggml.merges': ['1 2', '12 3', '4 5', '123 45', 'Ġ 123', '! $', 'a b', '. ,'],
  };
  const tokenizer = createTokenizer(fromGguf(metadata));
  const { tokens, words } = tokenizer.tokenize('ab!$x 12345.,');
  assert.deepEqual(tokens, ['ab', '!$', 'x', 'Ġ', '123', '45', '.,']);
  assert.deepEqual(words, [0, 1, 2, 3, 4, 5, 6]);
});

test('a GGUF file’s pieces of SentencePiece', async () => {
  const { vocab, merges } = cases.llama.rules.model;
  const tokens = listOf(vocab);
  const rank = new Map(
    merges.map((/** @type {string[]} */ pair, /** @type {number} */ i) => [pair.join(''), i]),
  );
  const metadata = {
    'tokenizer.ggml.model': 'llama',
    'tokenizer.ggml.tokens': tokens,
    'tokenizer.ggml.scores': tokens.map((token) => -(rank.get(token) ?? 1e6)),
    'tokenizer.ggml.token_type': tokens.map((_, id) => (id < 3 ? 3 : 1)),
    'tokenizer.ggml.bos_token_id': 1,
    'tokenizer.ggml.unknown_token_id': 0,
  };
  const tokenizer = await opened({ a: '' }, metadata);
  sameAs('llama', tokenizer);
  assert.equal(tokenizer.decode(tokenizer.tokenize('cafés 😀').ids.slice(1)), 'cafés 😀');
  const withMore = (/** @type {string[]} */ ...more) => {
    const all = [...tokens, ...more];
    return fromGguf({
      ...metadata,
      'tokenizer.ggml.tokens': all,
      'tokenizer.ggml.scores': all.map((token) => -(rank.get(token) ?? 1e6)),
      'tokenizer.ggml.token_type': all.map((_, id) => (id < 3 ? 3 : 1)),
    });
  };
  // halves that every object has, and no vocabulary
  createTokenizer(withMore('constructors', '\u2581valueOf'));
  assert.throws(() => withMore('a'.repeat(513)), {
    code: 'format',
    message: `tokenizer.ggml.tokens[${tokens.length}]: expected at most 512 characters, got 513`,
  });
});

test('a GGUF file’s pieces of BERT, as newer and older ones have them', async () => {
  const { vocab } = cases['bert-cased'].rules.model;
  const unused = Object.keys(vocab).length;
  const tokens = [...listOf(vocab), '[unused1]'].map((token) =>
    token.startsWith('[') && token.length > 1
      ? token
      : token.startsWith('##')
        ? token.slice(2)
        : `\u2581${token}`,
  );
  const older = {
    'tokenizer.ggml.model': 'bert',
    'tokenizer.ggml.tokens': tokens,
    'tokenizer.ggml.cls_token_id': 2,
    'tokenizer.ggml.seperator_token_id': 3,
    'tokenizer.ggml.unknown_token_id': 1,
    'tokenizer.ggml.normalizer.lowercase': false,
  };
  const tokenizer = await opened({ a: '' }, older);
  sameAs('bert-cased', tokenizer);
  assert.equal(tokenizer.tokenOf(unused), '[unused1]');
  const { 'tokenizer.ggml.cls_token_id': _, ...headless } = older;
  assert.throws(() => fromGguf({ ...headless, 'tokenizer.ggml.tokens': tokens.slice(0, 99) }), {
    code: 'format',
    message: 'tokenizer.ggml.bos_token_id: expected the number of a token',
  });
  assert.throws(
    () => fromGguf({ ...older, 'tokenizer.ggml.tokens': 7 }),
    /tokens: expected a list/,
  );
});

test('a GGUF file’s pieces of T5, with rows that no token has', async () => {
  const { model, normalizer } = cases.t5.rules;
  const table = normalizer.normalizers[0].precompiled_charsmap;
  const control = ['<s>', '<pad>', '</s>'];
  const metadata = {
    'tokenizer.ggml.model': 't5',
    'tokenizer.ggml.tokens': [
      ...model.vocab.map((/** @type {[string, number]} */ [token]) => token),
      '[PAD258]',
    ],
    'tokenizer.ggml.scores': [
      ...model.vocab.map((/** @type {[string, number]} */ [, score]) => score),
      -10000,
    ],
    'tokenizer.ggml.token_type': [
      ...model.vocab.map((/** @type {[string, number]} */ [token]) =>
        token === '<unk>' ? 2 : control.includes(token) ? 3 : 1,
      ),
      5,
    ],
    'tokenizer.ggml.eos_token_id': 2,
    'tokenizer.ggml.unknown_token_id': 3,
    'tokenizer.ggml.precompiled_charsmap': [...Int8Array.from(Buffer.from(table, 'base64'))],
  };
  const tokenizer = await opened({ a: '' }, metadata);
  sameAs('t5', tokenizer);
  assert.throws(() => fromGguf({ ...metadata, 'tokenizer.ggml.scores': 7 }), {
    code: 'format',
    message: 'tokenizer.ggml.scores: expected a list',
  });
});

test('unreadable rules are refused', async () => {
  const { rules } = cases.gpt2;
  const kinds = {
    normalizer: { type: 'Odd' },
    pre_tokenizer: { type: 'Odd' },
    post_processor: { type: 'Odd' },
  };
  for (const [name, kind] of Object.entries(kinds)) {
    assert.throws(() => createTokenizer({ ...rules, [name]: kind }), {
      code: 'unsupported',
      message: new RegExp(`^tokenizer\\.json: ${name}\\.type: .* "Odd" is not known$`),
    });
  }
  const Split = { type: 'Split', pattern: { Regex: '(' }, behavior: 'Isolated', invert: false };
  for (const broken of [{ pre_tokenizer: Split }, { model: null }, { model: { type: 'BPE' } }]) {
    assert.throws(() => createTokenizer({ ...rules, ...broken }), {
      code: 'format',
      message: /^tokenizer\.json: (pattern|model|model\.vocab): expected /,
    });
  }
  const tokenizer = createTokenizer(rules);
  for (const text of [3, null, [], ['a', 'b', 'c'], ['a', 1]]) {
    assert.throws(
      () => tokenizer.tokenize(/** @type {any} */ (text)),
      /^TypeError: text: expected/,
    );
  }
  assert.equal(await openTokenizer(await openSource({ a: new Uint8Array(1) })), undefined);
});

test('a damaged table of replacements is refused, or the text that needs it is', () => {
  const rules = cases.t5.rules;
  /** @param {unknown} charsmap */
  const read = (charsmap) =>
    createTokenizer({
      ...rules,
      normalizer: { type: 'Precompiled', precompiled_charsmap: charsmap },
    }).tokenize('né');
  /** @param {number[]} units @param {number[]} [texts] */
  const table = (units, texts = []) =>
    Buffer.concat([
      Buffer.from(Uint32Array.of(4 * units.length, ...units).buffer),
      Buffer.from(texts),
    ]).toString('base64');
  const far = 0xffffffff;
  const broken = /** @type {[unknown, RegExp][]} */ ([
    [7, /precompiled_charsmap: expected base64, got number/],
    ['!!!', /expected base64/],
    ['AA', /expected a table of at most/],
    [table([]), /expected a table of at most 0 bytes, got 0/],
    [Buffer.from([255, 255, 255, 255, 0, 0]).toString('base64'), /got 4294967295/],
    [table([far]), /expected a place below 1, got/],
    [table([0]), /expected a place below 1, got 110/],
  ]);
  for (const [charsmap, message] of broken) {
    assert.throws(() => read(charsmap), { code: 'format', message }, String(charsmap));
  }
  // the sign n has a leaf, whose text is far away, or is not UTF-8
  const units = new Uint32Array(256);
  units[0x6e] = 0x6e | 0x100 | (1 << 10);
  units[0x6f] = 9;
  assert.throws(() => read(table([...units], [65, 0])), /expected a text below 2, got 9/);
  units[0x6f] = 0;
  assert.throws(() => read(table([...units], [0xff, 0])), /expected UTF-8 at 0/);
  assert.equal(
    read(table([...units], Array(256).fill(65)))
      .tokens.join('')
      .match(/A/g)?.length,
    256,
  );
  assert.throws(
    () => read(table([...units], [...Array(257).fill(65), 0])),
    /expected texts of at most 256 bytes, got more at 0/,
  );
  assert.deepEqual(read(null).ids.length > 0, true);
});

const { cases: said } = JSON.parse(
  gunzipSync(
    await readFile(new URL('../golden/tokenizers/said.json.gz', import.meta.url)),
  ).toString(),
);
for (const { rules, config, results } of said) {
  const name = `${rules}, ${JSON.stringify(config)}`;
  test(`tokenizer_config.json beside tokenizer.json: ${name}`, async () => {
    const files = {
      'tokenizer.json': JSON.stringify(cases[rules].rules),
      ...(config && { 'tokenizer_config.json': JSON.stringify(config) }),
    };
    const tokenizer = await opened(files, undefined, { model_type: 'bert' });
    for (const { text, ids } of results) assert.deepEqual(tokenizer.tokenize(text).ids, ids, text);
  });
}
