// Tests a run's stream and measures in models of all families: sums, laws, errors, and the same answers in a worker.

import assert from 'node:assert/strict';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { openModel, sweep } from 'headwise/models';
import { filesOf, readFolderGoldens, readModelGoldens } from '../golden/models/read.js';
import { expectNear, expectSame } from './support/near.js';

/** @import { ModelGolden } from '../golden/models/read.js' */

const goldens = await readModelGoldens();
const folders = await readFolderGoldens();

/** @param {ModelGolden} golden */
function inputOf({ inputs: { ids, typeIds, targetIds, pixels } }) {
  const input = pixels ?? (typeIds ? { ids, typeIds } : ids);
  return { input: /** @type {any} */ (input), options: targetIds ? { target: targetIds } : {} };
}

/** @param {string} family @param {string} [name] */
function goldenOf(family, name) {
  const found = goldens.find((one) => one.family === family && (!name || one.name === name));
  return found ?? assert.fail(family);
}

/** @param {string} family @param {string} [name] */
async function open(family, name) {
  const golden = goldenOf(family, name);
  const { input, options } = inputOf(golden);
  return { golden, model: await openModel(filesOf(golden)), input, options };
}

/** A measure that fits a run's logits. @param {any} model @param {any} run @returns {any} */
function measureOf(model, run) {
  if (model.predicts === 'classes') return { class: 0 };
  const labels = run.logits.shape.length === 1;
  return { position: 2, token: 0, ...(labels ? {} : { against: 1 }) };
}

for (const golden of goldens) {
  test(`${golden.family}, ${golden.name}: the parts of a layer add up, and the lens ends in the logits`, async () => {
    const model = await openModel(filesOf(golden));
    const { input, options } = inputOf(golden);
    const run = await model.run(input, options);
    const last = model.config.numLayers - 1;
    for (let layer = 0; layer <= last; layer++) {
      const into = await run.residual({ layer, at: 'in' });
      expectSame(into.data, (await run.hidden(layer)).data);
      const out = await run.residual({ layer });
      expectSame(out.data, (await run.hidden(layer + 1)).data);
      const mlp = await run.mlp({ layer });
      assert.deepEqual(mlp.shape, out.shape);
      const middle = await run.residual({ layer, at: 'middle' }).catch((error) => {
        assert.equal(error.code, 'unsupported');
        return null;
      });
      // exact where no norm follows the sum, and the stream itself is added to
      if (middle && isPlain(golden)) {
        expectSame(
          Float32Array.from(middle.data, (x, i) => x + mlp.data[i]),
          out.data,
        );
      }
    }
    if (run.logits) {
      const { logits, predictions } = await run.lens({ layer: last });
      expectSame(logits.data, run.logits.data, 'lens');
      assert.deepEqual(logits.shape, run.logits.shape);
      const [position] = model.predicts === 'classes' ? [undefined] : [1];
      const one = await run.lens({ layer: last, at: 'out', position, top: 3 });
      assert.deepEqual(one.predictions, run.predictions({ position: position ?? 0, top: 3 }));
      assert.equal(predictions.length, run.predictions().length);
      const into = await run.lens({ layer: last, at: 'in' });
      assert.notDeepEqual(into.logits.data, logits.data);
      const measure = measureOf(model, run);
      const { data, shape } = run.logits;
      const row = model.predicts === 'classes' ? 0 : 2 * (data.length / shape[0]);
      const value = data[row] - (measure.against === undefined ? 0 : data[row + 1]);
      assert.equal(await run.measure(measure), value);
      assert.equal(await run.measure((one) => one.measure(measure)), value);
    } else {
      await assert.rejects(run.measure({ token: 0 }), { code: 'unsupported' });
      await assert.rejects(run.lens({ layer: 0 }), { code: 'unsupported' });
    }
    model.dispose();
  });
}

/** Whether each part is added to the stream itself, and no norm follows. @param {ModelGolden} golden */
function isPlain({ family, name }) {
  const after = [
    'bert',
    'roberta',
    'distilbert',
    'albert',
    'electra',
    'mpnet',
    'nomic_bert',
    'deberta',
    'deberta_v2',
    'bart',
  ];
  return ![...after, 'marian', 'bloom'].includes(family) && !(family === 'opt' && name === 'post');
}

/** Attributions of a run: the parts and the rest add up, and the rest is rounding. @param {any} run @param {any} measure */
async function expectSum(run, measure) {
  const { total, parts, rest } = await run.attribution(measure);
  assert.equal(total, await run.measure(measure));
  const values = parts.map((/** @type {{ value: number }} */ { value }) => value);
  const sum = values.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, rest);
  const size = values.reduce((/** @type {number} */ all, /** @type {number} */ one) => all + Math.abs(one), 0); // prettier-ignore
  assert.ok(Math.abs(sum - total) <= 1e-12 * size, `${sum}, expected ${total}`);
  const allowed = 64 * 2 ** -23 * size;
  assert.ok(Math.abs(rest) <= allowed, `rest ${rest} of ${size}, allowed ${allowed}`);
  return parts;
}

for (const golden of goldens) {
  test(`${golden.family}, ${golden.name}: an attribution adds up to the measure`, async () => {
    const model = await openModel(filesOf(golden));
    const { input, options } = inputOf(golden);
    const run = await model.run(input, options);
    if (run.logits) {
      const { numLayers, numHeads } = model.config;
      const measure = measureOf(model, run);
      const parts = await expectSum(run, measure);
      const own = parts.filter((/** @type {any} */ one) => !one.attention);
      const count = (/** @type {string} */ kind) =>
        own.filter((/** @type {any} */ one) => one.kind === kind).length;
      assert.equal(count('head'), numLayers * numHeads);
      assert.equal(count('mlp'), numLayers);
      assert.equal(count('token'), 1);
      await expectSum(run, { ...measure, against: undefined });
      if (run.logits.shape.at(-1) !== 1) await expectSum(run, { ...measure, as: 'logProbability', against: undefined }); // prettier-ignore
      const removed = await model.run(input, { ...options, ablate: [{ layer: 0, head: 1 }] });
      const changed = await expectSum(removed, measure);
      const head = changed.find((/** @type {any} */ one) => one.layer === 0 && one.head === 1);
      assert.ok(Math.abs(head.value) === 0 || model.config.numLayers === 0, `${head.value}`);
    } else {
      await assert.rejects(run.attribution({ token: 0 }), { code: 'unsupported' });
    }
    model.dispose();
  });
}

test('log probabilities are those of the predictions', async () => {
  const { model, input } = await open('gpt2', 'tied');
  const run = await model.run(input);
  const [first, second] = run.predictions({ position: input.length - 1, top: 2 });
  const log = await run.measure({ token: first.id, as: 'logProbability' });
  assert.ok(Math.abs(log - Math.log(first.probability)) < 1e-6);
  assert.equal(
    await run.measure({ token: first.id, against: second.id, as: 'logProbability' }),
    await run.measure({ token: first.id, against: second.id }),
  );
  model.dispose();
  const classes = await open('bert', 'classes');
  const ofText = await classes.model.run(classes.input);
  const [best] = ofText.predictions();
  const value = await ofText.measure({ class: best.token, as: 'logProbability' });
  assert.ok(Math.abs(value - Math.log(best.probability)) < 1e-6);
  classes.model.dispose();
});

test('a replaced stream is followed by all later steps, and other rows keep their bits', async () => {
  for (const family of ['gpt2', 'llama', 'gpt_neox', 'gemma2', 'bert', 't5']) {
    const { model, input, options } = await open(family, family === 'bert' ? 'masked' : undefined);
    const run = await model.run(input, options);
    const text = options.target ? [...options.target] : (input.ids ?? [...input]);
    const other = text.map((/** @type {number} */ id, /** @type {number} */ at) =>
      at === 0 ? id : 3 + ((id + at) % 7),
    );
    const from = options.target
      ? await model.run(input, { target: other })
      : await model.run(input.ids ? { ...input, ids: other } : other);
    const layer = 1;
    const tensor = await from.residual({ layer, at: 'in' });
    /** @param {any} replace */
    const again = (replace) => model.run(input, { ...options, replace });
    const whole = await again([{ layer, name: 'residual', tensor }]);
    if (family !== 't5') expectSame(/** @type {any} */ (whole.logits).data, /** @type {any} */ (from.logits).data, family); // prettier-ignore
    const same = [
      { layer, name: 'residual', tensor: await run.residual({ layer, at: 'in' }) },
      { layer, name: 'mlp', tensor: await run.mlp({ layer }) },
    ];
    for (const one of same) {
      const unchanged = await again([one]);
      expectSame(/** @type {any} */ (unchanged.logits).data, /** @type {any} */ (run.logits).data);
    }
    const rows = [2, 4].map((at) => [...tensor.row(at)]);
    const some = await again([{ layer, name: 'residual', tensor: rows, positions: [2, 4] }]);
    const [mine, theirs] = [await run.hidden(layer), await some.hidden(layer)];
    for (const at of text.keys()) {
      expectSame(theirs.row(at), at === 2 || at === 4 ? tensor.row(at) : mine.row(at));
    }
    const apart = await again([
      { layer, name: 'residual', tensor: [rows[0]], positions: [2] },
      { layer, name: 'residual', tensor: [rows[1]], positions: [4] },
    ]);
    expectSame(/** @type {any} */ (apart.logits).data, /** @type {any} */ (some.logits).data);
    model.dispose();
  }
});

test('rows of heads and of maps are replaced', async () => {
  const { model, input } = await open('llama');
  const run = await model.run(input);
  const from = await model.run([...input].reverse());
  const layer = 0;
  for (const name of /** @type {const} */ (['query', 'key', 'value', 'heads', 'attention'])) {
    const [mine, theirs] = [await run.trace({ layer }), await from.trace({ layer })];
    const [heads, rows, width] = theirs[name].shape;
    const data = Float32Array.from({ length: heads * 2 * width }, (_, i) => {
      const [head, row] = [Math.floor(i / (2 * width)), Math.floor(i / width) % 2 === 0 ? 1 : 3];
      return theirs[name].data[(head * rows + row) * width + (i % width)];
    });
    const tensor = { data, shape: [heads, 2, width] };
    const replace = [{ layer, name, tensor, positions: [1, 3] }];
    const changed = await (await model.run(input, { replace })).trace({ layer });
    for (let head = 0; head < heads; head++) {
      for (let row = 0; row < rows; row++) {
        const wanted = row === 1 || row === 3 ? theirs[name] : mine[name];
        expectSame(changed[name].row(head, row), wanted.row(head, row), `${name} ${row}`);
      }
    }
    if (name === 'attention') {
      const map = await (await model.run(input, { replace })).attention({ layer, head: 1 });
      expectSame(map.row(3), theirs.attention.row(1, 3));
      const whole = [{ layer, name, tensor: theirs.attention }];
      const all = await (await model.run(input, { replace: whole })).trace({ layer });
      expectNear(changed.heads.row(0, 3), all.heads.row(0, 3));
    }
  }
  model.dispose();
});

test('maps weighed by what their values write add up to 1, and lose their first column', async () => {
  for (const family of ['llama', 't5']) {
    const { model, input, options } = await open(family);
    const run = await model.run(input, options);
    const kind = family === 't5' ? 'cross' : 'self';
    const at = /** @type {const} */ ({ layer: 1, kind });
    const trace = await run.trace(at);
    const [heads, rows, columns] = trace.attention.shape;
    const group = heads / trace.value.shape[0];
    const length = (/** @type {ArrayLike<number>} */ row) => Math.hypot(...Array.from(row));
    const all = await run.attention({ ...at, weigh: 'values', without: 'first' });
    for (let head = 0; head < heads; head++) {
      const one = await run.attention({ ...at, head, weigh: 'values' });
      const through = await run.attention({ ...at, head, weigh: 'output' });
      for (let i = 0; i < rows; i++) {
        const raw = Array.from(
          { length: columns },
          (_, j) =>
            trace.attention.at(head, i, j) * length(trace.value.row(Math.floor(head / group), j)),
        );
        const sum = raw.reduce((a, b) => a + b);
        expectNear(one.row(i), raw.map((value) => value / sum)); // prettier-ignore
        const rest = raw.slice(1).reduce((a, b) => a + b, 0);
        expectNear(all.row(head, i), raw.map((value, j) => (j > 0 && rest > 0 ? value / rest : 0))); // prettier-ignore
        assert.ok(Math.abs(through.row(i).reduce((a, b) => a + b) - 1) < 1e-5);
      }
    }
    // with one token to attend to, a head's contribution is the output of its value
    const plain = await run.attention({ ...at, head: 0, weigh: 'none' });
    assert.deepEqual(plain, await run.attention({ ...at, head: 0 }));
    model.dispose();
  }
});

test('a token is named by its text; another text says which tokens it is', async () => {
  const { path, texts } = folders.find(({ name }) => name === 'gpt2') ?? assert.fail();
  const model = await openModel(path);
  const run = await model.run(/** @type {string} */ (texts[0].text));
  const input = run.input ?? assert.fail();
  const at = input.ids.length - 1;
  const text = model.decode([input.ids[at]]);
  assert.equal(await run.measure({ token: text }), await run.measure({ token: input.ids[at] }));
  const several = model.tokenize(/** @type {string} */ (texts[0].text)).ids.length;
  await assert.rejects(run.measure({ token: /** @type {string} */ (texts[0].text) }), (error) => {
    const { name, message } = /** @type {Error} */ (error);
    assert.equal(name, 'RangeError');
    assert.match(message, new RegExp(`^measure.token: expected one token of the model, got .*, which is ${several} of them: .*\\(${input.ids[0]}\\)`)); // prettier-ignore
    return true;
  });
  model.dispose();
});

test('a word outside a closed vocabulary is refused by the name of the measure', async () => {
  const model = await openModel(
    fileURLToPath(new URL('../../web/models/grammar.safetensors', import.meta.url)),
  );
  const run = await model.run('the dog');
  for (const [measure, name] of /** @type {const} */ ([
    [{ token: 'zebra' }, 'token'],
    [{ token: 'dog', against: 'zebra' }, 'against'],
  ])) {
    const message = new RegExp(
      `^measure\\.${name}: expected words of this model's vocabulary .*, got "zebra"`,
    );
    await assert.rejects(run.measure(measure), { name: 'RangeError', message });
    await assert.rejects(sweep(model, 'the dog', { measure }), { name: 'RangeError', message });
  }
  model.dispose();
});

test('a masked model is measured at its only mask', async () => {
  const { path } = folders.find(({ name }) => name === 'bert') ?? assert.fail();
  const model = await openModel(path);
  const run = await model.run('the [MASK] was');
  const position = run.input?.tokens?.indexOf('[MASK]') ?? -1;
  assert.ok(position > 0);
  assert.equal(await run.measure({ token: 5 }), await run.measure({ token: 5, position }));
  assert.deepEqual(
    (await run.lens({ layer: 1 })).predictions,
    (await run.lens({ layer: 1, position })).predictions,
  );
  for (const [text, message] of [
    ['the was', /^measure.position: expected a position, or one mask in the text, got none$/],
    ['[MASK] was [MASK]', /got masks at 1, 3$/],
  ]) {
    const other = await model.run(/** @type {string} */ (text));
    await assert.rejects(other.measure({ token: 5 }), { name: 'RangeError', message });
  }
  model.dispose();
});

/** Calls that are refused, each with its error. */
// prettier-ignore
const WRONG = /** @type {[(run: any, model: any) => unknown, RegExp][]} */ ([
  [(run) => run.measure({ token: -1 }), /^RangeError: measure.token: expected an integer from 0 to \d+, got -1$/],
  [(run) => run.measure({ token: 1, position: 99 }), /^RangeError: measure.position: expected an integer from 0 to \d+, got 99$/],
  [(run) => run.measure({ token: 1, against: 1e9 }), /^RangeError: measure.against: expected/],
  [(run) => run.measure({ class: 1 }), /^TypeError: measure: expected a token or a label, got class$/],
  [(run) => run.measure({}), /^TypeError: measure: expected a token or a label, got none$/],
  [(run) => run.measure(3), /^TypeError: measure: expected a token, a class, or a function of a run, got 3$/],
  [(run) => run.measure(() => 'much'), /^TypeError: measure: expected a function whose result is a number, got "much"$/],
  [(run) => run.measure({ token: 1, as: 'logits' }), /^TypeError: measure.as: expected 'logit' or 'logProbability', got "logits"$/],
  [(run) => run.measure({ tokens: 1 }), /^TypeError: measure: unknown option tokens: did you mean token\?$/],
  [(run) => run.attribution(() => 1), /^TypeError: measure: expected a token or a class, for a function is no sum of parts, got a function/],
  [(run) => run.attribution({ token: 1, position: -1 }), /^RangeError: measure.position: expected an integer from 0/],
  [async (run, model) => (await model.run(run.input.ids, { replace: [{ layer: 1, name: 'residual', tensor: await run.residual({ layer: 0 }) }] })).attribution({ token: 1 }), /^HeadwiseError: attribution: the stream that enters layer 1 of this run was replaced, so it is no sum of parts$/],
  [(run) => run.residual({ layer: 9 }), /^RangeError: layer: expected an integer from 0 to \d+, got 9$/],
  [(run) => run.residual({ layer: 0, at: 'end' }), /^TypeError: at: expected 'in', 'middle' or 'out', got "end"$/],
  [(run) => run.mlp({ layer: -1 }), /^RangeError: layer: expected an integer from 0 to \d+, got -1$/],
  [(run) => run.lens({ layer: 0, position: 99 }), /^RangeError: position: expected an integer from 0 to/],
  [(run) => run.lens({ layer: 0, top: 0 }), /^RangeError: top: expected an integer of at least 1, got 0$/],
  [(run) => run.attention({ layer: 0, weigh: 'value' }), /^TypeError: weigh: expected 'none', 'values' or 'output', got "value"$/],
  [(run) => run.attention({ layer: 0, without: 'last' }), /^TypeError: without: expected 'first', got "last"$/],
  [(run, model) => model.run(run.input.ids, { replace: [{ layer: 0, name: 'residual', tensor: [[1, 2]] }] }), /^RangeError: replace: residual of layer 0: expected shape/],
  [(run, model) => model.run(run.input.ids, { replace: [{ layer: 0, name: 'mlp', tensor: [[[[1]]]] }] }), /^RangeError: replace\[0\].tensor: expected shape/],
  [(run, model) => model.run(run.input.ids, { replace: [{ layer: 0, name: 'mlp', tensor: [[1]], positions: [99] }] }), /^RangeError: replace: mlp of layer 0: positions: expected an integer from 0 to \d+, got 99$/],
  [(run, model) => model.run(run.input.ids, { replace: [{ layer: 0, name: 'attended', tensor: [[1]] }] }), /^TypeError: replace\[0\].name: expected one of attention, heads, query, key, value, residual, mlp, got "attended"$/],
]);

test('what a run does not have is refused, on this thread and in a worker', async () => {
  const golden = goldenOf('gpt2', 'tied');
  const { input } = inputOf(golden);
  for (const worker of [false, true]) {
    const model = await openModel(filesOf(golden), { worker });
    const run = await model.run(input);
    for (const [call, message] of WRONG) {
      await assert.rejects(
        async () => call(run, model),
        (error) => {
          assert.match(String(error), message);
          return true;
        },
        String(call),
      );
    }
    run.dispose();
    await assert.rejects(run.measure({ token: 1 }), { code: 'disposed' });
    model.dispose();
  }
  const neox = await open('gpt_neox', 'parallel');
  const run = await neox.model.run(neox.input);
  await assert.rejects(run.residual({ layer: 0, at: 'middle' }), { code: 'unsupported' });
  neox.model.dispose();
});

test('a model in a worker, or with two threads, gives the same bits', async () => {
  const golden = goldenOf('gemma2');
  const { input } = inputOf(golden);
  const all = [];
  for (const options of [{}, { worker: true }, { threads: 2 }]) {
    const model = await openModel(filesOf(golden), options);
    const run = await model.run(input);
    all.push({
      measure: await run.measure({ token: 3, against: 4 }),
      ofFunction: await run.measure((one) => one.predictions({ position: 1 })[0].logit),
      residual: await run.residual({ layer: 0, at: 'middle' }),
      mlp: await run.mlp({ layer: 1 }),
      lens: await run.lens({ layer: 0, position: 2 }),
      attribution: await run.attribution({ token: 3 }),
      map: await run.attention({ layer: 0, weigh: 'output' }),
    });
    model.dispose();
  }
  assert.deepEqual(all[1], all[0]);
  assert.deepEqual(all[2], all[0]);
});
