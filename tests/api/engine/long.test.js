// Tests long sequences: memory grows with their length, not with its square, and 32,768 tokens fit,
// kept calls included. HEADWISE_TEST_ALL also computes them, which takes minutes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'headwise';
import { Random } from '../support/random.js';
import { refused } from '../support/refused.js';
import { assertSameBits } from '../support/tensors.js';

const WIDTH = 512;
const LONG = 32_768;
const ROOM = 512_000_000; // bytes of wasm memory
const config = { embedDim: WIDTH, numHeads: 8 };
const OPTIONS = [
  { keep: true },
  { keep: true, causal: true },
  { keep: true, causal: true, positions: { type: 'rotary' } },
];

/**
 * The wasm memory that a forward needs, from the core's refusal with less memory; the forward does
 * not begin.
 *
 * @param {number} length
 * @param {any} options
 */
async function memoryOf(length, options) {
  const engine = await load({ memoryLimit: 15_000_000 });
  const layer = engine.createMultiHeadAttention(config);
  const x = { data: new Float32Array(length * WIDTH), shape: [length, WIDTH] };
  const [code, text] = refused(() => layer.forward(x, options));
  engine.dispose();
  assert.equal(code, 'memory');
  return Number(/needs (\d+) bytes/.exec(text)?.[1]) - 4 * length * WIDTH; // the result is outside
}

for (const options of OPTIONS) {
  test(`the memory of ${JSON.stringify(options)} grows by the same for every token`, async () => {
    const sizes = await Promise.all([1024, 2048, 4096, 8192].map((len) => memoryOf(len, options)));
    const perToken = sizes.slice(1).map((size, n) => (size - sizes[n]) / (1024 << n));
    for (const bytes of perToken) {
      // Input, queries, packed and unpacked keys and values, heads: seven rows of 512 numbers.
      assert.ok(bytes > 7 * 4 * WIDTH && bytes < 7.2 * 4 * WIDTH, `${perToken}`);
    }
    const long = await memoryOf(LONG, options);
    assert.ok(long <= ROOM, `${long}`);
  });
}

if (process.env.HEADWISE_TEST_ALL) {
  for (const options of /** @type {any[]} */ (OPTIONS.slice(0, 2))) {
    test(`32,768 tokens fit in 512 MB, ${JSON.stringify(options)}`, async (t) => {
      const x = new Random(1).tensor([LONG, WIDTH]);
      const last = { data: x.data.subarray(-3 * WIDTH), shape: [3, WIDTH] };
      const engine = await load({ threads: 2, memoryLimit: ROOM + 4 * LONG * WIDTH });
      const layer = engine.createMultiHeadAttention(config);
      const begin = performance.now();
      const { output, kept } = layer.forward(x, options);
      t.diagnostic(`${((performance.now() - begin) / 1000).toFixed(1)} s`);
      assert.ok(kept);
      // A window of each map at full width, in its last rows; and a window at its beginning.
      const end = [LONG - 3, LONG];
      const rows = kept.attentionWindow({ head: 7, rows: end, columns: [0, LONG] });
      const from = performance.now();
      const small = kept.attentionWindow({ head: 0, rows: [64, 128], columns: [0, 128] });
      t.diagnostic(`64 x 128 cells in ${(performance.now() - from).toFixed(2)} ms`);
      engine.dispose();

      const other = await load();
      const again = other.createMultiHeadAttention(config);
      const asked = { attention: true, ...(options.causal && { causal: 'bottom-right' }) };
      const expected = again.forward(last, x, x, asked);
      assertSameBits(
        { output: { data: output.data.slice(-3 * WIDTH), shape: [3, WIDTH] } },
        { output: expected.output },
      );
      const map = expected.attention?.data.slice(7 * 3 * LONG) ?? new Float32Array(0);
      assertSameBits({ rows }, { rows: { data: map, shape: [3, LONG] } });
      if (options.causal) {
        const first = { data: x.data.subarray(0, 128 * WIDTH), shape: [128, WIDTH] };
        const map = again.forward(first, { ...options, keep: false, attention: true }).attention;
        const cells = map?.data.slice(64 * 128, 128 * 128) ?? new Float32Array(0);
        assertSameBits({ small }, { small: { data: cells, shape: [64, 128] } });
      }
      other.dispose();
    });
  }
}
