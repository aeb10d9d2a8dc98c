// Makes dist/, the package's content: bundles of src/js, with the core embedded in entries that need no second file, the
// separate WebAssembly files, the declarations and the licences.

import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { distDir, root } from '../tools/paths.js';
import { run } from '../tools/run.js';
import { step } from '../tools/say.js';
import { ifChanged } from '../tools/stamp.ts';
import { variantFolder, variants } from './core.ts';
import { oneSide } from './engine.ts';
import { bundle, moduleOf, TARGET } from './esbuild.ts';
import { packedWasm } from './packed.ts';
import type { Plugin } from 'esbuild';

const SOURCE = join(root, 'src/js');
const TYPE_SCRIPT = join(root, 'node_modules/typescript/bin/tsc');
/** The compiler's declarations, one for each source. */
const DECLARATIONS = join(root, 'build/declarations');
/** For Symbol.dispose, which older targets of the compiler do not know. */
const DISPOSABLE = '/// <reference lib="esnext.disposable" />\n';

const BANNER = '/*! headwise, MIT; third parties: THIRD-PARTY-NOTICES.md */\n';
/** Added after minifying, which removes comments: users' bundlers read these comments. */
const IMPORT_AS_IS =
  'const importAsIs = (url) => import(/* webpackIgnore: true */ /* @vite-ignore */ url);\n';

/** The entries of dist/ and their modules. In a browser each entry but models.js is one file; Node's entries share chunks. */
const entries = {
  browser: {
    'headwise.js': 'index.ts',
    'training.js': 'training/index.ts',
    'formats.js': 'formats/index.ts',
  },
  node: {
    'headwise.node.js': 'index.ts',
    'training.node.js': 'training/index.ts',
    'formats.node.js': 'formats/index.ts',
  },
};
/** The entries that compute in float64 alone. */
const referenceEntries = {
  browser: { 'reference.js': 'reference/index.ts', 'doctor.js': 'doctor/index.ts' },
  node: {
    'reference.node.js': 'reference/index.ts',
    'doctor.node.js': 'doctor/index.ts',
    'command.node.js': 'command.node.ts',
  },
};
/** The classes of errors and of tensors, which all entries for Node import: one of each in a process. */
const classEntries = {
  errors: { 'errors.node.js': 'arguments/errors.ts' },
  tensors: { 'tensor.node.js': 'arguments/tensor-class.ts' },
};
const CLASSES = { ...classEntries.errors, ...classEntries.tensors };
/** The scripts of workers, and of their replacement without workers. */
const workerEntries = {
  browser: { 'worker.js': 'worker.ts' },
  node: { 'worker.node.js': 'worker.node.ts' },
};
/** The entries with the core of models. */
const modelEntries = {
  browser: { 'models.js': 'models/index.ts' },
  node: {
    'models.node.js': 'models/index.node.ts',
    'models-in-worker.node.js': 'models/worker/script.node.ts',
    'survey.node.js': 'survey.node.ts',
  },
};

/** The script of a model's worker: one file. */
const modelWorkerEntries = { browser: { 'models-in-worker.js': 'models/worker/script.ts' } };

/** Emscripten's two pieces of glue for the browser. */
const glues = [
  join(variantFolder('fixed'), 'headwise.mjs'),
  join(variantFolder('models/fixed'), 'headwise.mjs'),
  join(variantFolder('fixed-threads'), 'threads.js'),
  join(variantFolder('models/fixed-threads'), 'models-threads.js'),
];

/** Files that are copied into dist/. */
const copied = {
  ...Object.fromEntries(
    variants.map((variant) => [
      `headwise-${variant}.wasm`,
      join(variantFolder(variant), 'headwise.wasm'),
    ]),
  ),
  ...Object.fromEntries(
    variants.map((variant) => [
      `models-${variant}.wasm`,
      join(variantFolder(`models/${variant}`), 'headwise.wasm'),
    ]),
  ),
  'threads.node.js': join(variantFolder('fixed-threads'), 'threads.node.js'),
  'models-threads.node.js': join(variantFolder('models/fixed-threads'), 'models-threads.node.js'),
  LICENSE: join(root, 'LICENSE'),
  'THIRD-PARTY-NOTICES.md': join(root, 'src/build/THIRD-PARTY-NOTICES.md'),
};

const names = [
  ...Object.keys(entries.browser),
  ...Object.keys(entries.node),
  ...Object.keys(referenceEntries.browser),
  ...Object.keys(referenceEntries.node),
  ...Object.keys(workerEntries.browser),
  ...Object.keys(workerEntries.node),
  'inline-worker.js',
  ...Object.keys(modelEntries.browser),
  ...Object.keys(modelEntries.node),
  ...Object.keys(modelWorkerEntries.browser),
  ...Object.keys(CLASSES),
  'threads.js',
  'models-threads.js',
  ...Object.keys(copied),
];

/**
 * Makes dist/ if one of its inputs has changed.
 *
 * @param compiler such as 'emscripten 3.1.69'
 */
export async function buildDist(compiler: string) {
  const inputs = [SOURCE, join(root, 'src/build'), join(root, 'package.json')];
  inputs.push(...Object.values(copied), ...glues);
  const outputs = [...names, 'types/index.d.ts'].map((name) => join(distDir, name));
  await ifChanged(join(root, 'build/dist.stamp'), { inputs, outputs, also: compiler }, () =>
    step('Bundling dist/', '5 s', async () => {
      await rm(distDir, { recursive: true, force: true });
      await mkdir(distDir, { recursive: true });
      const virtual = await virtualModules(compiler);
      const ofModels = await virtualModules(compiler, { core: 'models' });
      await Promise.all([
        bundleEntries('browser', entries.browser, ALONE, virtual),
        bundleEntries('node', entries.node, SHARED, virtual, oneClass),
        bundleEntries('browser', referenceEntries.browser, ALONE, virtual, oneSide('reference')),
        bundleEntries(
          'node',
          referenceEntries.node,
          SHARED,
          virtual,
          oneSide('reference'),
          oneClass,
        ),
        bundleEntries('browser', workerEntries.browser, ALONE, virtual, oneSide('core')),
        bundleEntries('node', workerEntries.node, ALONE, virtual, oneSide('core')),
        bundleEntries(
          'browser',
          { 'inline-worker.js': 'inline-worker.ts' },
          ALONE,
          virtual,
          oneSide('core'),
        ),
        bundleEntries('browser', modelEntries.browser, { chunks: 'models' }, ofModels),
        bundleEntries('browser', modelWorkerEntries.browser, ALONE, ofModels),
        bundleEntries('node', modelEntries.node, SHARED, ofModels, oneClass),
        bundleEntries('node', classEntries.errors, ALONE),
        bundleEntries('node', classEntries.tensors, ALONE, oneClass),
        writeThreads('fixed-threads', 'threads.js'),
        writeThreads('models/fixed-threads', 'models-threads.js'),
        declare(),
        ...Object.entries(copied).map(([name, path]) => copy(path, join(distDir, name))),
      ]);
    }),
  );
}

interface Split {
  /** beginning of the names of chunks; null: each entry is one file */
  chunks: string | null;
}
const ALONE: Split = { chunks: null };
const SHARED: Split = { chunks: 'node' };

async function bundleEntries(
  platform: 'browser' | 'node',
  files: Record<string, string>,
  { chunks }: Split,
  ...plugins: Plugin[]
) {
  await bundle({
    entryPoints: Object.entries(files).map(([name, path]) => ({
      in: join(SOURCE, path),
      out: name.replace(/\.js$/, ''),
    })),
    outdir: distDir,
    platform,
    ...(chunks !== null && { splitting: true, chunkNames: `${chunks}-[name]-[hash]` }),
    // an uncaught error prints the line that threw it: in Node a line of the source, elsewhere not the whole file
    minify: platform !== 'node',
    lineLimit: 1000,
    banner: { js: BANNER + IMPORT_AS_IS },
    external: [
      ...['./threads.js', './threads.node.js', './worker.js', './worker.node.js'],
      './survey.node.js', // the command loads it, and the models with it, only for a survey
    ],
    plugins,
  });
}

/** Imports a shared class from its own file instead of bundling a copy. */
const oneClass: Plugin = {
  name: 'one class of errors and of tensors',
  setup(build) {
    build.onResolve({ filter: /[/\\](errors|tensor-class)\.ts$/ }, ({ path, resolveDir, kind }) => {
      if (kind === 'entry-point') return null;
      const found = Object.entries(CLASSES).find(
        ([, file]) => join(SOURCE, file) === resolve(resolveDir, path),
      );
      return found ? { path: `./${found[0]}`, external: true } : null;
    });
  },
};

/** The built-in module as a file, and the call that takes it. */
const GIVEN = {
  headwise: { file: 'headwise/headwise-fixed.wasm', call: 'load({ wasm })' },
  models: { file: 'headwise/models-fixed.wasm', call: 'openModel(files, { wasm })' },
};

/** The virtual modules: the core's bytes as text, its glue, and the package's version and compiler. */
export async function virtualModules(
  compiler: string,
  {
    platformFile,
    core = 'headwise',
  }: {
    /** of src/js, instead of the one that the bundle is for */ platformFile?: string;
    /** which module is built in */ core?: 'headwise' | 'models';
  } = {},
): Promise<Plugin> {
  const folder = variantFolder(core === 'models' ? 'models/fixed' : 'fixed');
  const wasm = await readFile(join(folder, 'headwise.wasm'));
  const glue = await glueWithoutAddress(join(folder, 'headwise.mjs'));
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const modules: Record<string, Record<string, unknown>> = {
    'headwise:core-wasm': { ...(await packedWasm(wasm)), ...GIVEN[core] },
    'headwise:package': { version, compiler, core },
  };
  return {
    name: 'headwise',
    setup(build) {
      build.onResolve({ filter: /^headwise:/ }, ({ path }) => {
        if (path === 'headwise:platform') {
          const file =
            platformFile ?? `runtime/loading/platform-${build.initialOptions.platform}.ts`;
          return { path: join(SOURCE, file) };
        }
        const known = path in modules || path === 'headwise:core-glue';
        return known ? { path, namespace: 'headwise' } : null;
      });
      if (core === 'models') {
        build.onResolve({ filter: /\/core-files\.ts$/ }, () => ({
          path: join(SOURCE, 'models/core-files.ts'),
        }));
      }
      // Stack traces need no names of Emscripten's glue: short names save 3 kB.
      build.onLoad({ filter: /headwise\.mjs$/ }, async ({ path }) => {
        const { transform } = await import('esbuild');
        const { code } = await transform(await readFile(path, 'utf8'), { minify: true });
        return { contents: code };
      });
      build.onLoad({ filter: /.*/, namespace: 'headwise' }, ({ path }) => ({
        contents: path in modules ? moduleOf(modules[path]) : glue,
        resolveDir: root,
      }));
    },
  };
}

/** Writes the threads' script as a separate file, which every thread loads. */
async function writeThreads(variant: string, file: string) {
  const glue = await glueWithoutAddress(join(variantFolder(variant), file));
  await writeFile(join(distDir, file), `${BANNER}${glue}`);
}

/**
 * Emscripten's glue without its own address. It would load its module and its worker's script from beside itself, although both
 * are always passed to it. Users' bundlers would search for them too: webpack stops at a missing file, Vite at worker options
 * that are no literal.
 */
async function glueWithoutAddress(path: string) {
  const { transform } = await import('esbuild');
  const { code } = await transform(await readFile(path, 'utf8'), {
    define: { 'import.meta.url': '"file:///"' },
    minifySyntax: true,
    minifyWhitespace: true,
    target: TARGET,
  });
  return code;
}

/** Copies a file without its executable flag, which linkers set on .wasm files. */
async function copy(from: string, to: string) {
  await copyFile(from, to);
  await chmod(to, 0o644);
}

/** Writes dist/types: a declaration for each entry, and the shared parts of several entries. */
async function declare() {
  const config = join(root, 'src/build/make/declarations.tsconfig.json');
  await rm(DECLARATIONS, { recursive: true, force: true });
  await run(process.execPath, [TYPE_SCRIPT, '-p', config]);
  const { rollup } = await import('rollup');
  const { dts } = await import('rollup-plugin-dts');
  const names = ['reference', 'formats', 'doctor', 'training', 'models'];
  const bundled = await rollup({
    input: {
      index: join(DECLARATIONS, 'index.d.ts'),
      ...Object.fromEntries(names.map((name) => [name, join(DECLARATIONS, name, 'index.d.ts')])),
    },
    plugins: [dts()],
    onLog: () => {}, // private types that a public one names stay private
  });
  const { output } = await bundled.generate({
    format: 'es',
    entryFileNames: '[name].d.ts',
    chunkFileNames: 'shared-[hash].d.ts',
  });
  await mkdir(join(distDir, 'types'), { recursive: true });
  for (const { fileName, ...file } of output) {
    if (!('code' in file)) continue;
    const code =
      file.code.includes('Dispose]') || file.code.includes('.dispose]')
        ? `${DISPOSABLE}${file.code}`
        : file.code;
    await writeFile(join(distDir, 'types', fileName), code);
  }
}
