// Tests each answer of the doctor: right, a fault with its text, the first array that differs,
// several faults at once, faults that change no number, and errors for values other than
// submissions.

import assert from 'node:assert/strict';
import test from 'node:test';
import { prepareSubmission } from '../../src/js/doctor/checked-submission.ts';
import { diagnose, readSubmission } from '../../src/js/doctor/index.ts';
import { writeNpz, writeSafetensors } from '../../src/js/formats/index.ts';
import {
  createMultiHeadAttention,
  scaledDotProductAttention,
} from '../../src/js/reference/index.ts';
import { Random } from '../api/support/random.js';
import { exercise } from './exercises.js';

/**
 * An exercise and its right solution.
 *
 * @param {number} seed
 * @param {Parameters<typeof exercise>[1]} [kind]
 * @param {Parameters<typeof exercise>[2]} [shape]
 */
function solved(seed, kind = 'plain', shape = {}) {
  const asked = exercise(new Random(seed), kind, shape);
  const { numHeads, numKvHeads, ...options } = asked.options;
  const [rows] = asked.parameters['in_proj_bias'].shape;
  const width = asked.inputs.query.shape[2];
  const layer = createMultiHeadAttention({
    embedDim: width,
    numHeads,
    numKvHeads,
    headDim: rows / (numHeads + 2 * numKvHeads),
  });
  layer.loadStateDict(asked.parameters);
  const { query, key, value } = asked.inputs;
  const { output, trace } = layer.forward(query, key, value, { ...options, trace: true });
  if (!trace) throw new Error('a trace was asked for');
  return { submission: { ...asked, output, attention: trace.attention }, trace, layer };
}

test('a layer without output projection is that of the identity', async () => {
  for (const withBias of [false, true]) {
    const { inputs, options, ...asked } = exercise(new Random(5), 'plain');
    const { 'out_proj.weight': W_O, 'out_proj.bias': b_O, ...projections } = asked.parameters;
    const [width] = W_O.shape;
    const parameters = withBias ? { ...projections, 'out_proj.bias': b_O } : projections;
    const data = Float32Array.from(W_O.data, (_, at) => Number(at % (width + 1) === 0));
    const identity = { 'out_proj.weight': { data, shape: W_O.shape } };
    const output = { data: new Float32Array(inputs.query.data.length), shape: inputs.query.shape };
    const [without, product] = [parameters, { ...parameters, ...identity }].map(
      (state) => prepareSubmission({ inputs, options, output, parameters: state }).right,
    );
    assert.deepEqual({ ...without.arrays.output }, { ...product.arrays.output });
    const [found, expected] = [without, product].map(({ bounds }) => bounds.output?.data ?? []);
    assert.equal(found.length, output.data.length);
    found.forEach((bound, at) => assert.ok(Math.abs(bound / expected[at] - 1) < 1e-12));
    const right = without.arrays.output ?? assert.fail();
    assert.equal((await diagnose({ inputs, options, parameters, output: right })).verdict, 'right');
    const wrong = changed(right, (value) => 2 * value);
    const { verdict, first } = await diagnose({ inputs, options, parameters, output: wrong });
    assert.deepEqual([verdict, first?.name], ['different', 'output']);
  }
});

/** @param {{ data: Float64Array, shape: readonly number[] }} x @param {(value: number, at: number) => number} change */
const changed = ({ data, shape }, change) => ({ data: data.map(change), shape });

test('a right layer is right, and the report names faults that the exercise cannot show', async () => {
  const { submission } = solved(1);
  const { verdict, faults, first, unseen, tried } = await diagnose(submission);
  assert.deepEqual([verdict, faults, first], ['right', [], undefined]);
  assert.deepEqual(unseen, []);
  assert.ok(tried.faults > 40 && tried.pairs === 0);

  const silent = structuredClone(submission);
  silent.parameters.in_proj_bias.data.fill(0);
  const layer = solved(1).layer;
  layer.loadStateDict(silent.parameters);
  silent.output = layer.forward(silent.inputs.query).output;
  const again = await diagnose({ ...silent, attention: undefined });
  assert.equal(again.verdict, 'right');
  const names = again.unseen.map(({ name, detail }) => `${name}: ${detail}`);
  assert.ok(names.includes('bias missing: b_Q, b_K, b_V'), names.join());
});

test('the text of a fault names the change that repairs it', async () => {
  const { submission, layer } = solved(2);
  const { output } = layer.forward(submission.inputs.query, { scale: 1 });
  const { verdict, faults, first } = await diagnose({
    ...submission,
    output,
    attention: undefined,
  });
  assert.equal(verdict, 'fault');
  assert.deepEqual(
    faults.map(({ name }) => name),
    ['scale missing'],
  );
  assert.match(faults[0].explanation, /Divide them by √d.*math\.sqrt\(head_dim\)/);
  assert.ok(faults[0].difference < 1e-7);
  assert.equal(first?.name, 'output');
});

test('a result of no known formula is different, and the report names the first wrong intermediate', async () => {
  const { submission, trace } = solved(3);
  const wrong = (/** @type {number} */ value, /** @type {number} */ at) =>
    value + (at === 7 ? 0.5 : 0);
  const intermediates = {
    query: trace.query,
    key: trace.key,
    scores: changed(trace.scores, wrong),
    heads: changed(trace.heads, wrong),
  };
  const output = changed(submission.output, (value, at) => value * (at % 3));
  const { verdict, faults, first, tried } = await diagnose({
    ...submission,
    output,
    intermediates,
  });
  assert.deepEqual([verdict, faults], ['different', []]);
  assert.ok(tried.pairs > 1000);
  assert.equal(first?.name, 'scores');
  const largest = Math.max(...trace.scores.data.map(Math.abs));
  assert.ok(Math.abs((first?.difference ?? 0) - 0.5 / largest) < 1e-9);
  assert.equal(first?.given, (first?.expected ?? 0) + 0.5);
  const [, heads, len, keys] = trace.scores.shape;
  const [b, h, i, j] = first?.at ?? [];
  assert.equal(((b * heads + h) * len + i) * keys + j, 7);
});

test('the report of an array of another shape names both shapes', async () => {
  const { submission } = solved(4);
  const output = { data: new Float64Array(6).fill(1), shape: [2, 3] };
  const { verdict, first } = await diagnose({ ...submission, output, attention: undefined });
  assert.equal(verdict, 'different');
  assert.equal(first?.difference, Infinity);
  assert.deepEqual(first?.shapes, { given: [2, 3], expected: submission.output.shape });
});

test('all faults that give the same numbers are named', async () => {
  // as many heads as tokens: both cut (B, L, H E) in the same way
  const { submission } = solved(5, 'plain', { square: true });
  const { query } = submission.inputs;
  const [batch, len, width] = query.shape;
  const layer = solved(5, 'plain', { square: true }).layer;
  const { trace } = layer.forward(query, { trace: true });
  assert.ok(trace && batch === len);
  const numHeads = submission.options.numHeads;
  const cut = (/** @type {Float64Array} */ rows) => ({
    data: rows,
    shape: [batch, numHeads, len, width / numHeads],
  });
  const weights = submission.parameters.in_proj_weight;
  const rows = [0, 1, 2].map((part) =>
    project(query, weights, submission.parameters.in_proj_bias, part),
  );
  const [q, k, v] = rows.map(cut);
  const { output: heads, attention } = scaledDotProductAttention(q, k, v, { attention: true });
  const back = createMultiHeadAttention({ embedDim: width, numHeads: 1 });
  const out = back.stateDict()['out_proj.weight'];
  assert.ok(out && attention);
  const output = linearOf(
    { data: heads.data, shape: [batch, len, width] },
    submission.parameters['out_proj.weight'],
    submission.parameters['out_proj.bias'],
  );
  const { verdict, faults } = await diagnose({ ...submission, output, attention });
  assert.equal(verdict, 'fault');
  const names = faults.map(({ name }) => name);
  assert.ok(
    names.includes('permute missing') && names.includes('attention between heads'),
    names.join(),
  );
});

/** @param {any} x @param {any} weight @param {any} bias @param {number} part */
function project(x, weight, bias, part) {
  const width = x.shape[2];
  const cut = (/** @type {any} */ all, /** @type {number} */ size) =>
    all.slice(part * size, (part + 1) * size);
  return linearOf(
    x,
    { data: cut(weight.data, width * width), shape: [width, width] },
    { data: cut(bias.data, width), shape: [width] },
  ).data;
}

/** @param {any} x @param {any} weight @param {any} bias */
function linearOf(x, weight, bias) {
  const [outputs, inputs] = weight.shape;
  const rows = x.data.length / inputs;
  const data = new Float64Array(rows * outputs);
  for (let r = 0; r < rows; r++) {
    for (let o = 0; o < outputs; o++) {
      let sum = bias.data[o];
      for (let n = 0; n < inputs; n++) sum += x.data[r * inputs + n] * weight.data[o * inputs + n];
      data[r * outputs + o] = sum;
    }
  }
  return { data, shape: [...x.shape.slice(0, -1), outputs] };
}

test('attention as a function, without parameters, is checked too', async () => {
  const random = new Random(6);
  const [query, key, value] = [5, 7, 7].map((len) => random.tensor([3, len, 4], 2));
  const right = scaledDotProductAttention(query, key, value, { attention: true });
  const inputs = { query, key, value };
  assert.equal((await diagnose({ inputs, ...right })).verdict, 'right');
  const wrong = scaledDotProductAttention(query, key, value, { attention: true, scale: 1 });
  const { faults } = await diagnose({ inputs, ...wrong });
  assert.deepEqual(
    faults.map(({ name }) => name),
    ['scale missing'],
  );
});

test('a layer without W_O ends with the concatenated heads', async () => {
  const { submission, trace } = solved(7);
  const { in_proj_weight, in_proj_bias } = submission.parameters;
  const parameters = { in_proj_weight, in_proj_bias };
  const { verdict } = await diagnose({ ...submission, parameters, output: trace.concatenated });
  assert.equal(verdict, 'right');
});

test("the caller's tolerance counts, and progress is reported", async () => {
  const { submission } = solved(8);
  const output = changed(submission.output, (value) => value * 1.001);
  const rough = { ...submission, output, attention: undefined };
  assert.equal((await diagnose(rough, { tolerance: 0.01 })).verdict, 'right');
  /** @type {number[]} */
  const told = [];
  const { verdict } = await diagnose(rough, { onProgress: (done) => told.push(done) });
  assert.equal(verdict, 'different');
  assert.ok(told.length > 1 && told.every((done) => done >= 0 && done <= 1));
});

for (const [kind, write] of /** @type {const} */ ([
  ['.npz', writeNpz],
  ['safetensors', writeSafetensors],
])) {
  test(`a submission is read from ${kind}, with torch's names or the paper's`, async () => {
    const { submission } = solved(9, 'causal', { crosses: true });
    const { inputs, parameters, options } = submission;
    const single = (/** @type {{ data: ArrayLike<number>, shape: readonly number[] }} */ x) => ({
      data: Float32Array.from(x.data),
      shape: [...x.shape],
    });
    const number = (/** @type {number} */ value) => ({ data: Float32Array.of(value), shape: [] });
    const common = {
      ...inputs,
      output: single(submission.output),
      attention: single(submission.attention),
      num_heads: number(options.numHeads),
      causal: number(1),
    };
    const torch = readSubmission(write({ ...common, ...parameters }));
    assert.deepEqual(torch.options, { numHeads: options.numHeads, causal: true });
    assert.equal((await diagnose(torch)).verdict, 'right');

    const width = inputs.query.shape[2];
    const { data } = parameters.in_proj_weight;
    const turned = (/** @type {number} */ part) => ({
      data: Float32Array.from({ length: width * width }, (_, at) => {
        const [row, column] = [at % width, Math.floor(at / width)];
        return data[(part * width + row) * width + column];
      }),
      shape: [width, width],
    });
    const out = parameters['out_proj.weight'];
    const W_O = {
      data: Float32Array.from(
        out.data,
        (_, at) => out.data[(at % width) * width + Math.floor(at / width)],
      ),
      shape: [width, width],
    };
    const biases = Object.fromEntries(
      ['b_Q', 'b_K', 'b_V'].map((name, part) => [
        name,
        {
          data: parameters.in_proj_bias.data.slice(part * width, (part + 1) * width),
          shape: [width],
        },
      ]),
    );
    const paper = { W_Q: turned(0), W_K: turned(1), W_V: turned(2), W_O, ...biases };
    const b_O = parameters['out_proj.bias'];
    const read = readSubmission(write({ ...common, ...paper, b_O }));
    assert.equal((await diagnose(read)).verdict, 'right');
  });
}

/** Every option of a layer's config, beside the numbers of heads. @type {Record<string, any>} */
const CONFIGS = {
  grouped: { numKvHeads: 2 },
  'widths of their own': { headDim: 6, keyDim: 10, valueDim: 12, outputDim: 7, valueHeadDim: 5 },
  'no biases': { bias: false },
  'some biases': { bias: { query: true, key: false, value: true, output: false } },
  'extra keys': { addBiasKv: true, addZeroAttention: true },
  'rms of heads': { queryKeyNorm: { type: 'rms', over: 'head' } },
  'rms of the width': { queryKeyNorm: { type: 'rms', over: 'width', plusOne: true } },
  'layer norm of heads': { queryKeyNorm: { type: 'layer', over: 'head', epsilon: 0.01 } },
  'layer norm of the width': { queryKeyNorm: { type: 'layer', over: 'width' } },
};

/** @param {ArrayLike<number>} numbers @param {readonly number[]} [shape] */
const stored = (numbers, shape = []) => ({ data: Float32Array.from(numbers), shape: [...shape] });

/**
 * A layer and its results, as arrays of a file.
 *
 * @param {any} more of the config @param {any} [options]
 */
function fileOf(more, options = {}) {
  const config = { embedDim: 16, numHeads: 4, seed: 5, ...more };
  const layer = createMultiHeadAttention(config);
  const random = new Random(11);
  const state = Object.fromEntries(
    Object.entries(layer.stateDict()).map(([name, { shape }]) => [name, random.tensor(shape, 1)]),
  );
  layer.loadStateDict(state);
  const widths = [16, config.keyDim ?? 16, config.valueDim ?? 16];
  const [query, key, value] = widths.map((width) => random.tensor([2, 5, width], 1));
  const given = layer.forward(query, key, value, { ...options, attention: true });
  assert.ok(given.attention);
  const flags = { ...config, ...config.queryKeyNorm };
  const arrays = {
    ...{ query, key, value, ...state, num_heads: stored([4]) },
    output: stored(given.output.data, given.output.shape),
    attention: stored(given.attention.data, given.attention.shape),
    ...(flags.numKvHeads && { num_kv_heads: stored([flags.numKvHeads]) }),
    ...(flags.addZeroAttention && { add_zero_attention: stored([1]) }),
    ...(flags.plusOne && { query_key_norm_plus_one: stored([1]) }),
    ...(flags.epsilon && { query_key_norm_epsilon: stored([flags.epsilon]) }),
  };
  return { arrays, layer, inputs: [query, key, value], state };
}

for (const [name, config] of Object.entries(CONFIGS)) {
  test(`a layer's own state dict is read from a file: ${name}`, async () => {
    const { arrays, state } = fileOf(config);
    for (const write of [writeNpz, writeSafetensors]) {
      const submission = readSubmission(write(arrays));
      assert.deepEqual(Object.keys(submission.parameters ?? {}).sort(), Object.keys(state).sort());
      const { verdict, first } = await diagnose(submission);
      assert.equal(verdict, 'right', `${first?.name} ${first?.difference}`);
    }
  });
}

test('a missing norm is found in a file', async () => {
  const { arrays, inputs, state } = fileOf(CONFIGS['rms of heads']);
  const plain = createMultiHeadAttention({ embedDim: 16, numHeads: 4 });
  const { 'q_norm.weight': _, 'k_norm.weight': __, ...others } = state;
  plain.loadStateDict(others);
  const [query, key, value] = inputs;
  const { output, attention } = plain.forward(query, key, value, { attention: true });
  assert.ok(attention);
  const { faults } = await diagnose(
    readSubmission(
      writeNpz({
        ...arrays,
        output: stored(output.data, output.shape),
        attention: stored(attention.data, attention.shape),
      }),
    ),
  );
  assert.deepEqual(
    faults.map((fault) => fault.name),
    ['norm of q and k missing'],
  );
});

test('every option of a submission has a name in a file', () => {
  const x = stored([1, 2], [1, 2]);
  const [one, none] = [stored([1]), stored([0])];
  const read = (/** @type {Record<string, any>} */ arrays) =>
    readSubmission(writeNpz({ query: x, output: x, ...arrays })).options;
  assert.deepEqual(read({ causal: one, causal_bottom_right: none }), { causal: true });
  assert.deepEqual(read({ causal: one, causal_bottom_right: one }), { causal: 'bottom-right' });
  assert.deepEqual(read({ causal_by_length: one }), { causal: 'by-length' });
  assert.deepEqual(read({ rotary_frequencies: x, rotary_offset: one, rotary_factor: one }), {
    positions: { type: 'rotary', frequencies: [1, 2], offset: 1, factor: 1 },
  });
  assert.deepEqual(read({ query_key_norm_layer: one, query_key_norm_over_width: one }), {
    queryKeyNorm: { type: 'layer', over: 'width' },
  });
  const past = read({ past_key: x, past_value: x, average_heads: one });
  assert.deepEqual(Object.keys(past ?? {}), ['pastKey', 'pastValue', 'averageHeads']);
});

test('a value other than a submission is refused by name', async () => {
  const { submission } = solved(10);
  const { options: _, ...rest } = submission;
  const { data, shape } = submission.parameters.in_proj_weight;
  const transposed = { data, shape: [...shape].reverse() };
  /** @type {[unknown, unknown, ErrorConstructor | TypeErrorConstructor | RangeErrorConstructor, RegExp][]} */
  const cases = [
    [undefined, {}, TypeError, /^submission: expected an object/],
    [
      { ...submission, outputs: 1 },
      {},
      TypeError,
      /^submission: unknown field outputs: did you mean output\?/,
    ],
    [{ ...submission, inputs: {} }, {}, TypeError, /^inputs\.query: expected/],
    [{ ...submission, output: undefined }, {}, TypeError, /^output: expected/],
    [{ ...submission, parameters: {} }, {}, TypeError, /^parameters\.q_proj_weight: expected/],
    [{ ...submission, parameters: { W: 1 } }, {}, TypeError, /^parameters: unknown parameter W/],
    [
      { ...rest, attention: undefined },
      {},
      TypeError,
      /^options\.numHeads: expected the number of heads/,
    ],
    [{ ...submission, options: { numHeads: 7 } }, {}, RangeError, /^parameters: expected/],
    [{ ...submission, options: { numHeads: 2, mask: 1 } }, {}, TypeError, /mask: expected/],
    [
      { ...submission, options: { ...submission.options, casual: true } },
      {},
      TypeError,
      /did you mean causal/,
    ],
    [
      { ...submission, options: { ...submission.options, cache: 1 } },
      {},
      TypeError,
      /^options\.cache: expected none/,
    ],
    [
      { ...submission, inputs: { query: { data: new Float32Array(0), shape: [0, 4, 8] } } },
      {},
      RangeError,
      /query/,
    ],
    ...[{}, { numKvHeads: 2 }].map(
      (more) =>
        /** @type {[unknown, unknown, RangeErrorConstructor, RegExp]} */ ([
          {
            ...submission,
            parameters: { ...submission.parameters, in_proj_weight: transposed },
            options: { numHeads: 2, ...more },
          },
          {},
          RangeError,
          /^parameters\.in_proj_weight: expected \(out, in\) with .*for values, got \(\d+, \d+\)$/,
        ]),
    ),
    [submission, { tolerance: 0 }, RangeError, /^tolerance: expected/],
    [submission, { tolerence: 1 }, TypeError, /did you mean tolerance/],
  ];
  for (const [given, options, Kind, text] of cases) {
    const asked = diagnose(/** @type {any} */ (given), /** @type {any} */ (options));
    await assert.rejects(asked, (error) => {
      assert.ok(error instanceof Kind, `${text}: ${error}`);
      assert.match(error.message, text);
      return true;
    });
  }
});

test('a file other than a submission is refused', () => {
  const x = { data: Float32Array.of(1, 2), shape: [1, 2] };
  assert.throws(
    () => readSubmission(writeNpz({ query: x })),
    /^TypeError: file: expected an array named output/,
  );
  assert.throws(
    () => readSubmission(writeNpz({ query: x, output: x, atention: x })),
    /^TypeError: file: unknown array atention \(did you mean attention\?\)$/,
  );
  assert.throws(
    () => readSubmission(writeNpz({ q_in: x, Wq: x, output: x })),
    /: unknown arrays q_in \(did you mean query\? q is after W_Q\), Wq \(did you mean W_Q\?\)$/,
  );
  const many = Object.fromEntries(Array.from('abcdefghij', (letter) => [`zz${letter}zz`, x]));
  assert.throws(() => readSubmission(writeNpz(many)), /zzhzz, and 2 more; known are query, key/);
  assert.throws(
    () => readSubmission(writeNpz({ query: x, output: x, num_heads: x })),
    /expected one number, got an array of shape \(1, 2\)/,
  );
  assert.throws(() => readSubmission(new Uint8Array(40)), /expected an \.npz or safetensors file/);
});
