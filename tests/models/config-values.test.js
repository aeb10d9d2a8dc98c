// Tests that wrong values in config.json are refused by the field's name when a model is opened,
// and so are parameters in other forms and fields of a newer transformers.

import assert from 'node:assert/strict';
import test from 'node:test';
import { HeadwiseError, openModel } from 'headwise/models';
import { writeSafetensors } from '../../src/js/formats/write-safetensors.ts';
import { filesOf, readModelGoldens } from '../golden/models/read.js';
import { changedFiles, modelOf } from './support/changed.js';

const goldens = await readModelGoldens();

/**
 * Values of other kinds than a field's own, or out of its range.
 *
 * @param {string} name @param {unknown} value @returns {unknown[]}
 */
function wrongFor(name, value) {
  if (value === null) return ['none', [1]];
  if (typeof value === 'number') {
    const isWhole = Number.isInteger(value) && !/(softcapping|^rope_theta)$/.test(name);
    const more = isWhole ? [1.5, 2 ** 40] : [];
    return ['wide', true, [1], {}, -1, -(2 ** 40), ...more];
  }
  if (typeof value === 'boolean') return ['yes', 1, 0, [], {}];
  if (typeof value === 'string') return [5, true, ['gelu'], {}, 'no such name'];
  if (Array.isArray(value)) return ['list', 5, {}, [...value, 'other'], value.map(() => 'other')];
  return ['object', 5, [1]];
}

/**
 * Whether a config is refused by a field's name. One that the table takes must be the same model,
 * or be refused when its tensors
 * are read.
 *
 * @param {import('../golden/models/read.js').ModelGolden} golden
 * @param {Record<string, any>} config
 * @param {string} name
 * @returns {Promise<string | null>} the fault
 */
async function faultOf(golden, config, name) {
  try {
    if (modelOf(golden, config) === modelOf(golden, golden.config)) return null;
    const model = await openModel(changedFiles(golden, config));
    model.dispose();
    return 'it opens';
  } catch (error) {
    const isNamed = error instanceof HeadwiseError && error.message.includes(name);
    return isNamed ? null : String(error);
  }
}

test('wrong values are refused by their names, of every family', async () => {
  const families = new Set();
  const faults = [];
  let count = 0;
  for (const golden of goldens) {
    if (families.has(golden.family)) continue;
    families.add(golden.family);
    for (const [name, value] of Object.entries(golden.config)) {
      if (['model_type', 'transformers_version', 'architectures'].includes(name)) continue;
      for (const wrong of wrongFor(name, value)) {
        count++;
        const fault = await faultOf(golden, { ...golden.config, [name]: wrong }, name);
        if (fault) faults.push(`${golden.family}: ${name} ${JSON.stringify(wrong)}: ${fault}`);
      }
    }
  }
  assert.deepEqual(faults, []);
  assert.ok(families.size === 44 && count > 3000, `${count} of ${families.size}`);
});

const PAIRS = [1, 1, 1];
/**
 * Wrong rotary positions, and the field that a refusal names.
 *
 * @type {[Record<string, unknown>, string][]}
 */
const TURNS = [
  [{ rope_scaling: 5 }, 'rope_scaling'],
  [{ rope_scaling: 'linear' }, 'rope_scaling'],
  [{ rope_scaling: [] }, 'rope_scaling'],
  [{ rope_scaling: { type: 5 } }, 'type'],
  [{ rope_scaling: { rope_type: 'other' } }, 'rope_type'],
  [{ rope_scaling: { rope_type: 'linear' } }, 'factor'],
  [{ rope_scaling: { rope_type: 'linear', factor: 0 } }, 'factor'],
  [{ rope_scaling: { rope_type: 'dynamic', factor: -2 } }, 'factor'],
  [{ rope_scaling: { rope_type: 'dynamic', factor: '2' } }, 'factor'],
  [{ rope_scaling: { rope_type: 'llama3', low_freq_factor: 1, high_freq_factor: 4 } }, 'factor'],
  [{ rope_scaling: { rope_type: 'llama3', factor: 8, high_freq_factor: 4 } }, 'low_freq_factor'],
  [
    { rope_scaling: { rope_type: 'llama3', factor: 8, low_freq_factor: 4, high_freq_factor: 4 } },
    'high_freq_factor',
  ],
  [{ rope_scaling: { rope_type: 'yarn' } }, 'factor'],
  [{ rope_scaling: { rope_type: 'yarn', factor: 4, beta_fast: 'x' } }, 'beta_fast'],
  [{ rope_scaling: { rope_type: 'yarn', factor: 4, truncate: 1 } }, 'truncate'],
  [
    { rope_scaling: { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 0 } },
    'original_max_position_embeddings',
  ],
  [{ rope_scaling: { rope_type: 'yarn', factor: 4, rope_theta: 1 } }, 'rope_theta'],
  [{ rope_scaling: { rope_type: 'longrope' } }, 'short_factor'],
  [{ rope_scaling: { rope_type: 'longrope', short_factor: PAIRS } }, 'long_factor'],
  [
    { rope_scaling: { rope_type: 'longrope', short_factor: PAIRS, long_factor: [1, 1] } },
    'long_factor',
  ],
  [
    { rope_scaling: { rope_type: 'longrope', short_factor: [1, 0, 1], long_factor: PAIRS } },
    'short_factor',
  ],
  [{ rope_parameters: 5 }, 'rope_parameters'],
  ...[0, -1, 'x', null, [1]].map(
    (theta) =>
      /** @type {[Record<string, unknown>, string]} */ ([
        { rope_parameters: { rope_theta: theta } },
        'rope_theta',
      ]),
  ),
  [{ rope_parameters: null, rope_theta: 0 }, 'rope_theta'],
  [{ rope_parameters: null, rope_theta: 'x' }, 'rope_theta'],
  [
    { rope_parameters: { partial_rotary_factor: 0.5, rope_type: 'linear', factor: 2 } },
    'partial_rotary_factor',
  ],
];

test('wrong rotary positions are refused by name', async () => {
  const golden = goldens.find(
    ({ family, config }) => family === 'llama' && (config.head_dim ?? 6) === 6,
  );
  assert.ok(golden);
  for (const [also, name] of TURNS) {
    await assert.rejects(
      openModel(changedFiles(golden, { ...golden.config, ...also })),
      (error) => error instanceof HeadwiseError && error.message.includes(name),
      JSON.stringify(also),
    );
  }
});

test('a BLOOM whose slices leave out biases is refused, one slice is not', async () => {
  const golden = goldens.find(({ family }) => family === 'bloom');
  assert.ok(golden);
  const sliced = { ...golden.config, slow_but_exact: true, pretraining_tp: 2 };
  await assert.rejects(openModel(changedFiles(golden, sliced)), {
    name: 'HeadwiseError',
    code: 'unsupported',
    message: 'config.json: slow_but_exact: expected false, got true',
  });
  for (const fine of [{ pretraining_tp: 1 }, { slow_but_exact: false }]) {
    const model = await openModel(changedFiles(golden, { ...sliced, ...fine }));
    model.dispose();
  }
});

test('parameters in other forms are refused by the method', async () => {
  const [golden] = goldens;
  for (const [given, got] of /** @type {const} */ ([
    [{ quant_method: 'bitsandbytes', load_in_8bit: true }, 'bitsandbytes'],
    [{ quant_method: 'compressed-tensors' }, 'compressed-tensors'],
    [{ quant_method: 'gptq', bits: 4 }, 'gptq'],
    [{}, 'one without quant_method'],
  ])) {
    const config = { ...golden.config, quantization_config: given };
    await assert.rejects(openModel(changedFiles(golden, config)), {
      name: 'HeadwiseError',
      code: 'unsupported',
      message: `config.json: quantization_config: expected parameters that are not quantised, got "${got}"`,
    });
  }
  const none = await openModel(
    changedFiles(golden, { ...golden.config, quantization_config: null }),
  );
  none.dispose();
});

test('integers in place of weights are refused by name', async () => {
  const [golden] = goldens;
  const name = Object.keys(golden.tensors).find((one) => one.endsWith('query.weight'));
  assert.ok(name);
  const { shape, data } = golden.tensors[name];
  const integers = {
    dtype: /** @type {const} */ ('I8'),
    shape,
    data: new Int8Array(data.length).fill(1),
  };
  const tensors = { ...golden.tensors, [name]: integers };
  const files = { ...filesOf(golden), 'model.safetensors': writeSafetensors(tensors) };
  await assert.rejects(openModel(files), {
    name: 'HeadwiseError',
    code: 'unsupported',
    message: new RegExp(`^${name}: expected .*, got I8`),
  });
});

test('a field of a newer transformers is refused by its name, unless the user accepts it', async () => {
  const [golden] = goldens;
  const newer = { ...golden.config, transformers_version: '5.24.0', attention_sinks: 4 };
  await assert.rejects(openModel(changedFiles(golden, newer)), {
    name: 'HeadwiseError',
    code: 'unsupported',
    message:
      /^config\.json: "attention_sinks": expected .*ignore, but the file is of transformers 5\.24\.0$/,
  });
  for (const [
    config,
    options,
  ] of /** @type {[object, import('headwise/models').OpenOptions][]} */ ([
    [newer, { ignore: ['attention_sinks'] }],
    [{ ...newer, transformers_version: '5.23.1' }, {}],
    [{ ...newer, transformers_version: undefined }, {}],
    [{ ...golden.config, transformers_version: '6.0.0' }, {}],
  ])) {
    const model = await openModel(changedFiles(golden, config), options);
    model.dispose();
  }
  for (const ignore of ['attention_sinks', [5], {}]) {
    await assert.rejects(openModel(changedFiles(golden, newer), /** @type {any} */ ({ ignore })), {
      name: 'TypeError',
      message: /^ignore: expected an array of names of fields/,
    });
  }
});

test('a field that contradicts a size of a model is refused by name', async () => {
  for (const [family, name, value] of /** @type {const} */ ([
    ['gpt_neox', 'head_dim', 4],
    ['t5', 'num_hidden_layers', 1],
  ])) {
    const golden = goldens.find((one) => one.family === family);
    assert.ok(golden);
    await assert.rejects(openModel(changedFiles(golden, { ...golden.config, [name]: value })), {
      name: 'HeadwiseError',
      code: 'unsupported',
      message: new RegExp(`^config\\.json: ${name}: expected .*, got ${value}$`),
    });
  }
});

test('GPT-Neo: attention_layers wins over attention_types, as in transformers', async () => {
  const golden = goldens.find(({ family }) => family === 'gpt_neo');
  assert.ok(golden);
  const each = Array.from({ length: golden.config.num_layers }, (_, i) => (i % 2 ? 'global' : 'local')); // prettier-ignore
  const { attention_layers: _, ...others } = golden.config;
  const types = (/** @type {unknown} */ attention_types) => ({ ...others, attention_types });
  const expected = modelOf(golden, types(each.map((kind) => [[kind], 1])));
  const other = types([[['global'], each.length]]);
  assert.notEqual(modelOf(golden, other), expected);
  assert.equal(modelOf(golden, { ...other, attention_layers: each }), expected);
  for (const attention_layers of [each.slice(1), each.map(() => 'near'), 'local']) {
    await assert.rejects(openModel(changedFiles(golden, { ...other, attention_layers })), {
      name: 'HeadwiseError',
      message: /^config\.json: attention_layers: expected global or local for each of \d layers/,
    });
  }
});

test('T5: a largest distance that the exact buckets already have is refused', async () => {
  const golden = goldens.find(({ family }) => family === 't5');
  assert.ok(golden);
  const config = (/** @type {number} */ distance) => ({
    ...golden.config,
    relative_attention_num_buckets: 8,
    relative_attention_max_distance: distance,
  });
  assert.ok(modelOf(golden, config(5)));
  assert.throws(() => modelOf(golden, config(4)), {
    message: /relative_attention_max_distance: expected more than 4, as there are 8 buckets, got 4/,
  });
});

test('OPT: the final norm is part of the model, unless the config removes it', async () => {
  const golden = goldens.find(
    ({ family, config, tensors }) =>
      family === 'opt' &&
      config.do_layer_norm_before !== false &&
      Object.keys(tensors).some((name) => name.endsWith('decoder.final_layer_norm.weight')),
  );
  assert.ok(golden);
  const tensors = Object.fromEntries(
    Object.entries(golden.tensors).filter(([name]) => !name.includes('decoder.final_layer_norm')),
  );
  const files = filesOf({ ...golden, tensors });
  await assert.rejects(openModel(files), {
    name: 'HeadwiseError',
    code: 'format',
    message: /final_layer_norm\.weight: expected this tensor/,
  });
  const config = { ...golden.config, _remove_final_layer_norm: true };
  const model = await openModel({ ...files, 'config.json': new TextEncoder().encode(JSON.stringify(config)) }); // prettier-ignore
  model.dispose();
});
