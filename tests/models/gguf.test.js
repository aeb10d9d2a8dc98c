// Tests GGUF files of encoders and of T5, as llama.cpp's converter writes them: tokens, maps, and
// the inputs and outputs of blocks equal the results of transformers with the same parameters.
// tests/golden/gguf/write.py made the files.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import { openModel } from 'headwise/models';
import { readSafetensors, toFloat32 } from 'headwise/formats';
import { gguf } from './support/files.js';
import { expectNear } from './support/near.js';

/** @typedef {{ text: string | [string, string], ids: number[], tokens: string[], spans: [number, number][], words: number[], typeIds: number[] }} Text */

/** @param {string} name */
async function golden(name) {
  const read = async (/** @type {string} */ file) =>
    gunzipSync(await readFile(new URL(`../golden/gguf/${file}.gz`, import.meta.url)));
  const { tensors, metadata } = readSafetensors(await read(`${name}.safetensors`));
  /** @type {{ texts: Text[], target: number[] | null }} */
  const about = JSON.parse(metadata.about);
  return { file: await read(`${name}.gguf`), tensors, ...about };
}

/** The architecture of each. @type {Record<string, string>} */
const MODELS = {
  bert: 'bert',
  distilbert: 'bert',
  roberta: 'bert',
  'xlm-roberta': 'bert',
  'nomic-bert': 'nomic_bert',
  'modern-bert': 'modernbert',
  t5: 't5',
  'flan-t5': 't5',
  t5encoder: 't5',
};

for (const [name, architecture] of Object.entries(MODELS)) {
  test(`${name}: tokens, maps and hidden states are the original's`, async () => {
    const { file, tensors, texts, target } = await golden(name);
    const model = await openModel({ 'model.gguf': file });
    assert.equal(model.architecture, architecture);
    assert.deepEqual(model.report.unused, []);
    for (const { text, ids, tokens, spans, words, typeIds } of texts) {
      const found = model.tokenize(text);
      const what = JSON.stringify(text);
      assert.deepEqual(found.ids, ids, what);
      assert.deepEqual(found.tokens, tokens, what);
      assert.deepEqual(found.spans, spans, what);
      assert.deepEqual(found.words, words, what);
      assert.deepEqual(found.typeIds, typeIds, what);
    }
    const run = await model.run(texts[0].ids, target ? { target } : {});
    const { embedding } = await run.layer({ layer: 0 });
    for (const tensor of embedding?.flatMap((step) => step.tensors) ?? assert.fail('no steps')) {
      assert.ok(Buffer.from(file).includes(tensor), `${tensor} is a name of the file`);
    }
    const wanted = Object.fromEntries(
      Object.entries(tensors).map(([key, tensor]) => [key, toFloat32(tensor)]),
    );
    for (const [key, kind] of /** @type {const} */ ([
      ['attentions', 'self'],
      ['crossAttentions', 'cross'],
      ['encoderAttentions', 'encoder'],
    ])) {
      if (!(key in tensors)) continue;
      const [layers] = tensors[key].shape;
      const size = wanted[key].length / layers;
      for (let layer = 0; layer < layers; layer++) {
        const { data } = await run.attention({ layer, kind });
        expectNear(data, wanted[key].subarray(layer * size, (layer + 1) * size), `${key} ${layer}`);
      }
    }
    const [states] = tensors.hidden.shape;
    const size = wanted.hidden.length / states;
    for (let layer = 0; layer < states - 1; layer++) {
      const { data } = await run.hidden(layer);
      expectNear(data, wanted.hidden.subarray(layer * size, (layer + 1) * size), `hidden ${layer}`);
    }
    expectNear((await run.hidden(states - 1)).data, wanted.beforeFinalNorm, 'the last block');
    if (wanted.logits) expectNear(run.logits?.data ?? [], wanted.logits, 'logits');
    model.dispose();
  });
}

/**
 * A file with another value of a key.
 *
 * @param {Uint8Array} file
 * @param {string} key of a uint32
 * @param {number} value
 */
function patched(file, key, value) {
  const copy = Buffer.from(file);
  const at = copy.indexOf(key) + key.length;
  assert.equal(copy.readUInt32LE(at), 4, 'its value is a uint32');
  copy.writeUInt32LE(value, at + 4);
  return copy;
}

test('a text’s vector is pooled as the file says, and has length 1', async () => {
  const kinds = [null, 'mean', 'first', 'last', null]; // by llama.cpp's numbers
  const { file, tensors, texts } = await golden('bert');
  const [rows, width] = tensors.lastHidden.shape;
  const states = toFloat32(tensors.lastHidden);
  for (const [number, kind] of kinds.entries()) {
    const model = await openModel({ 'model.gguf': patched(file, 'bert.pooling_type', number) });
    const run = await model.run(texts[0].ids);
    if (kind === null) {
      assert.equal(run.embedding, undefined, `${number}`);
      continue;
    }
    const vector = Float64Array.from({ length: width }, (_, j) => {
      const column = Array.from({ length: rows }, (_, i) => states[i * width + j]);
      if (kind === 'mean') return column.reduce((a, b) => a + b) / rows;
      return column[kind === 'first' ? 0 : rows - 1];
    });
    const length = Math.hypot(...vector);
    const expected = vector.map((x) => x / length);
    expectNear(run.embedding?.().data ?? [], expected, kind);
    model.dispose();
  }
  for (const [name, number] of /** @type {const} */ ([
    ['bert', 1],
    ['xlm-roberta', 2],
  ])) {
    const { file: own } = await golden(name);
    assert.ok(own.equals(patched(own, 'bert.pooling_type', number)), name);
  }
  await assert.rejects(openModel({ 'model.gguf': patched(file, 'bert.pooling_type', 5) }), {
    ...{ name: 'HeadwiseError', code: 'unsupported' },
    message: 'bert.pooling_type: expected an integer from 0 to 4, got 5',
  });
});

test('wrong keys and tensors are refused by name', async () => {
  const sizes = {
    ...{ embedding_length: 8, feed_forward_length: 8, block_count: 2, context_length: 8 },
    vocab_size: 4,
    ...{ 'attention.head_count': 2, 'attention.layer_norm_epsilon': 0.5 },
  };
  /** @param {string} architecture @param {object} [more] @param {string[]} [tensors] */
  const open = (architecture, more = sizes, tensors = []) =>
    openModel({
      'model.gguf': gguf(
        {
          values: {
            'general.architecture': architecture,
            ...Object.fromEntries(
              Object.entries(more).map(([key, value]) => [`${architecture}.${key}`, value]),
            ),
          },
          tensors: tensors.map((name) => ({ name, shape: [1], kind: 0, offset: 0 })),
        },
        4,
      ),
    });
  const unsupported = { name: 'HeadwiseError', code: 'unsupported' };
  await assert.rejects(open('rwkv7'), {
    ...unsupported,
    message:
      'general.architecture: expected one of llama, qwen2, qwen3, gemma, gemma2, phi3, granite, phi2, stablelm, starcoder, starcoder2, bert, nomic-bert, modern-bert, t5, t5encoder, got "rwkv7"',
  });
  await assert.rejects(open('t5', sizes, ['dec.blk.1.attn_rel_b.weight']), {
    ...unsupported,
    message: /^dec\.blk\.1\.attn_rel_b\.weight: .*this is UMT5/,
  });
  const format = { name: 'HeadwiseError', code: 'format' };
  await assert.rejects(open('bert', { ...sizes, embedding_length: 'wide' }), {
    ...format,
    message: 'bert.embedding_length: expected an integer from 0, got "wide"',
  });
  for (const architecture of ['bert', 'modern-bert']) {
    const many = { ...sizes, block_count: 2 ** 32 - 1 };
    await assert.rejects(open(architecture, { ...many, 'rope.freq_base': 9 }), {
      ...format,
      message: /: expected .*1024.*, got 4294967295$/,
    });
  }
  await assert.rejects(open('bert'), {
    ...format,
    message: /^token_embd\.weight: expected this tensor in the file/,
  });
});

test('sizes that contradict the tensors are refused when the file is opened', async () => {
  const { file } = await golden('bert');
  const width = 'bert.embedding_length';
  const heads = 'bert.attention.head_count';
  for (const [key, value, message] of /** @type {const} */ ([
    [heads, 3, /num_attention_heads: expected a divisor of hidden_size, 20, got 3$/],
    [heads, 2 ** 25, /^the file's metadata: num_attention_heads: expected a whole number/],
    [heads, 2 ** 31, /^the file's metadata: num_attention_heads: expected a whole number/],
    [width, 40, /^token_embd\.weight: expected .* rows of 40 numbers, as the config says, got /],
    [width, 5 * 2 ** 17, /^token_embd\.weight: expected .* rows of 655360 numbers/],
    ['bert.context_length', 2 ** 20, /^position_embd\.weight: expected at least 1048576 rows/],
  ])) {
    await assert.rejects(
      openModel({ 'model.gguf': patched(file, key, value) }),
      { name: 'HeadwiseError', code: 'format', message },
      `${key} ${value}`,
    );
  }
});
