// Tests the 8-bit arithmetic of opened models: the same bits in every variant and with any number of threads, near the exact
// numbers, and exact where the stored type has none.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'node:test';
import { openModel, sweep } from 'headwise/models';
import { openCore } from './support/models-core.js';
import { KINDS, fill, llamaOf } from './support/stored-llama.js';

const INT8 = Object.keys(KINDS).filter((kind) => KINDS[kind][1] > 1);
const IDS = [3, 1, 4, 1, 5, 9, 2, 6];

const digestsOf = fileURLToPath(new URL('./support/int8-bits.js', import.meta.url));
const hook = fileURLToPath(new URL('../../src/build/hook.js', import.meta.url));
const relaxed = process.version.startsWith('v20.') ? ['--experimental-wasm-relaxed-simd'] : [];

/** @param {string} variant @param {readonly string[]} flags */
async function digests(variant, flags = []) {
  const args = [...flags, '--import', hook, digestsOf, variant];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

test('products have one SHA-256 in every variant', async () => {
  const [fixed, other] = await Promise.all([digests('fixed'), digests('relaxed', relaxed)]);
  assert.deepEqual(other, fixed);
  assert.deepEqual(fixed, {
    Q4_0: 'c0609c31738ef72dbf6a4eb05e37e0a1c7672c030f11f1956db1b6df206e8707',
    Q4_1: '546c842584a5cc7ab50964cb1c0c880636d5df1fb37b6a47ce70fb7c44349c82',
    Q5_0: '16d17af44cf699911760e465da4798bd3e69f4f4fc0ed3136f72e3e708555240',
    Q5_1: '9316100a41bc289b4935da852567cba29262ce4bd89b0e0b807b9782162d6f53',
    Q8_0: '967898b01ecb036f4112a15b12885e830f36bbc9e630fde4a1597f5b5d1d4f67',
    Q2_K: '2f1169fa5374946215f4e4fcbfc05e4005da221938b3a82c8e3e4f3a7619269a',
    Q3_K: '557d6a6e1667b23aa104c3a1b6e50d1a0b4e0c7a45fc4c7dc35b546d367306ec',
    Q4_K: '89dc7dc3ea4d44f86c7c01090cc3bb4427cb9676c7b0db72cfdb40e744446234',
    Q5_K: '124d7738156d66d7f824229939cca51f4516493893b7e636a1b6d27eec0a105d',
    Q6_K: '7b7c543233efbdc851426b8d15d3d29d567f0754681a7f4afa20ac1ee7510a0f',
    IQ4_NL: 'd4be600a7232f86ff3bbe2f7ea7b6bf863592d906674592b86145b552d8c84b3',
    IQ4_XS: '7b4414fbc40f543a319adeb4603f78410de810f8c567307967e3221267f6713a',
  });
});

// Each x_k is at most half a step, s / 2, from the number that is multiplied, where s is the largest magnitude of its block of
// 32, divided by 127: a product is at most s / 2 times the sum of its |w_k| away, summed over the blocks. Roundings to float32, of
// both products, add at most 2^-23 of the sum of all |w_k x_k| for each of them, of which there are at most n.
test('each number of a product is within half a step of the exact product', async () => {
  const core = await openCore('fixed');
  const [inputs, outputs, rows] = [256, 24, 3];
  const values = Float32Array.from({ length: rows * inputs }, (_, i) => Math.sin(i * i) * (i % 7));
  const x = core.floats(values);
  for (const kind of INT8) {
    const [, block, size] = KINDS[kind];
    const bytes = new Uint8Array(((inputs * outputs) / block) * size);
    let seed = 5;
    const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648);
    for (let at = 0; at < bytes.length; at += size) fill(bytes.subarray(at, at + size), kind, next);
    const [exact, near] = [false, true].map((int8) =>
      core.weights(kind, outputs, inputs, bytes, int8),
    );
    const weights = core.decoded(exact);
    const [a, b] = [core.multiply(exact, x, rows), core.multiply(near, x, rows)];
    let farthest = 0;
    for (let i = 0; i < rows; i++) {
      for (let o = 0; o < outputs; o++) {
        let [steps, size] = [0, 0];
        for (let at = 0; at < inputs; at += 32) {
          const own = values.subarray(i * inputs + at, i * inputs + at + 32);
          const step = Math.max(...own.map(Math.abs)) / 127;
          for (let k = 0; k < 32; k++) {
            const weight = Math.abs(weights[o * inputs + at + k]);
            steps += (step / 2) * weight;
            size += weight * Math.abs(own[k]);
          }
        }
        const bound = steps + inputs * 2 ** -23 * size;
        const error = Math.abs(a[i * outputs + o] - b[i * outputs + o]);
        assert.ok(error <= bound, `${kind}, ${i}, ${o}: ${error} > ${bound}`);
        farthest = Math.max(farthest, error / bound);
      }
    }
    assert.ok(farthest > 0.01, kind); // the products are other ones
  }
});

/** @param {string} kind @param {object} options */
async function logitsOf(kind, options) {
  const model = await openModel({ 'model.gguf': llamaOf(kind) }, options);
  const { data } = /** @type {{ data: Float32Array }} */ ((await model.run(IDS)).logits);
  const written = [];
  for await (const { alternatives } of model.generate(IDS, { maxTokens: 3 })) {
    written.push(alternatives.map(({ id, logit }) => [id, logit]));
  }
  model.dispose();
  return { data, written };
}

for (const kind of INT8) {
  test(`${kind}: int8 has the same bits with threads and in a worker, and other ones than exact`, async () => {
    const arithmetic = /** @type {const} */ ('int8');
    const one = await logitsOf(kind, { arithmetic });
    assert.deepEqual(await logitsOf(kind, { arithmetic, threads: 2, threadsFrom: 1 }), one);
    assert.deepEqual(await logitsOf(kind, { arithmetic, worker: true }), one);
    const exact = await logitsOf(kind, { arithmetic: 'exact' });
    assert.deepEqual(exact, await logitsOf(kind, {}));
    assert.notDeepEqual(one.data, exact.data);
    const largest = Math.max(...exact.data.map(Math.abs));
    const error = Math.max(...one.data.map((value, i) => Math.abs(value - exact.data[i])));
    assert.ok(error < largest / 8, `${error} of ${largest}`);
  });
}

test('effects of heads are those of whole runs, with the same bits', async () => {
  const model = await openModel({ 'model.gguf': llamaOf('Q4_0') }, { arithmetic: 'int8' });
  const measure = { token: 3, against: 5 };
  const { base, effects } = await sweep(model, IDS, { measure });
  const run = await model.run(IDS);
  assert.equal(base, await run.measure(measure));
  for (let head = 0; head < model.config.numHeads; head++) {
    const without = await model.run(IDS, { ablate: [{ layer: 0, head }] });
    assert.equal(effects.at(0, head), Math.fround((await without.measure(measure)) - base));
    without.dispose();
  }
  run.dispose();
  model.dispose();
});

test('weights without blocks, and weights in float32, give exact products', async () => {
  const arithmetic = /** @type {const} */ ('int8');
  for (const kind of Object.keys(KINDS).filter((one) => !INT8.includes(one)))
    assert.deepEqual(await logitsOf(kind, { arithmetic }), await logitsOf(kind, {}), kind);
  const weights = /** @type {const} */ ('float32');
  assert.deepEqual(await logitsOf('Q4_0', { arithmetic, weights }), await logitsOf('Q4_0', {}));
});

test('another arithmetic is refused with the possible ones', async () => {
  const files = { 'model.gguf': llamaOf('Q4_0') };
  for (const [arithmetic, got] of /** @type {[any, string][]} */ ([
    ['int4', '"int4"'],
    [8, '8'],
  ])) {
    const message = `arithmetic: expected 'exact' or 'int8', got ${got}`;
    await assert.rejects(openModel(files, { arithmetic }), { name: 'TypeError', message });
  }
});
