// Compares weights that stay in their stored format with the same weights unpacked: the same
// numbers, to the last bit.

import assert from 'node:assert/strict';
import test from 'node:test';
import { writeSafetensors } from 'headwise/formats';
import { openModel } from 'headwise/models';
import { filesOf, readModelGoldens } from '../golden/models/read.js';
import { gguf } from './support/files.js';

/** GGUF's numbers of kinds, with the numbers and bytes of a block. @type {Record<string, [number, number, number]>} */
const KINDS = {
  F32: [0, 1, 4],
  F16: [1, 1, 2],
  Q4_0: [2, 32, 18],
  Q4_1: [3, 32, 20],
  Q8_0: [8, 32, 34],
  Q4_K: [12, 256, 144],
  Q6_K: [14, 256, 210],
  BF16: [30, 1, 2],
};
const [WIDTH, INNER, VOCAB, HEADS] = [256, 512, 40, 4];

/**
 * A tiny Llama whose matrices are all of one kind, of bytes that look drawn at random.
 *
 * @param {string} kind
 * @param {Record<string, number>} [more] values in its metadata
 */
function llamaOf(kind, more = {}) {
  let seed = 7;
  const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648);
  /** @type {{ name: string, shape: number[], kind: number, offset: number }[]} */
  const tensors = [];
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  /** @param {string} name @param {number[]} shape fastest first @param {string} of */
  const add = (name, shape, of) => {
    const [number, block, bytes] = KINDS[of];
    const blocks = shape.reduce((a, b) => a * b, 1) / block;
    const data = new Uint8Array(blocks * bytes);
    for (let i = 0; i < blocks; i++) fill(data.subarray(i * bytes, (i + 1) * bytes), of, next);
    tensors.push({ name, shape, kind: number, offset: size });
    const padded = new Uint8Array(Math.ceil(data.length / 32) * 32);
    padded.set(data);
    parts.push(padded);
    size += padded.length;
  };
  add('token_embd.weight', [WIDTH, VOCAB], kind);
  add('output_norm.weight', [WIDTH], 'F32');
  for (const [name, inputs, outputs] of /** @type {[string, number, number][]} */ ([
    ['attn_q', WIDTH, WIDTH],
    ['attn_k', WIDTH, WIDTH / 2],
    ['attn_v', WIDTH, WIDTH / 2],
    ['attn_output', WIDTH, WIDTH],
    ['ffn_gate', WIDTH, INNER],
    ['ffn_up', WIDTH, INNER],
    ['ffn_down', INNER, WIDTH],
  ])) {
    add(`blk.0.${name}.weight`, [inputs, outputs], kind);
  }
  add('blk.0.attn_norm.weight', [WIDTH], 'F32');
  add('blk.0.ffn_norm.weight', [WIDTH], 'F32');
  const values = {
    'general.architecture': 'llama',
    'llama.embedding_length': WIDTH,
    'llama.block_count': 1,
    'llama.feed_forward_length': INNER,
    'llama.context_length': 64,
    'llama.attention.head_count': HEADS,
    'llama.attention.head_count_kv': HEADS / 2,
    'llama.attention.layer_norm_rms_epsilon': 0.00001,
    'llama.vocab_size': VOCAB,
    ...more,
  };
  const file = gguf({ values, tensors }, size);
  let at = file.length - size;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

/**
 * A block with scales of the size of weights.
 *
 * @param {Uint8Array} block
 * @param {string} kind
 * @param {() => number} next
 */
function fill(block, kind, next) {
  for (let i = 0; i < block.length; i++) block[i] = next() >> 8;
  const view = new DataView(block.buffer, block.byteOffset, block.length);
  const half = () => 0x1c00 + (next() % 0x400); // 1/256 to 1/128
  if (kind === 'F32') view.setFloat32(0, ((next() % 2001) - 1000) / 8000, true);
  else if (kind === 'F16')
    view.setUint16(0, 0x2c00 + (next() % 0x400) + (next() % 2) * 0x8000, true);
  else if (kind === 'BF16')
    view.setUint16(0, 0x3d00 + (next() % 0x100) + (next() % 2) * 0x8000, true);
  else if (kind === 'Q6_K') view.setUint16(208, 0x0800 + (next() % 0x400), true);
  else view.setUint16(0, kind === 'Q4_K' ? 0x1000 + (next() % 0x400) : half(), true);
  if (kind === 'Q4_1') view.setUint16(2, half() | 0x8000, true);
  if (kind === 'Q4_K') view.setUint16(2, 0x1000 + (next() % 0x400), true);
}

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
