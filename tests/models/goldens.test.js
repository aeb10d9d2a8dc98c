// Models of every family against the originals: maps, what enters each block, logits. See tests/golden/models.

import assert from 'node:assert/strict';
import test from 'node:test';
import { openModel } from 'headwise/models';
import { filesOf, readModelGoldens } from '../golden/models/read.js';

/** Of the largest number of a tensor. */
const ALLOWED = 1e-5;

/** @import { ModelGolden } from '../golden/models/read.js' */

/**
 * @param {string} what
 * @param {{ data: ArrayLike<number>, shape: readonly number[] }} got
 * @param {ArrayLike<number>} wanted
 */
function expectNear(what, { data }, wanted) {
  assert.equal(data.length, wanted.length, what);
  const largest = Math.max(...Array.from(wanted, Math.abs), Number.MIN_VALUE);
  for (let i = 0; i < data.length; i++) {
    const difference = Math.abs(data[i] - wanted[i]) / largest;
    assert.ok(difference <= ALLOWED, `${what}: ${data[i]} at ${i}, expected ${wanted[i]}`);
  }
}

/**
 * @param {any} run
 * @param {{ data: Float32Array, shape: number[] }} maps (layers, H, L, S)
 * @param {'self' | 'cross' | 'encoder'} kind
 */
async function expectMaps(run, { data, shape: [layers, heads, rows, columns] }, kind) {
  const size = heads * rows * columns;
  for (let layer = 0; layer < layers; layer++) {
    const wanted = data.subarray(layer * size, (layer + 1) * size);
    const all = await run.attention({ layer, kind });
    assert.deepEqual(all.shape, [heads, rows, columns]);
    expectNear(`${kind}, layer ${layer}`, all, wanted);
    const head = heads - 1;
    const one = await run.attention({ layer, head, kind });
    assert.deepEqual(one.shape, [rows, columns]);
    expectNear(
      `${kind}, layer ${layer}, head ${head}`,
      one,
      wanted.subarray(head * rows * columns),
    );
  }
}

/** @param {ModelGolden} golden */
function runOf({ inputs }) {
  const { ids, typeIds, targetIds, pixels } = inputs;
  const input = pixels ?? { ids: ids ?? [], ...(typeIds ? { typeIds } : {}) };
  return { input, options: targetIds ? { target: targetIds } : {} };
}

for (const golden of await readModelGoldens()) {
  test(`${golden.family}, ${golden.name}: maps, hidden states and logits are the original's`, async () => {
    const { expected } = golden;
    const model = await openModel(filesOf(golden));
    const { input, options } = runOf(golden);
    const run = await model.run(input, options);
    await expectMaps(run, expected.attentions, 'self');
    if (expected.crossAttentions) await expectMaps(run, expected.crossAttentions, 'cross');
    if (expected.encoderAttentions) await expectMaps(run, expected.encoderAttentions, 'encoder');
    const [states, rows, width] = expected.hidden.shape;
    for (let layer = 0; layer < states - 1; layer++) {
      const wanted = expected.hidden.data.subarray(
        layer * rows * width,
        (layer + 1) * rows * width,
      );
      expectNear(`hidden ${layer}`, await run.hidden(layer), wanted);
    }
    expectNear(
      'before the final norm',
      await run.hidden(states - 1),
      expected.beforeFinalNorm.data,
    );
    if (expected.logits)
      expectNear('logits', /** @type {any} */ (run.logits), expected.logits.data);
    model.dispose();
  });
}

test('nomic_bert: its own config.json, in the words of GPT-2, means the same', async () => {
  const [golden] = await readModelGoldens(['nomic_bert']);
  const { config } = golden;
  const own = {
    model_type: 'nomic_bert',
    n_embd: config.hidden_size,
    n_head: config.num_attention_heads,
    n_layer: config.num_hidden_layers,
    n_positions: config.max_position_embeddings,
    layer_norm_epsilon: config.layer_norm_eps,
    activation_function: 'swiglu',
    rotary_emb_base: config.rope_parameters.rope_theta,
    vocab_size: config.vocab_size,
    type_vocab_size: config.type_vocab_size,
  };
  const file = new TextEncoder().encode(JSON.stringify(own));
  const { input } = runOf(golden);
  const [a, b] = await Promise.all([
    openModel(filesOf(golden)),
    openModel({ ...filesOf(golden), 'config.json': file }),
  ]);
  const last = a.config.numLayers;
  const [one, other] = await Promise.all([a.run(input), b.run(input)]);
  assert.deepEqual(await other.hidden(last), await one.hidden(last));
  a.dispose();
  b.dispose();
});
