// Compares normalised queries and keys with torch: output, maps and all gradients, with a learned
// bias and slopes, of the engine on one and two threads, in a worker and of the reference.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import { load, loadInWorker } from 'headwise';
import * as reference from 'headwise/reference';
import { gradientError } from '../api/support/gradients.js';

const packed = await readFile(new URL('./query-key-norm/cases.json.gz', import.meta.url));
const { version, cases } = JSON.parse(gunzipSync(packed).toString());

/**
 * Relative to the largest number of a tensor, times the largest score: 16 roundings, as in
 * tests/api/results/backward.test.js.
 */
const WITHIN = 16 * 2 ** -23;
/** The reference has only the rounding of the stored numbers. */
const REFERENCE_WITHIN = 2 ** -24;

/** @type {Record<string, { made: any, within: number }>} */
const engines = {
  engine: { made: await load(), within: WITHIN },
  threads: { made: await load({ threads: 2, threadsFrom: 0 }), within: WITHIN },
  worker: { made: await loadInWorker(), within: WITHIN },
  reference: { made: reference, within: REFERENCE_WITHIN },
};
test.after(() => {
  for (const { made } of Object.values(engines)) if ('dispose' in made) void made.dispose();
});

/** @param {{ float32: string, shape: number[] }} stored */
function toTensor({ float32, shape }) {
  const bytes = Uint8Array.from(Buffer.from(float32, 'base64')); // aligned, and a copy
  return { data: new Float32Array(bytes.buffer), shape };
}

/** @param {Record<string, any>} stored @returns {Record<string, any>} */
const toTensors = (stored) =>
  Object.fromEntries(Object.entries(stored).map(([name, one]) => [name, toTensor(one)]));

/**
 * @param {{ data: ArrayLike<number>, shape: readonly number[] }} found
 * @param {{ float32: string, shape: number[] }} stored
 * @param {number} within
 * @param {string} what
 */
function assertNear(found, stored, within, what) {
  const expected = toTensor(stored);
  assert.deepEqual([...found.shape], expected.shape, what);
  const largest = expected.data.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-3);
  expected.data.forEach((value, at) => {
    const off = Math.abs(found.data[at] - value);
    assert.ok(off <= within * largest, `${what}[${at}]: ${found.data[at]}, expected ${value}`);
  });
}

test(`there are cases of ${version}`, () => assert.equal(cases.length, 7));

for (const [name, { made, within }] of Object.entries(engines)) {
  for (const one of cases) {
    test(`${name}: ${one.name}`, async () => {
      const layer = await made.createMultiHeadAttention(one.config);
      await layer.loadStateDict(toTensors(one.state));
      const slopes = one.slopes && toTensor(one.slopes).data;
      /** @type {any} */
      const options = {
        causal: true,
        trace: true,
        keep: true,
        ...(one.positions !== 'none' && { positions: { type: one.positions, slopes } }),
        ...(one.bias && { mask: { bias: toTensor(one.bias) } }),
      };
      const { output, attention, trace, kept } = await layer.forward(toTensor(one.x), options);
      assertNear(output, one.output, within, 'output');
      assertNear(attention, one.attention, within, 'attention');
      const wanted = { bias: one.bias !== undefined, slopes: slopes !== undefined };
      const found = await kept.backward(toTensor(one.gradOutput), wanted);
      const { parameters, ...inputs } = one.gradients;
      const expected = { ...toTensors(inputs), parameters: toTensors(parameters) };
      /** @type {Float32Array} */
      const scores = trace.scores.data;
      const largest = scores.reduce((most, score) => Math.max(most, Math.abs(score)), 1);
      const off = gradientError(found, expected);
      assert.ok(off <= within * largest, `gradients are off by ${off}, of scores up to ${largest}`);
      await kept.dispose();
      await layer.dispose();
    });
  }
}

test('a cache gives the bits of the whole sequence', () => {
  const { made } = engines.engine;
  for (const one of cases.filter((/** @type {any} */ { bias }) => bias === undefined)) {
    const layer = made.createMultiHeadAttention(one.config);
    layer.loadStateDict(toTensors(one.state));
    const x = toTensor(one.x);
    const [batch, length, width] = x.shape;
    const slopes = one.slopes && toTensor(one.slopes).data;
    const positions = { type: one.positions, ...(slopes && { slopes }) };
    const whole = layer.forward(x, { causal: true, positions }).output;
    const cache = layer.createCache({ batch, capacity: length });
    for (let at = 0; at < length; at++) {
      const rows = Array.from({ length: batch }, (_, b) =>
        x.data.subarray((b * length + at) * width, (b * length + at + 1) * width),
      );
      const token = {
        data: Float32Array.from(rows.flatMap((row) => [...row])),
        shape: [batch, 1, width],
      };
      const { data } = layer.forward(token, { causal: true, positions, cache }).output;
      for (let b = 0; b < batch; b++) {
        const expected = whole.data.subarray(
          (b * length + at) * width,
          (b * length + at + 1) * width,
        );
        assert.deepEqual(data.subarray(b * width, (b + 1) * width), expected, `${one.name}: ${at}`);
      }
    }
    layer.dispose();
  }
});
