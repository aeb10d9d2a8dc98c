// Models that are handed over early: each layer's maps as soon as the layer is there, with the bits of the whole run; and models
// whose rest does not come.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'headwise';
import { readSafetensors, writeSafetensors } from 'headwise/formats';
import { circuits, openModel, trainable } from 'headwise/models';
import { createTransformer, writeModel } from 'headwise/training';
import { filesOf, readModelGoldens } from '../golden/models/read.js';
import { until } from '../web/support/until.js';
import { serveFiles } from './support/file-server.js';
import { llamaOf } from './support/stored-llama.js';

const engine = await load();
const vocab = ['<pad>', 'a', 'b', 'c', 'd', 'e', 'f', ' '];
const LAYERS = 4;
const config = {
  ...{ vocabSize: vocab.length, contextLen: 24, embedDim: 64, numHeads: 4, numLayers: LAYERS },
  ...{ mlpDim: 256, causal: true, seed: 4 },
};
const TEXT = 'bad cafe';

/** A model whose layers are larger than a first request. @param {readonly string[]} vocab */
function fileOf(vocab) {
  const own = { ...config, vocabSize: vocab.length };
  const transformer = createTransformer(engine, own);
  const file = writeModel({ config: own, state: transformer.stateDict(), vocab: [...vocab] });
  transformer.dispose();
  return file;
}

const letters = fileOf(vocab);
const words = Array.from({ length: 600 }, (_, i) => `w${i}`);
const manyWords = fileOf(words);
/** Bytes of a row of the table of tokens. */
const ROW = 4 * config.embedDim;

/** The header of a file, and where its numbers begin. @param {Uint8Array} file */
function headerOf(file) {
  const size = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + size)));
  return { tensors: Object.entries(header), start: 8 + size };
}

/** Where the first tensor of a layer begins in the file. @param {number} layer */
function beginOf(layer) {
  const { tensors, start } = headerOf(letters);
  const begins = tensors.flatMap(([name, { data_offsets: at }]) =>
    new RegExp(`(^|\\.)${layer}\\.`).test(name) ? [at[0]] : [],
  );
  assert.ok(begins.length > 0);
  return start + Math.min(...begins);
}

/** Where the table of tokens of the model of many words begins and ends in its file. */
function placeOfTable() {
  const { tensors, start } = headerOf(manyWords);
  const [[, { data_offsets: at }]] = tensors.filter(([, { shape }]) => shape?.[0] === words.length);
  return at.map((/** @type {number} */ offset) => start + offset);
}

/**
 * Serves the model of letters, and holds back the bytes of a layer and of those after it.
 *
 * @param {import('node:test').TestContext} t
 * @param {number} layer
 */
async function serveUpTo(t, layer) {
  const server = await serveFiles({ '/model.safetensors': letters });
  t.after(() => server.close());
  const from = beginOf(layer);
  /** @type {(isSent: boolean) => void} */
  let release = () => {};
  const released = new Promise((resolve) => (release = resolve));
  let held = 0;
  server.faults.hold = (_, __, end) => {
    if (end <= from) return true;
    held++;
    return released;
  };
  const source = { 'model.safetensors': new URL('model.safetensors', server.url) };
  return { source, server, release, held: () => held };
}

/**
 * Watches the layers of a run.
 *
 * @returns {{ onLayer: (maps: import('headwise/models').LayerMaps) => void,
 *   maps: import('headwise/models').LayerMaps[] }}
 */
function watch() {
  /** @type {import('headwise/models').LayerMaps[]} */
  const maps = [];
  return { maps, onLayer: (one) => void maps.push(one) };
}

/** @param {readonly { attention: () => unknown }[]} maps */
const late = (maps) => Promise.all(maps.map(({ attention }) => attention()));

/** The maps of a run that has ended. @param {import('headwise/models').Run} run */
const watched = (run) =>
  Array.from({ length: LAYERS }, (_, layer) => ({ attention: () => run.attention({ layer }) }));

const unsupported = { name: 'HeadwiseError', code: 'unsupported', message: /being read/ };

test('a server without ranges: the maps of the layers whose bytes have come', async (t) => {
  const server = await serveFiles({ '/model.safetensors': letters });
  t.after(() => server.close());
  const source = { 'model.safetensors': new URL('model.safetensors', server.url) };
  const whole = await openModel({ 'model.safetensors': letters });
  const expected = await late(watched(await whole.run(TEXT)));
  whole.dispose();
  for (const isSent of [true, false]) {
    /** @type {(isSent: boolean) => void} */
    let release = () => {};
    const sent = new Promise((resolve) => (release = resolve));
    server.faults.pause = { at: beginOf(2), until: /** @type {Promise<boolean>} */ (sent) };
    const model = await openModel(source, { early: true });
    const { maps, onLayer } = watch();
    const running = model.run(TEXT, { onLayer });
    running.catch(() => {});
    await until(() => maps.length === 2, 'two layers');
    assert.deepEqual(await late(maps), expected.slice(0, 2));
    release(isSent);
    if (isSent) {
      await running;
      assert.deepEqual(await late(maps), expected);
    } else {
      const broken = {
        code: 'fetch',
        message: /connection broke, and its server does not support/,
      };
      await assert.rejects(running, broken);
      await assert.rejects(model.loaded, broken);
    }
    model.dispose();
  }
});

for (const worker of [false, true]) {
  const where = worker ? 'in a worker' : 'on this thread';

  test(`${where}: the maps of the layers that are there, while the rest is held back`, async (t) => {
    const { source, release, held } = await serveUpTo(t, 2);
    const model = await openModel(source, { early: true, worker });
    const { maps, onLayer } = watch();
    let isLoaded = false;
    void model.loaded.then(() => (isLoaded = true));
    const running = model.run(TEXT, { onLayer });
    await until(() => maps.length === 2 && held() > 0, 'two layers');
    const early = await Promise.all(maps.map(({ attention }) => attention()));
    const head = await maps[1].attention({ head: 3 });
    await assert.rejects(maps[1].attention({ head: 4 }), RangeError);
    assert.equal(isLoaded, false);
    assert.deepEqual([maps[0].layer, maps[1].layer], [0, 1]);
    await assert.rejects(async () => model.stateDict(), unsupported);
    await assert.rejects(async () => trainable(/** @type {any} */ (model)), unsupported);
    await assert.rejects(async () => circuits(model, { layer: 0, head: 0 }), unsupported);
    await assert.rejects(async () => {
      for await (const _ of model.generate(TEXT)) assert.fail('it writes');
    }, unsupported);

    release(true);
    const run = await running;
    await model.stateDict(); // a run that has ended has waited for all weights
    await model.loaded;
    assert.deepEqual(
      maps.map(({ layer, kind }) => [layer, kind]),
      [0, 1, 2, 3].map((layer) => [layer, 'self']),
    );
    const whole = await openModel({ 'model.safetensors': letters });
    const expected = await whole.run(TEXT);
    for (const [layer, map] of [...early, ...(await late(maps.slice(2)))].entries()) {
      assert.deepEqual(map, await run.attention({ layer }), `layer ${layer}`);
      assert.deepEqual(map, await expected.attention({ layer }), `layer ${layer}`);
    }
    assert.deepEqual(head, await run.attention({ layer: 1, head: 3 }));
    assert.deepEqual(run.logits, expected.logits);
    assert.deepEqual(Object.keys(await model.stateDict()), Object.keys(whole.stateDict()));
    assert.equal(model.report.bytes, whole.report.bytes);
    for (const one of [model, whole]) one.dispose();
  });

  test(`${where}: another text begins again with the layers that are there`, async (t) => {
    const { source, release, held } = await serveUpTo(t, 1);
    const model = await openModel(source, { early: true, worker });
    const [first, second] = [watch(), watch()];
    const stopping = new AbortController();
    const stopped = model.run(TEXT, { onLayer: first.onLayer, signal: stopping.signal });
    await until(() => first.maps.length === 1 && held() > 0, 'a layer of the first');
    stopping.abort();
    await assert.rejects(stopped, { name: 'AbortError' });
    const running = model.run('face', { onLayer: second.onLayer });
    await until(() => second.maps.length === 1, 'a layer of the second');
    assert.deepEqual((await second.maps[0].attention()).shape, [4, 4, 4]);
    release(true);
    const run = await running;
    assert.equal(first.maps.length, 1);
    assert.equal(second.maps.length, LAYERS);
    assert.deepEqual(await run.attention({ layer: 0 }), await second.maps[0].attention());
    model.dispose();
  });

  test(`${where}: a run changes the layers that are read later, too`, async (t) => {
    const { source, release, held } = await serveUpTo(t, 2);
    const whole = await openModel({ 'model.safetensors': letters });
    const tensor = await (await whole.run('face')).hidden(2);
    const replace = [0, 3].map((layer) => ({
      ...{ layer, name: /** @type {const} */ ('residual'), positions: [0, 1, 2, 3] },
      tensor,
    }));
    const options = { replace, ablate: [{ layer: 3, head: 1 }] };
    const model = await openModel(source, { early: true, worker });
    const { maps, onLayer } = watch();
    const running = model.run(TEXT, { ...options, onLayer });
    await until(() => maps.length === 2 && held() > 0, 'two layers');
    release(true);
    const run = await running;
    const expected = await whole.run(TEXT, options);
    assert.deepEqual(run.logits, expected.logits);
    assert.deepEqual(await late(maps), await late(watched(expected)));
    for (const one of [model, whole]) one.dispose();
  });

  test(`${where}: a run stops while it waits for rows of the table, and another begins`, async (t) => {
    const server = await serveFiles({ '/model.safetensors': manyWords });
    t.after(() => server.close());
    const [from, to] = placeOfTable();
    let [rows, areHeld] = [0, true];
    /** @type {(isSent: boolean) => void} */
    let release = () => {};
    const released = new Promise((resolve) => (release = resolve));
    server.faults.hold = (_, begin, end) => {
      if (begin < from || end > to) return true;
      if (end - begin !== ROW) return released; // the whole table
      rows++;
      return areHeld ? released : true;
    };
    const source = { 'model.safetensors': new URL('model.safetensors', server.url) };
    const model = await openModel(source, { early: true, worker });
    const stopping = new AbortController();
    const stopped = model.run([599, 300], { signal: stopping.signal });
    await until(() => rows > 0, 'rows are asked for');
    areHeld = false;
    stopping.abort();
    await assert.rejects(stopped, { name: 'AbortError' });
    const { maps, onLayer } = watch();
    const running = model.run([599, 300], { onLayer });
    await until(() => maps.length === LAYERS, 'all layers of the other');
    release(true);
    await running;
    model.dispose();
  });

  test(`${where}: a signal that stops after a model is open changes nothing`, async () => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const model = await openModel({ 'model.safetensors': letters }, { worker, signal });
    stopping.abort();
    const { logits } = await model.run(TEXT);
    assert.ok(logits);
    model.dispose();
  });

  test(`${where}: a signal of opening stops the rest, and leaves nothing to ask`, async (t) => {
    const { source, server, held } = await serveUpTo(t, 1);
    const stopping = new AbortController();
    const model = await openModel(source, { early: true, worker, signal: stopping.signal });
    const { maps, onLayer } = watch();
    const running = model.run(TEXT, { onLayer });
    await until(() => maps.length === 1 && held() > 0, 'a layer');
    stopping.abort();
    for (const one of [running, model.loaded]) await assert.rejects(one, { name: 'AbortError' });
    await assert.rejects(async () => model.run(TEXT), { name: 'AbortError' });
    await until(() => server.pending() === 0, 'the request is ended');
    model.dispose();
  });

  test(`${where}: a rest that fails has its error, and so has all that waits for it`, async (t) => {
    const { source, release, held } = await serveUpTo(t, 3);
    const model = await openModel(source, { early: true, worker });
    const { maps, onLayer } = watch();
    const running = model.run(TEXT, { onLayer });
    await until(() => maps.length === 3 && held() > 0, 'three layers');
    release(false);
    const failed = { code: 'fetch', message: /^model\.safetensors: .* answered 500$/ };
    for (const one of [running, model.loaded]) await assert.rejects(one, failed);
    await assert.rejects(async () => model.run(TEXT), failed);
    model.dispose();
  });

  test(`${where}: it can be disposed of before the rest is there`, async (t) => {
    const { source, server, held } = await serveUpTo(t, 1);
    const model = await openModel(source, { early: true, worker });
    const running = model.run(TEXT);
    await until(() => held() > 0, 'the rest is asked for');
    model.dispose();
    for (const one of [running, model.loaded]) await assert.rejects(one, { code: 'disposed' });
    await until(() => server.pending() === 0, 'the request is ended');
  });
}

test('of the table of tokens a run needs its own rows alone, and the rest comes last', async (t) => {
  const ids = [1, 599, 5, 599, 300];
  for (const weights of /** @type {const} */ (['stored', 'float32'])) {
    const server = await serveFiles({ '/model.safetensors': manyWords });
    t.after(() => server.close());
    /** @type {(isSent: boolean) => void} */
    let release = () => {};
    const released = new Promise((resolve) => (release = resolve));
    server.faults.hold = (_, begin, end) => end - begin < ROW * words.length || released;
    const source = { 'model.safetensors': new URL('model.safetensors', server.url) };
    const model = await openModel(source, { early: true, weights });
    const { maps, onLayer } = watch();
    const running = model.run(ids, { onLayer });
    await until(() => maps.length === LAYERS, 'all layers');
    const early = await late(maps);
    const rows = server.requests.filter(({ range }) => {
      const [begin, end] = range?.slice('bytes='.length).split('-') ?? [];
      return Number(end) + 1 - Number(begin) === ROW;
    });
    assert.ok(new Set(rows.map(({ range }) => range)).size >= 2, 'rows behind the first request');
    release(true);
    const [run, whole] = [await running, await openModel({ 'model.safetensors': manyWords })];
    const expected = await whole.run(ids);
    for (const [layer, map] of early.entries()) {
      assert.deepEqual(map, await expected.attention({ layer }), `layer ${layer}`);
    }
    assert.deepEqual(run.logits, expected.logits);
    const again = await model.run([7, 8]);
    assert.deepEqual(again.logits, (await whole.run([7, 8])).logits);
    for (const one of [model, whole]) one.dispose();
  }
});

test('rows of a table in blocks are those of the whole table', async (t) => {
  for (const kind of ['Q8_0', 'Q4_K', 'F16']) {
    const file = llamaOf(kind);
    const server = await serveFiles({ '/model.gguf': file });
    t.after(() => server.close());
    /** @type {(isSent: boolean) => void} */
    let release = () => {};
    const released = new Promise((resolve) => (release = resolve));
    let held = 0;
    server.faults.hold = (_, begin) => begin === 0 || (held++, released);
    const source = { 'model.gguf': new URL('model.gguf', server.url) };
    const model = await openModel(source, { early: true });
    const running = model.run([3, 39, 0]);
    await until(() => held > 0, `${kind}: the rest is asked for`);
    release(true);
    const [run, whole] = [await running, await openModel({ 'model.gguf': file })];
    const expected = await whole.run([3, 39, 0]);
    assert.deepEqual(await run.hidden(0), await expected.hidden(0), kind);
    assert.deepEqual(run.logits, expected.logits, kind);
    for (const one of [model, whole]) one.dispose();
  }
});

test('an encoder’s layers come before its decoder’s, with the bits of the run', async () => {
  const [golden] = await readModelGoldens(['t5']);
  const { ids = [], targetIds: target } = golden.inputs;
  const model = await openModel(filesOf(golden), { early: true });
  const { maps, onLayer } = watch();
  const run = await model.run(ids, { target, onLayer });
  const { numLayers, encoder } = model.config;
  const stack = (/** @type {string} */ kind, /** @type {number} */ count) =>
    Array.from({ length: count }, (_, layer) => ({ kind, layer }));
  assert.deepEqual(
    maps.map(({ kind, layer }) => ({ kind, layer })),
    [...stack('encoder', encoder?.numLayers ?? 0), ...stack('self', numLayers)],
  );
  for (const { attention, ...at } of maps)
    assert.deepEqual(await attention(), await run.attention(at));
  model.dispose();
});

test('a last layer that does not fit is refused before any weight is read', async (t) => {
  const [golden] = await readModelGoldens(['gpt2']);
  const { 'model.safetensors': weights, ...others } = filesOf(golden);
  const { tensors } = readSafetensors(weights);
  const name = Object.keys(tensors).find((one) => one.endsWith('h.2.mlp.c_proj.weight')) ?? '';
  const { dtype, shape, data } = tensors[name];
  const turned = { dtype, shape: [...shape].reverse(), data };
  const more = { dtype, shape: [1], data: data.slice(0, 4) };
  for (const [changed, message] of /** @type {const} */ ([
    [{ ...tensors, [name]: turned }, /h\.2\.mlp\.c_proj\.weight: expected \d+ rows of/],
    [{ ...tensors, gate: more }, /^gate: expected only tensors that this model reads/],
  ])) {
    const files = { ...others, 'model.safetensors': writeSafetensors(changed) };
    const server = await serveFiles(
      Object.fromEntries(Object.entries(files).map(([file, bytes]) => [`/${file}`, bytes])),
    );
    t.after(() => server.close());
    await assert.rejects(openModel(server.url, { early: true }), { message });
    const ranges = server.requests.filter(({ path }) => path === '/model.safetensors');
    assert.equal(ranges.length, 1, 'the header alone');
  }
});

test('what a watcher of layers throws ends its run, and no other', async () => {
  const model = await openModel({ 'model.safetensors': letters });
  const onLayer = () => {
    throw new Error('not now');
  };
  await assert.rejects(model.run(TEXT, { onLayer }), /not now/);
  await assert.rejects(model.run(TEXT, /** @type {any} */ ({ onLayer: 3 })), TypeError);
  assert.ok((await model.run(TEXT)).logits);
  model.dispose();
});
