// The packed package in fresh apps, each with the tools of its kind in their defaults: run times, bundlers, frameworks, a plain
// page whose scripts lie on another server. A real forward in each, in every way of loading. Only with HEADWISE_TEST_ALL:
// the tools take 1.2 GB.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { isolation, serve } from '../../src/build/server.ts';
import {
  appsDir,
  assertTried,
  freshApp,
  installed,
  prepareApps,
  triedIn,
  within,
} from './support.js';

const EVERYTHING = ['fixed 1', 'relaxed 2', 'fixed 1', 'fixed 2', 'relaxed 2'];
/** A page's own thread may not wait, so there only the worker has threads. */
const PAGE = ['fixed 1', 'relaxed 1: threads need loadInWorker', 'fixed 1', 'fixed 2', 'relaxed 2'];

if (process.env.HEADWISE_TEST_ALL) {
  before(prepareApps);

  for (const [name, command, expected] of /** @type {[string, string[], string[]][]} */ ([
    // Node 20 has relaxed SIMD only with a flag.
    ['Node 20', ['node20/bin/node'], ['fixed 1', 'fixed 2', 'fixed 1', 'fixed 2', 'fixed 2']],
    ['Node 22', ['node22/bin/node'], EVERYTHING],
    ['Node 24', ['node24/bin/node'], EVERYTHING],
    [
      'Node 24 without eval',
      ['node24/bin/node', '--disallow-code-generation-from-strings'],
      EVERYTHING,
    ],
    ['Deno', ['@deno/linux-x64-glibc/deno', 'run', '-A'], EVERYTHING],
    ['Bun', ['@oven/bun-linux-x64/bin/bun', 'run'], EVERYTHING],
  ])) {
    test(name, async () => {
      const cwd = await freshApp(name.toLowerCase().replaceAll(' ', '-'));
      const [program, ...args] = command;
      const printed = await within(installed(program), [...args, 'program.js'], { cwd });
      assertTried(JSON.parse(printed), expected);
    });
  }

  test('a plain page, its scripts on another server', async () => {
    const cors = {
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    };
    const scripts = await serve({ root: installed('headwise/dist'), headers: cors });
    const folder = await freshApp('plain');
    const html = await readFile(join(folder, 'index.html'), 'utf8');
    const map = {
      headwise: `${scripts.url}headwise.js`,
      'headwise/reference': `${scripts.url}reference.js`,
    };
    const imports = `<script type="importmap">${JSON.stringify({ imports: map })}</script>`;
    await writeFile(join(folder, 'index.html'), html.replace('<script', `${imports}<script`));
    try {
      for (const [headers, expected] of /** @type {[Record<string, string>, string[]][]} */ ([
        [isolation, PAGE],
        [
          {},
          ['fixed 1', 'relaxed 1', 'fixed 1', 'fixed 1: not cross-origin isolated', 'relaxed 1'],
        ],
      ])) {
        const { url, close } = await serve({ root: folder, headers });
        assertTried(await triedIn(url, [new URL(scripts.url).origin]), expected);
        await close();
      }
    } finally {
      await scripts.close();
    }
  });

  test('Vite, while developing', async () => {
    const folder = await freshApp('vite-dev');
    const { createServer } = await use('vite');
    const server = await createServer({
      root: folder,
      configFile: false,
      cacheDir: join(folder, 'cache'),
      logLevel: 'error',
      server: { port: 0, strictPort: false, headers: isolation },
    });
    try {
      await server.listen();
      assertTried(await triedIn(server.resolvedUrls.local[0]), PAGE);
    } finally {
      await server.close();
    }
  });

  test('Vite, built', async () => {
    const folder = await freshApp('vite');
    const { build } = await use('vite');
    const outDir = join(folder, 'out');
    await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      build: { outDir, target: 'es2022' },
    });
    await assertServed(outDir);
  });

  test('webpack', async () => {
    const folder = await freshApp('webpack');
    const { default: webpack } = await use('webpack');
    const out = join(folder, 'out');
    const stats = await new Promise((resolve, reject) => {
      const output = { path: out, filename: 'page.js', chunkFilename: '[contenthash].js' };
      // no warnings about an app's size: the package has budgets of its own
      const quiet = { performance: { hints: false } };
      webpack({ mode: 'production', context: folder, entry: './page.js', output, ...quiet }).run(
        (/** @type {unknown} */ error, /** @type {any} */ result) =>
          error ? reject(error) : resolve(result),
      );
    });
    const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
    assert.deepEqual({ errors, warnings }, { errors: [], warnings: [] });
    await copyFile(join(folder, 'index.html'), join(out, 'index.html'));
    await assertServed(out);
  });

  // These two leave files beside a module alone. Without them there is one thread of the page's own; copied, there is all.
  for (const [
    name,
    bundle,
  ] of /** @type {[string, (folder: string, out: string) => Promise<unknown>][]} */ ([
    ['Rollup', withRollup],
    ['esbuild', withEsbuild],
  ])) {
    test(name, async () => {
      const folder = await freshApp(name.toLowerCase());
      const out = join(folder, 'out');
      await mkdir(out);
      await bundle(folder, out);
      await copyFile(join(folder, 'index.html'), join(out, 'index.html'));
      const { url, close } = await serve({ root: out, headers: isolation });
      assertTried(await triedIn(url), [
        'fixed 1',
        "fixed 1: expected the core's file, got status 404",
        'fixed 1: No worker could be started',
        'fixed 1: No worker could be started',
        'fixed 1: No worker could be started',
      ]);
      await close();
      const dist = installed('headwise/dist');
      for (const file of await readdir(dist)) {
        if (/^(worker|threads)\.js$|\.wasm$/.test(file))
          await copyFile(join(dist, file), join(out, file));
      }
      await assertServed(out);
    });
  }

  for (const bundler of ['turbopack', 'webpack']) {
    test(`Next, with ${bundler}: server and client`, async () => {
      const folder = await freshApp(`next-${bundler}`, 'next');
      const env = { NEXT_TELEMETRY_DISABLED: '1', APPS_ROOT: appsDir, NODE_ENV: 'production' };
      const node = installed('node22/bin/node');
      const next = installed('next/dist/bin/next');
      await within(node, [next, 'build', `--${bundler}`], { cwd: folder, env });
      const server = spawn(node, [next, 'start', '--port', '0'], {
        cwd: folder,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      try {
        const url = await addressIn(server.stdout);
        const html = await (await fetch(`${url}/server`)).text();
        const [, text] = html.match(/<pre>(.*?)<\/pre>/) ?? [];
        assertTried(
          JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'")),
          EVERYTHING,
        );
        assertTried(await triedIn(`${url}/client`), PAGE);
        const page = await (await fetch(`${url}/element`)).text();
        assert.match(page, /<headwise-lab [^>]*text="Rendered on a server"/);
        assert.match(page, /<p>Until it works<\/p>/);
        const [lab, map] = /** @type {any[]} */ (await triedIn(`${url}/element`));
        assert.deepEqual([lab.way, map.way], ['headwise-lab', 'headwise-map']);
        const shown = [lab.state.text, lab.state.heads, lab.state.causal];
        assert.deepEqual(shown, ['Rendered on a server', 2, true]);
      } finally {
        server.kill();
        await once(server, 'exit');
      }
    });
  }

  test('publint finds nothing to say', async () => {
    const { publint } = await use('publint');
    const { messages } = await publint({ pkgDir: installed('headwise'), strict: true });
    assert.deepEqual(messages, []);
  });

  test('the types are right, however they are resolved', async () => {
    const [tarball] = (await readdir(appsDir)).filter((name) => /^headwise-.*\.tgz$/.test(name));
    const attw = [installed('@arethetypeswrong/cli/dist/index.js'), join(appsDir, tarball)];
    // There is no CommonJS, by decision; CommonJS on Node 20.19 and later can require ES modules.
    // The page is a file to copy, and nothing to import.
    const others = ['--exclude-entrypoints', 'headwise.html'];
    await within(process.execPath, [...attw, '--profile', 'esm-only', ...others], { cwd: appsDir });
  });
}

/**
 * The path of an installed tool.
 *
 * @param {string} name
 * @returns {Promise<any>}
 */
async function use(name) {
  const { resolve } = createRequire(join(appsDir, 'package.json'));
  return import(resolve(name));
}

/** @param {string} folder */
async function assertServed(folder) {
  const { url, close } = await serve({ root: folder, headers: isolation });
  try {
    assertTried(await triedIn(url), PAGE);
  } finally {
    await close();
  }
}

/**
 * @param {string} folder
 * @param {string} out
 */
async function withRollup(folder, out) {
  const { rollup } = await use('rollup');
  const { nodeResolve } = await use('@rollup/plugin-node-resolve');
  const bundle = await rollup({
    input: join(folder, 'page.js'),
    plugins: [nodeResolve({ browser: true })],
    onwarn: (/** @type {Error} */ warning) => assert.fail(warning),
  });
  await bundle.write({ dir: out, format: 'es' });
}

/**
 * @param {string} folder
 * @param {string} out
 */
async function withEsbuild(folder, out) {
  const { build } = await import('esbuild');
  const { warnings } = await build({
    entryPoints: [join(folder, 'page.js')],
    outdir: out,
    bundle: true,
    format: 'esm',
    minify: true,
    logLevel: 'silent',
  });
  assert.deepEqual(warnings, []);
}

/**
 * The address that a server prints.
 *
 * @param {import('node:stream').Readable} output
 * @returns {Promise<string>}
 */
async function addressIn(output) {
  let text = '';
  for await (const part of output.iterator({ destroyOnReturn: false })) {
    text += part;
    const [address] = text.match(/http:\/\/localhost:\d+/) ?? [];
    if (address && /Ready/.test(text)) return address;
  }
  throw new Error(`no address in: ${text}`);
}
