// The scripts of src/build in a fresh clone: their refusals, their output and their server. Every other test shows that they
// build.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { isIPv4 } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';
import { compile, compilerUsed, isCompiled, wasmPart } from '../../src/build/make/core.ts';
import { isolation, serve } from '../../src/build/server.ts';
import { parseDeb822Sources, parseOneLineSources } from '../../src/build/setup/apt.ts';
import { isStale, withLock } from '../../src/build/tools/lock.js';
import { root } from '../../src/build/tools/paths.js';
import { start } from '../../src/build/tools/run.js';
import { ifChanged } from '../../src/build/tools/stamp.ts';

/** @type {string} */
let folder;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwise-build-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/**
 * @param {string} name of a script in src/build
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function script(name, args = [], env = process.env) {
  const hook = pathToFileURL(join(root, 'src/build/hook.js')).href;
  const path = join(root, 'src/build', name);
  return start(process.execPath, ['--import', hook, path, ...args], { env });
}

test('apt sources are read in the older format', () => {
  const text = `
    # deb http://one/debian bookworm main
    deb http://two/debian bookworm main contrib # a remark
    deb [arch=amd64 signed-by=/a/b.gpg] https://three/debian bookworm-updates main
    deb-src http://four/debian bookworm main`;
  assert.deepEqual(parseOneLineSources(text), [
    { uris: ['http://two/debian'], suites: ['bookworm'], components: ['main', 'contrib'] },
    {
      uris: ['https://three/debian'],
      suites: ['bookworm-updates'],
      components: ['main'],
    },
  ]);
});

test('apt sources are read in the newer format', () => {
  const text = [
    'Types: deb deb-src',
    '# a remark',
    'URIs: http://one/debian',
    '  http://two/debian',
    'Suites: bookworm bookworm-updates',
    'Components: main',
    '',
    'Enabled: no',
    'Types: deb',
    'URIs: http://three/debian',
    'Suites: bookworm',
    'Components: main',
    '',
    'types: deb-src',
    'URIs: http://four/debian',
    'Suites: bookworm',
  ];
  assert.deepEqual(parseDeb822Sources(text.join('\n')), [
    {
      uris: ['http://one/debian', 'http://two/debian'],
      suites: ['bookworm', 'bookworm-updates'],
      components: ['main'],
    },
  ]);
});

/** @param {NodeJS.ProcessEnv} [env] in which a script prints its processor time */
function timed(env = process.env) {
  const told = `process.on('exit', () => console.error('took', process.cpuUsage().user / 1000))`;
  return { ...env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(told)}` };
}

/** The longest time among the scripts that ran, milliseconds. @param {string} output */
function mostTaken(output) {
  const times = Array.from(output.matchAll(/^took ([\d.]+)$/gm), ([, time]) => Number(time));
  assert.ok(times.length > 0, output);
  return Math.max(...times);
}

test('set-up takes under 2 s of the processor when nothing is missing', async () => {
  const { status, output } = await script('setup.ts', ['--tests'], timed());
  assert.equal(status, 0, output);
  assert.ok(mostTaken(output) < 2000, output);
});

test('what is built is up to date in any home folder, without a compiler and at once', async () => {
  const home = await mkdtemp(join(folder, 'home-'));
  const env = { ...process.env, HOME: home, XDG_CACHE_HOME: '', PATH: home, HEADWISE_BUILT: '' };
  const { status, output } = await script('build.ts', [], timed(env));
  assert.equal(status, 0, output);
  assert.doesNotMatch(output, /Downloading|Unpacking|Installing|Compiling|Bundling/);
  assert.ok(mostTaken(output) < 2000, output);
  assert.deepEqual(await readdir(home), []);
});

test('what is compiled is compiled again when its settings change or a result is gone', async () => {
  const part = { ...wasmPart, folder: join(folder, 'compiled'), outputs: [], check: undefined };
  await mkdir(part.folder);
  await writeFile(join(part.folder, 'configured.json'), '[]');
  assert.equal(await isCompiled(part), false);
  // without a compiler nothing is marked as compiled
  await assert.rejects(compile(part, null), /sources changed during the build/);
  assert.equal(await isCompiled(part), false);
  assert.equal(await isCompiled(wasmPart), true);
  const other = { program: 'emcmake', args: ['cmake', '-DCMAKE_BUILD_TYPE=Debug'] };
  assert.equal(await isCompiled({ ...wasmPart, configure: other }), false);
  assert.equal(await isCompiled({ ...wasmPart, outputs: [join(folder, 'gone')] }), false);
  assert.match(await compilerUsed(), /^emscripten \d+\.\d+\.\d+$/);
});

test('set-up that cannot go on names all that is missing, and the remedies', async () => {
  const { status, output } = await script('setup.ts', ['--tests'], {
    ...process.env,
    PATH: folder,
  });
  assert.equal(status, 1);
  for (const name of ['CMake', 'Ninja', 'Python 3', 'Chromium', 'Firefox', 'WebKitGTK', 'Xvfb']) {
    assert.ok(output.includes(`  ${name}`), output);
  }
  assert.match(output, /apt-get install .*\bcmake\b.*\bchromium\b/);
  assert.match(output, /brew install .*\bcmake\b/);
  assert.doesNotMatch(output, /^\s+at /m);
});

test('npm start says so when the port is taken, before it builds', async () => {
  const { port, close } = await serve({ root: folder });
  try {
    const { status, output } = await script('start.ts', ['--port', String(port)]);
    assert.equal(status, 1);
    const advice = `Port ${port} is taken. Choose another: npm start -- --port ${port + 1}`;
    assert.equal(output.trim(), advice);
  } finally {
    await close();
  }
});

test('npm start explains its options', async () => {
  for (const args of [
    ['--prot', '1'],
    ['--port', 'x'],
    ['--port', '65536'],
  ]) {
    const { status, output } = await script('start.ts', args);
    assert.equal(status, 1);
    assert.match(output, /npm start -- \[--port <number>\] \[--host <name>\] \[--plain\]/);
  }
  const { status, output } = await script('start.ts', ['--help']);
  assert.equal(status, 0);
  assert.match(output, /--host .*localhost, this machine alone/);
});

test('npm start refuses a host that is not this machine, before it builds', async () => {
  for (const host of ['192.0.2.1', 'none.invalid']) {
    const { status, output } = await script('start.ts', ['--port', '0', '--host', host]);
    assert.equal(status, 1);
    assert.equal(
      output.trim(),
      `--host: expected a name or an address of this machine, got ${host}`,
    );
  }
});

test('a lock is held by one at a time, and a stale one is taken over', async () => {
  const lock = join(folder, 'lock');
  let holders = 0;
  const work = async () => {
    holders += 1;
    assert.equal(holders, 1);
    await stat(folder); // others run meanwhile
    holders -= 1;
  };
  await Promise.all([withLock(lock, work), withLock(lock, work), withLock(lock, work)]);
  await mkdir(lock);
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(lock, longAgo, longAgo);
  await Promise.all([withLock(lock, work), withLock(lock, work)]);
  assert.equal(await stat(lock).catch(() => null), null);
});

test('a lock whose owner still runs is not stale, however busy it is, but for ten minutes', async () => {
  const lock = join(folder, 'busy');
  await mkdir(lock);
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  for (const [owner, minutes, stale] of /** @type {const} */ ([
    [process.pid, 0, false],
    [process.pid, 1, false],
    [process.pid, 11, true],
    [ended, 0, false],
    [ended, 1, true],
  ])) {
    await writeFile(join(lock, 'owner'), String(owner));
    const then = new Date(Date.now() - minutes * 60_000);
    await utimes(lock, then, then);
    assert.equal(await isStale(lock), stale, `${minutes} minutes`);
  }
});

test('work is done again when an input changed, an output is gone, or it failed', async () => {
  const input = join(folder, 'in/a.txt');
  const output = join(folder, 'out.txt');
  await mkdir(join(folder, 'in'));
  await writeFile(input, 'one');
  const files = { inputs: [join(folder, 'in')], outputs: [output] };
  const attempt = (also = '', fails = false) =>
    ifChanged(join(folder, 'stamp'), { ...files, also }, async () => {
      if (fails) throw new Error('failed');
      await writeFile(output, '');
    });
  assert.equal(await attempt(), true);
  assert.equal(await attempt(), false);
  await writeFile(input, 'three');
  assert.equal(await attempt(), true);
  await rm(output);
  assert.equal(await attempt(), true);
  assert.equal(await attempt('other'), true);
  await writeFile(input, 'seven');
  await assert.rejects(attempt('other', true), /failed/);
  assert.equal(await attempt('other'), true);
});

/**
 * The answer to a request. Not by fetch, which tidies addresses up before they are sent.
 *
 * @param {import('node:http').RequestOptions} asked
 * @returns {Promise<import('node:http').IncomingMessage>}
 */
function get(asked) {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', ...asked }, (answer) => resolve(answer.resume()))
      .on('error', reject)
      .end();
  });
}

test('the server serves its folder and nothing else', async () => {
  const inside = join(folder, 'site');
  await mkdir(inside);
  await writeFile(join(inside, 'index.html'), '<!doctype html>');
  await writeFile(join(inside, 'a b.wasm'), 'wasm');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  const folders = { models: join(folder, 'models'), later: join(folder, 'later') };
  await mkdir(join(folders.models, 'small'), { recursive: true });
  await writeFile(join(folders.models, 'small', 'config.json'), '{}');
  const { port, close } = await serve({ root: inside, headers: isolation, folders });
  const ask = (/** @type {string} */ path, method = 'GET') => get({ port, path, method });
  try {
    const page = await ask('/?heads=2');
    assert.equal(page.statusCode, 200);
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(page.headers['cross-origin-opener-policy'], 'same-origin');
    assert.equal(page.headers['cross-origin-embedder-policy'], 'require-corp');
    const wasm = await ask('/a%20b.wasm', 'HEAD');
    assert.equal(wasm.headers['content-type'], 'application/wasm');
    assert.equal(wasm.headers['content-length'], '4');
    assert.equal((await ask('/models/small/config.json')).statusCode, 200);
    for (const path of [
      ...['/../secret.txt', '/..%2fsecret.txt', '/%00', '/%ff', '/none', '/later/config.json'],
      ...[
        '/models/../secret.txt',
        '/models/..%2fsecret.txt',
        '/models/small',
        '/models//secret.txt',
      ],
    ]) {
      assert.equal((await ask(path)).statusCode, 404, path);
    }
    assert.equal((await ask('/', 'POST')).statusCode, 405);
  } finally {
    await close();
  }
});

/** Addresses at which other machines reach this one. */
const OUTSIDE = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .filter(({ internal, scopeid }) => !internal && !scopeid)
  .map(({ address }) => address);

test('the server serves this machine and no other, under its own names', async () => {
  const { url, port, close } = await serve({ root: folder });
  try {
    assert.equal(url, `http://localhost:${port}/`);
    for (const host of OUTSIDE) {
      await assert.rejects(get({ host, port }), { code: 'ECONNREFUSED' }, host);
    }
    // Chromium tries both, whichever the system prefers
    for (const host of ['127.0.0.1', ...(isThere('::1') ? ['::1'] : [])]) {
      assert.equal((await get({ host, port })).statusCode, 404, host);
    }
    const status = async (/** @type {string} */ host) =>
      (await get({ port, headers: { Host: host } })).statusCode;
    for (const own of ['localhost', 'LOCALHOST:1', 'a.localhost', '127.0.0.1:80', '[::1]']) {
      assert.equal(await status(own), 404, own);
    }
    // a page whose own name resolves to this server, to read its files as its own (DNS rebinding)
    for (const other of ['evil.example', 'localhost.evil.example', 'notlocalhost', 'a b']) {
      assert.equal(await status(other), 403, other);
    }
  } finally {
    await close();
  }
});

test('the server serves other machines when it is asked to', async () => {
  const { url, port, close } = await serve({ root: folder, host: '0.0.0.0' });
  try {
    assert.equal(url, `http://localhost:${port}/`);
    for (const host of [...OUTSIDE.filter((one) => isIPv4(one)), '127.0.0.1']) {
      assert.equal(
        (await get({ host, port, headers: { Host: `${host}:${port}` } })).statusCode,
        404,
      );
    }
    const named = await get({ port, headers: { Host: 'evil.example' } });
    assert.equal(named.statusCode, 403);
  } finally {
    await close();
  }
});

/** @param {string} address */
function isThere(address) {
  return Object.values(networkInterfaces()).some((all) =>
    all?.some((one) => one.address === address),
  );
}
