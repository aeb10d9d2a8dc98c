// GGUF files with a key or a tensor that is another: maps, what leaves the blocks and logits are those of transformers with the
// same parameters. tests/golden/gguf/variants.py made the results.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import { openModel } from 'headwise/models';
import { readSafetensors, toFloat32 } from 'headwise/formats';
import { changedGguf } from './support/files.js';
import { expectNear } from './support/near.js';

/** @typedef {import('../../src/js/formats/gguf.js').GgufValue} GgufValue */

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
  test(`${base}, ${name}: what transformers gives`, async () => {
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
    assert.deepEqual(model.report.unused, []);
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
