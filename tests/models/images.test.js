// Tests the images of vision models: all forms of preprocessor_config.json, and pixels from bytes.

import assert from 'node:assert/strict';
import test from 'node:test';
import { openModel } from 'headwise/models';
import { filesOf, readModelGoldens } from '../golden/models/read.js';

const IMAGENET = { image_mean: [0.485, 0.456, 0.406], image_std: [0.229, 0.224, 0.225] };

/**
 * @param {string} family
 * @param {string} name
 * @param {unknown} [preprocessor]
 */
async function open(family, name, preprocessor) {
  const golden = (await readModelGoldens([family])).find((one) => one.name === name);
  assert.ok(golden);
  const files = filesOf(golden);
  if (preprocessor !== undefined) {
    files['preprocessor_config.json'] = new TextEncoder().encode(JSON.stringify(preprocessor));
  }
  return openModel(files);
}

/** @param {number} width @param {number} height */
function imageOf(width, height) {
  const data = Uint8ClampedArray.from({ length: 4 * width * height }, (_, i) => (i * 37) % 256);
  return { data, width, height };
}

test('the fields of the file, in all their forms', async () => {
  const half = { height: 12, width: 12 };
  /** @type {[string, unknown, Record<string, unknown>][]} */
  const cases = [
    ['vit pooled', undefined, { resize: half, crop: null, isGiven: false }],
    ['vit grey', undefined, { resize: { height: 6, width: 10 }, channels: 1 }],
    ['vit pooled', { size: 10 }, { resize: { height: 10, width: 10 }, isGiven: true }],
    [
      'vit pooled',
      { size: { height: 8, width: 16 }, resample: 3, do_rescale: false },
      { resize: { height: 8, width: 16 }, resample: 'bicubic', scale: 1 },
    ],
    [
      'deit pooled',
      { size: 14, crop_size: 12, do_center_crop: true, ...IMAGENET },
      { resize: { height: 14, width: 14 }, crop: half, mean: IMAGENET.image_mean },
    ],
    ['vit pooled', { resample: 'map' }, { resample: 'bilinear' }],
    ['vit pooled', { resample: 'length' }, { resample: 'bilinear' }],
    ['deit pooled', {}, { first: ['class', 'distillation'] }],
    [
      'dinov2 pooled',
      { size: { shortest_edge: 14 }, crop_size: { height: 12, width: 8 } },
      { resize: { shortestEdge: 14 }, crop: { height: 12, width: 8 }, first: ['class'] },
    ],
    [
      'dinov2_with_registers classes',
      { size: { shortest_edge: 14 } },
      { resize: { shortestEdge: 14 }, first: ['class', 'register', 'register'] },
    ],
    [
      'dinov2 pooled',
      { size: 14, do_center_crop: false },
      { resize: { shortestEdge: 14 }, crop: null },
    ],
    [
      'vit pooled',
      { do_resize: false, do_normalize: false },
      { resize: null, mean: [0, 0, 0], std: [1, 1, 1] },
    ],
  ];
  for (const [which, given, wanted] of cases) {
    const [family, name] = which.split(' ');
    const model = await open(family, name, given);
    const { image } = model;
    assert.ok(image);
    assert.deepEqual({ ...image, ...wanted }, image, JSON.stringify(given));
    model.dispose();
  }
});

test("pixels are scaled and normalised for each channel; a model of one channel gets PIL's greys", async () => {
  const image = imageOf(12, 12);
  const model = await open('vit', 'pooled', { rescale_factor: 0.5, ...IMAGENET });
  const { data, shape } = model.pixels(image);
  assert.deepEqual(shape, [3, 12, 12]);
  for (const channel of [0, 1, 2]) {
    for (const at of [0, 77, 143]) {
      const value = image.data[4 * at + channel] * 0.5 - IMAGENET.image_mean[channel];
      assert.equal(data[channel * 144 + at], Math.fround(value / IMAGENET.image_std[channel]));
    }
  }
  const run = await model.run({ data, shape });
  assert.deepEqual((await run.attention({ layer: 0 })).shape, [3, 10, 10]);
  model.dispose();
  const grey = await open('vit', 'grey', { do_rescale: false, do_normalize: false });
  const bytes = Uint8Array.from([255, 0, 0, 9, 0, 255, 0, 9, 0, 0, 255, 9, 200, 100, 50, 9]);
  const greys = grey.pixels({ data: bytes, width: 2, height: 2 });
  assert.deepEqual([...greys.data], [76, 150, 29, 124]); // Image.convert('L') of Pillow 13.0.0
  grey.dispose();
});

test('wrong fields and pixels are refused by name', async () => {
  for (const [given, text] of /** @type {const} */ ([
    [[], /preprocessor_config\.json: .*expected an object/],
    [{ size: 0 }, /preprocessor_config\.json: size: expected pixels from 1 to 16384, got 0/],
    [{ size: { height: 4 } }, /size: expected pixels/],
    [{ size: { shortest_edge: 1e9 } }, /size: expected pixels/],
    [{ image_mean: [1, 2] }, /image_mean: expected 3 numbers, got "2"/],
    [{ image_std: 0 }, /image_std: expected numbers that are not 0/],
    [{ rescale_factor: '1/255' }, /rescale_factor: expected a finite number, got "1\/255"/],
  ])) {
    await assert.rejects(open('vit', 'pooled', given), text);
  }
  const model = await open('vit', 'pooled');
  const wrong = /** @type {any} */ (model);
  assert.throws(() => wrong.pixels(null), /image: expected .*ImageData, got null/);
  assert.throws(
    () => wrong.pixels({ ...imageOf(2, 2), width: 3 }),
    /image\.data: expected 24 bytes, got 16/,
  );
  assert.throws(
    () => wrong.pixels({ ...imageOf(2, 2), height: 0 }),
    /image\.height: expected a whole number/,
  );
  assert.throws(
    () => wrong.pixels({ data: [1], width: 1, height: 1 }),
    /image\.data: expected bytes/,
  );
  model.dispose();
  assert.throws(() => wrong.pixels(imageOf(2, 2)), /disposed/);
  const [text] = await readModelGoldens(['bert']);
  const other = await openModel(filesOf(text));
  assert.equal(other.image, undefined);
  assert.throws(() => other.pixels(imageOf(2, 2)), /expected a model that reads images/);
  other.dispose();
});
