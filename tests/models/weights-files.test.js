// Tests files of weights: GGUF and torch files that gguf and torch wrote give the numbers that gguf
// and torch read; damaged files, and pickles that would run code, are refused.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { zipSync } from 'fflate';
import { readNpz, writeNpz } from '../../src/js/formats/index.ts';
import { storedFrom } from '../../src/js/formats/entry.ts';
import { readNow } from '../../src/js/formats/ranges.ts';
import { toFloat32 } from '../../src/js/formats/stored.ts';
import { locateTensors, tensorsReader } from '../../src/js/formats/tensors-reader.ts';
import { torchReader } from '../../src/js/formats/torch.ts';
import { gguf, pickle, zip } from './support/files.js';

/** @param {string} name */
const golden = async (name) =>
  new Uint8Array(await readFile(new URL(`../golden/formats/${name}`, import.meta.url)));

/** @param {Uint8Array} file */
function readTensors(file) {
  const found = readNow(file, tensorsReader(file.length));
  const { entries, ...about } =
    found.format === 'torch' ? { ...found, ...readNow(file, torchReader(file.length)) } : found;
  const tensors = entries.map((entry) => {
    return [entry.name, storedFrom(entry, file.subarray(entry.begin, entry.end))];
  });
  return {
    ...about,
    /** @type {Record<string, import('../../src/js/formats/stored.ts').StoredValues>} */
    tensors: Object.fromEntries(tensors),
  };
}

/**
 * @param {Uint8Array} file
 * @param {RegExp} words
 * @param {string} [code]
 */
function refuses(file, words, code = 'format') {
  assert.throws(() => readTensors(file), { name: 'HeadwiseError', code, message: words });
}

test('a GGUF file has the numbers that gguf finds in it, bit by bit', async () => {
  const { format, metadata, tensors } = readTensors(await golden('tensors.gguf'));
  const expected = readNpz(await golden('gguf.npz'));
  assert.equal(format, 'gguf');
  assert.deepEqual(Object.keys(tensors), Object.keys(expected));
  for (const [name, { data, shape }] of Object.entries(expected)) {
    assert.deepEqual(tensors[name].shape, shape, name);
    assert.deepEqual(toFloat32(tensors[name]), data, name);
  }
  assert.deepEqual(metadata, {
    'general.architecture': 'llama',
    'general.name': 'blocks',
    'test.count': 7,
    'test.words': ['a', '', 'é✓'],
    'test.numbers': [1.5, -2],
    'test.flag': true,
  });
});

test('an .npz file of numpy.savez has its arrays as views, Fortran order too', async () => {
  const stored = await golden('stored.npz');
  refuses(stored, /"big": expected little-endian/, 'unsupported');
  const { big: _, ...others } = readNpz(stored);
  const file = writeNpz(others);
  const { format, tensors } = readTensors(file);
  const expected = readNpz(file);
  assert.equal(format, 'npz');
  assert.deepEqual(Object.keys(tensors), Object.keys(expected));
  for (const [key, { data, shape }] of Object.entries(expected)) {
    assert.deepEqual(tensors[key].shape, shape, key);
    assert.deepEqual([...toFloat32(tensors[key])], [...data], key);
  }
  const header = "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }".padEnd(117) + '\n';
  const npy = new Uint8Array(10 + header.length + 24);
  npy.set([0x93, ...Buffer.from('NUMPY'), 1, 0, header.length, 0, ...Buffer.from(header)]);
  npy.set(new Uint8Array(Float32Array.of(1, 4, 2, 5, 3, 6).buffer), 10 + header.length);
  const packed = zipSync({ 'w.npy': npy }, { level: 0 });
  assert.deepEqual([...toFloat32(readTensors(packed).tensors.w)], [1, 2, 3, 4, 5, 6]);
  refuses(zipSync({ 'w.npy': npy }), /"w.npy": expected arrays as numpy.savez/, 'unsupported');
  refuses(zipSync({ 'w.npy': npy.subarray(0, 140) }, { level: 0 }), /"w": expected 152 bytes/);
});

for (const name of ['zip.pt', 'legacy.pt']) {
  test(`${name} has the numbers that torch finds in it`, async () => {
    const file = await golden(name);
    const { format, tensors } = readTensors(file);
    const expected = readNpz(await golden('pt.npz'));
    assert.equal(format, 'torch');
    assert.deepEqual(Object.keys(tensors), Object.keys(expected));
    for (const [key, { data, shape }] of Object.entries(expected)) {
      assert.deepEqual(tensors[key].shape, shape, key);
      assert.deepEqual(toFloat32(tensors[key]), data, key);
    }
    const kinds = Object.values(tensors).map(({ dtype }) => dtype);
    assert.deepEqual(new Set(kinds), new Set(['F32', 'F16', 'BF16', 'F64', 'I64', 'U8', 'BOOL']));
    assert.equal(tensors.rows.data.buffer, file.buffer); // row by row: a view
  });
}

test('nested tensors have the names of their path', async () => {
  const { tensors } = readTensors(await golden('nested.pt'));
  assert.deepEqual(Object.keys(tensors), ['state_dict.weight', 'state_dict.bias']);
});

/** @param {string} code a pickle that may recall a tensor of 4 numbers, `h\xff` */
const fileWith = (code) =>
  zip({
    'archive/data.pkl': pickle`${tensorOf('K\x00K\x04\x85K\x01\x85')}q\xff0${code}.`,
    'archive/data/0': new Uint8Array(16),
  });

test('a dictionary that occurs twice has its tensors at both places', () => {
  const { tensors } = readTensors(
    fileWith('}(\x8c\x05model}q\x00\x8c\x01wh\xffs\x8c\x03emah\x00u'),
  );
  assert.deepEqual(Object.keys(tensors), ['model.w', 'ema.w']);
  assert.deepEqual(tensors['ema.w'], tensors['model.w']);
  const cycle = '}q\x00(\x8c\x01wh\xff\x8c\x04selfh\x00\x8c\x04list](h\x00h\xffeu';
  assert.deepEqual(Object.keys(readTensors(fileWith(cycle)).tensors), ['w', 'list.1']);
});

test('two tensors of one name are refused by it', () => {
  refuses(
    fileWith('}(\x8c\x03a.bh\xff\x8c\x01a}\x8c\x01bh\xffsu'),
    /each tensor, got "a\.b" twice/,
  );
  refuses(fileWith('}(K\x01h\xff\x8c\x011h\xffu'), /got "1" twice/);
  refuses(
    fileWith('}(K\x01\x85h\xffK\x02\x85h\xffu'),
    /got "\?" twice: .* neither text nor a number/,
  );
  const large = '\x8a\x09\x00\x00\x00\x00\x00\x00\x00\x00\x01'; // 2^64
  const { tensors } = readTensors(fileWith(`}(K\x01\x85h\xff${large}h\xffu`));
  assert.deepEqual(Object.keys(tensors), ['?', '18446744073709551616']);
});

test('a small file of lists that occur at too many places is refused', () => {
  const levels = Array.from({ length: 12 }, (_, i) => {
    const [before, own] = [i, i + 1].map((at) => String.fromCharCode(at));
    return `](${`h${before}`.repeat(10)}eq${own}`;
  }); // each has ten times the one before it
  refuses(
    fileWith(`(h\xffq\x00${levels.join('')}t`),
    /at most 1000000 tensors, and 67108864 letters of names and entries, got more/,
  );
  const numbers = `](${'K\x01'.repeat(30_000)}eq\x000`;
  refuses(fileWith(`${numbers}](${'h\x00'.repeat(30_000)}e`), /letters of names and entries/);
  const key = `X\x00\x00\x10\x00${'k'.repeat(2 ** 20)}`;
  refuses(fileWith(`}${key}](${'h\xff'.repeat(100)}es`), /letters of names/);
  refuses(
    fileWith(`${'('.repeat(65)}h\xff${'t'.repeat(65)}`),
    /at most 64 dictionaries and lists in/,
  );
});

test('only requested tensors are read', async () => {
  const file = await golden('tensors.gguf');
  let read = 0;
  const found = await locateTensors(file.length, async (begin, end) => {
    read += end - begin;
    return file.slice(begin, end);
  });
  assert.deepEqual(found, readNow(file, tensorsReader(file.length)));
  const large = gguf({ tensors: [{ name: 'a', shape: [2 ** 22], kind: 0, offset: 0 }] }, 2 ** 24);
  read = 0;
  await locateTensors(large.length, async (begin, end) => {
    read += end - begin;
    return large.subarray(begin, end);
  });
  assert.ok(read < 100_000, String(read));
});

test('a long header is read to its end', () => {
  const words = Array.from({ length: 40_000 }, (_, i) => `word ${i}`);
  const file = gguf({ values: { words } }, 0);
  assert.ok(file.length > 500_000);
  assert.deepEqual(readTensors(file).metadata, { words });
});

test('a pickle with any other call is refused by name, and no code runs', async () => {
  refuses(
    await golden('module.pt'),
    /calls "torch\.nn\.modules\.linear\.Linear": refused.*; torch\.save\(module\.state_dict\(\), path\) writes/,
  );
  for (const [module, name] of [
    ['os', 'system'],
    ['builtins', 'eval'],
    ['torch', 'load'],
    ['torch.storage', '_load_from_bytes'],
    ['toString', 'constructor'],
    ['torch', '__proto__'],
  ]) {
    const code = pickle`c${module}\n${name}\n(X\x04\x00\x00\x00echotR.`;
    refuses(zip({ 'archive/data.pkl': code }), new RegExp(`calls "${module}\\.${name}"`));
    const later = pickle`\x80\x04\x8c${module}\x8c${name}\x93)R.`;
    refuses(zip({ 'archive/data.pkl': later }), new RegExp(`calls "${module}\\.${name}"`));
  }
});

/** @type {[string, string, RegExp][]} */
const PICKLES = [
  ['nothing', '', /ends too early/],
  ['no end', ']', /ends too early/],
  ['an unknown operation', '\xff.', /operation 0xff/],
  ['nothing on the stack', 'a.', /takes more values than it has/],
  ['no mark', ']e.', /has no mark/],
  ['nothing kept', 'h\x07.', /entry 7, which it has not kept/],
  ['a call of a list', '])R.', /cannot be called/],
  ['attributes of a list', ']}b.', /attributes/],
  ['two values', ']].', /one value/],
  ['text beyond the end', 'X\xff\xff\xff\xff.', /ends too early/],
  ['a storage of nothing', ')Q.', /storage that cannot be read/],
];

for (const [what, code, words] of PICKLES) {
  test(`refuses a pickle of ${what}`, () => {
    refuses(zip({ 'archive/data.pkl': pickle`${code}` }), words);
  });
}

test('reading a list that contains itself ends', () => {
  const { tensors } = readTensors(zip({ 'archive/data.pkl': pickle`]q\x00h\x00a.` }));
  assert.deepEqual(tensors, {});
});

test('a tensor stays within its storage', async () => {
  const file = await golden('zip.pt');
  for (let at = 0; at < file.length; at += 13) {
    refuses(file.subarray(0, at), /./);
  }
  const archive = (/** @type {Uint8Array} */ code, size = 16) =>
    zip({ 'archive/data.pkl': code, 'archive/data/0': new Uint8Array(size) });
  assert.deepEqual(readTensors(archive(fixed('K\x00K\x04\x85K\x01\x85'))).tensors.a.shape, [4]);
  refuses(archive(fixed('K\x01K\x04\x85K\x01\x85')), /"a" of shape \(4\) reaches number 4/);
  refuses(archive(fixed('K\x00K\x03\x85K\x02\x85')), /reaches number 4 of a storage of 4/);
  refuses(archive(fixed('K\x00\x8a\x06\x00\x00\x00\x00\x00\x01\x85K\x00\x85')), /"a" of shape/); // 2^40 times the same
  refuses(archive(fixed('J\xff\xff\xff\xffK\x01\x85K\x01\x85')), /cannot be read/);
  refuses(archive(fixed('K\x00K\x04\x85K\x01K\x01\x86')), /cannot be read/);
  refuses(
    archive(fixed('K\x00K\x04\x85K\x01\x85'), 15),
    /"archive\/data\/0" with 16 bytes, got 15/,
  );
});

/** A tensor over a storage of 4 numbers. @param {string} view its offset, shape and strides */
function tensorOf(view) {
  return `ctorch._utils\n_rebuild_tensor_v2\n((X\x07\x00\x00\x00storagectorch\nFloatStorage\nX\x01\x00\x00\x000X\x03\x00\x00\x00cpuK\x04tQ${view}\x89NtR`;
}

/** @param {string} view */
function fixed(view) {
  return pickle`\x80\x02}X\x01\x00\x00\x00a${tensorOf(view)}s.`;
}

/** @type {[string, Uint8Array, RegExp, string?][]} */
const GGUFS = [
  ['version 1', gguf({ version: 1 }, 0), /version 2 or 3, got version 1/, 'unsupported'],
  ['the big end first', gguf({ version: 3 << 24 }, 0), /big-endian/, 'unsupported'],
  ['2^40 tensors', gguf({ tensorCount: 2n ** 40n }, 0), /at most 1000000 tensors/],
  ['2^63 keys', gguf({ keyCount: 2n ** 63n }, 0), /too large/],
  ['a key twice', gguf({ values: [['a', 'b'], ['a', 'c']] }, 0), /"a" occurs twice/], // prettier-ignore
  [
    'a shape of 2^40',
    gguf({ tensors: [{ name: 'w', shape: [2 ** 40], kind: 0, offset: 0 }] }, 64),
    /"w": expected 4398046511104 bytes/,
  ],
  [
    'a shape beyond counting',
    gguf({ tensors: [{ name: 'w', shape: [2 ** 40, 2 ** 40], kind: 0, offset: 0 }] }, 64),
    /"w": shape \(1099511627776, 1099511627776\) does not suit F32/,
  ],
  [
    'half a block',
    gguf({ tensors: [{ name: 'w', shape: [48], kind: 8, offset: 0 }] }, 64),
    /"w": shape \(48\) does not suit Q8_0/,
  ],
  .../** @type {const} */ ([
    ['Q2_K', 10, 128],
    ['Q3_K', 11, 128],
    ['IQ4_NL', 20, 16],
    ['IQ4_XS', 23, 32],
  ]).map(
    /** @returns {[string, Uint8Array, RegExp]} */
    ([name, kind, half]) => [
      `part of a block of ${name}`,
      gguf({ tensors: [{ name: 'w', shape: [half], kind, offset: 0 }] }, 512),
      new RegExp(`"w": shape \\(${half}\\) does not suit ${name}`),
    ],
  ),
  [
    'a kind that is not read',
    gguf({ tensors: [{ name: 'w', shape: [256], kind: 16, offset: 0 }] }, 512),
    /"w": expected F32, .*, Q2_K, Q3_K, .*, IQ4_NL, IQ4_XS, got IQ2_XXS/,
    'unsupported',
  ],
  [
    'tensors that overlap',
    gguf(
      {
        tensors: [
          { name: 'v', shape: [16], kind: 0, offset: 0 },
          { name: 'w', shape: [16], kind: 0, offset: 32 },
        ],
      },
      128,
    ),
    /"w" overlaps the tensor before it/,
  ],
  [
    'five dimensions',
    gguf({ tensors: [{ name: 'w', shape: [1, 1, 1, 1, 1], kind: 0, offset: 0 }] }, 64),
    /at most 4 dimensions, got 5/,
  ],
  [
    'an offset that is not aligned',
    gguf({ tensors: [{ name: 'w', shape: [1], kind: 0, offset: 4 }] }, 64),
    /"w" begins at 4, not aligned/,
  ],
];

for (const [what, file, words, code] of GGUFS) {
  test(`refuses a GGUF file of ${what}`, () => refuses(file, words, code));
}

test('a GGUF file cut anywhere is refused', async () => {
  const file = await golden('tensors.gguf');
  for (let at = 0; at < file.length; at += 1 + (at >> 7)) refuses(file.subarray(0, at), /./);
});
