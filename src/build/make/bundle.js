// Makes dist/, the package's content: the entries bundled from src/js, the core embedded in those
// that need no second file, the separate WebAssembly files, the declarations and the licences.

import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { distDir, root } from '../tools/paths.js';
import { run } from '../tools/run.js';
import { step } from '../tools/say.js';
import { ifChanged } from '../tools/stamp.js';
import { variantFolder, variants } from './core.js';
import { bundle } from './esbuild.js';

const kSource = join(root, 'src/js');
const kTypeScript = join(root, 'node_modules/typescript/bin/tsc');

/** Each entry of dist/ and the module it is bundled from. */
const entries = {
  browser: {
    'headwise.js': 'index.js',
    'worker.js': 'worker.js',
    'reference.js': 'reference/index.js',
    'training.js': 'training/index.js',
  },
  node: { 'headwise.node.js': 'index.node.js', 'worker.node.js': 'worker.node.js' },
};

/** Files that go into dist/ as they are. */
const copied = {
  ...Object.fromEntries(
    variants.map((variant) => [
      `headwise-${variant}.wasm`,
      join(variantFolder(variant), 'headwise.wasm'),
    ]),
  ),
  'threads.js': join(variantFolder('fixed-threads'), 'threads.js'),
  'threads.node.js': join(variantFolder('fixed-threads'), 'threads.node.js'),
  LICENSE: join(root, 'LICENSE'),
  'THIRD-PARTY-NOTICES.md': join(root, 'src/build/THIRD-PARTY-NOTICES.md'),
};

const names = [
  ...Object.keys(entries.browser),
  ...Object.keys(entries.node),
  ...Object.keys(copied),
];

/**
 * Makes dist/ unless nothing that it is made of has changed.
 *
 * @param {string} compiler such as 'emscripten 3.1.69'
 */
export async function buildDist(compiler) {
  const inputs = [kSource, join(root, 'src/build'), join(root, 'package.json')];
  inputs.push(...Object.values(copied), join(variantFolder('fixed'), 'headwise.mjs'));
  const outputs = [...names, 'types/index.d.ts'].map((name) => join(distDir, name));
  await ifChanged(join(root, 'build/dist.stamp'), { inputs, outputs, also: compiler }, () =>
    step('Bundling dist/', '5 s', async () => {
      await rm(distDir, { recursive: true, force: true });
      await mkdir(distDir, { recursive: true });
      const virtual = await virtualModules(compiler);
      await Promise.all([
        bundleEntries('browser', entries.browser, virtual),
        bundleEntries('node', entries.node, virtual),
        declare(),
        ...Object.entries(copied).map(([name, path]) => copy(path, join(distDir, name))),
      ]);
    }),
  );
}

/**
 * @param {'browser' | 'node'} platform
 * @param {Record<string, string>} files
 * @param {import('esbuild').Plugin} virtual
 */
async function bundleEntries(platform, files, virtual) {
  await bundle({
    entryPoints: Object.entries(files).map(([name, path]) => ({
      in: join(kSource, path),
      out: name.replace(/\.js$/, ''),
    })),
    outdir: distDir,
    platform,
    banner: { js: '/*! headwise, MIT; third parties: THIRD-PARTY-NOTICES.md */' },
    external: ['./threads.js', './threads.node.js', './worker.js', './worker.node.js'],
    plugins: [virtual],
  });
}

/**
 * The modules that exist only here: the core's bytes as text, its glue, and what the package says
 * of itself.
 *
 * @param {string} compiler
 * @returns {Promise<import('esbuild').Plugin>}
 */
async function virtualModules(compiler) {
  const wasm = await readFile(join(variantFolder('fixed'), 'headwise.wasm'));
  const packed = await promisify(gzip)(wasm, { level: 9 });
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  /** @type {Record<string, Record<string, unknown>>} */
  const modules = {
    'headwise:core-wasm': { gzipBase64: packed.toString('base64'), byteLength: wasm.length },
    'headwise:package': { version, compiler },
  };
  return {
    name: 'headwise',
    setup(build) {
      build.onResolve({ filter: /^headwise:/ }, ({ path }) => {
        if (path in modules) return { path, namespace: 'headwise' };
        if (path !== 'headwise:core-glue') return null;
        return { path: join(variantFolder('fixed'), 'headwise.mjs') };
      });
      // Emscripten's glue is in nobody's stack trace: without its names it takes 3 kB less.
      build.onLoad({ filter: /headwise\.mjs$/ }, async ({ path }) => {
        const { transform } = await import('esbuild');
        const { code } = await transform(await readFile(path, 'utf8'), { minify: true });
        return { contents: code };
      });
      build.onLoad({ filter: /.*/, namespace: 'headwise' }, ({ path }) => ({
        contents: Object.entries(modules[path])
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join('\n'),
      }));
    },
  };
}

/**
 * Copies a file as one that nobody runs; linkers mark .wasm files executable.
 *
 * @param {string} from
 * @param {string} to
 */
async function copy(from, to) {
  await copyFile(from, to);
  await chmod(to, 0o644);
}

/** Writes dist/types from the JSDoc comments. */
async function declare() {
  const config = join(root, 'src/build/declarations.tsconfig.json');
  await run(process.execPath, [kTypeScript, '-p', config]);
}
