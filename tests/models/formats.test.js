// Tests headwise/formats with the files of NumPy, torch and transformers: their files are read, and
// written files have a form that they read. tests/golden/formats/generate.py made the files.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { zipSync } from 'fflate';
import { load, loadInWorker } from 'headwise';
import {
  readGguf,
  readNpz,
  readSafetensors,
  readTorch,
  stateFromHuggingFace,
  toFloat32,
  writeNpy,
  writeNpz,
  writeSafetensors,
} from 'headwise/formats';
import { read } from '../conformance/read.js';
import { bringOver } from '../golden/support/dense-heads.js';
import { openGolden } from '../golden/support/golden.js';
import { pickle, zip } from './support/files.js';

/** @import { PlainTensor, ForwardOptions, MultiHeadAttentionConfig } from 'headwise' */

/** @param {string} name */
const golden = async (name) =>
  new Uint8Array(await readFile(new URL(`../golden/formats/${name}`, import.meta.url)));

const engine = await load();
const { tensors } = readSafetensors(await golden('attention.safetensors'));
const [WIDTH, HEADS] = [24, 3];

/**
 * Each family's layer: its prefix, and its other steps.
 *
 * @type {Record<string, [string, object?, ForwardOptions?]>}
 */
const families = {
  bert: ['encoder.layer.0'],
  roberta: ['roberta.encoder.layer.0'],
  albert: ['encoder.albert_layer_groups.0.albert_layers.0'],
  distilbert: ['transformer.layer.0'],
  vit: ['encoder.layer.0'],
  gpt2: ['h.0.attn', {}, { causal: true }],
  llama: [
    'layers.0',
    { numKvHeads: 1, bias: false },
    { causal: true, positions: { type: 'rotary' } },
  ],
  phi3: [
    'layers.0',
    { numKvHeads: 1, bias: false },
    { causal: true, positions: { type: 'rotary' } },
  ],
  torch: [''],
  'torch-layer': ['self_attn'],
};

/** @param {string} family */
function tensorsOf(family) {
  const names = Object.keys(tensors).filter((name) => name.startsWith(`${family}/`));
  return Object.fromEntries(names.map((name) => [name.slice(family.length + 1), tensors[name]]));
}

for (const [family, [prefix, config, options]] of Object.entries(families)) {
  test(`the attention of ${family} gives the results of transformers`, () => {
    const { x, output, ...weights } = tensorsOf(family);
    const layer = engine.createMultiHeadAttention({ embedDim: WIDTH, numHeads: HEADS, ...config });
    layer.loadStateDict(stateFromHuggingFace(weights, prefix));
    const input = { data: toFloat32(x), shape: x.shape };
    const found = layer.forward(input, options).output.data;
    const expected = toFloat32(output);
    const largest = Math.max(...expected.map(Math.abs));
    assert.ok(largest > 0.1);
    expected.forEach((value, i) => assert.ok(Math.abs(found[i] - value) < 1e-5 * largest));
    layer.dispose();
  });
}

test('stored tensors stand where numbers are needed, in a worker too', async () => {
  const { x, output, ...weights } = tensorsOf('torch');
  const config = { embedDim: WIDTH, numHeads: HEADS };
  const layer = engine.createMultiHeadAttention(config);
  layer.loadStateDict(weights);
  const found = layer.forward(x).output;
  const expected = output.toFloat32();
  assert.deepEqual(found.shape, expected.shape);
  found.data.forEach((value, i) => assert.ok(Math.abs(value - expected.data[i]) < 1e-5));
  const remote = await loadInWorker();
  const other = await remote.createMultiHeadAttention(config);
  await other.loadStateDict(weights);
  const again = await other.forward(x);
  assert.deepEqual(again.output, found);
  assert.equal(again.output.at(0, 0), found.data[0]);
  await remote.dispose();
  const half = { dtype: 'F16', shape: [1], data: new Uint8Array(2) };
  const how = 'convert it with toFloat32() of headwise/formats';
  assert.throws(() => layer.forward(/** @type {any} */ (half)), {
    name: 'TypeError',
    message: `query.dtype: expected float32 (${how}), got "F16"`,
  });
  layer.dispose();
});

for (const name of ['zip.pt', 'legacy.pt']) {
  test(`readTorch reads ${name}`, async () => {
    const file = await golden(name);
    const { tensors } = readTorch(file);
    assert.ok(Object.keys(tensors).length > 2);
    for (const tensor of Object.values(tensors)) {
      const { dtype, data, shape } = tensor.toFloat32();
      assert.equal(dtype, 'float32');
      assert.deepEqual(data, toFloat32(tensor));
      assert.deepEqual(shape, tensor.shape);
    }
    assert.throws(() => readSafetensors(file), { code: 'format', message: /; readTorch/ });
  });
}

/**
 * A file of torch.save with views of one matrix.
 *
 * @param {number} rows
 * @param {number} columns
 * @param {{ rows: number, columns: number }[]} views transposed parts
 */
function transposedParts(rows, columns, views) {
  const int = (/** @type {number} */ value) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(value);
    return `J${bytes.toString('latin1')}`;
  };
  const text = (/** @type {string} */ word) => `\x8c${String.fromCharCode(word.length)}${word}`;
  const size = rows * columns;
  const storage = `(${text('storage')}ctorch\nFloatStorage\n${text('0')}${text('cpu')}${int(size)}tQ`;
  const items = views.map((view, at) => {
    const [shape, strides] = [
      [view.columns, view.rows],
      [1, columns],
    ];
    const place = [shape, strides].map((two) => `${two.map(int).join('')}\x86`).join('');
    return `${text(`w${at}`)}h\x00(h\x01K\x00${place}\x89NtR`;
  });
  const rebuild = 'ctorch._utils\n_rebuild_tensor_v2\nq\x000';
  const data = Float32Array.from({ length: size }, (_, at) => at);
  return zip({
    'archive/data.pkl': pickle`${rebuild}${storage}q\x010}(${items.join('')}u.`,
    'archive/data/0': new Uint8Array(data.buffer),
  });
}

test('views with strides of a small file are bounded, and equal ones have one copy', () => {
  const tied = Array.from({ length: 1000 }, () => ({ rows: 256, columns: 300 }));
  const { w0, w999 } = readTorch(transposedParts(256, 300, tied)).tensors; // 307 MB as copies
  assert.deepEqual(w0.shape, [300, 256]);
  assert.equal(w999.data, w0.data);
  const numbers = w999.toFloat32();
  assert.deepEqual([numbers.at(0, 1), numbers.at(299, 255)], [300, 255 * 300 + 299]);

  const parts = Array.from({ length: 255 }, (_, at) => ({ rows: at + 2, columns: 300 }));
  const { tensors } = readTorch(transposedParts(256, 300, parts)); // 40 MB
  assert.deepEqual(tensors.w254.data, w0.data);
  const more = parts.flatMap(({ rows }) => [
    { rows, columns: 300 },
    { rows, columns: 299 },
  ]);
  assert.throws(() => readTorch(transposedParts(256, 300, more)), {
    name: 'HeadwiseError',
    code: 'format',
    message:
      /^file: expected views with strides of at most 67108864 bytes in all, got "w\d+" beyond/,
  });
});

test('readGguf reads tensors and metadata', async () => {
  const file = await golden('tensors.gguf');
  const { tensors, metadata } = readGguf(file);
  assert.ok(Object.keys(metadata).length > 0);
  for (const tensor of Object.values(tensors)) {
    assert.deepEqual(tensor.toFloat32().data, toFloat32(tensor));
  }
  assert.throws(() => readSafetensors(file), { code: 'format', message: /readGguf reads it/ });
  assert.throws(() => readTorch(file), { code: 'format' });
});

test('a prefix may leave out the model, and end in a dot', () => {
  const weights = tensorsOf('roberta');
  const state = stateFromHuggingFace(weights, 'roberta.encoder.layer.0.attention.');
  assert.deepEqual(stateFromHuggingFace(weights, 'encoder.layer.0'), state);
  assert.deepEqual(stateFromHuggingFace(weights, ''), state);
  assert.deepEqual(Object.keys(state), [
    'in_proj_weight',
    'in_proj_bias',
    'out_proj.weight',
    'out_proj.bias',
  ]);
});

test('a projection without a bias beside one with a bias has zeros', () => {
  const weights = tensorsOf('distilbert');
  delete weights['transformer.layer.0.attention.k_lin.bias'];
  const bias = stateFromHuggingFace(weights, '').in_proj_bias.data;
  assert.ok(bias.subarray(WIDTH, 2 * WIDTH).every((value) => value === 0));
  assert.ok(bias.subarray(2 * WIDTH).every((value) => value !== 0));
});

for (const [folder, out] of Object.entries({ keras: 'attention_output', flax: 'out' })) {
  test(`kernels of ${folder}`, async () => {
    /** @type {import('../golden/support/golden.js').Golden<import('../golden/support/golden.js').Stored<any, any>>} */
    const { cases } = await openGolden(read, `golden/${folder}/cases.safetensors.gz`);
    const { kernels, state } = kernelsOf(cases, out);
    assert.deepEqual(structuredClone(stateFromHuggingFace(kernels, 'layer')), state);
  });
}

/**
 * Kernels with the shapes of the first case that has some, and the same in torch's layout.
 *
 * @param {{ parameters: Record<string, object> }[]} cases
 * @param {string} out
 */
function kernelsOf(cases, out) {
  const { parameters } = /** @type {{ parameters: Record<string, { shape: number[] }> }} */ (
    cases.find((each) => `${out}/kernel` in each.parameters && `${out}/bias` in each.parameters)
  );
  /** @type {Record<string, PlainTensor>} */
  const values = {};
  for (const [name, { shape }] of Object.entries(parameters)) {
    const length = shape.reduce((product, size) => product * size, 1);
    values[name] = { data: Float32Array.from({ length }, (_, i) => i + name.length), shape };
  }
  const kernels = Object.fromEntries(
    Object.entries(values).map(([name, tensor]) => [`layer/${name}`, tensor]),
  );
  return { kernels, state: bringOver(values, out).state };
}

test('an error names a prefix without attention, or with several', () => {
  const weights = tensorsOf('bert');
  const twice = {
    ...weights,
    ...Object.fromEntries(
      Object.entries(weights).map(([name, tensor]) => [name.replace('.0.', '.1.'), tensor]),
    ),
  };
  const format = { name: 'HeadwiseError', code: 'format' };
  assert.throws(() => stateFromHuggingFace(weights, 'encoder.layer.7'), {
    ...format,
    message:
      /^tensors: expected one attention under "encoder.layer.7", got encoder.layer.0.attention/,
  });
  assert.throws(() => stateFromHuggingFace(twice, ''), { ...format, message: /got 2 of them/ });
  assert.throws(() => stateFromHuggingFace(twice, 'attention'), {
    ...format,
    message: /^prefix: expected one such layer, got 2: "encoder\.layer\.0\.attention"/,
  });
  assert.throws(() => stateFromHuggingFace({}, ''), { ...format, message: /got no tensors/ });
  const { x } = tensorsOf('bert');
  assert.throws(
    () => stateFromHuggingFace({ 'a.query_key_value.weight': x, 'a.dense.weight': x }, 'a'),
    { code: 'unsupported', message: /head by head/ },
  );
  assert.throws(() => stateFromHuggingFace(/** @type {any} */ (3), ''), TypeError);
  assert.throws(() => stateFromHuggingFace({}, /** @type {any} */ (3)), TypeError);
});

test('safetensors are views of the file, and written again without changes', async () => {
  const file = await golden('attention.safetensors');
  const { tensors: views, metadata } = readSafetensors(file);
  assert.ok(Object.values(views).every(({ data }) => data.buffer === file.buffer));
  const again = readSafetensors(writeSafetensors(views, metadata));
  assert.deepEqual(again, { tensors: views, metadata });
});

test('every kind of number becomes float32', () => {
  const values = [1.5, -2, 0, 3];
  const kinds = [Float32Array, Float64Array, Int8Array, Uint8Array, Int16Array, Uint16Array];
  const arrays = Object.fromEntries(
    [...kinds, Int32Array, Uint32Array].map((Kind) => [
      Kind.name,
      { data: Kind.from(values), shape: [4] },
    ]),
  );
  const big = { BigInt64Array: { data: BigInt64Array.of(-3n, 2n ** 53n), shape: [2] } };
  const { tensors: stored } = readSafetensors(writeSafetensors({ ...arrays, ...big }));
  for (const [name, { data }] of Object.entries(arrays)) {
    assert.deepEqual(toFloat32(stored[name]), Float32Array.from(data), name);
  }
  assert.deepEqual([...toFloat32(stored.BigInt64Array)], [-3, 2 ** 53]);
  const bits = Uint16Array.of(0x3c00, 0x0001, 0xfc00, 0x3f80);
  const half = {
    dtype: /** @type {const} */ ('F16'),
    shape: [4],
    data: new Uint8Array(bits.buffer),
  };
  assert.deepEqual([...toFloat32(half)], [1, 2 ** -24, -Infinity, 1.875]);
  assert.equal(toFloat32({ ...half, dtype: 'BF16' })[3], 1);
  assert.deepEqual(
    [...toFloat32({ ...half, dtype: 'BOOL', shape: [8] })],
    [0, 1, 1, 0, 0, 1, 1, 1],
  );
  assert.equal(writeSafetensors({ half }).length, writeSafetensors({ half }).length);
  assert.deepEqual({ ...readSafetensors(writeSafetensors({ half })).tensors.half }, half);
  const block = { dtype: /** @type {const} */ ('Q8_0'), shape: [32], data: new Uint8Array(34) };
  assert.throws(() => writeSafetensors({ block }), { code: 'unsupported', message: /Q8_0/ });
  assert.throws(() => toFloat32({ ...block, shape: [31] }), RangeError);
  assert.throws(() => toFloat32({ ...half, shape: [5] }), {
    name: 'RangeError',
    message: /^tensor\.data: expected 10 bytes for F16 of shape \(5\)/,
  });
  assert.throws(() => toFloat32(/** @type {any} */ ({ data: bits, shape: [4] })), TypeError);
  assert.throws(() => toFloat32({ ...half, dtype: /** @type {any} */ ('F8') }), TypeError);
});

for (const name of ['stored.npz', 'deflated.npz']) {
  test(`${name}, as NumPy writes it`, async () => {
    const arrays = readNpz(await golden(name));
    const whole = [-3, -2, -1, 0, 1, 2];
    const thirds = whole.map((value) => Math.fround(value / 3));
    /** @param {string} name */
    const values = (name) => [...arrays[name].data];
    assert.deepEqual(values('f4'), thirds);
    assert.deepEqual(values('f8'), thirds);
    assert.ok(values('f2').every((value, i) => Math.abs(value - thirds[i]) < 1e-3));
    for (const kind of ['i4', 'i8', 'fortran', 'big']) assert.deepEqual(values(kind), whole, kind);
    assert.deepEqual(values('u1'), whole.map(Math.abs));
    assert.deepEqual({ ...arrays.b1 }, { data: Uint8Array.of(0, 1, 0, 1, 0, 1), shape: [2, 3] });
    assert.deepEqual({ ...arrays.scalar }, { data: Float32Array.of(2.5), shape: [] });
    assert.deepEqual(arrays['long/name é'].shape, [40, 50]);
    assert.equal(Object.keys(arrays).length, 11);
  });
}

test('a written .npz is read again, and has the same bytes each time', () => {
  const arrays = {
    'a/b é': { data: Float32Array.of(1, 2, 3), shape: [3] },
    mask: { data: Uint8Array.of(1, 0), shape: [2, 1] },
    none: { data: new Float32Array(0), shape: [0, 4] },
  };
  const file = writeNpz(arrays);
  assert.deepEqual(structuredClone(readNpz(file)), arrays);
  assert.deepEqual(structuredClone(readNpz(file.buffer)), arrays);
  assert.deepEqual(writeNpz(arrays), file);
  assert.deepEqual(readNpz(writeNpz({})), {});
  assert.throws(() => writeNpz(/** @type {any} */ ([])), /arrays: expected/);
  assert.throws(
    () => writeNpz({ a: { data: new Float32Array(3), shape: [2] } }),
    /^RangeError: arrays\.a/,
  );
});

for (const name of [
  '../x',
  'a/../x',
  '/abs',
  '\\abs',
  'C:x',
  'a\0',
  'a\ud800',
  '\udc00b',
  '\ufeffa',
]) {
  test(`writeNpz refuses the name ${JSON.stringify(name)}, which readNpz would not give back`, () => {
    const array = { data: Float32Array.of(1), shape: [1] };
    assert.throws(() => writeNpz({ right: array, [name]: array }), {
      name: 'TypeError',
      message: `arrays: expected names without '..', '/' or 'C:' at the start and half characters, got ${JSON.stringify(name)}`,
    });
  });
}

test('an .npz with one name twice, with and without .npy, is refused', () => {
  const array = writeNpy({ data: Float32Array.of(1), shape: [1] });
  const names = (/** @type {string[]} */ ...all) =>
    zipSync(Object.fromEntries(all.map((name) => [name, array])));
  assert.deepEqual(Object.keys(readNpz(names('a', 'b.npy'))), ['a', 'b']);
  assert.throws(() => readNpz(names('a', 'a.npy')), {
    name: 'HeadwiseError',
    code: 'format',
    message: /"a" occurs twice/,
  });
});

test('a damaged .npz is refused, wherever the damage is', async () => {
  for (const name of ['stored.npz', 'deflated.npz']) {
    const file = await golden(name);
    for (let at = 0; at < file.length; at += 1 + (at >> 5)) {
      expectFormat(() => readNpz(file.subarray(0, at)), `${name} cut at ${at}`);
      const changed = Uint8Array.from(file);
      changed[at] ^= 0x41;
      try {
        readNpz(changed); // dates and such mean nothing
      } catch (error) {
        expectFormat(() => assert.fail(/** @type {Error} */ (error)), `${name} changed at ${at}`);
      }
    }
  }
});

/**
 * @param {() => unknown} call
 * @param {string} where
 */
function expectFormat(call, where) {
  assert.throws(
    call,
    (/** @type {any} */ error) =>
      error.name === 'HeadwiseError' && ['format', 'unsupported'].includes(error.code),
    where,
  );
}
