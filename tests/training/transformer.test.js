// Tests createTransformer from JavaScript: its results in the engine and in a worker, and its
// errors for wrong arguments.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HeadwiseError, load, loadInWorker } from 'headwise';
import { load as loadReference } from 'headwise/reference';
import { copyPrevious, createTransformer, induction, Random, train } from 'headwise/training';
import { transformerInDouble } from './support/in-double.js';

const headwise = await load();
const worker = await loadInWorker();
test.after(async () => {
  headwise.dispose();
  await worker.dispose();
});

const small = { vocabSize: 9, contextLen: 7, embedDim: 12, numHeads: 3, numLayers: 2, mlpDim: 20 };
const tokens = [
  [1, 2, 3, 4, 5],
  [8, 0, 8, 0, 7],
];
const batch = { tokens, targets: tokens };

const llama = {
  ...{ numKvHeads: 1, bias: false, normType: 'rms', gated: true, activation: 'silu' },
  positions: 'rotary',
};

/** @type {[string, object][]} */
const kinds = [
  ['pre', {}],
  ['post, gelu', { norm: 'post', activation: 'gelu' }],
  ['none, attention only', { norm: 'none', mlpDim: 0 }],
  ['sinusoidal, tied, all', { positions: 'sinusoidal', tied: true, causal: false }],
  ['rotary, gelu-tanh, no bias', { positions: 'rotary', activation: 'gelu-tanh', bias: false }],
  ['no positions, wide heads', { positions: 'none', headDim: 7, finalNorm: false }],
  ['as Llama', llama],
  [
    'as Qwen 3, partly turned',
    {
      ...{ ...llama, numKvHeads: 3, bias: { query: true, output: false, mlp: false } },
      queryKeyNorm: { type: 'rms', over: 'head' },
      positions: { type: 'rotary', frequencies: [0.9], factor: 1.1, interleaved: true, dims: 2 },
    },
  ],
  ['as OLMo 2', { ...llama, norm: 'inside', queryKeyNorm: { type: 'rms', over: 'width' } }],
  [
    'as Gemma 2',
    {
      ...{ ...llama, norm: 'sandwich', activation: 'gelu-tanh', softcap: 3, scale: 0.4 },
      ...{ window: { left: 2 }, tied: true },
    },
  ],
  ['ALiBi', { positions: 'alibi', norm: 'inside', activation: 'quick-gelu', causal: false }],
  [
    'slopes, both ways',
    {
      ...{ positions: { type: 'alibi', slopes: [0.5, 0, -0.25] }, causal: false, gated: true },
      ...{ window: { left: 1, right: 2 }, activation: 'relu-squared' },
    },
  ],
  ['tanh, biases of some', { activation: 'tanh', bias: { key: false, norm: false } }],
];

/**
 * A trace's dot products belong to its own queries and keys.
 *
 * @param {import('headwise/training').LayerTrace} layer
 */
function assertDotProducts({ query, key, dotProducts }) {
  const [batch, heads, length, dim] = query.shape;
  const shared = heads / key.shape[1];
  for (let row = 0; row < batch * heads * length; row++) {
    const head = Math.floor(row / length / shared) * length;
    for (let j = 0; j < length; j++) {
      let sum = 0;
      for (let e = 0; e < dim; e++)
        sum += query.data[row * dim + e] * key.data[(head + j) * dim + e];
      const found = dotProducts.data[row * length + j];
      assert.ok(Math.abs(found - sum) < 1e-5, `(${row}, ${j}): ${found}, not ${sum}`);
    }
  }
}

/**
 * Gives every parameter other numbers: with initial values biases and norms have no effect.
 *
 * @param {import('headwise/training').Transformer} model
 */
function randomize(model) {
  const random = new Random(7, 0);
  const state = model.stateDict();
  for (const [name, { data }] of Object.entries(state)) {
    const middle = /norm.*weight$/.test(name) ? 1 : 0;
    for (let i = 0; i < data.length; i++) data[i] = middle + (random.below(2001) - 1000) / 2000;
  }
  model.loadStateDict(state);
}

describe('forward', () => {
  for (const [what, changes] of kinds) {
    test(`is the formula: ${what}`, async () => {
      const model = createTransformer(headwise, { ...small, ...changes, seed: 3 });
      randomize(model);
      const expected = await transformerInDouble(await loadReference(), model, tokens);
      const { logits, trace, attention } = model.forward(tokens, { trace: true });
      assert.deepEqual(logits.shape, [2, 5, 9]);
      const largest = Math.max(...expected.logits.map(Math.abs));
      logits.data.forEach((x, i) => {
        const difference = Math.abs(x - expected.logits[i]);
        assert.ok(difference < 1e-5 * largest, `${i}: ${x}, not ${expected.logits[i]}`);
      });
      assert.equal(attention?.length, 2);
      for (const [n, layer] of (trace?.layers ?? []).entries()) {
        layer.attention.data.forEach((x, i) => {
          assert.ok(Math.abs(x - expected.attention[n][i]) < 1e-5);
        });
        assert.deepEqual(layer.attention, attention[n]);
        assertDotProducts(layer);
      }
      model.dispose();
    });
  }

  test('tracing, and leaving B out, change no bit', () => {
    const model = createTransformer(headwise, small);
    const { logits } = model.forward(tokens);
    assert.deepEqual(model.forward(tokens, { trace: true }).logits, logits);
    const one = model.forward(Int32Array.from(tokens[1]), { trace: true });
    assert.deepEqual(one.logits.shape, [5, 9]);
    assert.deepEqual(one.logits.data, logits.data.slice(45));
    assert.deepEqual(one.trace?.layers[0].contributions.shape, [3, 5, 12]);
    assert.deepEqual(one.trace?.final.shape, [5, 12]);
    model.dispose();
  });

  test('contributions of heads add up to the output of attention', () => {
    const model = createTransformer(headwise, { ...small, seed: 1 });
    const bias = model.stateDict()['layers.1.self_attn.out_proj.bias'].data;
    const { contributions, attentionOutput } = /** @type {any} */ (
      model.forward(tokens[0], { trace: true }).trace
    ).layers[1];
    for (let i = 0; i < 60; i++) {
      let sum = bias[i % 12];
      for (let head = 0; head < 3; head++) sum += contributions.data[head * 60 + i];
      assert.ok(Math.abs(sum - attentionOutput.data[i]) < 1e-5);
    }
    model.dispose();
  });

  test('heads can be removed', () => {
    const model = createTransformer(headwise, { ...small, seed: 2 });
    const whole = model.evaluate(batch);
    const less = model.evaluate(batch, { removeHeads: [[0, 2]] });
    assert.notEqual(less.loss, whole.loss);
    const { trace } = model.forward(tokens[0], { trace: true, removeHeads: [[0, 2]] });
    const [removed, kept] = [trace?.layers[0].heads, trace?.layers[1].heads].map((heads) =>
      heads?.data.slice(2 * 20, 3 * 20).every((x) => x === 0),
    );
    assert.deepEqual([removed, kept], [true, false]);
    // The same as a state dict without its columns of W_O.
    const state = model.stateDict();
    const w = state['layers.0.self_attn.out_proj.weight'].data;
    for (let row = 0; row < 12; row++) w.fill(0, row * 12 + 8, row * 12 + 12);
    model.loadStateDict(state);
    assert.equal(model.evaluate(batch).loss, less.loss);
    model.dispose();
  });

  test('nothing, and one token', () => {
    const model = createTransformer(headwise, small);
    assert.deepEqual(model.forward([]).logits.shape, [0, 9]);
    assert.deepEqual(
      model.forward({ data: new Int32Array(0), shape: [0, 4] }).logits.shape,
      [0, 4, 9],
    );
    assert.deepEqual(
      [...(model.forward([3], { attention: true }).attention?.[0].data ?? [])],
      [1, 1, 1],
    );
    model.dispose();
  });
});

test('rotary positions take the theta that they name, or else the config’s', () => {
  const logitsOf = (/** @type {any} */ changes) => {
    const model = createTransformer(headwise, { ...small, ...changes });
    const { logits } = model.forward(tokens);
    model.dispose();
    return logits.data;
  };
  const expected = logitsOf({ positions: 'rotary', rotaryTheta: 50 });
  const type = 'rotary';
  assert.deepEqual(logitsOf({ positions: { type }, rotaryTheta: 50 }), expected);
  assert.deepEqual(logitsOf({ positions: { type, theta: 50 }, rotaryTheta: 7 }), expected);
  assert.notDeepEqual(logitsOf({ positions: { type } }), expected);
});

describe('training', () => {
  for (const [what, changes] of kinds) {
    test(`learns and is copied, moments too: ${what}`, () => {
      const model = createTransformer(headwise, { ...small, ...changes, seed: 3 });
      const copy = createTransformer(headwise, JSON.parse(JSON.stringify(model.config)));
      assert.deepEqual(copy.config, model.config);
      const before = model.evaluate(batch).loss;
      for (let step = 0; step < 5; step++) model.trainStep(batch, { learningRate: 0.01 });
      const after = model.evaluate(batch).loss;
      assert.ok(after < before, `${before} to ${after}`);
      copy.loadStateDict(model.stateDict());
      copy.loadOptimizerState(model.optimizerState());
      for (const one of [model, copy]) one.trainStep(batch);
      assert.deepEqual(copy.stateDict(), model.stateDict());
      model.dispose();
      copy.dispose();
    });
  }

  test('a task of length 1, and one of 2 symbols', () => {
    for (const make of [copyPrevious, induction]) {
      const task = make({ length: 1, symbols: 2 });
      const { vocabSize, contextLen } = task;
      const config = { vocabSize, contextLen, embedDim: 8, numHeads: 2, numLayers: 1 };
      const model = createTransformer(headwise, config);
      for (let step = 0; step < 3; step++) {
        assert.ok(Number.isFinite(model.trainStep(task.batch(0, step)).loss));
      }
      model.dispose();
    }
  });

  test("the first loss equals evaluate's, and the last is small", () => {
    const model = createTransformer(headwise, { ...small, dropout: 0 });
    const { loss, accuracy, counted } = model.evaluate(batch);
    const first = model.trainStep(batch, { learningRate: 0.01 });
    assert.deepEqual([first.loss, first.accuracy, first.counted], [loss, accuracy, counted]);
    assert.deepEqual([first.step, first.learningRate, counted], [1, 0.01, 10]);
    let last = first;
    while (last.step < 60) last = model.trainStep(batch, { learningRate: 0.01 });
    assert.ok(last.loss < 0.05 && last.accuracy === 1, `${last.loss}`);
    model.dispose();
  });

  test('the schedule is followed', () => {
    const model = createTransformer(headwise, { ...small, mlpDim: 0 });
    const schedule = /** @type {const} */ ({
      type: 'cosine',
      warmUp: 2,
      steps: 6,
      finalShare: 0.5,
    });
    const rates = Array.from(
      { length: 7 },
      () => model.trainStep(batch, { learningRate: 0.1, schedule }).learningRate,
    );
    const expected = [0.05, 0.1, 0.0926776695, 0.075, 0.0573223305, 0.05, 0.05];
    rates.forEach((rate, i) => assert.ok(Math.abs(rate - expected[i]) < 1e-9, `${i}: ${rate}`));
    model.dispose();
  });

  test('loading a state resets the optimiser', () => {
    const model = createTransformer(headwise, small);
    const state = model.stateDict();
    const steps = () => [1, 2, 3].map(() => model.trainStep(batch).loss);
    const losses = steps();
    model.loadStateDict(state);
    assert.deepEqual(steps(), losses);
    model.dispose();
  });

  test('a step that diverges reports it, and changes nothing', () => {
    const model = createTransformer(headwise, { ...small, norm: 'none' });
    const options = /** @type {const} */ ({ optimizer: 'sgd', learningRate: 1000 });
    /** @type {HeadwiseError | undefined} */
    let told;
    let before = model.stateDict();
    for (let step = 0; step < 100 && told === undefined; step++) {
      before = model.stateDict();
      try {
        model.trainStep(batch, options);
      } catch (error) {
        told = /** @type {HeadwiseError} */ (error);
      }
    }
    assert.ok(told instanceof HeadwiseError);
    assert.equal(told.code, 'diverged');
    assert.match(told.message, /training diverged in step \d+: .* is (NaN|Infinity)\. This step/);
    assert.deepEqual(model.stateDict(), before);
    assert.throws(() => model.trainStep(batch, options), { code: 'diverged' }); // and again
    assert.equal(model.forward(tokens).logits.data.length, 90); // still of use
    model.dispose();
  });

  test('NaN in a parameter is found, too', () => {
    const model = createTransformer(headwise, small);
    const state = model.stateDict();
    state['embedding.weight'].data[12] = NaN;
    model.loadStateDict(state);
    assert.throws(() => model.trainStep(batch), /training diverged in step 1: the loss is NaN/);
    model.dispose();
  });

  test('dropout is drawn from the seed, and is off in evaluate', () => {
    const run = (/** @type {number} */ seed) => {
      const model = createTransformer(headwise, { ...small, dropout: 0.2 });
      const losses = [1, 2, 3].map(() => model.trainStep(batch, { seed }).loss);
      const twice = [model.evaluate(batch).loss, model.evaluate(batch).loss];
      assert.equal(twice[0], twice[1]);
      model.dispose();
      return losses;
    };
    assert.deepEqual(run(1), run(1));
    assert.notDeepEqual(run(1), run(2));
  });
});

describe("the optimiser's state", () => {
  const deep = { ...small, dropout: 0.1 };
  const schedule = /** @type {const} */ ({ type: 'cosine', warmUp: 3, steps: 12 });
  /** @type {[string, import('headwise/training').TrainStepOptions][]} */
  const optimizers = [
    ['adamw', { schedule, weightDecay: 0.01 }],
    ['adam', { optimizer: 'adam', clipNorm: 0.5 }],
    ['sgd', { optimizer: 'sgd', momentum: 0.9, learningRate: 0.1 }],
  ];

  for (const [what, options] of optimizers) {
    test(`carries ${what} over a break, from either host to the other`, async () => {
      const here = createTransformer(headwise, deep);
      for (let step = 0; step < 4; step++) here.trainStep(batch, options);
      const [parameters, state] = [here.stateDict(), here.optimizerState()];
      assert.equal(state.step, 4);
      const again = createTransformer(headwise, { ...deep, seed: 5 });
      again.loadStateDict(parameters);
      again.loadOptimizerState(state);
      const there = await createTransformer(worker, { ...deep, seed: 6 });
      await there.loadStateDict(parameters);
      await there.loadOptimizerState(state);
      assert.deepEqual(await there.optimizerState(), state);
      const reset = createTransformer(headwise, deep);
      reset.loadStateDict(parameters);
      for (let step = 5; step < 9; step++) {
        const expected = here.trainStep(batch, options);
        assert.equal(expected.step, step);
        assert.deepEqual(again.trainStep(batch, { seed: 0, ...options }), expected);
        assert.deepEqual(await there.trainStep(batch, { seed: 0, ...options }), expected);
        assert.notDeepEqual(reset.trainStep(batch, options), expected);
      }
      for (const model of [again, there]) {
        assert.deepEqual(await model.stateDict(), here.stateDict());
        assert.deepEqual(await model.optimizerState(), here.optimizerState());
        await model.dispose();
      }
      here.dispose();
      reset.dispose();
    });
  }

  test('has the names and shapes of stateDict, and each parameter its own moments', () => {
    for (const [what, changes] of kinds) {
      const model = createTransformer(headwise, { ...small, ...changes });
      const before = model.stateDict();
      model.trainStep(batch, { optimizer: 'sgd', momentum: 0.9, learningRate: 0.5 });
      const after = model.stateDict();
      const { step, first, second } = model.optimizerState();
      assert.equal(step, 1);
      for (const record of [first, second]) {
        assert.deepEqual(Object.keys(record), Object.keys(before), what);
        for (const name of Object.keys(before))
          assert.deepEqual(record[name].shape, before[name].shape, name);
      }
      for (const [name, { data }] of Object.entries(first)) {
        // The first momentum is the gradient, so the step was 0.5 times it.
        data.forEach((momentum, i) => {
          const moved = before[name].data[i] - after[name].data[i];
          assert.ok(Math.abs(moved - 0.5 * momentum) < 1e-6, `${what}: ${name}[${i}]`);
        });
        assert.ok(
          second[name].data.every((x) => x === 0),
          name,
        );
      }
      model.dispose();
    }
  });

  test('is zeros before the first step, and again after loadStateDict', () => {
    const model = createTransformer(headwise, small);
    const first = model.optimizerState();
    assert.equal(first.step, 0);
    for (const record of [first.first, first.second])
      for (const { data } of Object.values(record)) assert.ok(data.every((x) => x === 0));
    model.trainStep(batch);
    assert.notDeepEqual(model.optimizerState(), first);
    model.loadStateDict(model.stateDict());
    assert.deepEqual(model.optimizerState(), first);
    model.dispose();
  });

  test('may be given without second moments, which become zeros', () => {
    const model = createTransformer(headwise, small);
    model.trainStep(batch);
    const { first, second } = model.optimizerState();
    model.loadOptimizerState({ step: 7, first });
    const now = model.optimizerState();
    assert.equal(now.step, 7);
    assert.deepEqual(now.first, first);
    assert.notDeepEqual(now.second, second);
    for (const { data } of Object.values(now.second)) assert.ok(data.every((x) => x === 0));
    assert.equal(model.trainStep(batch).step, 8);
    model.dispose();
  });

  test('is refused as a whole', () => {
    const model = createTransformer(headwise, small);
    model.trainStep(batch);
    const state = model.optimizerState();
    const { 'norm.weight': _, ...others } = state.first;
    /** @type {[unknown, any, RegExp][]} */
    const refused = [
      [null, TypeError, /: state: expected an object/],
      [{ ...state, thrid: {} }, TypeError, /: state: unknown option thrid/],
      [{ ...state, step: -1 }, RangeError, /: step: expected an integer of at least 0, got -1/],
      [{ ...state, step: undefined }, TypeError, /: step: expected an integer of at least 0/],
      [{ step: 1 }, TypeError, /: first: expected an object of tensors, got undefined/],
      [{ ...state, first: others }, TypeError, /: first\.norm\.weight: expected a tensor of shape/],
      [{ ...state, second: others }, TypeError, /: second\.norm\.weight: expected a tensor/],
      [{ ...state, second: null }, TypeError, /: second: expected an object of tensors, got null/],
      [
        { ...state, first: { ...others, 'norm.wieght': [1] } },
        TypeError,
        /: unknown parameter first\.norm\.wieght: did you mean norm\.weight/,
      ],
      [
        { ...state, second: { ...state.second, 'norm.weight': [1] } },
        RangeError,
        /: second\.norm\.weight: expected shape \(12\)/,
      ],
    ];
    for (const [given, Kind, text] of refused) {
      assert.throws(
        () => model.loadOptimizerState(/** @type {any} */ (given)),
        (/** @type {Error} */ error) => error instanceof Kind && text.test(`: ${error.message}`),
      );
      assert.deepEqual(model.optimizerState(), state);
    }
    model.dispose();
  });
});

describe('in a worker', () => {
  for (const [what, changes] of kinds) {
    test(`the bits are those of load: ${what}`, () => assertSameInWorker(changes));
  }

  /** @param {object} changes */
  async function assertSameInWorker(changes) {
    const here = createTransformer(headwise, { ...small, ...changes, dropout: 0.1 });
    const there = await createTransformer(worker, { ...small, ...changes, dropout: 0.1 });
    assert.deepEqual(there.config, here.config);
    for (let step = 0; step < 5; step++) {
      assert.deepEqual(await there.trainStep(batch), here.trainStep(batch));
    }
    assert.deepEqual(await there.stateDict(), here.stateDict());
    const options = { trace: true, removeHeads: /** @type {const} */ ([[1, 0]]) };
    assert.deepEqual(await there.forward(tokens, options), here.forward(tokens, options));
    assert.deepEqual(await there.evaluate(batch), here.evaluate(batch));
    const fresh = await createTransformer(worker, { ...small, ...changes, seed: 7 });
    await fresh.loadStateDict(here.stateDict());
    assert.deepEqual((await fresh.forward(tokens)).logits, here.forward(tokens).logits);
    await Promise.all([there.dispose(), fresh.dispose()]);
    await there.dispose();
    here.dispose();
  }

  test('an aborted step changes nothing, and the next one works', async () => {
    const task = induction({ symbols: 40, length: 64, batchSize: 32 });
    const { vocabSize, contextLen } = task;
    const model = await createTransformer(worker, {
      vocabSize,
      contextLen,
      embedDim: 64,
      numHeads: 4,
      numLayers: 4,
    });
    const before = await model.stateDict();
    const control = new AbortController();
    const stopped = model.trainStep(task.batch(0, 0), {
      signal: control.signal,
      onProgress: (done) => done > 0 && control.abort(new Error('enough')),
    });
    await assert.rejects(stopped, /enough/);
    assert.deepEqual(await model.stateDict(), before);
    assert.equal((await model.trainStep(task.batch(0, 0))).step, 1);
    await model.dispose();
  });

  test("errors equal load's, as rejections", async () => {
    await assert.rejects(createTransformer(worker, { ...small, numHeads: 5 }), RangeError);
    const model = await createTransformer(worker, small);
    await assert.rejects(model.forward([9]), /tokens\[0\]: expected an integer from 0 to 8/);
    const state = await model.stateDict();
    state['embedding.weight'].data.fill(NaN);
    await model.loadStateDict(state);
    await assert.rejects(model.trainStep(batch), { code: 'diverged' });
    await model.dispose();
    await assert.rejects(model.forward(tokens), { code: 'disposed' });
  });
});

describe('train', () => {
  const task = copyPrevious({ symbols: 5, length: 6, batchSize: 4 });
  const { vocabSize, contextLen } = task;
  const config = { vocabSize, contextLen, embedDim: 8, numHeads: 2, numLayers: 1, mlpDim: 0 };

  test('takes steps, reports each, and lets other work run in between', async () => {
    const model = createTransformer(headwise, config);
    let turns = 0;
    const turn = setInterval(() => turns++, 0);
    /** @type {number[]} */
    const told = [];
    const steps = [];
    for await (const { step } of train(model, task, {
      steps: 200,
      learningRate: 0.01,
      onStep: (result) => void told.push(result.step),
    })) {
      steps.push(step);
    }
    clearInterval(turn);
    assert.deepEqual(
      steps,
      Array.from({ length: 200 }, (_, i) => i + 1),
    );
    assert.deepEqual(told, steps);
    assert.ok(turns > 0);
    model.dispose();
  });

  test('continues after its end, with the same bits', async () => {
    const models = [config, config].map((each) => createTransformer(headwise, each));
    for await (const _ of train(models[0], task, { steps: 6 }));
    for await (const _ of train(models[1], task, { steps: 4 }));
    for await (const _ of train(models[1], task, { steps: 2, firstStep: 4 }));
    assert.deepEqual(models[0].stateDict(), models[1].stateDict());
    for (const model of models) model.dispose();
  });

  test('ends at an abort, when its model is disposed, and when it diverges', async () => {
    for (const engine of [headwise, worker]) {
      const model = await createTransformer(/** @type {any} */ (engine), config);
      const control = new AbortController();
      const aborted = (async () => {
        for await (const { step } of train(model, task, { steps: 1e6, signal: control.signal })) {
          if (step === 3) control.abort(new Error('enough'));
        }
      })();
      await assert.rejects(aborted, /enough/);
      const disposed = (async () => {
        for await (const _ of train(model, task, { steps: 1e6 })) await model.dispose();
      })();
      await assert.rejects(disposed, { code: 'disposed' });
      const other = await createTransformer(/** @type {any} */ (engine), {
        ...config,
        norm: 'none',
      });
      const options = /** @type {const} */ ({ steps: 1e6, optimizer: 'sgd', learningRate: 1000 });
      const diverged = (async () => {
        for await (const _ of train(other, task, options));
      })();
      await assert.rejects(diverged, { code: 'diverged' });
      await other.dispose();
    }
  });

  test('a worker that is disposed during a step leaves no pending promise', async () => {
    const engine = await loadInWorker();
    const model = await createTransformer(engine, { ...small, contextLen: 300, embedDim: 192 });
    const long = { data: new Int32Array(64 * 300), shape: [64, 300] };
    const step = model.trainStep({ tokens: long, targets: long });
    await engine.dispose();
    await assert.rejects(step, { code: 'disposed' });
    await assert.rejects(model.trainStep(batch), { code: 'disposed' });
  });

  test('refuses models and tasks that it cannot train', async () => {
    const model = createTransformer(headwise, config);
    const first = (/** @type {any} */ m, /** @type {any} */ t, /** @type {any} */ o) =>
      train(m, t, o).next();
    await assert.rejects(first({}, task, { steps: 1 }), /model: expected a transformer/);
    await assert.rejects(first(model, [], { steps: 1 }), /task: expected a task/);
    await assert.rejects(first(model, task, undefined), /options: expected an object with steps/);
    await assert.rejects(first(model, task, {}), /steps: expected an integer/);
    await assert.rejects(first(model, task, { steps: 1, rate: 1 }), /unknown option rate/);
    model.dispose();
  });
});

describe('arguments', () => {
  const create = (/** @type {object} */ changes) =>
    createTransformer(headwise, /** @type {any} */ ({ ...small, ...changes }));

  /** @type {[object, Function, RegExp][]} */
  const configs = [
    [{ vocabSize: undefined }, TypeError, /: vocabSize: expected an integer from 1 to/],
    [{ numHeads: 5 }, RangeError, /: numHeads: expected a divisor of embedDim 12/],
    [{ contextLen: 0 }, RangeError, /: contextLen: expected an integer from 1/],
    [{ mlpDim: -1 }, RangeError, /: mlpDim: expected an integer from 0/],
    [{ norm: 'before' }, RangeError, /: norm: expected one of 'none', 'pre', .*, got "before"/],
    [{ numKvHeads: 2 }, RangeError, /: numKvHeads: expected a divisor of numHeads 3/],
    [{ normType: 'RMS' }, RangeError, /: normType: expected one of 'layer', 'rms', got "RMS"/],
    [{ gated: 1 }, TypeError, /: gated: expected true or false, got 1/],
    [{ bias: { up: true } }, TypeError, /: bias: unknown option up/],
    [{ window: { left: -1 } }, RangeError, /: window\.left: expected an integer of at least 0/],
    [{ scale: Infinity }, RangeError, /: scale: expected a finite number/],
    [{ queryKeyNorm: { type: 'rms' } }, TypeError, /: queryKeyNorm\.over: expected 'head' or/],
    [{ positions: { type: 'learned' } }, TypeError, /: positions\.type: expected 'alibi' or/],
    [{ positions: { type: 'rotary', dims: 3 } }, RangeError, /: positions\.dims: expected an even/],
    [{ positions: { type: 'alibi', slopes: [1] } }, RangeError, /: positions\.slopes: expected 3/],
    [{ positions: 'rotery' }, RangeError, /got "rotery": did you mean rotary\?/],
    [{ activation: 3 }, TypeError, /: activation: expected one of 'relu'/],
    [{ positions: 'rotary', headDim: 3 }, RangeError, /: headDim: expected an even number/],
    [{ dropout: 1 }, RangeError, /: dropout: expected a number from 0 to below 1, got 1/],
    [{ normEpsilon: -1 }, RangeError, /: normEpsilon: expected a number from 0 on/],
    [{ rotaryTheta: 0 }, RangeError, /: rotaryTheta: expected a number above 0/],
    [{ heads: 3 }, TypeError, /: unknown option heads: did you mean numHeads\?/],
    [{ seed: 0.5 }, RangeError, /: seed: expected an integer/],
    [{ vocabSize: 2 ** 31 - 1, embedDim: 3 }, HeadwiseError, /: vocabSize: shape .* needs/],
  ];
  for (const [changes, kind, words] of configs) {
    test(`config ${JSON.stringify(changes)}`, () => {
      assert.throws(
        () => create(changes),
        (error) => error instanceof kind && words.test(String(error)),
      );
    });
  }

  const model = create({});
  /** @type {[string, () => unknown, Function, RegExp][]} */
  const calls = [
    [
      'a context too long',
      () => model.forward([1, 2, 3, 4, 5, 6, 7, 8]),
      RangeError,
      /at most 7 positions, the contextLen, got 8/,
    ],
    [
      'a token too large',
      () =>
        model.forward([
          [1, 2],
          [3, 9],
        ]),
      RangeError,
      /: tokens\[1\]\[1\]: expected an integer from 0 to 8, below vocabSize, got 9/,
    ],
    [
      'half a token',
      () => model.forward([0.5]),
      RangeError,
      /: tokens\[0\]: expected an integer, got 0\.5/,
    ],
    [
      'a token of words',
      () => model.forward(/** @type {any} */ (['a'])),
      TypeError,
      /: tokens\[0\]: expected a number/,
    ],
    [
      'no tokens',
      () => model.forward(/** @type {any} */ (undefined)),
      TypeError,
      /: tokens: expected/,
    ],
    [
      'tokens too deep',
      () => model.forward(/** @type {any} */ ([[[1]]])),
      RangeError,
      /: tokens: expected shape/,
    ],
    [
      'big tokens',
      () => model.forward(/** @type {any} */ ({ data: new BigInt64Array(1), shape: [1] })),
      TypeError,
      /typed array of integers/,
    ],
    [
      'a shape that does not fit',
      () => model.forward({ data: new Int32Array(3), shape: [2, 2] }),
      RangeError,
      /: tokens\.data: expected 4 values for shape \(2, 2\), got 3/,
    ],
    [
      'a head that is not there',
      () => model.forward([1], { removeHeads: [[0, 3]] }),
      RangeError,
      /: removeHeads\[0\]\[1\]: expected an integer from 0 to 2/,
    ],
    [
      'half a head',
      () => model.forward([1], { removeHeads: /** @type {any} */ ([[1]]) }),
      RangeError,
      /: removeHeads\[0\]: expected a pair/,
    ],
    [
      'a wrong option',
      () => model.forward([1], /** @type {any} */ ({ traces: true })),
      TypeError,
      /unknown option traces: did you mean trace\?/,
    ],
    [
      'a batch of nothing',
      () => model.trainStep(/** @type {any} */ ([])),
      TypeError,
      /: batch: expected an object with tokens and targets/,
    ],
    [
      'no targets',
      () => model.trainStep(/** @type {any} */ ({ tokens })),
      TypeError,
      /: targets: expected/,
    ],
    [
      'targets of another shape',
      () => model.trainStep({ tokens, targets: tokens[0] }),
      RangeError,
      /: targets: expected shape \(2, 5\) to match tokens, got \(5\)/,
    ],
    [
      'a mask of another shape',
      () => model.trainStep({ ...batch, mask: [true] }),
      RangeError,
      /: mask: expected shape \(2, 5\)/,
    ],
    [
      'a mask that leaves nothing',
      () => model.trainStep({ ...batch, mask: { data: new Uint8Array(10), shape: [2, 5] } }),
      RangeError,
      /: mask: expected at least one position that counts, got none/,
    ],
    [
      'a target out of range',
      () => model.trainStep({ tokens: [1], targets: [-1] }),
      RangeError,
      /: targets\[0\]: expected an integer from 0 to 8/,
    ],
    [
      'a negative rate',
      () => model.trainStep(batch, { learningRate: -1 }),
      RangeError,
      /: learningRate: expected a number from 0 on, got -1/,
    ],
    [
      'a rate of NaN',
      () => model.trainStep(batch, { learningRate: NaN }),
      RangeError,
      /: learningRate: expected a finite number/,
    ],
    [
      'a beta of 1',
      () => model.trainStep(batch, { betas: [0.9, 1] }),
      RangeError,
      /: betas\[1\]: expected a number from 0 to below 1/,
    ],
    [
      'one beta',
      () => model.trainStep(batch, { betas: /** @type {any} */ ([0.9]) }),
      RangeError,
      /: betas: expected two numbers/,
    ],
    [
      'an unknown optimiser',
      () => model.trainStep(batch, { optimizer: /** @type {any} */ ('adamW') }),
      RangeError,
      /got "adamW": did you mean adamw\?/,
    ],
    [
      'a cosine without an end',
      () => model.trainStep(batch, { schedule: { type: 'cosine' } }),
      TypeError,
      /: schedule\.steps: expected an integer of at least 1/,
    ],
    [
      'a cosine that ends in its warm-up',
      () => model.trainStep(batch, { schedule: { type: 'cosine', warmUp: 5, steps: 5 } }),
      RangeError,
      /: schedule\.steps: expected an integer of at least 6/,
    ],
    [
      'a signal that is none',
      () => model.trainStep(batch, /** @type {any} */ ({ signal: {} })),
      TypeError,
      /: signal: expected an AbortSignal/,
    ],
    [
      'a state without an entry',
      () => model.loadStateDict({}),
      TypeError,
      /: embedding\.weight: expected a tensor of shape \(9, 12\)/,
    ],
    [
      'a state with one more',
      () => model.loadStateDict({ ...model.stateDict(), 'norm3.weight': [1] }),
      TypeError,
      /: unknown parameter norm3\.weight: did you mean norm\.weight\?/,
    ],
    [
      'an engine that is none',
      () => createTransformer(/** @type {any} */ ({}), small),
      TypeError,
      /: engine: expected a Headwise or an AsyncHeadwise/,
    ],
  ];
  for (const [what, call, kind, words] of calls) {
    test(what, () => {
      assert.throws(call, (error) => error instanceof kind && words.test(String(error)));
      assert.equal(model.forward([1]).logits.data.length, 9);
    });
  }

  test('masked tokens may have any value', () => {
    const masked = { tokens: [[1, 2]], targets: [[-100, 3]], mask: [[false, true]] };
    assert.equal(create({}).evaluate(masked).counted, 1);
  });

  test('a disposed model reports it, and an engine disposes its models', async () => {
    const engine = await load();
    const gone = createTransformer(engine, small);
    const left = createTransformer(engine, small);
    gone.dispose();
    gone.dispose();
    assert.throws(() => gone.forward([1]), { code: 'disposed', message: /the transformer was/ });
    engine.dispose();
    assert.throws(() => left.trainStep(batch), { code: 'disposed', message: /the engine was/ });
    left.dispose();
  });

  test('too little memory is refused before the work begins', async () => {
    const engine = await load({ memoryLimit: 8 * 2 ** 20 });
    assert.throws(
      () => createTransformer(engine, { ...small, vocabSize: 1e6 }),
      /needs \d+ bytes; 8388608 are available/,
    );
    const model = createTransformer(engine, { ...small, contextLen: 2048 });
    const long = { data: new Int32Array(2048), shape: [1, 2048] };
    assert.throws(() => model.forward(long, { trace: true }), { code: 'memory' });
    assert.throws(() => model.trainStep({ tokens: long, targets: long }), { code: 'memory' });
    assert.ok(model.trainStep(batch).loss > 0);
    engine.dispose();
  });
});

test('ten thousand models are made and disposed', async () => {
  const engine = await load({ memoryLimit: 12 * 2 ** 20 });
  for (let i = 0; i < 10_000; i++) {
    const model = createTransformer(engine, { ...small, seed: i });
    if (i % 100 === 0) model.trainStep(batch);
    model.dispose();
  }
  engine.dispose();
});
