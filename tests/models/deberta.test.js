// Tests DeBERTa's relative positions in the questions that a run answers: they follow from its own queries and keys,
// also replaced ones, in variants and windows, and on threads.

import assert from 'node:assert/strict';
import test from 'node:test';
import { openModel, sweep, trainable } from 'headwise/models';
import { filesOf, readModelGoldens } from '../golden/models/read.js';
import { changedFiles } from './support/changed.js';
import { expectNear, expectSame } from './support/near.js';

const goldens = await readModelGoldens(['deberta_v2']);
const [shared, older, classes] = goldens;
const first = await readModelGoldens(['deberta']);

/** @param {import('../golden/models/read.js').ModelGolden} golden */
const inputOf = ({ inputs: { ids = [], typeIds } }) => ({ ids, ...(typeIds ? { typeIds } : {}) });

/** The outputs of heads, (H, L, E), by a layer's maps and values. @param {any} run @param {number} layer */
async function headsOf(run, layer) {
  const { attention, value } = await run.trace({ layer });
  const [heads, length, width] = value.shape;
  const out = new Float32Array(value.data.length);
  for (let at = 0; at < out.length; at++) {
    const [head, row, e] = [Math.floor(at / width / length), Math.floor(at / width) % length, at % width]; // prettier-ignore
    let sum = 0;
    for (let j = 0; j < length; j++) sum += attention.at(head, row, j) * value.at(head, j, e);
    out[at] = sum;
  }
  assert.equal(heads * length * width, out.length);
  return out;
}

test('maps are the ones that the run used, also with replaced queries and keys', async () => {
  for (const golden of [...goldens, ...first]) {
    const model = await openModel(filesOf(golden));
    const run = await model.run(inputOf(golden));
    const { query, key, heads } = await run.trace({ layer: 1 });
    expectNear(await headsOf(run, 1), heads.data, golden.name);
    for (const [name, { data, shape }] of Object.entries({ query, key })) {
      const tensor = { data: data.map((x) => 1 - 2 * x), shape };
      const changed = await model.run(inputOf(golden), {
        replace: [{ layer: 1, name: /** @type {'query'} */ (name), tensor }],
      });
      const trace = await changed.trace({ layer: 1 });
      expectNear(await headsOf(changed, 1), trace.heads.data, `${golden.name}, ${name}`);
      assert.notDeepEqual(trace.heads.data, heads.data);
    }
    model.dispose();
  }
});

test('a head is taken away side by side with others, with the bits of a run without it', async () => {
  const model = await openModel(filesOf(shared));
  const measure = { position: 2, token: 5 };
  const { base, effects } = await sweep(model, inputOf(shared), { measure });
  const { numLayers, numHeads } = model.config;
  for (let layer = 0; layer < numLayers; layer++) {
    for (let head = 0; head < numHeads; head++) {
      const run = await model.run(inputOf(shared), { ablate: [{ layer, head }] });
      assert.equal(effects.at(layer, head), Math.fround((await run.measure(measure)) - base));
    }
  }
  model.dispose();
});

test('threads change no bit of scores with positions', async () => {
  for (const golden of [older, classes]) {
    const [one, two] = await Promise.all([1, 2].map((threads) => openModel(filesOf(golden), { threads }))); // prettier-ignore
    const runs = await Promise.all([one, two].map((model) => model.run(inputOf(golden))));
    const [a, b] = runs.map(({ logits }) => /** @type {any} */ (logits).data);
    expectSame(b, a);
    one.dispose();
    two.dispose();
  }
});

test('windows, parts of scores and a layer alone have the addend of positions', async () => {
  const model = await openModel(filesOf(shared));
  const run = await model.run(inputOf(shared));
  const map = await run.attention({ layer: 0, head: 1 });
  const size = map.shape[0];
  const at = { layer: 0, head: 1, rows: [0, size], columns: [0, size], width: size, height: size };
  expectNear((await run.attentionWindow(/** @type {any} */ (at))).data, map.data);
  const { score, values } = await run.scoreParts({ layer: 1, head: 2, query: 7, key: 3 });
  const sum = values.data.reduce((all, value) => all + value, 0);
  assert.ok(Math.abs(sum - score) < 1e-4 * Math.max(1, Math.abs(score)), `${sum} of ${score}`);
  const { scores } = await run.trace({ layer: 1 });
  const { options } = await run.layer({ layer: 1 });
  const bias = /** @type {any} */ (options).mask.bias;
  assert.ok(Math.abs(scores.at(2, 7, 3) + bias.at(2, 7, 3) - score) < 1e-5);
  model.dispose();
});

test('what DeBERTa may ask for and is not built is refused by name', async () => {
  for (const [changes, message] of /** @type {const} */ ([
    [{ conv_kernel_size: 3 }, /conv_kernel_size: expected 0, got 3/],
    [{ embedding_size: 12 }, /embedding_size: expected 24, got 12/],
    [{ attention_head_size: 12 }, /attention_head_size: expected 8, got 12/],
    [{ pos_att_type: ['c2p', 'p2p'] }, /pos_att_type: expected c2p or p2c, got "p2p"/],
    [{ pos_att_type: 5 }, /pos_att_type: expected c2p or p2c, got 5/],
    [{ norm_rel_ebd: 'rms' }, /norm_rel_ebd: expected none or layer_norm, got "rms"/],
    [{ position_buckets: 1 }, /position_buckets: expected from 2 to 77, or -1, got 1/],
    [{ position_buckets: 78 }, /position_buckets: expected from 2 to 77, or -1, got 78/],
    [{ position_buckets: 8 }, /rel_embeddings\.weight: expected 16 rows of 24 numbers/],
    [{ relative_attention: false }, /expected only tensors that this model reads/],
  ])) {
    const files = changedFiles(shared, { ...shared.config, ...changes });
    await assert.rejects(openModel(files), { name: 'HeadwiseError', message });
  }
  const talking = changedFiles(first[0], { ...first[0].config, talking_head: true });
  await assert.rejects(openModel(talking), {
    code: 'unsupported',
    message: /talking_head: expected false, got true/,
  });
  const model = await openModel(filesOf(shared));
  assert.throws(() => trainable(model), { message: /relative positions/ });
  model.dispose();
});
