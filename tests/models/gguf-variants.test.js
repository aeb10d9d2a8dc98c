// Tests GGUF files with one key or tensor changed: maps, outputs of blocks and logits equal the
// results of transformers with the same parameters. tests/golden/gguf/variants.py made the results.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import { openModel } from 'headwise/models';
import { readSafetensors, toFloat32 } from 'headwise/formats';
import { readNow } from '../../src/js/formats/ranges.ts';
import { ggufReader } from '../../src/js/formats/gguf.ts';
import { changedGguf } from './support/files.js';
import { expectNear } from './support/near.js';

/** @typedef {import('../../src/js/formats/gguf.ts').GgufValue} GgufValue */

const read = async (/** @type {string} */ file) =>
  gunzipSync(await readFile(new URL(`../golden/gguf/${file}.gz`, import.meta.url)));
const { tensors: results, metadata } = readSafetensors(await read('variants.safetensors'));
/** @type {{ variants: { base: string, name: string, set: Record<string, GgufValue>, drop: string[], ids: number[] }[] }} */
const { variants } = JSON.parse(metadata.about);

/** The file's names of a layer, for the layers that have its parameters. @param {number} layers @param {number} stored */
const layersOf = (layers, stored) => (/** @type {string} */ name) => {
  const [, layer, rest] = name.match(/^blk\.(\d+)(\..*)$/) ?? [];
  if (layer === undefined) return [name];
  const same = Array.from({ length: layers }, (_, i) => i).filter(
    (i) => i % stored === Number(layer),
  );
  return same.map((i) => `blk.${i}${rest}`);
};

for (const [i, { base, name, set, drop, ids }] of variants.entries()) {
  test(`${base}, ${name}: the results of transformers`, async () => {
    const file = await read(`${base}.gguf`);
    const key = (/** @type {string} */ one) => `${base}.${one}`;
    const added = Object.entries(results).filter(([one]) => one.startsWith(`${i}/tensors/`));
    const model = await openModel({
      'model.gguf': changedGguf(file, {
        set: Object.fromEntries(Object.entries(set).map(([one, value]) => [key(one), value])),
        drop: drop.map(key),
        add: Object.fromEntries(added.map(([one, tensor]) => [one.split('/')[2], tensor])),
        names: set.block_count ? layersOf(Number(set.block_count), 3) : undefined,
      }),
    });
    // a model that sees both ways predicts nothing
    const unused = model.report.unused.filter((one) => model.kind === 'decoder' || !one.startsWith('output.')); // prettier-ignore
    assert.deepEqual(unused, []);
    const run = await model.run(ids);
    const last = model.config.numLayers - 1;
    const wanted = (/** @type {string} */ one) => toFloat32(results[`${i}/${one}`]);
    const half = (/** @type {string} */ one, /** @type {number} */ which) => {
      const all = wanted(one);
      return all.subarray((which * all.length) / 2, ((which + 1) * all.length) / 2);
    };
    for (const [which, layer] of [0, last].entries()) {
      expectNear((await run.attention({ layer })).data, half('attentions', which), `map ${layer}`);
    }
    for (const [which, layer] of [1, last].entries()) {
      expectNear((await run.hidden(layer)).data, half('entered', which), `block ${layer}`);
    }
    const logits = results[`${i}/logits`];
    if (model.kind === 'decoder') expectNear(run.logits?.data ?? [], toFloat32(logits), 'logits');
    else assert.equal(run.logits, undefined);
    if (set.pooling_type === undefined) return model.dispose();
    const final = wanted('final');
    const width = final.length / ids.length;
    const vector = Float64Array.from({ length: width }, (_, j) => {
      const column = ids.map((_, row) => final[row * width + j]);
      return set.pooling_type === 3
        ? column[ids.length - 1]
        : column.reduce((a, b) => a + b) / ids.length;
    });
    const length = Math.hypot(...vector);
    expectNear(
      run.embedding?.().data ?? [],
      vector.map((x) => x / length),
      'vector',
    );
    model.dispose();
  });
}

/** @param {string} base @param {Parameters<typeof changedGguf>[1]} changes */
const open = async (base, changes) =>
  openModel({ 'model.gguf': changedGguf(await read(`${base}.gguf`), changes) });

/** @param {number[]} values @param {readonly number[]} [shape] */
function tensor(values, shape = [values.length]) {
  return {
    dtype: /** @type {const} */ ('F32'),
    shape: [...shape],
    data: new Uint8Array(Float32Array.from(values).buffer),
  };
}

test('the state dict has the names, shapes and numbers of the file', async () => {
  for (const base of ['llama', 'phi3', 'bert', 't5']) {
    const file = await read(`${base}.gguf`);
    const { entries } = readNow(file, ggufReader(file.length));
    const model = await openModel({ 'model.gguf': file });
    const state = model.stateDict();
    assert.deepEqual(Object.keys(state).sort(), entries.map(({ name }) => name).sort());
    for (const { name, begin, end, ...stored } of entries) {
      const { shape, data } = state[name];
      assert.deepEqual(shape, stored.shape, name);
      assert.deepEqual(data, toFloat32({ ...stored, data: file.slice(begin, end) }), name);
    }
    model.dispose();
  }
});

test('phi2: queries, keys and values may be one tensor, as in older files', async () => {
  const file = await read('phi2.gguf');
  const { entries } = readNow(file, ggufReader(file.length));
  const parts = /** @type {const} */ (['attn_q', 'attn_k', 'attn_v']);
  /** @param {string} name @param {string} end */
  const join = (name, end) => {
    const all = parts.map((part) => entries.find((one) => one.name === `${name}.${part}.${end}`));
    const [first] = all;
    assert.ok(first);
    const data = Buffer.concat(all.map((one) => file.subarray(one?.begin, one?.end)));
    const rows = all.reduce((sum, one) => sum + (one?.shape[0] ?? 0), 0);
    return { dtype: first.dtype, shape: [rows, ...first.shape.slice(1)], data };
  };
  const add = Object.fromEntries(
    ['blk.0', 'blk.1'].flatMap((name) =>
      ['weight', 'bias'].map((end) => [`${name}.attn_qkv.${end}`, join(name, end)]),
    ),
  );
  const names = (/** @type {string} */ name) => (/attn_[qkv]\./.test(name) ? [] : [name]);
  const logits = await Promise.all(
    [{}, { add, names }].map(async (changes) => {
      const model = await open('phi2', changes);
      const { data } = /** @type {any} */ ((await model.run([5, 9, 7, 30])).logits);
      model.dispose();
      return data;
    }),
  );
  assert.deepEqual(logits[1], logits[0]);
});

test('a tensor that no part of a model reads is refused by name', async () => {
  const one = { weight: tensor([1]) };
  for (const [base, name] of /** @type {const} */ ([
    ['llama', 'blk.0.attn_q_norm.weight'],
    ['llama', 'blk.0.attn_norm.bias'],
    ['llama', 'blk.0.post_attention_norm.weight'],
    ['llama', 'blk.0.attn_q.scale'],
    ['llama', 'blk.2.attn_q.weight'],
    ['llama', 'rope_factors_long.weight'],
    ['llama', 'layers.0.self_attn.q_proj.bias'],
    ['llama', 'constructor.weight'],
    ['qwen2', 'rope_freqs.weight'],
    ['phi3', 'rope_freqs.weight'],
    ['gemma2', 'token_embd_norm.weight'],
    ['bert', 'blk.0.attn_norm_2.weight'],
    ['t5', 'dec.blk.0.attn_q.bias'],
    ['t5', 'dense_2.weight'],
    ['phi2', 'rope_freqs.weight'],
    ['phi2', 'blk.0.ffn_norm.weight'],
    ['stablelm', 'blk.0.attn_q_norm.weight'],
    ['starcoder', 'blk.0.attn_q.weight'],
    ['starcoder2', 'rope_freqs.weight'],
    ['granite', 'blk.0.ffn_gate_inp.weight'],
  ])) {
    await assert.rejects(
      open(base, { add: { [name]: one.weight } }),
      {
        code: 'unsupported',
        message: `${name}: expected only tensors that this model reads, got one that it would leave out`,
      },
      `${base} ${name}`,
    );
  }
  const ranked = { set: { 'qwen3.pooling_type': 4 }, add: { 'cls.output.weight': one.weight } };
  await assert.rejects(open('qwen3', ranked), {
    message: /^cls\.output\.weight: expected only tensors that this model reads/,
  });
  for (const [base, changes] of /** @type {const} */ ([
    ['qwen3', { add: { 'cls.output.weight': one.weight } }],
    ['t5', { add: { 'dec.blk.0.cross_attn_rel_b.weight': one.weight } }],
  ])) {
    const model = await open(base, changes); // harmless, and listed
    assert.deepEqual(model.report.unused, Object.keys(changes.add));
    model.dispose();
  }
});

test('wrong kinds and values of keys are refused by name', async () => {
  for (const [key, value, message] of /** @type {const} */ ([
    ['block_count', 1.5, 'expected an integer from 0, got 1.5'],
    ['block_count', -1, 'expected an integer from 0, got -1'],
    ['attention.head_count', 'three', 'expected an integer from 0, got "three"'],
    ['attention.head_count', [3, 'x'], /^expected integers from 0, got/],
    ['rope.freq_base', 'wide', 'expected a number, got "wide"'],
    ['attention.causal', 1, 'expected true or false, got 1'],
    ['rope.scaling.type', 4, 'expected text, got 4'],
    ['feed_forward_length', 8, 'expected 16, as blk.0.ffn_down.weight has, got 8'],
  ])) {
    const refused = open('llama', { set: { [`llama.${key}`]: /** @type {any} */ (value) } });
    const text = typeof message === 'string' ? `llama.${key}: ${message}` : /head_count/;
    await assert.rejects(refused, { code: 'format', message: text }, key);
  }
  for (const [key, value, message] of /** @type {const} */ ([
    [
      'llama.attention.head_count_kv',
      [1, 3],
      'expected the same number for every layer, got [1, 3]',
    ],
    ['llama.rope.scaling.type', 'su', 'expected none, linear, yarn or longrope, got "su"'],
    ['llama.rope.freq_base', 0, 'expected a number above 0, got 0'],
    ['starcoder.attention.head_count_kv', 3, 'expected 1, got 3'],
    ['granite.rope.scaling.finetuned', false, 'expected true, got false'],
    ['starcoder2.rope.dimension_count', 4, 'expected 8, got 4'],
    ['general.type', 'adapter', 'expected model, got "adapter"'],
    ['split.count', 3, 'expected 1, got 3'],
  ])) {
    const [named] = key.split('.');
    const base = ['starcoder', 'starcoder2', 'granite'].includes(named) ? named : 'llama';
    await assert.rejects(open(base, { set: { [key]: /** @type {any} */ (value) } }), {
      ...{ code: 'unsupported', message: `${key}: ${message}` },
    });
  }
  const same = await open('llama', { set: { 'llama.attention.head_count_kv': [1, 1] } });
  assert.equal(same.config.numKvHeads, 1);
  same.dispose();
  await assert.rejects(open('llama', { add: { 'rope_freqs.weight': tensor([1, 2, 3]) } }), {
    ...{ code: 'format', message: 'rope_freqs.weight: expected 4 numbers, got 3' },
  });
  await assert.rejects(open('llama', { add: { 'rope_freqs.weight': tensor([1, 0, 3, 4]) } }), {
    ...{ code: 'format', message: 'rope_freqs.weight: expected numbers above 0, got [1, 0, 3, 4]' },
  });
});

test('the shards of a split file are the whole one, also in other folders and without an order', async () => {
  const file = await read('llama.gguf');
  const { entries, metadata: keys } = readNow(file, ggufReader(file.length));
  const half = entries.slice(entries.length / 2).map(({ name }) => name);
  const set = { 'split.no': 0, 'split.count': 2 };
  const first = changedGguf(file, { set, names: (name) => (half.includes(name) ? [] : [name]) });
  const second = changedGguf(file, {
    set: { ...set, 'split.no': 1 },
    drop: Object.keys(keys),
    names: (name) => (half.includes(name) ? [name] : []),
  });
  const [one, two] = ['tiny-q-00001-of-00002.gguf', 'tiny-q-00002-of-00002.gguf'];
  const ids = [1, 2, 3];
  const whole = await openModel({ 'model.gguf': file });
  const wanted = (await whole.run(ids)).logits?.data;
  whole.dispose();
  const folder = await mkdtemp(join(tmpdir(), 'headwise-shards-'));
  for (const [name, bytes] of /** @type {const} */ ([
    [one, first],
    [two, second],
    ['other.gguf', file],
  ])) {
    await writeFile(join(folder, name), bytes);
  }
  for (const files of [
    { [two]: second, [one]: first },
    { [`tiny/${one}`]: first, [`tiny/${two}`]: second },
    join(folder, two),
  ]) {
    const model = await openModel(files);
    assert.deepEqual((await model.run(ids)).logits?.data, wanted);
    model.dispose();
  }
  await rm(join(folder, one));
  await assert.rejects(openModel(join(folder, two)), {
    message: `source: expected a file "${one}", got ${two}`,
  });
  await rm(folder, { recursive: true });
  const refused = (
    /** @type {Record<string, Uint8Array>} */ files,
    /** @type {string} */ message,
  ) => assert.rejects(openModel(files), { name: 'HeadwiseError', message });
  await refused({ [one]: first }, `source: expected a file "${two}", got ${one}`);
  await refused({ [two]: second }, `source: expected a file "${one}", got ${two}`);
  await refused({ 'model.gguf': first }, 'split.count: expected 1, got 2');
  const third = 'tiny-q-00001-of-00003.gguf';
  await refused(
    { [one]: first, [two]: second, [third]: first },
    `source: expected one file of weights, got ${one}, ${two}, ${third}`,
  );
});
