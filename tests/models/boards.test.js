// Tests boards of changed runs: heads, attentions and MLPs off in turn, and parts of one run put into another. Each cell equals a whole run
// with the same change, to the bit.

import assert from 'node:assert/strict';
import test from 'node:test';
import { openModel, patch, sweep } from 'headwise/models';
import { filesOf, readModelGoldens } from '../golden/models/read.js';
import { expectSame } from './support/near.js';

/** A case of each family with another form of blocks: before, parallel, inside, after, and with an encoder. */
const CASES = [
  ...[['gpt2', 'tied'], ['gpt_neox', 'parallel'], ['llama', 'llama3'], ['gemma2', 'window']],
  ...[['bert', 'masked'], ['bert', 'classes'], ['bloom', 'between'], ['t5', undefined]],
]; // prettier-ignore
const goldens = await readModelGoldens(CASES.map(([family]) => /** @type {string} */ (family)));

/** @param {string} family @param {string} [name] */
async function open(family, name, how = {}) {
  const golden = goldens.find((one) => one.family === family && (!name || one.name === name));
  if (!golden) assert.fail(`${family} ${name}`);
  const { ids, typeIds, targetIds } = golden.inputs;
  const text = targetIds ?? ids ?? [];
  const other = text.map((id, at) => (at < 2 ? id : 3 + ((id + at) % 9)));
  const input = /** @type {any} */ (typeIds ? { ids, typeIds } : ids);
  const options = targetIds ? { target: targetIds } : {};
  const model = await openModel(filesOf(golden), how);
  const from = targetIds ? [input, { target: other }] : [typeIds ? { ids: other, typeIds } : other, {}]; // prettier-ignore
  const measure = /** @type {any} */ (
    model.predicts === 'classes'
      ? { class: 0, against: 1 }
      : { position: text.length - 1, token: 4 }
  );
  return { model, input, options, from, measure, length: text.length };
}

for (const [family, name] of CASES) {
  test(`${family}, ${name}: a board of heads is made of runs without each head`, async () => {
    const { model, input, options, measure } = await open(/** @type {string} */ (family), name);
    const { numLayers, numHeads } = model.config;
    /** @type {number[]} */
    const progress = [];
    const onProgress = (/** @type {number} */ done) => void progress.push(done);
    const { base, effects } = await sweep(model, input, { ...options, measure, onProgress });
    assert.deepEqual(effects.shape, [numLayers, numHeads]);
    assert.equal(progress.length, numLayers * numHeads);
    assert.equal(progress.at(-1), 1);
    const run = await model.run(input, options);
    assert.equal(base, await run.measure(measure));
    for (let layer = 0; layer < numLayers; layer++) {
      for (let head = 0; head < numHeads; head++) {
        const without = await model.run(input, { ...options, ablate: [{ layer, head }] });
        const wanted = Math.fround((await without.measure(measure)) - base);
        assert.equal(effects.at(layer, head), wanted, `${layer}.${head}`);
      }
    }
    const measured = (/** @type {any} */ one) => one.measure(measure);
    const ofFunction = await sweep(model, input, { ...options, measure: measured });
    expectSame(ofFunction.effects.data, effects.data);
    if (model.predicts !== 'classes') {
      const log = { ...measure, as: 'logProbability' };
      const { effects: logs, base: begin } = await sweep(model, input, {
        ...options,
        measure: log,
      });
      const without = await model.run(input, { ...options, ablate: [{ layer: 0, head: 0 }] });
      assert.equal(logs.at(0, 0), Math.fround((await without.measure(log)) - begin));
    }
    model.dispose();
  });

  test(`${family}, ${name}: outputs become zeros, means, and those of another run`, async () => {
    const { model, input, options, from, measure } = await open(
      /** @type {string} */ (family),
      name,
    );
    const run = await model.run(input, options);
    const other = await model.run(from[0], from[1]);
    const { numLayers } = model.config;
    for (const by of /** @type {const} */ (['zero', 'mean'])) {
      const { base, effects } = await sweep(model, input, { ...options, measure, of: 'mlps', by });
      for (let layer = 0; layer < numLayers; layer++) {
        const mlp = await run.mlp({ layer });
        const [rows, width] = mlp.shape;
        const mean = Float64Array.from({ length: width }, (_, j) => {
          let sum = 0;
          for (let i = 0; i < rows; i++) sum += mlp.data[i * width + j] / rows;
          return sum;
        });
        const data = mlp.data.map((_, at) => (by === 'zero' ? 0 : mean[at % width]));
        const tensor = { data, shape: mlp.shape };
        const replace = [{ layer, name: /** @type {const} */ ('mlp'), tensor }];
        const changed = await model.run(input, { ...options, replace });
        assert.equal(effects.at(layer), Math.fround((await changed.measure(measure)) - base));
      }
    }
    // with nothing from attention, the stream passes it; what attention adds is known where no norm follows
    const { effects: away } = await sweep(model, input, { ...options, measure, of: 'attentions' });
    assert.ok(away.data.every((value) => value !== 0));
    const heads = await sweep(model, input, { ...options, measure, by: other });
    const layer = numLayers - 1;
    const { heads: mine } = await run.trace({ layer });
    const { heads: theirs } = await other.trace({ layer });
    const size = mine.shape[1] * mine.shape[2];
    const data = mine.data.slice();
    data.set(theirs.data.subarray(size, 2 * size), size);
    const replace = [
      { layer, name: /** @type {const} */ ('heads'), tensor: { data, shape: mine.shape } },
    ];
    const changed = await model.run(input, { ...options, replace });
    assert.equal(
      heads.effects.at(layer, 1),
      Math.fround((await changed.measure(measure)) - heads.base),
    );
    model.dispose();
  });

  test(`${family}, ${name}: patching nothing changes nothing, and the whole stream gives the other run`, async () => {
    const { model, input, options, from, measure, length } = await open(
      /** @type {string} */ (family),
      name,
    );
    const [into, other] = [await model.run(input, options), await model.run(from[0], from[1])];
    const { numLayers, numHeads } = model.config;
    for (const over of /** @type {const} */ ([
      'residual',
      'attentions',
      'mlps',
      'heads',
      'patterns',
    ])) {
      const same = await patch(model, { into, from: into, measure, over });
      assert.ok(
        same.effects.data.every((value) => value === 0),
        over,
      );
      const both = await patch(model, { into, from: other, measure, over });
      const columns = over === 'heads' || over === 'patterns' ? numHeads : length;
      assert.deepEqual(both.effects.shape, [numLayers, columns]);
      assert.equal(both.into, await into.measure(measure));
      assert.equal(both.from, await other.measure(measure));
      assert.ok(
        both.effects.data.some((value) => value !== 0),
        over,
      );
      const whole = both.from - both.into;
      for (const [at, value] of both.normalized.data.entries()) {
        assert.ok(
          Math.abs(value * whole - both.effects.data[at]) <=
            1e-6 * Math.abs(whole) + 1e-6 * Math.abs(both.effects.data[at]),
        );
      }
      if (over === 'residual') {
        const [layer, row] = [numLayers - 1, length - 1];
        const rows = await other.residual({ layer, at: 'in' });
        const replace = [
          {
            layer,
            name: /** @type {const} */ ('residual'),
            tensor: [[...rows.row(row)]],
            positions: [row],
          },
        ];
        const changed = await model.run(input, { ...options, replace });
        assert.equal(
          both.effects.at(layer, row),
          Math.fround((await changed.measure(measure)) - both.into),
        );
      }
    }
    model.dispose();
  });
}

test('boards in a worker and on two threads have the same bits', async () => {
  const all = [];
  for (const how of [{}, { worker: true }, { threads: 2 }]) {
    const { model, input, from, measure } = await open('gemma2', 'window', how);
    const [into, other] = [await model.run(input), await model.run(from[0])];
    const measured = async (/** @type {any} */ run) => run.predictions({ position: 2 })[0].logit;
    /** @type {number[]} */
    const progress = [];
    const onProgress = (/** @type {number} */ done) => void progress.push(done);
    all.push([
      await sweep(model, input, { measure, onProgress }),
      await sweep(model, input, { measure, of: 'attentions', by: other }),
      await sweep(model, input, { measure: measured, of: 'mlps', by: other }),
      await patch(model, { into, from: other, measure, over: 'patterns' }),
      await patch(model, { into, from: other, measure: measured, over: 'attentions' }),
      progress.length,
    ]);
    model.dispose();
  }
  assert.deepEqual(all[1], all[0]);
  assert.deepEqual(all[2], all[0]);
});

test('a signal ends a board within a layer', async () => {
  for (const worker of [false, true]) {
    const { model, input, measure } = await open('gpt2', 'tied', { worker });
    const controller = new AbortController();
    const stopped = sweep(model, input, {
      measure,
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('enough')),
    });
    await assert.rejects(stopped, /enough/);
    assert.ok((await sweep(model, input, { measure })).effects.data.length > 0);
    model.dispose();
  }
});

test('a measure whose result is no number is refused by what came, also later than the first call', async () => {
  for (const worker of [false, true]) {
    const { model, input, from } = await open('gpt2', 'tied', { worker });
    const [into, other] = [await model.run(input), await model.run(from[0])];
    const run = await model.run(input);
    const results = /** @type {const} */ ([
      [Number.NaN, 'RangeError', 'NaN'],
      [undefined, 'TypeError', 'undefined'],
      ['much', 'TypeError', '"much"'],
      [null, 'TypeError', 'null'],
    ]);
    for (const [result, name, got] of results) {
      const error = {
        name,
        message: `measure: expected a function whose result is a number, got ${got}`,
      };
      for (const measure of /** @type {any[]} */ ([() => result, async () => result])) {
        await assert.rejects(run.measure(measure), error);
        await assert.rejects(sweep(model, input, { measure }), error);
        await assert.rejects(patch(model, { into, from: other, measure, over: 'heads' }), error);
      }
      let calls = 0;
      const later = /** @type {any} */ (() => (++calls === 3 ? result : 1));
      await assert.rejects(sweep(model, input, { measure: later }), error);
      assert.equal(calls, 3, 'nothing is computed after it');
    }
    const own = new Error('my own');
    for (const measure of /** @type {any[]} */ ([
      () => {
        throw own;
      },
      async () => {
        throw own;
      },
    ])) {
      const is = (/** @type {unknown} */ error) => error === own;
      await assert.rejects(run.measure(measure), is);
      await assert.rejects(sweep(model, input, { measure }), is);
      await assert.rejects(patch(model, { into, from: other, measure, over: 'residual' }), is);
    }
    assert.equal(await run.measure(() => Infinity), Infinity);
    model.dispose();
  }
});

test('a sweep checks its measure before the model runs', async () => {
  for (const worker of [false, true]) {
    const { model, input } = await open('gpt2', 'tied', { worker });
    let runs = 0;
    const watched = { run: model.run.bind(model) };
    model.run = /** @type {any} */ (
      (/** @type {[any, any]} */ ...given) => {
        runs++;
        return watched.run(...given);
      }
    );
    for (const [measure, message] of /** @type {[any, RegExp][]} */ ([
      [
        undefined,
        /^TypeError: measure: expected a token, a class, or a function of a run, got undefined$/,
      ],
      [{}, /^TypeError: measure: expected a token or a label, got none$/],
      [{ class: 1 }, /^TypeError: measure: expected a token or a label, got class$/],
      [{ token: 1.5 }, /^RangeError: measure.token: expected an integer from 0 to \d+, got 1.5$/],
      [
        { token: ' a' },
        /^HeadwiseError: measure.token: no tokenizer was found beside the weights$/,
      ],
      [{ token: 1, against: true }, /^TypeError: measure.against: expected/],
      [
        { token: 1, position: -1 },
        /^RangeError: measure.position: expected an integer of at least 0, got -1$/,
      ],
      [
        { token: 1, as: 'logits' },
        /^TypeError: measure.as: expected 'logit' or 'logProbability', got "logits"$/,
      ],
    ])) {
      await assert.rejects(
        sweep(model, input, { measure }),
        (error) => (assert.match(String(error), message), true),
        String(message),
      );
    }
    if (!worker) assert.equal(runs, 0);
    model.dispose();
  }
});

test('wrong questions are refused', async () => {
  for (const worker of [false, true]) {
    const { model, input, measure, from } = await open('gpt2', 'tied', { worker });
    const [into, short] = [await model.run(input), await model.run(input.slice(1))];
    const other = await open('gpt2', 'tied', { worker });
    const foreign = await other.model.run(from[0]);
    for (const [call, message] of /** @type {[() => any, RegExp][]} */ ([
      [
        () => sweep(model, input, { measure: { token: -1 } }),
        /^RangeError: measure.token: expected an integer from 0/,
      ],
      [
        () => sweep(model, input, { measure, of: /** @type {any} */ ('head') }),
        /^TypeError: of: expected 'heads', 'attentions' or 'mlps', got "head"$/,
      ],
      [
        () => sweep(model, input, { measure, by: /** @type {any} */ ('none') }),
        /^TypeError: by: expected 'zero', 'mean' or a run, got "none"$/,
      ],
      [
        () => sweep(model, input, { measure, by: short }),
        /^RangeError: by: expected a run of 12 tokens, got 11$/,
      ],
      [
        () => sweep(model, /** @type {any} */ ([]), { measure }),
        /^RangeError: input: expected at least one token/,
      ],
      [
        () => patch(model, { into, from: short, measure, over: 'heads' }),
        /^RangeError: from: expected a run of 12 tokens, got 11$/,
      ],
      [
        () => patch(model, { into, from: foreign, measure, over: 'heads' }),
        /^TypeError: from: expected a run /,
      ],
      [
        () => patch(model, { into, from: /** @type {any} */ (3), measure, over: 'heads' }),
        /^TypeError: from: expected a run from model.run\(\), got 3$/,
      ],
      [
        () => patch(model, { into, from: into, measure, over: /** @type {any} */ ('head') }),
        /^TypeError: over: expected 'residual', 'attentions', 'mlps', 'heads' or 'patterns', got "head"$/,
      ],
    ])) {
      await assert.rejects(
        call,
        (error) => (assert.match(String(error), message), true),
        String(call),
      );
    }
    model.dispose();
    other.model.dispose();
    await assert.rejects(sweep(model, input, { measure }), { code: 'disposed' });
  }
  await assert.rejects(
    sweep(/** @type {any} */ ({}), [1], { measure: { token: 1 } }),
    /^TypeError: model: expected a model/,
  );
});

test('a head that the run left out comes back when the other run has it', async () => {
  const { model, input, measure } = await open('gpt2', 'tied');
  const whole = await model.run(input);
  const into = await model.run(input, { ablate: [{ layer: 1, head: 0 }] });
  const found = await patch(model, { into, from: whole, measure, over: 'heads' });
  assert.notEqual(found.from, found.into);
  assert.equal(found.effects.at(1, 0), Math.fround(found.from - found.into));
  model.dispose();
});
