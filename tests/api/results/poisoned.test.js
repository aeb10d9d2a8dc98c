// Tests that every number of every result comes from the call itself: engines whose unused memory
// holds NaN give the bits of an engine with fresh memory, for empty and odd sizes too.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { load } from 'headwise';
import * as reference from 'headwise/reference';
import { everyCall } from '../support/every-call.js';
import { assertSameBits, tensorsOf } from '../support/tensors.js';

/** The stack and the core's constants are below this address. */
const HEAP = 1 << 20;

const { Memory } = WebAssembly;

/** Memory that is NaN until it is written, as floats and as doubles. */
class PoisonedMemory extends Memory {
  /** @param {WebAssembly.MemoryDescriptor} descriptor */
  constructor(descriptor) {
    super(descriptor);
    new Uint8Array(this.buffer, HEAP).fill(255);
  }

  /**
   * @override
   * @param {number} pages
   */
  grow(pages) {
    const before = super.grow(pages);
    new Uint8Array(this.buffer, before * 65536).fill(255);
    return before;
  }
}

/** @param {Parameters<typeof load>[0]} [options] */
async function loadPoisoned(options) {
  WebAssembly.Memory = PoisonedMemory;
  try {
    return await load(options);
  } finally {
    WebAssembly.Memory = Memory;
  }
}

/**
 * Leaves NaN where the next call lays out its buffers, and in blocks that are free again.
 *
 * @param {import('headwise').Headwise} engine
 */
function poison(engine) {
  const nan = { data: new Float32Array(1 << 16).fill(NaN), shape: [1 << 16] };
  engine.softmax(nan);
  const rows = { data: nan.data.subarray(0, 640), shape: [1, 80, 8] };
  engine.scaledDotProductAttention(rows, rows, rows, { keep: true }).kept?.dispose();
  engine.softmaxSteps(nan);
}

/**
 * Every tensor has as many numbers as its shape says.
 *
 * @param {unknown} result
 * @param {string} what
 */
function assertWhole(result, what) {
  for (const [name, { data, shape }] of tensorsOf(result)) {
    const count = shape.reduce((product, size) => product * size, 1);
    assert.equal(data.length, count, `${what}: length of ${name}, of shape (${shape})`);
  }
}

describe('memory that holds NaN', () => {
  for (const options of [{}, { threads: 2, threadsFrom: 0 }]) {
    test(`changes no bit of any result, with ${options.threads ?? 1} threads`, async () => {
      const poisoned = await loadPoisoned(options);
      for (const { what, run } of everyCall(options.threads ? 2 : 6)) {
        const fresh = await load(options.threads ? {} : options);
        const expected = await run(fresh);
        fresh.dispose();
        poison(poisoned);
        const result = await run(poisoned);
        assertWhole(result, what);
        assertSameBits(result, expected, what);
      }
      poisoned.dispose();
    });
  }

  test('reaches the buffers of a call', async () => {
    const engine = await loadPoisoned();
    poison(engine);
    const x = { data: new Float32Array(2).fill(NaN), shape: [2] };
    assert.ok(engine.softmax(x).data.every(Number.isNaN));
    engine.dispose();
  });
});

test('the reference fills every shape', async () => {
  const engine = await reference.load();
  for (const { what, run } of everyCall(3)) {
    if (!/^(softmax|linear|addAndNorm|embed|attention|layer|cache)/.test(what)) continue;
    assertWhole(await run(engine), what);
  }
});
