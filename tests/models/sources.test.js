// Tests the sources of models: folders, files, archives, handles, addresses and a hub all give the
// same files and the same bytes; faults of servers and archives are repaired or refused.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { zipSync } from 'fflate';
import { writeSafetensors } from '../../src/js/formats/index.ts';
import { fromHub, hubFiles } from '../../src/js/models/sources/hub.ts';
import { cachedModels, removeCachedModel } from '../../src/js/models/sources/cached.ts';
import { openPath } from '../../src/js/models/sources/path-node.ts';
import { modelFolder } from '../../src/js/models/sources/model-folder.ts';
import { openSource, readJson } from '../../src/js/models/sources/source.ts';
import { openTensorFiles } from '../../src/js/models/sources/tensor-files.ts';
import { weightFilesAmong } from '../../src/js/models/sources/weight-files.ts';
import { serveFiles } from './support/file-server.js';

/** @import { ModelSource, SourceOptions } from '../../src/js/models/sources/source.ts' */

const weight = { data: Float32Array.from({ length: 60_000 }, (_, i) => i / 7), shape: [60_000] };
const bias = { data: Float32Array.of(1, 2), shape: [2] };
const files = {
  'config.json': Buffer.from('{"model_type":"bert"}'),
  'model.safetensors': writeSafetensors({ weight, bias }),
  'modules.json': Buffer.from('[{"path":"1_Pooling"},{"path":"../x"},7]'),
  '1_Pooling/config.json': Buffer.from('{}'),
  'config_sentence_transformers.json': Buffer.from('{}'),
};
const inFolder = Object.fromEntries(
  Object.entries(files).map(([name, bytes]) => [
    `package/my model/${name}`,
    Uint8Array.from(bytes),
  ]),
);
const folder = await mkdtemp(join(tmpdir(), 'headwise-source-'));
for (const [name, bytes] of Object.entries(files)) {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), bytes);
}
const wheel = zipSync(inFolder, { level: 6 });
const SEVERAL = ['config.json', 'one.safetensors', 'two.safetensors', 'deep/three.safetensors'];
const onHub = {
  '/api/models/me/several/revision/main': Buffer.from(
    JSON.stringify({ siblings: SEVERAL.map((rfilename) => ({ rfilename })) }),
  ),
  '/me/several/resolve/main/two.safetensors': Uint8Array.from(files['model.safetensors']),
  '/api/models/me/model/revision/main': Buffer.from(
    JSON.stringify({
      sha: 'a'.repeat(40),
      siblings: Object.entries(files).map(([rfilename, { length: size }]) => ({ rfilename, size })),
    }),
  ),
  ...Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [
      `/me/model/resolve/${'a'.repeat(40)}/${name}`,
      bytes,
    ]),
  ),
};
const [one, two] = ['model-00001-of-00002.safetensors', 'model-00002-of-00002.safetensors'];
const index = (/** @type {object} */ map) => Buffer.from(JSON.stringify({ weight_map: map }));
const onShards = {
  '/shards/model.safetensors.index.json': index({ weight: one, bias: two }),
  [`/shards/${one}`]: writeSafetensors({ weight }),
  [`/shards/${two}`]: writeSafetensors({ bias }),
  '/lacking/model.safetensors.index.json': index({ weight: one, bias: two }),
  [`/lacking/${one}`]: writeSafetensors({ weight }),
};
const server = await serveFiles(
  {
    ...Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`/m/${name}`, bytes])),
    ...onHub,
    ...onShards,
    '/model.whl': wheel,
  },
  { '/moved.safetensors': '/m/model.safetensors' },
);
after(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** @param {[string, Uint8Array][]} entries @param {boolean} [relative] */
const asFiles = (entries, relative) =>
  entries.map(([name, bytes]) => {
    const file = new File([Uint8Array.from(bytes)], name.replace(/.*\//, ''));
    if (relative) Object.defineProperty(file, 'webkitRelativePath', { value: `top/${name}` });
    else Object.defineProperty(file, 'name', { value: name });
    return file;
  });

/** A folder as a browser hands it over. @param {Record<string, Uint8Array>} all @returns {any} */
function handleOf(all) {
  return {
    kind: 'directory',
    async *values() {
      const folders = new Set();
      for (const [name, bytes] of Object.entries(all)) {
        const [first, rest] = name.split(/\/(.*)/);
        if (rest === undefined) {
          yield { kind: 'file', name, getFile: async () => new Blob([Uint8Array.from(bytes)]) };
        } else if (!folders.has(first)) {
          folders.add(first);
          yield { name: first, ...handleOf({ [rest]: bytes }) };
        }
      }
    },
  };
}

/** @type {Record<string, () => ModelSource>} */
const sources = {
  'a folder': () => folder,
  'an address of a folder on this machine': () => pathToFileURL(`${folder}/`),
  'an address of a folder': () => new URL('m/', server.url),
  'a wheel': () => new Blob([Uint8Array.from(wheel)]),
  'the bytes of a wheel': () => wheel,
  'the memory of a wheel': () => Uint8Array.from(wheel).buffer,
  'a stored archive': () => zipSync(inFolder, { level: 0 }),
  'the address of a wheel': () => new URL('model.whl', server.url),
  'chosen files': () => asFiles(Object.entries(files)),
  'a chosen folder': () => asFiles(Object.entries(files), true),
  'the handle of a folder': () => handleOf(files),
  bytes: () => files,
  blobs: () => Object.fromEntries(asFiles(Object.entries(files)).map((file) => [file.name, file])),
  'addresses by name': () => ({
    'config.json': new URL('m/config.json', server.url),
    'model.safetensors': new URL('m/model.safetensors', server.url),
    ...Object.fromEntries(
      Object.entries(files)
        .slice(2)
        .map(([name, bytes]) => [name, Uint8Array.from(bytes)]),
    ),
  }),
  'a hub': () => fromHub('me/model', { endpoint: server.url }),
};

for (const [name, source] of Object.entries(sources)) {
  test(`from ${name}`, async () => {
    const model = modelFolder(await openSource(source(), { openPath }));
    assert.deepEqual([...model.files].sort(), Object.keys(files).sort());
    assert.deepEqual(await readJson(model, 'config.json'), { model_type: 'bert' });
    assert.ok(model.has('model.safetensors') && !model.has('other'));
    const { tensors, read, format } = await openTensorFiles(model);
    assert.deepEqual([...tensors.keys()], ['weight', 'bias']);
    assert.equal(format, 'safetensors');
    const { data, shape } = await read('weight');
    assert.deepEqual(shape, [60_000]);
    assert.deepEqual(Buffer.from(data), Buffer.from(weight.data.buffer));
    await assert.rejects(model.read('other'), {
      code: 'format',
      message: /expected a file "other"|expected a file .*other"/,
    });
  });
}

test('one file of weights', async () => {
  const file = files['model.safetensors'];
  for (const source of [file, new Blob([file]), new URL('moved.safetensors', server.url)]) {
    const { tensors } = await openTensorFiles(await openSource(source));
    assert.deepEqual([...tensors.keys()], ['weight', 'bias']);
  }
});

test('shards, and a wrong index', async () => {
  const open = async (/** @type {any} */ map, more = {}) =>
    openTensorFiles(
      await openSource({
        'model.safetensors.index.json': index(map),
        [one]: writeSafetensors({ weight }),
        [two]: writeSafetensors({ bias }),
        ...more,
      }),
    );
  const { tensors, files: shards, read } = await open({ weight: one, bias: two });
  assert.deepEqual([...tensors.keys()], ['weight', 'bias']);
  assert.deepEqual(shards, [one, two]);
  assert.equal((await read('bias')).data.length, 8);
  const parts = { [two]: writeSafetensors({ bias }), [one]: writeSafetensors({ weight }) };
  const unlisted = await openTensorFiles(await openSource(parts));
  assert.deepEqual(unlisted.files, [one, two]);
  assert.deepEqual([...unlisted.tensors.keys()], ['weight', 'bias']);
  const address = await openSource(new URL('shards/', server.url));
  const fetched = await openTensorFiles(address);
  assert.deepEqual(fetched.files, [one, two]);
  assert.equal((await fetched.read('bias')).data.length, 8);
  await assert.rejects(openTensorFiles(await openSource(new URL('lacking/', server.url))), {
    code: 'fetch',
    message: /model-00002-of-00002\.safetensors.* answered 404/,
  });
  await assert.rejects(open({ weight: one, bias: one }), /"bias" is not in it/);
  await assert.rejects(open({ weight: 'absent.safetensors' }), /expected a file "absent/);
  await assert.rejects(open({ weight: 3 }), /weight_map/);
  await assert.rejects(open({ weight: one, bias: two }, { [two]: writeSafetensors({ weight, bias }) }), /"weight" occurs in two files/); // prettier-ignore
});

test('a hub gets no request before the model opens, and only the necessary ones afterwards', async () => {
  server.requests.length = 0;
  const source = fromHub('me/model', { endpoint: String(server.url), token: 'secret' });
  assert.equal(server.requests.length, 0);
  assert.ok(!JSON.stringify(source).includes('secret'));
  server.faults.token = 'secret';
  const opened = await openSource(source);
  assert.equal(server.requests.length, 1);
  await readJson(opened, 'config.json');
  assert.equal(server.requests.length, 2);
  await assert.rejects(openSource(fromHub('me/model', { endpoint: server.url })), {
    code: 'fetch',
    message: /answered 401, it needs a token/,
  });
  delete server.faults.token;
  await assert.rejects(openSource(fromHub('me/none', { endpoint: server.url })), /answered 404/);
  for (const id of ['', '../x', 'a/b/c', 'a/..', 'https://x', 3]) {
    assert.throws(() => fromHub(/** @type {any} */ (id)), { name: 'TypeError', message: /^id: / });
  }
  assert.throws(() => fromHub('a/b', { endpoint: 'file:///etc' }), /^TypeError: endpoint/);
});

test('a hub lists the files of a model with their sizes, and sends nothing else', async () => {
  server.requests.length = 0;
  const source = fromHub('me/model', { endpoint: server.url });
  assert.deepEqual(await hubFiles(source), {
    commit: 'a'.repeat(40),
    files: Object.entries(files).map(([name, { length: bytes }]) => ({ name, bytes })),
    weights: ['model.safetensors'],
    choices: [],
  });
  assert.equal(server.requests.length, 1);
  const wrong = /** @type {any} */ ({ id: 'me/model' });
  await assert.rejects(hubFiles(wrong), {
    name: 'TypeError',
    message: /^source: expected a model/,
  });
  await assert.rejects(hubFiles(source, /** @type {any} */ ({ signal: 1 })), /options\.signal: /);
  await assert.rejects(hubFiles(fromHub('me/none', { endpoint: server.url })), { code: 'fetch' });
  const ended = AbortSignal.abort();
  await assert.rejects(hubFiles(source, { signal: ended }), { name: 'AbortError' });
});

test('of several files of weights on a hub one is chosen by its name', async () => {
  const several = fromHub('me/several', { endpoint: server.url });
  const { weights, choices } = await hubFiles(several);
  assert.deepEqual([weights, choices], [[], ['one.safetensors', 'two.safetensors']]);
  await assert.rejects(
    async () => openTensorFiles(await openSource(several)),
    /expected one file of weights, got one\.safetensors, two\.safetensors/,
  );
  const two = fromHub('me/several', { endpoint: server.url, file: 'two.safetensors' });
  const chosen = await hubFiles(two);
  assert.deepEqual([chosen.weights, chosen.choices], [['two.safetensors'], []]);
  const opened = await openSource(two);
  assert.deepEqual(opened.files, ['config.json', 'two.safetensors']);
  assert.deepEqual((await openTensorFiles(opened)).files, ['two.safetensors']);
  const missing = fromHub('me/several', { endpoint: server.url, file: 'three.safetensors' });
  await assert.rejects(openSource(missing), {
    code: 'fetch',
    message: /^file: expected a file of me\/several, got "?three/,
  });
  for (const file of ['config.json', 3]) {
    assert.throws(() => fromHub('a/b', /** @type {any} */ ({ file })), /^TypeError: file: /);
  }
});

test('the weights of a folder: the preferred file, the shards of an index, or the only file', () => {
  /** @type {[string[], string[]][]} */
  const cases = [
    [['a.gguf', 'README.md'], ['a.gguf']],
    [['a.gguf', 'b.gguf'], []],
    [['pytorch_model.bin', 'model.safetensors', 'onnx/model.safetensors'], ['model.safetensors']],
    [
      [
        'model.safetensors.index.json',
        'model-00001-of-00002.safetensors',
        'model-00002-of-00002.safetensors',
        'consolidated.safetensors',
      ],
      ['model-00001-of-00002.safetensors', 'model-00002-of-00002.safetensors'],
    ],
    [['config.json'], []],
    [
      ['b-00002-of-00002.gguf', 'config.json'],
      ['b-00001-of-00002.gguf', 'b-00002-of-00002.gguf'],
    ],
    [['b-00001-of-00001.gguf'], ['b-00001-of-00001.gguf']],
    [['b-00002-of-00001.gguf'], []],
    [['b-00001-of-00002.gguf', 'b-00002-of-00002.gguf', 'c-00001-of-00001.gguf'], []],
  ];
  for (const [names, weights] of cases) assert.deepEqual(weightFilesAmong(names), weights);
});

for (const [name, list] of Object.entries({
  'no JSON': 'x',
  'no list': '{"siblings": 3}',
  'a file without a name': '{"siblings": [{}]}',
  'a file outside': '{"siblings": [{"rfilename": "../x"}]}',
})) {
  test(`a hub that answers with ${name} is refused`, async () => {
    const hostile = await serveFiles({
      '/api/models/me/model/revision/main': Buffer.from(list),
    });
    try {
      const source = fromHub('me/model', { endpoint: hostile.url });
      await assert.rejects(hubFiles(source), { name: 'HeadwiseError' });
      await assert.rejects(openSource(source), { name: 'HeadwiseError' });
    } finally {
      await hostile.close();
    }
  });
}

test('a size that is no size is unknown', async () => {
  const siblings = [-1, 1.5, '7', 2 ** 60, null, 7].map((size, i) => ({ rfilename: `${i}`, size }));
  const hostile = await serveFiles({
    '/api/models/me/model/revision/main': Buffer.from(JSON.stringify({ siblings, sha: 'main' })),
  });
  try {
    const { commit, files: found } = await hubFiles(fromHub('me/model', { endpoint: hostile.url }));
    assert.equal(commit, null);
    assert.deepEqual(
      found.map(({ bytes }) => bytes),
      [null, null, null, null, null, 7],
    );
  } finally {
    await hostile.close();
  }
});

test('without a store of the browser no model is stored', async () => {
  assert.deepEqual(await cachedModels(), []);
  assert.equal(await removeCachedModel('https://example.org/me/model'), false);
  await assert.rejects(removeCachedModel(/** @type {any} */ (3)), /^TypeError: address: /);
});

test('a broken connection continues at the same byte', async () => {
  const { faults } = server;
  Object.assign(faults, { breakAfter: 50_000, breaks: 4 });
  const progress = /** @type {number[]} */ ([]);
  const source = await openSource(
    { 'model.safetensors': new URL('m/model.safetensors', server.url) },
    { onProgress: (done) => progress.push(done) },
  );
  const { read } = await openTensorFiles(source);
  const { data } = await read('weight');
  assert.deepEqual(Buffer.from(data), Buffer.from(weight.data.buffer));
  assert.equal(faults.breaks, 0);
  assert.ok(progress.every((done, i) => i === 0 || done >= progress[i - 1]));
  Object.assign(faults, { breakAfter: 0, breaks: 100 });
  await assert.rejects((await openTensorFiles(source)).read('weight'), {
    code: 'fetch',
    message: /connection broke at byte \d+ of \d+, 3 times/,
  });
  for (const name of Object.keys(faults)) delete faults[/** @type {'breaks'} */ (name)];
});

test('servers that ignore ranges, or send wrong ones', async () => {
  const open = async () =>
    openTensorFiles(
      await openSource({ 'a.safetensors': new URL('m/model.safetensors', server.url) }),
    );
  const { faults } = server;
  faults.ignoreRange = true;
  assert.equal((await (await open()).read('bias')).data.length, 8);
  delete faults.ignoreRange;
  for (const fault of /** @type {Partial<typeof faults>[]} */ ([
    { wrongRange: true },
    { changing: true },
    { wrongTotal: 1e6 },
  ])) {
    Object.assign(faults, fault);
    await assert.rejects(
      async () => (await open()).read('weight'),
      (/** @type {any} */ error) => ['fetch', 'format'].includes(error.code),
      JSON.stringify(fault),
    );
    for (const name of Object.keys(fault)) delete faults[/** @type {'breaks'} */ (name)];
  }
});

test('a page of HTML in place of a file means that there is none', async () => {
  const app = createServer((request, response) => {
    const bytes = files[/** @type {keyof typeof files} */ ((request.url ?? '').slice(3))];
    if (bytes) return void response.end(bytes);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<!doctype html>');
  });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
  after(() => void app.close());
  const { port } = /** @type {import('node:net').AddressInfo} */ (app.address());
  const url = `http://127.0.0.1:${port}`;
  const source = await openSource(new URL(`${url}/m/`));
  assert.ok(source.has('config.json') && !source.has('vocab.txt'));
  await assert.rejects(openSource(new URL(`${url}/none/?key=secret`)), {
    name: 'HeadwiseError',
    code: 'fetch',
    message: `source: ${url}/none/ has no config.json and no weights under a usual name`,
  });
  const one = await openSource({ 'config.json': new URL(`${url}/none/config.json`) });
  await assert.rejects(one.read('config.json'), {
    code: 'fetch',
    message: `config.json: ${url} answered with a page of HTML, as if there is no such file`,
  });
});

test('a signal stops it', async () => {
  const stopped = AbortSignal.abort(new Error('enough'));
  await assert.rejects(openSource(new URL('m/', server.url), { signal: stopped }), /enough/);
  const control = new AbortController();
  /** @type {SourceOptions} */
  const options = { signal: control.signal, onProgress: () => control.abort(new Error('later')) };
  const source = await openSource({ w: new URL('m/model.safetensors', server.url) }, options);
  await assert.rejects(source.read('w'), /later/);
});

/**
 * A browser's cache of fetched files.
 *
 * @param {import('node:test').TestContext} t
 */
function keepFetched(t) {
  /** @type {Map<string, Response>} */
  const kept = new Map();
  const cache = {
    match: async (/** @type {string} */ key) => kept.get(key)?.clone(),
    put: async (/** @type {string} */ key, /** @type {Response} */ value) =>
      void kept.set(key, value),
    keys: async (/** @type {URL} */ file, { ignoreSearch = false } = {}) =>
      [...kept.keys()]
        .filter((key) => !ignoreSearch || key.split('?')[0] === file.href.split('?')[0])
        .map((url) => ({ url })),
    delete: async (/** @type {{ url: string }} */ { url }) => kept.delete(url),
  };
  Object.defineProperty(globalThis, 'caches', { value: { open: async () => cache }, configurable: true }); // prettier-ignore
  t.after(() => Reflect.deleteProperty(globalThis, 'caches'));
  return kept;
}

test('the browser caches fetched files', async (t) => {
  const kept = keepFetched(t);
  const open = async () =>
    (await openTensorFiles(modelFolder(await openSource(sources['a hub']())))).read('weight');
  const first = await open();
  assert.ok(kept.size > 0);
  server.requests.length = 0;
  assert.deepEqual(await open(), first);
  // the list, and the beginning of the file, for its version
  assert.deepEqual(
    server.requests.map(({ range }) => range),
    ['bytes=0-65535', 'bytes=0-65535'],
  );
});

test('of a file that changes, the browser stores one version, which is listed and removed', async (t) => {
  const kept = keepFetched(t);
  const versions = [writeSafetensors({ weight }), writeSafetensors({ weight, bias })];
  /** @type {Record<string, Uint8Array>} */
  const served = {};
  const own = await serveFiles(served);
  t.after(() => own.close());
  const address = new URL('model.safetensors', own.url);
  for (const bytes of versions) {
    served['/model.safetensors'] = bytes;
    const source = await openSource({ w: address });
    assert.equal((await source.read('w')).length, bytes.length);
    assert.equal(kept.size, 1);
    assert.deepEqual(await cachedModels(), [{ address: own.url.href, bytes: bytes.length }]);
  }
  assert.equal(await removeCachedModel(own.url.href), true);
  assert.deepEqual([kept.size, await cachedModels()], [0, []]);
  // two files, by their query
  for (const name of ['a', 'b', 'a']) {
    served['/model.safetensors'] = versions[name === 'a' ? 0 : 1];
    await (await openSource({ w: new URL(`?file=${name}`, address) })).read('w');
  }
  assert.equal(kept.size, 2);
});

test('a page that may not store anything reads from the network', async (t) => {
  const get = () => {
    throw new DOMException('a frame without an origin', 'SecurityError');
  };
  Object.defineProperty(globalThis, 'caches', { get, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'caches'));
  const source = await openSource({ w: new URL('m/model.safetensors', server.url) });
  assert.equal((await source.read('w')).length, files['model.safetensors'].length);
  assert.deepEqual(await cachedModels(), []);
});

test('an error of onProgress ends the reading, with few requests', async () => {
  const onProgress = (/** @type {number} */ done) => {
    if (done > 65_536) throw new Error('the caller stops');
  };
  for (const ignoreRange of [false, true]) {
    server.faults.ignoreRange = ignoreRange;
    server.requests.length = 0;
    const source = { w: new URL('m/model.safetensors', server.url) };
    await assert.rejects(async () => (await openSource(source, { onProgress })).read('w'), {
      message: 'the caller stops',
    });
    assert.ok(server.requests.length <= 2, `${server.requests.length}`);
  }
  delete server.faults.ignoreRange;
});

test('an address with a % that begins no character is a file like others', async () => {
  const name = '50%.safetensors';
  const address = new URL(`http://127.0.0.1:1/${name}`); // where no server answers
  await assert.rejects(async () => (await openSource(address)).read(name), {
    name: 'HeadwiseError',
    code: 'fetch',
    message: /^50%\.safetensors: /,
  });
});

test('a folder without its slash is named as one', async () => {
  await assert.rejects(async () => openSource(new URL('m', server.url)), {
    code: 'fetch',
    message: /^m: .* answered 404, there is no such file; the address of a folder ends with \/$/,
  });
});

test('progress is reported for local files, and for cached ones', async (t) => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i);
  /** @type {Record<string, ModelSource>} */
  const local = {
    'an object': { w: bytes },
    blobs: { w: new Blob([bytes]) },
    'a list of files': [new File([bytes], 'w')],
  };
  for (const [about, given] of Object.entries(local)) {
    const said = /** @type {unknown[]} */ ([]);
    const source = await openSource(given, { onProgress: (...values) => said.push(values) });
    await source.readRange('w', 0, 400);
    await source.read('w');
    assert.deepEqual(said, [[400, 1000, 'w'], [1000, 1000, 'w']], about); // prettier-ignore
  }
  const said = /** @type {unknown[]} */ ([]);
  const options = { onProgress: (/** @type {unknown[]} */ ...values) => said.push(values) };
  await (await openSource(new File([bytes], 'alone'), options)).read('alone');
  assert.deepEqual(said.at(-1), [1000, 1000, 'alone']);
  keepFetched(t);
  for (let i = 0; i < 2; i++) {
    said.length = 0;
    const source = await openSource({ w: new URL('m/model.safetensors', server.url) }, options);
    const { length } = await source.read('w');
    assert.deepEqual(said.at(-1), [length, length, 'w'], i ? 'kept' : 'fetched');
    const count = said.length;
    await source.readRange('w', 0, 9);
    await source.readRange('w', 5, 50);
    assert.equal(said.length, count, 'what was read again is not counted again');
  }
});

test('archives with paths outside their folder or wrong sizes are refused', async () => {
  for (const name of ['../x', '/etc/x', 'a/../../x', 'C:\\x', 'a\\..\\x']) {
    const archive = zipSync({ [name]: Uint8Array.of(1) });
    await assert.rejects(openSource(archive), {
      code: 'format',
      message: /leads out of its folder/,
    });
    await assert.rejects(openSource({ [name]: Uint8Array.of(1) }), /leads out/);
  }
  for (let at = 4; at < wheel.length; at += 1 + (at >> 4)) {
    await assert.rejects(openSource(wheel.subarray(0, at)), { code: 'format' });
  }
  const lying = Uint8Array.from(wheel);
  const directory = Buffer.from(lying).indexOf('PK\x01\x02', 0, 'latin1');
  new DataView(lying.buffer).setUint32(directory + 24, 10, true); // the size of config.json
  const source = await openSource(lying);
  await assert.rejects(source.read(source.files[0]), /expected 10 bytes, got more/);
});

test('an archive unpacks at most the size of its directory, and of memoryLimit', async () => {
  const large = new Uint8Array(3_000_000);
  const names = ['a.bin', 'b.bin', 'config.json'];
  const bomb = zipSync(Object.fromEntries(names.map((name) => [name, large])), { level: 9 });
  assert.ok(bomb.length < 20_000);
  const one = await openSource(bomb, { memoryLimit: 2_000_000 });
  await assert.rejects(one.readRange('a.bin', 0, 1), {
    code: 'memory',
    message: 'memoryLimit: a.bin needs 3000000 bytes; 2000000 are available',
  });
  const two = await openSource(bomb, { memoryLimit: 4_000_000 });
  assert.equal((await two.readRange('a.bin', 0, 9)).length, 9);
  assert.equal((await two.readRange('a.bin', 9, 99)).length, 90, 'unpacked once');
  await assert.rejects(two.readRange('b.bin', 0, 1), {
    code: 'memory',
    message: 'memoryLimit: archive needs 6000000 bytes; 4000000 are available',
  });
  const text = await openSource(bomb);
  await assert.rejects(text.readRange('config.json', 0, 1), {
    code: 'format',
    message: 'config.json: expected at most 1048576 bytes, got 3000000',
  });
});

test('a body without end is cancelled at the limit of its file', async (t) => {
  /** @type {Map<string, number>} */
  const sent = new Map();
  /** @type {Promise<unknown>[]} */
  const closed = [];
  const part = Buffer.alloc(65_536, ' ');
  const endless = createServer((request, response) => {
    const path = request.url ?? '';
    closed.push(once(response, 'close'));
    if (path.endsWith('/said.json')) {
      response.writeHead(200, { 'content-length': 2 ** 40 });
    }
    const send = () => {
      while (!response.destroyed) {
        sent.set(path, (sent.get(path) ?? 0) + part.length);
        if (!response.write(part)) return void response.once('drain', send);
      }
    };
    send();
  });
  endless.listen(0, '127.0.0.1');
  await once(endless, 'listening');
  t.after(() => endless.close());
  const { port } = /** @type {import('node:net').AddressInfo} */ (endless.address());
  const address = (/** @type {string} */ name) => new URL(`http://127.0.0.1:${port}/${name}`);
  const memoryLimit = 3_000_000;
  for (const [name, code, message, most] of /** @type {const} */ ([
    ['config.json', 'format', /^config\.json: expected at most 1048576 bytes, got \d+$/, 2 ** 20],
    ['said.json', 'format', /^said\.json: expected at most 100000000 bytes, got 1099511627776$/, 0],
    ['a.safetensors', 'memory', /^memoryLimit: a\.safetensors needs \d+ bytes; 3000000 are/, 3e6],
  ])) {
    const source = await openSource({ [name]: address(name) }, { memoryLimit });
    await assert.rejects(source.read(name), { code, message });
    // what the kernel and the streams hold in between
    assert.ok((sent.get(`/${name}`) ?? 0) < most + 2 ** 25, `${name}: ${sent.get(`/${name}`)}`);
  }
  await assert.rejects(openSource(address('model.zip'), { memoryLimit }), { code: 'memory' });
  const list = fromHub('me/model', { endpoint: address('') });
  await assert.rejects(openSource(list), { code: 'fetch', message: /expected a list of files/ });
  const folder = await openSource(address('folder/'), { memoryLimit });
  await assert.rejects(folder.read('config.json'), { code: 'format' });
  await Promise.all(closed); // every connection was ended
});

test('invalid JSON, or JSON that is too long, is refused', async () => {
  const deep = Buffer.from('['.repeat(200_000));
  const source = await openSource({ 'a.json': deep, 'b.json': Uint8Array.of(0xff) });
  for (const name of ['a.json', 'b.json']) {
    await assert.rejects(readJson(source, name), {
      code: 'format',
      message: new RegExp(`^${name}: `),
    });
  }
  const long = await openSource({ 'config.json': Buffer.from(' '.repeat(2 ** 20 + 1)) });
  await assert.rejects(
    readJson(long, 'config.json'),
    /^HeadwiseError: config\.json: expected at most 1048576 bytes, got 1048577$/,
  );
});

test('a value other than a source is refused with a reason', async () => {
  for (const source of [null, 3, [], [1], { a: 1 }, new URL('ftp://x/y')]) {
    await assert.rejects(
      async () => modelFolder(await openSource(/** @type {any} */ (source))),
      /^(TypeError|HeadwiseError): source/,
    );
  }
  await assert.rejects(openSource('folder'), /paths are for Node/);
  await assert.rejects(
    openSource(join(folder, 'none'), { openPath }),
    /there is no file or folder [^;]*none$/,
  );
  await assert.rejects(
    openSource('a'.repeat(5000), { openPath }),
    /^HeadwiseError: source: \S+ cannot be read: ENAMETOOLONG/,
  );
  for (const address of ['https://a.example/m', 'file:///a/model/']) {
    await assert.rejects(openSource(address, { openPath }), /give new URL\(address\)$/);
  }
  await assert.rejects(openSource('owner/name', { openPath }), /give fromHub\('owner\/name'\)$/);
});

test('a folder of too many files is refused before the last of them is listed', async (t) => {
  const many = await mkdtemp(join(tmpdir(), 'headwise-many-'));
  t.after(() => rm(many, { recursive: true }));
  for (let at = 0; at < 10_001; at++) await mkdir(join(many, `${at}`));
  const refused = /^HeadwiseError: source: expected at most 10000 files and folders in \S+$/;
  await assert.rejects(openSource(many, { openPath }), refused);
  await assert.rejects(openSource('/', { openPath }), refused);
});
