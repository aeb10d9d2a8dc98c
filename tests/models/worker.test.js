// Tests models in a worker: the same bits and errors as on this thread, from the same members.

import assert from 'node:assert/strict';
import { on } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import { load, loadInWorker } from 'headwise';
import {
  circuits,
  fromHub,
  headStatistics,
  openModel,
  patch,
  probeHeads,
  rankHeads,
  sweep,
  trainable,
} from 'headwise/models';
import { createTransformer, writeModel } from 'headwise/training';
import { distDir } from '../../src/build/tools/paths.js';
import { filesOf, readModelGoldens } from '../golden/models/read.js';
import { serveFiles } from './support/file-server.js';

const engine = await load();
const vocab = ['<pad>', 'a', 'b', 'c', 'd', 'e', 'f', ' '];
const config = {
  ...{ vocabSize: vocab.length, contextLen: 24, embedDim: 8, numHeads: 2, numLayers: 2 },
  ...{ mlpDim: 16, causal: true, seed: 4 },
};

/** A small model of letters. */
function fileOf() {
  const transformer = createTransformer(engine, config);
  const file = writeModel({ config, state: transformer.stateDict(), vocab });
  transformer.dispose();
  return { 'model.safetensors': file };
}

/**
 * Both handles of one model.
 *
 * @returns {Promise<[import('headwise/models').Model, import('headwise/models').WorkerModel]>}
 */
async function both(source = fileOf(), options = {}) {
  return [await openModel(source, options), await openModel(source, { ...options, worker: true })];
}

test('a model in a worker has the members and the bits of one on this thread', async () => {
  const [here, there] = await both();
  for (const name of /** @type {const} */ ([
    'architecture',
    'kind',
    'predicts',
    'config',
    'report',
  ])) {
    assert.deepEqual(there[name], here[name], name);
  }
  assert.deepEqual(there.tokenize('bad cafe'), here.tokenize('bad cafe'));
  assert.equal(there.decode([2, 1, 4]), here.decode([2, 1, 4]));

  const [a, b] = [await here.run('bad cafe'), await there.run('bad cafe')];
  assert.deepEqual(b.input, a.input);
  assert.deepEqual(b.logits, a.logits);
  assert.deepEqual(b.predictions({ position: 3, top: 4 }), a.predictions({ position: 3, top: 4 }));
  assert.deepEqual(await b.attention({ layer: 1 }), await a.attention({ layer: 1 }));
  const map = await b.attention({ layer: 0, head: 1 });
  assert.equal(map.at(2, 1), (await a.attention({ layer: 0, head: 1 })).at(2, 1));
  const part = {
    layer: 0,
    head: 0,
    rows: /** @type {[number, number]} */ ([0, 4]),
    columns: /** @type {[number, number]} */ ([1, 3]),
  };
  assert.deepEqual(await b.attentionWindow(part), await a.attentionWindow(part));
  assert.deepEqual(await b.trace({ layer: 1 }), await a.trace({ layer: 1 }));
  assert.deepEqual(await b.layer({ layer: 0 }), await a.layer({ layer: 0 }));
  assert.deepEqual(await b.hidden(2), await a.hidden(2));
  assert.deepEqual(await headStatistics(b), await headStatistics(a));
  const only = { only: /** @type {const} */ (['written']) };
  assert.deepEqual(await headStatistics(b, only), await headStatistics(a, only));
  const question = { from: [3], to: [0] };
  assert.deepEqual(await rankHeads(b, question), await rankHeads(a, question));
  assert.deepEqual(await there.stateDict(), here.stateDict());

  const texts = ['bad', 'cafe', 'face'];
  const batches = [await here.run(texts), await there.run(texts)];
  assert.deepEqual(
    batches[1].map(({ logits }) => logits),
    batches[0].map(({ logits }) => logits),
  );
  const ablate = { ablate: [{ layer: 0, head: 1 }] };
  assert.deepEqual((await there.run('bad', ablate)).logits, (await here.run('bad', ablate)).logits);
  here.dispose();
  there.dispose();
});

test('it writes, and each token has the rows of its maps', async () => {
  const [here, there] = await both();
  const options = { maxTokens: 4, temperature: 1, seed: 3 };
  const written = [];
  for (const model of [here, there]) {
    const tokens = [];
    for await (const { attention, ...token } of model.generate('bad c', options)) {
      tokens.push({ ...token, row: await attention({ layer: 1, head: 0 }) });
    }
    written.push(tokens);
  }
  assert.equal(written[0].length, 4);
  assert.deepEqual(written[1], written[0]);
  here.dispose();
  there.dispose();
});

test('errors are those of this thread, and the model goes on', async () => {
  const [here, there] = await both();
  /** @type {((model: any) => unknown)[]} */
  const wrong = [
    (model) => model.run(''),
    (model) => model.run(['bad', 'cafe', '']),
    (model) => model.run('xyz'),
    (model) => model.run([99]),
    (model) => model.run('bad', { ablat: [] }),
    async (model) => (await model.run('bad')).attention({ layer: 9 }),
    async (model) => (await model.run('bad')).predictions({ position: 9 }),
    async (model) => headStatistics(await model.run('bad'), /** @type {any} */ ({ only: ['x'] })),
    (model) => model.generate('', {}).next(),
    (model) => model.generate('bad', null).next(),
    (model) => model.generate('bad', { signal: 5 }).next(),
    (model) => model.generate('bad', { topk: 1 }).next(),
    ...[null, 5, [], { signal: 5 }, { onProgress: 5 }, { zzqq: 1 }].map(
      (options) => (/** @type {any} */ model) => model.run('bad', options),
    ),
    async (model) => (await model.run('bad')).attention(null),
    ...[null, 5, []].flatMap((options) => [
      (/** @type {any} */ model) => sweep(model, 'bad', /** @type {any} */ (options)),
      (/** @type {any} */ model) => patch(model, /** @type {any} */ (options)),
      (/** @type {any} */ model) => probeHeads(model, /** @type {any} */ (options)),
      (/** @type {any} */ model) => circuits(model, /** @type {any} */ (options)),
    ]),
    (model) => model.tokenize('xyz'),
    (model) => model.pixels({}),
    async (model) => {
      const run = await model.run('bad');
      run.dispose();
      return run.attention({ layer: 0 });
    },
  ];
  for (const call of wrong) {
    const [a, b] = await Promise.all([here, there].map((model) => failure(() => call(model))));
    assert.deepEqual(b, a, String(call));
  }
  assert.equal((await there.run('bad')).input?.ids.length, 3);
  const controller = new AbortController();
  const stopped = there.run('bad cafe', { signal: controller.signal });
  controller.abort(new Error('a newer text'));
  await assert.rejects(stopped, /a newer text/);
  const pending = there.run('bad');
  there.dispose();
  there.dispose();
  await assert.rejects(pending, { code: 'disposed', message: 'this model was disposed' });
  await assert.rejects(there.run('bad'), { code: 'disposed' });
  assert.throws(() => there.tokenize('bad'), { code: 'disposed' });
  here.dispose();
});

test('a value that no worker can be sent is refused by its place', async () => {
  const [, there] = await both();
  const run = await there.run('bad');
  const never = /** @type {any} */ (() => 1);
  const got = 'expected a value that a worker can be sent, got';
  for (const [call, message] of /** @type {[() => unknown, string][]} */ ([
    [() => there.run(never), `input: ${got} a function`],
    [() => there.run('bad', { ablate: never }), `ablate: ${got} a function`],
    [
      () => there.run('bad', { replace: [{ layer: 0, name: 'query', tensor: never }] }),
      `replace[0].tensor: ${got} a function`,
    ],
    [() => there.generate('bad', { topK: never }).next(), `topK: ${got} a function`],
    [() => run.attention({ layer: /** @type {any} */ (Symbol('x')) }), `layer: ${got} Symbol(x)`],
    [() => run.attention(never), `options: ${got} a function`],
    [() => sweep(there, 'bad', { measure: { token: never } }), `measure.token: ${got} a function`],
    [
      () => there.run('bad', { ablate: /** @type {any} */ (new WeakMap()) }),
      'options: expected values that a worker can be sent: DataCloneError: #<WeakMap> could not be cloned.',
    ],
  ])) {
    assert.deepEqual(await failure(call), { name: 'TypeError', code: undefined, message });
  }
  assert.equal((await there.run('bad')).input?.ids.length, 3);
  there.dispose();
});

/** The class and text of a call's error. @param {() => unknown} call */
async function failure(call) {
  try {
    await call();
  } catch (error) {
    const { name, code, message } = /** @type {any} */ (error);
    return { name, code, message };
  }
  throw new Error(`expected an error of ${call}`);
}

test('opening tells its progress, and refuses as on this thread', async () => {
  /** @type {[number, number, string][]} */
  const seen = [];
  const model = await openModel(fileOf(), {
    worker: true,
    threads: 2,
    onProgress: (...all) => void seen.push(all),
  });
  assert.equal(model.backend.threads, 2);
  const [done, total, name] = seen.at(-1) ?? [];
  assert.equal(done, total);
  assert.equal(name, 'model.safetensors');
  model.dispose();
  for (const worker of [false, true]) {
    await assert.rejects(openModel({ 'config.json': new Uint8Array(2) }, { worker }), {
      code: 'format',
    });
    await assert.rejects(openModel('no/such folder', { worker }), { code: 'fetch' });
    await assert.rejects(openModel(fileOf(), { worker, memoryLimit: 1 }), { code: 'memory' });
  }
  for (const [options, message] of /** @type {[any, RegExp][]} */ ([
    [null, /^options: expected an object, got null$/],
    [{ worker: 1 }, /^worker: expected true or false, got 1$/],
    [{ wroker: true }, /^unknown option wroker: did you mean worker\?$/],
    [{ weights: 'int8' }, /^weights: expected 'stored' or 'float32', got "int8"$/],
    [{ ignore: 'a' }, /^ignore: expected an array of names of fields of config.json, got "a"$/],
    [{ ignore: [1] }, /^ignore: expected an array of names of fields/],
    [{ threads: 0 }, /^threads: expected an integer from 1 to 64, got 0$/],
    [{ threadsFrom: -1 }, /^threadsFrom: expected an integer of at least 0, got -1$/],
    [{ simd: 'fast' }, /^simd: expected 'fixed', 'relaxed' or 'auto', got "fast"$/],
    [{ signal: 1 }, /^signal: expected an AbortSignal, got 1$/],
    [{ onProgress: 1 }, /^onProgress: expected a function, got 1$/],
    [
      { engine: {} },
      /^engine: expected an engine of load\(\) or loadInWorker\(\), of this version/,
    ],
    [{ engine: null }, /^engine: expected an engine of load/],
  ])) {
    await assert.rejects(openModel(fileOf(), options), ({ name, message: text }) => {
      assert.match(text, message);
      return name === 'TypeError' || name === 'RangeError';
    });
  }
});

test('an image model and an encoder-decoder run there too', async () => {
  const goldens = await readModelGoldens(['vit', 't5']);
  for (const family of ['vit', 't5']) {
    const golden = goldens.find((one) => one.family === family) ?? assert.fail(family);
    const { ids = [], targetIds, pixels } = golden.inputs;
    const input = /** @type {any} */ (pixels ?? [...ids]);
    const options = targetIds ? { target: [...targetIds] } : {};
    const runs = [];
    for (const model of await both(/** @type {any} */ (filesOf(golden)))) {
      const run = await model.run(input, options);
      runs.push({ map: await run.attention({ layer: 0 }), target: run.target, logits: run.logits });
    }
    assert.deepEqual(runs[1], runs[0]);
  }
});

test('the core of models as a module, for hosts that compile nothing while a program runs', async () => {
  const wasm = await WebAssembly.compile(await readFile(join(distDir, 'models-fixed.wasm')));
  const models = [
    await openModel(fileOf(), { wasm }),
    await openModel(fileOf(), { wasm, worker: true }),
  ];
  const expected = await openModel(fileOf());
  const { logits } = await expected.run('bad');
  for (const model of models) {
    assert.deepEqual((await model.run('bad')).logits, logits);
    model.dispose();
  }
  expected.dispose();
  for (const name of ['models-fixed-threads', 'headwise-fixed']) {
    const other = await readFile(join(distDir, `${name}.wasm`));
    await assert.rejects(openModel(fileOf(), { wasm: other }), {
      code: 'format',
      message: new RegExp(`^wasm: expected models-fixed [\\d.]+, got ${name} `),
    });
  }
});

test('a model is opened as an engine was, and the options beside it win', async () => {
  const here = await load({ threads: 2, memoryLimit: 2 ** 28 });
  const there = await loadInWorker({ threads: 2 });
  const expected = await openModel(fileOf());
  const { logits } = await expected.run('bad');
  const state = expected.stateDict();
  expected.dispose();

  const model = await openModel(fileOf(), { engine: here });
  const remote = await openModel(fileOf(), { engine: there });
  const one = await openModel(fileOf(), { engine: here, threads: 1, worker: true });
  assert.deepEqual(
    [model, remote, one].map(({ backend }) => backend.threads),
    [2, 2, 1],
  );
  assert.deepEqual(model.stateDict(), state);
  for (const given of [remote.stateDict(), one.stateDict()]) {
    assert.ok(given instanceof Promise);
    assert.deepEqual(await given, state);
  }
  await assert.rejects(openModel(fileOf(), { engine: here, memoryLimit: 1 }), { code: 'memory' });
  here.dispose();
  await there.dispose();
  for (const { run, dispose } of [model, remote, one].map((own) => ({
    run: own.run('bad'),
    dispose: () => own.dispose(),
  }))) {
    assert.deepEqual((await run).logits, logits);
    dispose();
  }
  await assert.rejects(openModel(fileOf(), { engine: here }), { code: 'disposed' });
  await assert.rejects(openModel(fileOf(), { engine: there }), { code: 'disposed' });
});

test('a model in a worker is trainable, by a promise', async () => {
  const [here, there] = await both();
  const made = trainable(there);
  assert.ok(made instanceof Promise);
  assert.deepEqual(await made, trainable(here));
  const { config: found, state } = await made;
  const transformer = createTransformer(engine, found);
  transformer.loadStateDict(state);
  assert.deepEqual(transformer.stateDict(), here.stateDict());
  transformer.dispose();
  here.dispose();
  there.dispose();
  await assert.rejects(trainable(there), { code: 'disposed' });
  assert.throws(() => trainable(here), { code: 'disposed' });
  assert.throws(() => trainable(/** @type {any} */ ({})), /^TypeError: model: expected a model/);

  const golden = (await readModelGoldens(['vit']))[0];
  const [image, remote] = await both(/** @type {any} */ (filesOf(golden)));
  const refused = await failure(() => trainable(image));
  assert.deepEqual(await failure(() => trainable(remote)), refused);
  assert.equal(refused.code, 'unsupported');
});

test('a worker opens the file of a hub that was chosen among several', async (t) => {
  const [name, weights] = ['me/several', fileOf()['model.safetensors']];
  const files = ['one.safetensors', 'two.safetensors'];
  const siblings = files.map((rfilename) => ({ rfilename }));
  const list = new TextEncoder().encode(JSON.stringify({ siblings }));
  const server = await serveFiles({
    [`/api/models/${name}/revision/main`]: list,
    ...Object.fromEntries(files.map((file) => [`/${name}/resolve/main/${file}`, weights])),
  });
  t.after(() => server.close());
  server.faults.token = 'secret';
  const source = fromHub(name, { endpoint: server.url, file: files[1], token: 'secret' });
  const model = await openModel(source, { worker: true });
  assert.deepEqual(model.report.files, [files[1]]);
  model.dispose();
});

test('a worker keeps nothing of a run whose end and whose abort pass each other', async (t) => {
  const worker = new Worker(join(distDir, 'models-in-worker.node.js'));
  t.after(() => worker.terminate());
  const messages = on(worker, 'message');
  const next = async () => (await messages.next()).value[0];
  assert.equal(await next(), 'ready');
  const ask = async (/** @type {object} */ request) => {
    worker.postMessage(request);
    for (const slots = []; ;) {
      const { progress, result, error } = await next();
      if (!progress) return { slots, result, error };
      if (progress.slot) slots.push(progress.slot);
    }
  };
  const files = Object.entries(fileOf()).map(([name, plain]) => [name, { plain }]);
  const options = {
    ...{ weights: 'stored', arithmetic: 'exact', ignore: [], early: false },
    ...{ simd: 'fixed', threads: 1, threadsFrom: 0, wasm: null, memoryLimit: 0, source: null },
  };
  await ask({ id: 1, name: 'open', checked: { source: { files }, options } });
  const checked = { input: ['bad', 'cafe', 'a'], options: {}, watchesLayers: false };
  const batch = await ask({ id: 2, name: 'run', checked });
  const watched = { input: 'bad', options: {}, watchesLayers: true };
  const one = await ask({ id: 3, name: 'run', checked: watched });
  const slots = [...batch.result.map((/** @type {any} */ { slot }) => slot), one.result.slot];
  assert.deepEqual([new Set(slots).size, one.slots.length], [4, config.numLayers]);
  const call = { name: 'attention', given: [{ layer: 0 }] };
  const answers = async () => {
    const all = [];
    for (const slot of [...slots, ...one.slots]) {
      const given = slot < 0 ? [] : call.given;
      const { error } = await ask({ id: 9, name: 'call', slot, checked: { ...call, given } });
      all.push(error?.code ?? 'there');
    }
    return all;
  };
  assert.deepEqual(await answers(), Array(6).fill('there'));
  worker.postMessage({ abort: 2 });
  const gone = Array(3).fill('internal');
  assert.deepEqual(await answers(), [...gone, 'there', 'there', 'there']);
  worker.postMessage({ abort: 3 });
  assert.deepEqual(await answers(), [...gone, 'internal', 'disposed', 'disposed']);
});
