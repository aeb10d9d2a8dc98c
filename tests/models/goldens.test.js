// Compares models of every family with the originals: maps, inputs of blocks, logits. See
// tests/golden/models.

import assert from 'node:assert/strict';
import test from 'node:test';
import { readSafetensors, writeSafetensors } from 'headwise/formats';
import { openModel } from 'headwise/models';
import { filesOf, readModelGoldens } from '../golden/models/read.js';

/** Relative to the largest number of a tensor. */
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

/** A Nomic BERT's own config.json. @param {ModelGolden} golden @param {object} [more] */
function ownNomicBert({ config }, more) {
  const own = {
    model_type: 'nomic_bert',
    n_embd: config.hidden_size,
    n_head: config.num_attention_heads,
    n_layer: config.num_hidden_layers,
    n_positions: config.max_position_embeddings,
    layer_norm_epsilon: config.layer_norm_eps,
    activation_function: 'swiglu',
    qkv_proj_bias: false,
    mlp_fc1_bias: false,
    mlp_fc2_bias: false,
    rotary_emb_base: config.rope_parameters.rope_theta,
    rotary_emb_fraction: 1,
    rotary_scaling_factor: null,
    vocab_size: config.vocab_size,
    type_vocab_size: config.type_vocab_size,
    ...more,
  };
  return new TextEncoder().encode(JSON.stringify(own));
}

test('nomic_bert: its own config.json, in the words of GPT-2, means the same', async () => {
  const [golden] = await readModelGoldens(['nomic_bert']);
  const { input } = runOf(golden);
  const [a, b] = await Promise.all([
    openModel(filesOf(golden)),
    openModel({ ...filesOf(golden), 'config.json': ownNomicBert(golden) }),
  ]);
  const last = a.config.numLayers;
  const [one, other] = await Promise.all([a.run(input), b.run(input)]);
  assert.deepEqual(await other.hidden(last), await one.hidden(last));
  a.dispose();
  b.dispose();
});

test('nomic_bert: options of its own config.json that headwise does not support are refused by name', async () => {
  const [golden] = await readModelGoldens(['nomic_bert']);
  /** @type {[Record<string, unknown>, string][]} */
  const cases = [
    [{ prenorm: true }, 'prenorm: expected false of a Nomic BERT, got true'],
    [{ qkv_proj_bias: true }, 'qkv_proj_bias: expected false of a Nomic BERT, got true'],
    [
      { mlp_fc1_bias: undefined },
      'mlp_fc1_bias: expected false of a Nomic BERT, got true, as without it',
    ],
    [{ mlp_fc2_bias: 'no' }, 'mlp_fc2_bias: expected false of a Nomic BERT, got "no"'],
    [{ rotary_emb_fraction: 0.5 }, 'rotary_emb_fraction: expected 1 of a Nomic BERT, got 0.5'],
    [
      { rotary_emb_interleaved: true },
      'rotary_emb_interleaved: expected false of a Nomic BERT, got true',
    ],
    [{ rotary_scaling_factor: 2 }, 'rotary_scaling_factor: expected null of a Nomic BERT, got 2'],
    [{ use_rms_norm: true }, 'use_rms_norm: expected false of a Nomic BERT, got true'],
  ];
  for (const [more, message] of cases) {
    const files = { ...filesOf(golden), 'config.json': ownNomicBert(golden, more) };
    await assert.rejects(openModel(files), { name: 'HeadwiseError', code: 'unsupported', message });
  }
});

/** Names of configs with the same meaning. */
const WIDTHS = ['hidden_size', 'd_model', 'n_embd', 'dim'];
const HEADS = ['num_attention_heads', 'num_heads', 'n_heads', 'n_head', 'decoder_attention_heads'];
/** JSON that is read as Infinity. */
const ENDLESS = '1e400';
const CONTEXTS = ['max_position_embeddings', 'n_positions'];

test('sizes that contradict the tensors are refused when a model is opened, of every family', async () => {
  const families = new Set();
  for (const golden of await readModelGoldens()) {
    const { family, config } = golden;
    if (families.has(family)) continue;
    families.add(family);
    /** @param {string[]} names @param {(size: number) => unknown} change @param {RegExp} message */
    const expectRefused = async (names, change, message) => {
      const name = names.find((one) => typeof config[one] === 'number') ?? assert.fail(family);
      const changed = { ...config, [name]: change(config[name]) };
      const text = JSON.stringify(changed).replace(`"${ENDLESS}"`, ENDLESS);
      const file = new TextEncoder().encode(text);
      await assert.rejects(
        openModel({ ...filesOf(golden), 'config.json': file }),
        (error) => {
          const { code, message: got } = /** @type {any} */ (error);
          assert.equal(code, 'format', `${family}, ${name}: ${got}`);
          assert.match(got, message, `${family}, ${name}`);
          return true;
        },
        `${family}, ${name}`,
      );
    };
    const said = /: expected .*, got /;
    await expectRefused(WIDTHS, (size) => 2 * size, said);
    await expectRefused(WIDTHS, (size) => size / 2, said);
    await expectRefused(WIDTHS, () => 2 ** 31, said);
    await expectRefused(WIDTHS, () => 'wide', said);
    for (const heads of [2 ** 24, 2 ** 31, ENDLESS, 0, -1]) {
      await expectRefused(HEADS, () => heads, said);
    }
    await expectRefused(HEADS, (heads) => 11 * heads, said); // divides no width here
  }
  assert.equal(families.size, 44);
  for (const [family, key, size] of /** @type {const} */ ([
    ['gptj', 'rotary_dim', 2 ** 31],
    ['vit', 'num_channels', 2 ** 31],
    ['modernbert', 'intermediate_size', 0.5],
    ['phi3', 'intermediate_size', null],
  ])) {
    const [golden] = await readModelGoldens([family]);
    const text = JSON.stringify({ ...golden.config, [key]: size });
    await assert.rejects(
      openModel({ ...filesOf(golden), 'config.json': new TextEncoder().encode(text) }),
      { code: 'format' },
      family,
    );
  }
  for (const family of ['bert', 'gpt2', 'opt', 'bart']) {
    const [golden] = await readModelGoldens([family]);
    const name = CONTEXTS.find((one) => one in golden.config) ?? assert.fail(family);
    const changed = { ...golden.config, [name]: 2 * golden.config[name] };
    const file = new TextEncoder().encode(JSON.stringify(changed));
    await assert.rejects(openModel({ ...filesOf(golden), 'config.json': file }), {
      code: 'format',
      message: /: expected at least \d+ rows of \d+ numbers, as the config says, got \d+ rows/,
    });
  }
});

test('Pegasus: a file without its tables of sines gives the same', async () => {
  const [golden] = await readModelGoldens(['pegasus']);
  const files = filesOf(golden);
  const { tensors } = readSafetensors(files['model.safetensors']);
  const kept = Object.entries(tensors).filter(([name]) => !name.includes('embed_positions'));
  assert.equal(Object.keys(tensors).length - kept.length, 2);
  const bytes = writeSafetensors(Object.fromEntries(kept));
  const [own, other] = await Promise.all(
    [files, { ...files, 'model.safetensors': bytes }].map((all) => openModel(all)),
  );
  const { input, options } = runOf(golden);
  const [expected, got] = await Promise.all(
    [own, other].map(async (model) => [
      .../** @type {any} */ (await model.run(input, options)).logits.data,
    ]),
  );
  const largest = Math.max(...expected.map(Math.abs));
  assert.ok(got.every((value, i) => Math.abs(value - expected[i]) <= 1e-5 * largest));
  own.dispose();
  other.dispose();
});
