// Loads the shipped core with faults: an allocator whose n-th allocation from now on fails, or a
// trap in the middle of a softmax.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { load } from 'headwise';
import { OP, WasmBinary } from './wasm-binary.js';

/** @typedef {import('headwise').Headwise} Headwise */
/** @typedef {import('headwise').LoadOptions} LoadOptions */

/**
 * @typedef {object} Watched
 * @property {Headwise} engine
 * @property {{ value: number }} failAfter 0: every allocation succeeds; n: the n-th from now on fails
 * @property {{ value: number }} live how many blocks are allocated
 */

/**
 * @param {number} threads
 * @returns {Promise<(options?: LoadOptions) => Promise<Watched>>} what loads engines whose allocations are counted, and can
 *   fail
 */
export async function watchedAllocations(threads) {
  const binary = await shippedCore(threads);
  const failAfter = binary.addGlobal('fail_after');
  const live = binary.addGlobal('live');
  const { allocate, free } = allocatorOf(binary);
  binary.wrap(allocate, (real) => [
    ...[OP.block, OP.globalGet(failAfter), OP.i32Eqz, OP.brIf(0)],
    ...[OP.globalGet(failAfter), OP.i32(1), OP.i32Sub, OP.globalSet(failAfter)],
    ...[OP.globalGet(failAfter), OP.brIf(0), OP.i32(0), OP.return, OP.end],
    ...[OP.globalGet(live), OP.i32(1), OP.i32Add, OP.globalSet(live)],
    ...[OP.localGet(0), OP.localGet(1), OP.call(real)],
  ]);
  binary.wrap(free, (real) => [
    ...[OP.globalGet(live), OP.localGet(0), OP.i32Eqz, OP.i32Eqz, OP.i32Sub, OP.globalSet(live)],
    ...[OP.localGet(0), OP.call(real)],
  ]);
  const wasm = await WebAssembly.compile(binary.toBytes());
  return async (options) => {
    const { instances, engine } = await instancesOf(() => load({ threads, wasm, ...options }));
    const instance = instances.find(({ exports }) => 'live' in exports);
    assert.ok(instance);
    const { fail_after, live } = /** @type {Record<string, WebAssembly.Global>} */ (
      instance.exports
    );
    return { engine, failAfter: fail_after, live };
  };
}

/**
 * The core with a trap where a softmax computes the largest number of a row.
 *
 * @param {number} threads
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function trappingCore(threads) {
  const binary = await shippedCore(threads);
  const functions = binary.functionsWith(OP.f32x4Pmax);
  assert.ok(functions.length > 0, 'expected a function that looks for the largest of a row');
  for (const index of functions) binary.setBody(index, [OP.unreachable]);
  return binary.toBytes();
}

/** @param {number} threads */
async function shippedCore(threads) {
  const file = threads > 1 ? 'headwise-fixed-threads.wasm' : 'headwise-fixed.wasm';
  return new WasmBinary(await readFile(new URL(import.meta.resolve(`headwise/${file}`))));
}

/**
 * The functions that all of the core allocates and frees with: malloc(size), which is among the
 * exports, is
 * allocate(8, size), and free is the function before it.
 *
 * @param {WasmBinary} binary
 */
function allocatorOf(binary) {
  const start = [0, ...OP.i32(8), ...OP.localGet(0), ...OP.call(0).slice(0, 1)];
  const exported = binary.exportedFunctions();
  const malloc = exported.findIndex(
    ({ body }) => start.every((byte, at) => body[at] === byte) && body.length <= start.length + 3,
  );
  assert.ok(malloc >= 0, 'expected malloc among the exports');
  const [low, high] = exported[malloc].body.subarray(start.length);
  const allocate = low < 128 ? low : (low & 127) | (high << 7);
  return { allocate, free: exported[malloc - 1].index };
}

/**
 * @template T
 * @param {() => Promise<T>} create
 * @returns {Promise<{ engine: T, instances: WebAssembly.Instance[] }>} the instances that it made
 */
async function instancesOf(create) {
  const { instantiate } = WebAssembly;
  /** @type {WebAssembly.Instance[]} */
  const instances = [];
  WebAssembly.instantiate = /** @type {any} */ (
    async (/** @type {WebAssembly.Module} */ code, /** @type {WebAssembly.Imports} */ imports) => {
      const instance = await instantiate(code, imports);
      instances.push(instance);
      return instance;
    }
  );
  try {
    return { engine: await create(), instances };
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}
