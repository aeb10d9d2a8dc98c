// Reads random files of every format, with a few damaged places: each is either read or refused
// with the package's own error, quickly and in little memory.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { readNpy, readNpz, readSafetensors, writeNpy } from '../../src/js/formats/index.ts';
import { storedFrom } from '../../src/js/formats/entry.ts';
import { toFloat32 } from '../../src/js/formats/stored.ts';
import { locateTensors } from '../../src/js/formats/tensors-reader.ts';
import { modelOfGguf } from '../../src/js/models/gguf/index.ts';
import { fromGguf } from '../../src/js/models/tokenizer/from-gguf.ts';
import { openSource } from '../../src/js/models/sources/source.ts';
import { createTokenizer } from '../../src/js/models/tokenizer/tokenizer.ts';
import { Random } from '../api/support/random.js';

/** @typedef {{ file: Uint8Array, read: (file: Uint8Array) => unknown }} Target */

const TEXT = 'Hello, wörld 😀';
const SLOWEST = 5000; // ms for one file, on a machine that does other things too
const golden = async (/** @type {string} */ name) =>
  new Uint8Array(await readFile(new URL(`../golden/${name}`, import.meta.url)));

/** @param {Uint8Array} file */
async function readTensors(file) {
  const { entries, metadata } = await locateTensors(file.length, async (begin, end) =>
    file.subarray(begin, end),
  );
  const stored = new Map(
    entries.map((entry) => [entry.name, storedFrom(entry, file.subarray(entry.begin, entry.end))]),
  );
  for (const tensor of stored.values()) toFloat32(tensor);
  const tensors = new Map(entries.map((entry) => [entry.name, { ...entry, file: '' }]));
  const read = async (/** @type {string} */ name) => stored.get(name) ?? assert.fail(name);
  await modelOfGguf({ metadata, files: [''], tensors, read }); // sizes
  if ('tokenizer.ggml.model' in metadata) createTokenizer(fromGguf(metadata)).tokenize(TEXT);
}

/** @param {Uint8Array} file */
async function readArchive(file) {
  const source = await openSource(file);
  for (const name of source.files) await source.read(name);
}

/** @param {Uint8Array} file */
function readRules(file) {
  const text = new TextDecoder().decode(file);
  const json = attempt(() => JSON.parse(text)); // texts other than JSON are refused before
  if (json !== null && typeof json === 'object') createTokenizer(json).tokenize(TEXT);
}

/** @template T @param {() => T} make */
function attempt(make) {
  try {
    return make();
  } catch {
    return undefined;
  }
}

const rules = JSON.parse(gunzipSync(await golden('tokenizers/cases.json.gz')).toString()).cases;

/** @type {Record<string, Target>} */
export const targets = {
  npy: { file: writeNpy({ data: Float32Array.of(1, 2, 3), shape: [3, 1] }), read: readNpy },
  npz: { file: await golden('formats/deflated.npz'), read: readNpz },
  safetensors: { file: await golden('formats/attention.safetensors'), read: readSafetensors },
  gguf: { file: await golden('formats/tensors.gguf'), read: readTensors },
  'gguf of BERT': { file: gunzipSync(await golden('gguf/bert.gguf.gz')), read: readTensors },
  'gguf of T5': { file: gunzipSync(await golden('gguf/t5encoder.gguf.gz')), read: readTensors },
  'torch zip': { file: await golden('formats/zip.pt'), read: readTensors },
  'torch pickles': { file: await golden('formats/legacy.pt'), read: readTensors },
  archive: { file: await golden('formats/stored.npz'), read: readArchive },
  'packed archive': { file: await golden('formats/deflated.npz'), read: readArchive },
  tokenizer: {
    file: new TextEncoder().encode(JSON.stringify(rules.gpt2.rules)),
    read: readRules,
  },
};

/** Numbers that sizes and offsets are made of. */
const ODD = [0, 1, 7, 8, 0x7f, 0x80, 0xff, 0x28, 0x52, 0x2e];

/**
 * @param {Random} random
 * @param {Uint8Array} file
 */
function spoiled(random, file) {
  let copy = Uint8Array.from(file);
  const changes = random.integer(1, 4);
  for (let n = 0; n < changes && copy.length > 0; n++) {
    // most sizes and offsets are at the beginning and at the end
    const near = random.chance(0.6) ? Math.min(copy.length, 600) : copy.length;
    const from = random.integer(0, near - 1);
    const at = random.chance(0.3) ? copy.length - 1 - from : from;
    const what = random.integer(0, 4);
    if (what === 0) copy[at] = random.integer(0, 255);
    else if (what === 1) copy[at] ^= 1 << random.integer(0, 7);
    else if (what === 2)
      copy.fill(ODD[random.integer(0, ODD.length - 1)], at, at + random.integer(1, 8));
    else if (what === 3) copy.copyWithin(at, random.integer(0, copy.length - 1), copy.length - 1);
    else copy = copy.slice(0, at);
  }
  return copy;
}

/**
 * @param {string} name of the target
 * @param {number} seed
 */
export async function fuzzFormat(name, seed) {
  const { file, read } = targets[name];
  const input = spoiled(new Random(seed), file);
  const began = performance.now();
  try {
    await read(input);
  } catch (error) {
    const { name: kind, code } = /** @type {any} */ (error);
    const known = kind === 'HeadwiseError' && ['format', 'unsupported'].includes(code);
    assert.ok(known, `${name}, seed ${seed}: ${/** @type {Error} */ (error).stack}`);
  }
  const took = performance.now() - began;
  assert.ok(took < SLOWEST, `${name}, seed ${seed}: ${took} ms`);
}

/**
 * @param {number} seconds
 * @param {number} firstSeed
 * @returns {Promise<number>} how many files were read
 */
export async function fuzzFormats(seconds, firstSeed) {
  const end = performance.now() + 1000 * seconds;
  let files = 0;
  for (let seed = firstSeed; performance.now() < end; seed++) {
    for (const name of Object.keys(targets)) {
      await fuzzFormat(name, seed);
      files++;
    }
  }
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(await fuzzFormats(Number(process.argv[2]), Date.now() % 2 ** 31));
}
