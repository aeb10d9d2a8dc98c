// Tests load and its options: every way to give the core's location, every answer of an address,
// and the texts for features that are not available.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, relative } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { load, loadInWorker } from 'headwise';
import { distDir, root } from '../../../src/build/tools/paths.js';
import { runModule } from '../support/child.js';
import { rejected } from '../support/refused.js';

const path = join(distDir, 'headwise-fixed.wasm');
const bytes = new Uint8Array(await readFile(path));
const threaded = new Uint8Array(await readFile(join(distDir, 'headwise-fixed-threads.wasm')));
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

/** A function of one relaxed instruction, which an engine without them finds invalid. */
// prettier-ignore
const RELAXED_MODULE = new Uint8Array([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0, 10, 19, 1, 17, 0,
  0x41, 0, 0xfd, 15, 0x41, 0, 0xfd, 15, 0x41, 0, 0xfd, 15, 0xfd, 0x85, 2, 11,
]);

/** An empty module. */
const foreign = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** The server's answers, by path. @type {Record<string, [number, string, Uint8Array | string]>} */
const answers = {
  '/core.wasm': [200, 'application/wasm', bytes],
  '/core-of-an-unknown-type': [200, 'application/octet-stream', bytes],
  '/page.wasm': [200, 'text/html; charset=utf-8', '<!doctype html><title>Not found</title>'],
  '/empty.wasm': [200, 'application/wasm', ''],
  '/truncated.wasm': [200, 'application/wasm', bytes.subarray(0, 5000)],
  '/foreign.wasm': [200, 'application/wasm', foreign],
  '/broken.wasm': [500, 'text/plain', 'out of order'],
};

const server = createServer((request, response) => {
  const answer = answers[request.url ?? ''];
  if (request.url === '/cut.wasm') {
    response.writeHead(200, { 'Content-Length': bytes.length });
    response.write(bytes.subarray(0, 100), () => response.destroy());
  } else if (answer === undefined) {
    response.writeHead(404, { 'Content-Type': 'text/html' }).end('<p>Not found');
  } else {
    response.writeHead(answer[0], { 'Content-Type': answer[1] }).end(answer[2]);
  }
});
let url = '';
before(async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  url = `http://127.0.0.1:${address.port}`;
});
after(() => void server.close());

/** @param {unknown} options */
async function loaded(options) {
  const engine = await load(/** @type {import('headwise').LoadOptions} */ (options));
  assert.deepEqual([...engine.softmax([0, 0]).data], [0.5, 0.5]);
  engine.dispose();
  return engine.backend;
}

describe('backend', () => {
  test('by default is one thread and fixed SIMD', async () => {
    const backend = await loaded(undefined);
    const { reason, compiler, ...rest } = backend;
    assert.deepEqual(rest, { simd: 'fixed', threads: 1, version });
    assert.match(reason, /^One thread, as asked\. .*same bits.*\.$/);
    assert.match(compiler, /^emscripten \d+\.\d+\.\d+$/);
    assert.ok(Object.isFrozen(backend));
  });

  test('has the threads that are asked for', async () => {
    for (const threads of [1, 2, 4]) assert.equal((await loaded({ threads })).threads, threads);
    const auto = await loaded({ threads: 'auto' });
    assert.ok(auto.threads >= 1 && auto.threads <= 8);
  });

  test("simd 'auto' chooses relaxed where the engine has it, and reports it", async () => {
    const { simd, reason } = await loaded({ simd: 'auto' });
    const relaxed = WebAssembly.validate(RELAXED_MODULE);
    assert.equal(simd, relaxed ? 'relaxed' : 'fixed');
    assert.match(
      reason,
      relaxed ? /Relaxed SIMD: / : /Fixed SIMD: this engine has no relaxed SIMD/,
    );
  });

  test('undefined options count as absent', async () => {
    const options = {
      simd: undefined,
      threads: undefined,
      wasm: undefined,
      memoryLimit: undefined,
    };
    assert.equal((await loaded(options)).threads, 1);
  });
});

describe('options', () => {
  for (const [options, kind, text] of /** @type {[unknown, string, string | RegExp][]} */ ([
    [null, 'TypeError', 'options: expected an object, got null'],
    [2, 'TypeError', 'options: expected an object, got 2'],
    [{ thread: 2 }, 'TypeError', 'unknown option thread: did you mean threads?'],
    [{ simd: 'fast' }, 'TypeError', `simd: expected 'fixed', 'relaxed' or 'auto', got "fast"`],
    [{ simd: null }, 'TypeError', `simd: expected 'fixed', 'relaxed' or 'auto', got null`],
    [{ threads: '2' }, 'TypeError', `threads: expected an integer or 'auto', got "2"`],
    [{ threads: null }, 'TypeError', `threads: expected an integer or 'auto', got null`],
    [{ threads: 0 }, 'RangeError', 'threads: expected an integer from 1 to 64, got 0'],
    [{ threads: 1.5 }, 'RangeError', 'threads: expected an integer from 1 to 64, got 1.5'],
    [{ threads: 65 }, 'RangeError', 'threads: expected an integer from 1 to 64, got 65'],
    [{ memoryLimit: 0 }, 'RangeError', 'memoryLimit: expected an integer of at least 1, got 0'],
    [{ memoryLimit: '1' }, 'TypeError', 'memoryLimit: expected an integer of at least 1, got "1"'],
    [
      { wasm: 7 },
      'TypeError',
      'wasm: expected a URL, a Response, bytes or a WebAssembly.Module, got 7',
    ],
    [
      { wasm: new Float32Array(4) },
      'TypeError',
      'wasm: expected a URL, a Response, bytes or a WebAssembly.Module, got a Float32Array of length 4',
    ],
  ])) {
    test(`${kind}: ${text}`, async () => {
      for (const start of [load, loadInWorker]) {
        const [got, message] = await rejected(start(/** @type {any} */ (options)));
        assert.equal(got, kind);
        if (typeof text === 'string') assert.equal(message, text);
        else assert.match(message, text);
      }
    });
  }
});

describe('wasm', () => {
  /** @type {Record<string, () => unknown>} */
  const sources = {
    'a path': () => path,
    'a relative path': () => relative(process.cwd(), path),
    'a file URL': () => pathToFileURL(path),
    "a file URL's text": () => pathToFileURL(path).href,
    'an address': () => `${url}/core.wasm`,
    'an address of an unknown type': () => `${url}/core-of-an-unknown-type`,
    'a URL': () => new URL(`${url}/core.wasm`),
    'a data URL': () => `data:application/wasm;base64,${Buffer.from(bytes).toString('base64')}`,
    'a Response': () => fetch(`${url}/core.wasm`),
    'a Response without an address': () => new Response(bytes),
    'an ArrayBuffer': () => bytes.slice().buffer,
    'an ArrayBuffer of another realm': () => runInNewContext('bytes.slice().buffer', { bytes }),
    'a Uint8Array': () => bytes,
    'a Buffer': () => readFile(path),
    'a Uint8Array of another realm': () => runInNewContext('Uint8Array.from(bytes)', { bytes }),
    'a compiled module': () => WebAssembly.compile(bytes),
  };
  for (const [name, source] of Object.entries(sources)) {
    test(`may be ${name}`, async () => {
      await loaded({ wasm: await source() });
      const remote = await loadInWorker({ wasm: /** @type {any} */ (await source()) });
      assert.deepEqual([...(await remote.softmax([0, 0])).data], [0.5, 0.5]);
      await remote.dispose();
      assert.equal(bytes.length, bytes.buffer.byteLength, 'the bytes were moved away');
    });
  }

  test('may be the threaded core if threads are asked for', async () => {
    assert.equal((await loaded({ wasm: threaded, threads: 2 })).threads, 2);
    const expected = `headwise-fixed ${version}, got headwise-fixed-threads ${version}`;
    assert.deepEqual(await rejected(load({ wasm: threaded })), [
      'format',
      `wasm: expected ${expected}`,
    ]);
  });

  test('without threads keeps to one thread, and reports it', async () => {
    const { threads, reason } = await loaded({ wasm: bytes, threads: 2 });
    assert.equal(threads, 1);
    assert.match(reason, /^One thread: the given module is one without threads\./);
  });

  test('is read once: a Response whose body was used is refused', async () => {
    const response = new Response(bytes);
    await response.arrayBuffer();
    const [code, text] = await rejected(load({ wasm: response }));
    assert.equal(code, 'fetch');
    assert.equal(text, 'wasm: a Response: expected one that was not read yet, got one that was');
  });

  const expected = 'wasm: expected a URL, a Response, bytes or a WebAssembly.Module, got';
  const gone = (/** @type {Uint8Array} */ given) => {
    structuredClone(given.buffer, { transfer: [given.buffer] });
    return given;
  };
  /** @type {Record<string, [wasm: () => any, kind: string, text: string]>} */
  const refused = {
    'an empty address': [() => '', 'TypeError', `${expected} ""`],
    'bytes that were given away': [
      () => gone(bytes.slice()),
      'TypeError',
      `${expected} a detached Uint8Array`,
    ],
    'a buffer that was given away': [
      () => gone(bytes.slice()).buffer,
      'TypeError',
      `${expected} a detached ArrayBuffer`,
    ],
    'no bytes': [
      () => new Uint8Array(0),
      'format',
      'wasm: expected a WebAssembly module, which begins with 00 61 73 6d, got 0 bytes that begin with nothing',
    ],
    'a Response of status 404': [
      () => new Response(bytes, { status: 404 }),
      'fetch',
      "wasm: a Response: expected the core's file, got status 404",
    ],
    'a fetched Response of status 404': [
      () => fetch(`${url}/missing.wasm`),
      'fetch',
      "wasm: a Response of <address>/missing.wasm: expected the core's file, got status 404",
    ],
    'a Response of a page': [
      () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
      'format',
      'wasm: a Response (text/html): expected a WebAssembly module, which begins with 00 61 73 6d, got 15 bytes that begin with 3c 21 64 6f',
    ],
  };
  for (const [name, [wasm, kind, text]] of Object.entries(refused)) {
    test(`may not be ${name}`, async () => {
      for (const start of [load, loadInWorker]) {
        assert.deepEqual(await rejected(start({ wasm: await wasm() })), [
          kind,
          text.replace('<address>', () => url),
        ]);
      }
    });
  }
});

describe('the error names an address that does not give the core:', () => {
  for (const [name, file, code, rest] of /** @type {const} */ ([
    ['404', '/missing.wasm', 'fetch', `: expected the core's file, got status 404`],
    ['500', '/broken.wasm', 'fetch', `: expected the core's file, got status 500`],
    [
      'a page with status 200',
      '/page.wasm',
      'format',
      ' (text/html): expected a WebAssembly module, which begins with 00 61 73 6d, got 39 bytes that begin with 3c 21 64 6f',
    ],
    [
      'nothing with status 200',
      '/empty.wasm',
      'format',
      ' (application/wasm): expected a WebAssembly module, which begins with 00 61 73 6d, got 0 bytes that begin with nothing',
    ],
    [
      'another module',
      '/foreign.wasm',
      'format',
      ` (application/wasm): expected headwise-fixed ${version}, got another WebAssembly module`,
    ],
    ['a truncated module', '/truncated.wasm', 'format', ' (application/wasm): expected a module '],
    ['an answer that breaks off', '/cut.wasm', 'fetch', ': could not be read to its end: '],
  ])) {
    test(name, async () => {
      const wasm = url + file;
      for (const start of [load, loadInWorker]) {
        const [got, text] = await rejected(start({ wasm }));
        assert.equal(got, code, text);
        assert.ok(text.startsWith(`wasm: ${wasm}${rest}`), text);
      }
    });
  }

  test('a refused connection', async () => {
    const closed = createServer();
    await new Promise((resolve) => closed.listen(0, '127.0.0.1', () => resolve(undefined)));
    const address = closed.address();
    assert.ok(address !== null && typeof address === 'object');
    await new Promise((resolve) => closed.close(resolve));
    const wasm = `http://127.0.0.1:${address.port}/core.wasm`;
    const [code, text] = await rejected(load({ wasm }));
    assert.equal(code, 'fetch');
    assert.ok(text.startsWith(`wasm: ${wasm}: could not be fetched: `), text);
  });

  test('a missing file', async () => {
    const wasm = join(distDir, 'no-such-core.wasm');
    const [code, text] = await rejected(load({ wasm }));
    assert.equal(code, 'fetch');
    assert.ok(text.startsWith(`wasm: ${wasm}: could not be fetched: ENOENT`), text);
  });

  test('the core of models, which has glue of its own', async () => {
    const wasm = await readFile(join(distDir, 'models-fixed.wasm'));
    assert.deepEqual(await rejected(load({ wasm })), [
      'format',
      `wasm: expected headwise-fixed ${version}, got models-fixed ${version}`,
    ]);
  });

  test('a core of another version', async () => {
    const other = Buffer.from(bytes);
    const at = other.indexOf(`headwise-fixed ${version}`);
    assert.ok(at > 0);
    other.write('9', at + 'headwise-fixed '.length);
    const [code, text] = await rejected(load({ wasm: other }));
    assert.equal(code, 'format');
    assert.ok(text.startsWith(`wasm: expected headwise-fixed ${version}, got headwise-fixed 9`));
  });
});

test('with threads, a wrong module is refused and the program continues and ends', async () => {
  const { status, output, errors } = await runModule(`
    import { load } from 'headwise';
    const wasm = new Uint8Array([${foreign}]);
    for (let time = 0; time < 3; time++) {
      await load({ wasm, threads: 3 }).catch(({ code, message }) => console.log(code, message));
    }
    const engine = await load({ threads: 2 });
    console.log(engine.softmax([0]).data[0]);
  `);
  assert.equal(status, 0, errors);
  const refusal = `format wasm: expected headwise-fixed-threads ${version}, got another WebAssembly module\n`;
  assert.equal(output, refusal.repeat(3) + '1\n');
});

test('Node’s loop stays alive while an engine loads, and no longer', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  const loading = load();
  assert.equal(timers(), before + 1);
  (await loading).dispose();
  assert.equal(timers(), before);
  await assert.rejects(load({ wasm: foreign }));
  assert.equal(timers(), before);
});

test('worker: true gives the engine of loadInWorker', async () => {
  const engine = await load({ worker: true, threads: 2 });
  const softmax = engine.softmax([0, 0]);
  assert.ok(softmax instanceof Promise);
  assert.deepEqual([...(await softmax).data], [0.5, 0.5]);
  assert.equal(engine.backend.threads, 2);
  await engine.dispose();
  const here = await load({ worker: false });
  assert.deepEqual([...here.softmax([0, 0]).data], [0.5, 0.5]);
  here.dispose();
  for (const [options, message] of /** @type {[any, RegExp][]} */ ([
    [{ worker: 'yes' }, /^worker: expected true or false, got "yes"$/],
    [{ wroker: true }, /^unknown option wroker: did you mean worker\?$/],
  ])) {
    await assert.rejects(load(options), { name: 'TypeError', message });
  }
  const inWorker = /** @type {any} */ ({ worker: true });
  await assert.rejects(loadInWorker(inWorker), { name: 'TypeError', message: /worker/ });
});
