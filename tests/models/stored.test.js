// Compares weights that stay in their stored format with the same weights unpacked: the same
// numbers, to the last bit.

import assert from 'node:assert/strict';
import test from 'node:test';
import { writeSafetensors } from 'headwise/formats';
import { openModel } from 'headwise/models';
import { filesOf, readModelGoldens } from '../golden/models/read.js';
import { KINDS, llamaOf } from './support/stored-llama.js';

for (const kind of Object.keys(KINDS)) {
  test(`${kind}: stored weights compute the bits of unpacked ones, for many tokens and for one`, async () => {
    const file = llamaOf(kind);
    const [stored, unpacked] = await Promise.all([
      openModel({ 'model.gguf': file }),
      openModel({ 'model.gguf': file }, { weights: 'float32' }),
    ]);
    assert.ok(kind === 'F32' || stored.report.bytes <= unpacked.report.bytes);
    for (const ids of [[3, 1, 4, 1, 5, 9, 2, 6], [7]]) {
      const [a, b] = await Promise.all([stored.run(ids), unpacked.run(ids)]);
      const { data } = /** @type {{ data: Float32Array }} */ (a.logits);
      assert.ok(data.every(Number.isFinite) && data.some((value) => Math.abs(value) > 1e-3));
      assert.deepEqual(data, /** @type {any} */ (b.logits).data);
    }
    stored.dispose();
    unpacked.dispose();
  });
}

test('half precision that holds every number exactly changes no bit', async () => {
  const [golden] = await readModelGoldens(['llama']);
  const ids = golden.inputs.ids ?? [];
  const files = filesOf(golden);
  const plain = await openModel(files);
  const wanted = /** @type {any} */ ((await plain.run(ids)).logits).data;
  const halves = Object.fromEntries(
    Object.entries(golden.tensors).map(([name, { shape, data }]) => {
      const bits = new Uint32Array(Float32Array.from(/** @type {any} */ (data)).buffer);
      const upper = Uint16Array.from(bits, (word) => word >>> 16);
      const dtype = /** @type {const} */ ('BF16');
      return [name, { dtype, shape, data: new Uint8Array(upper.buffer) }];
    }),
  );
  const small = await openModel({ ...files, 'model.safetensors': writeSafetensors(halves) });
  assert.deepEqual(/** @type {any} */ ((await small.run(ids)).logits).data, wanted);
  plain.dispose();
  small.dispose();
});

test('heads without rows in the tensors are refused when the file is opened', async () => {
  for (const [more, message] of /** @type {const} */ ([
    [
      { 'llama.attention.key_length': 32 },
      'blk.0.attn_q.weight: expected 128 rows of 256 numbers, as the config says, got 256 rows of 256 numbers',
    ],
    [
      { 'llama.attention.head_count': 2 ** 20, 'llama.attention.key_length': 2 ** 12 },
      'blk.0.attn_q.weight: expected 4294967296 rows of 256 numbers, as the config says, got 256 rows of 256 numbers',
    ],
    [
      { 'llama.attention.head_count': 256, 'llama.attention.head_count_kv': 128 },
      'llama.attention.key_length: expected an even number, got 1',
    ],
    [
      { 'llama.attention.head_count_kv': 3 },
      'config: expected numHeads to be a multiple of numKvHeads, 3, got 4',
    ],
  ])) {
    await assert.rejects(openModel({ 'model.gguf': llamaOf('F32', more) }), {
      ...{ name: 'HeadwiseError', code: 'format', message },
    });
  }
});
