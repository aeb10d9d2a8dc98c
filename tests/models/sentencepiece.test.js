// Tests SentencePiece models beside the weights: the ids of transformers and of SentencePiece itself, and damaged files. See
// tests/golden/tokenizers/pieces.py.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import { openModel } from 'headwise/models';
import { openTokenizer } from '../../src/js/models/tokenizer/from-files.ts';
import { filesOf, readModelGoldens } from '../golden/models/read.js';

const path = new URL('../golden/tokenizers/pieces.json.gz', import.meta.url);
/**
 * @type {{ cases: { name: string, file: string, config: object | null, class: string, family: string, model: string,
 *   texts: { text: string, ids: number[], own: number[] }[] }[] }}
 */
const { cases } = JSON.parse(gunzipSync(await readFile(path)).toString());
const families = {
  t5: (await readModelGoldens(['t5']))[0],
  llama: (await readModelGoldens(['llama']))[0],
};
const encoder = new TextEncoder();

/** @param {(typeof cases)[number]} one @param {object} [more] other files */
function open(one, more) {
  const files = filesOf(families[/** @type {'t5' | 'llama'} */ (one.family)]);
  return openModel({
    ...files,
    [one.file]: Buffer.from(one.model, 'base64'),
    ...(one.config && { 'tokenizer_config.json': encoder.encode(JSON.stringify(one.config)) }),
    ...more,
  });
}

/** The tokenizer of a folder. @param {(typeof cases)[number]} one */
async function tokenizerOf({ file, model, config, family }) {
  const files = new Map([[file, Buffer.from(model, 'base64')]]);
  if (config) files.set('tokenizer_config.json', Buffer.from(JSON.stringify(config)));
  const source = /** @type {any} */ ({
    has: (/** @type {string} */ name) => files.has(name),
    read: async (/** @type {string} */ name) => files.get(name),
  });
  return (await openTokenizer(source, {}, { model_type: family })) ?? assert.fail();
}

for (const one of cases) {
  test(`${one.name}: the ids of ${one.class} for each text`, async () => {
    const { tokenize } = await tokenizerOf(one);
    for (const { text, ids } of one.texts) {
      assert.deepEqual(tokenize(text).ids, ids, JSON.stringify(text));
    }
  });
}

test('a model is read under each name that folders have for it', async () => {
  const [one] = cases;
  for (const file of ['spiece.model', 'tokenizer.model', 'spm.model']) {
    const { tokenize } = await tokenizerOf({ ...one, file });
    assert.deepEqual(tokenize(one.texts[0].text).ids, one.texts[0].ids, file);
  }
});

test('pieces are those of SentencePiece where a text has no special tokens', async () => {
  const one = cases.find(({ name }) => name === 't5, few extra ids') ?? assert.fail();
  const { tokenize, decode } = await tokenizerOf(one);
  const plain = one.texts.filter(({ text }) => !/[<\n]/.test(text)); // transformers splits lines first
  assert.equal(plain.length, 5);
  for (const { text, own } of plain) assert.deepEqual(tokenize(text).ids, [...own, 1], text);
  const [{ text, ids }] = plain;
  assert.equal(decode(ids.slice(0, -1)), text);
});

test('damaged and other models of SentencePiece are refused by the name of the file', async () => {
  const [t5] = cases;
  const llama = cases.find(({ name }) => name === 'llama') ?? assert.fail();
  const bytes = Buffer.from(t5.model, 'base64');
  for (const [file, message] of /** @type {[Uint8Array, RegExp][]} */ ([
    [new Uint8Array(), /it has no pieces$/],
    [bytes.subarray(0, 1), /a number is cut off$/],
    [bytes.subarray(0, 9), /field 1 is cut off$/],
    [Uint8Array.of(0x0f), /field 1 has the unknown wire type 7$/],
    [Uint8Array.of(10, 3, 10, 1, 0xff), /a piece is not UTF-8$/],
    [
      Uint8Array.of(10, 0x84, 4, 10, 0x81, 4, ...Array.from({ length: 513 }, () => 97)),
      /a piece has 513 characters, above 512$/,
    ],
    [Uint8Array.of(...Array.from({ length: 11 }, () => 0xff)), /a number has more than 10 bytes$/],
  ])) {
    await assert.rejects(open(t5, { 'spiece.model': file }), (error) => {
      const { code, message: text } = /** @type {any} */ (error);
      assert.equal(code, 'format');
      assert.match(text, /^spiece\.model: expected a SentencePiece model: /);
      assert.match(text, message);
      return true;
    });
  }
  await assert.rejects(open(t5, { 'spiece.model': Buffer.from(llama.model, 'base64') }), {
    code: 'unsupported',
    message: 'spiece.model: expected Unigram, of which T5Tokenizer is, got BPE',
  });
  await assert.rejects(open({ ...t5, config: { extra_ids: 1e9 } }), {
    code: 'format',
    message:
      'tokenizer_config.json: extra_ids: expected an integer from 0 to 10000, got 1000000000',
  });
  const other = await open({ ...llama, config: { tokenizer_class: 'GemmaTokenizer' } });
  assert.throws(() => other.tokenize('old'), {
    code: 'unsupported',
    message: /^tokenize: tokenizer\.model belongs to GemmaTokenizer, /,
  });
  other.dispose();
});
