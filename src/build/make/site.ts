// Makes build/site/, the page for any static host: bundled scripts, copied files, the package's files that the page fetches,
// and the suites for its engine check. All paths in it are relative.

import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import { buildDir, distDir, root, siteDir } from '../tools/paths.js';
import { writeManual } from '../manual/manual.ts';
import { run } from '../tools/run.js';
import { step } from '../tools/say.js';
import { filesBelow, ifChanged } from '../tools/stamp.ts';
import { virtualModules } from './bundle.ts';
import { engineInWorker } from './engine.ts';
import { bundle, bundleStyles, bundleText } from './esbuild.ts';
import { ENGLISH, firstModel, sizeOf } from './model.ts';
import type { Plugin } from 'esbuild';

const PAGE = join(root, 'web/page');
const TESTS = join(root, 'tests');
const FETCHED = [
  'worker.js',
  'inline-worker.js',
  'threads.js',
  'headwise-fixed-threads.wasm',
  'headwise-relaxed.wasm', // for the check only
  'headwise-relaxed-threads.wasm',
  'models-threads.js',
  'models-fixed-threads.wasm',
];
export const SCRIPTS = {
  page: join(PAGE, 'page.ts'),
  'embed-builder': join(PAGE, 'embed-builder/embed-builder.ts'),
  'models-room': join(PAGE, 'models/models-room.ts'),
  'models-worker': join(PAGE, 'models/worker.ts'),
  embed: join(PAGE, 'frame/embed-page.ts'),
  'grammar-parameters': join(root, 'web/elements/models/grammar-parameters.ts'),
  check: join(PAGE, 'check/page.ts'),
  'doctor-page': join(PAGE, 'doctor/page.ts'),
  'write-page': join(PAGE, 'write/page.ts'),
  'check-worker': join(TESTS, 'conformance/check-worker.js'),
};
/** A page that also works from a folder, where browsers run no modules. */
export const FROM_FOLDERS = { 'class-page': join(PAGE, 'class/page.ts') };
const STYLES = {
  page: join(PAGE, 'page.css'),
  side: join(PAGE, 'side.css'),
  check: join(PAGE, 'check/check.css'),
  class: join(PAGE, 'class/class.css'),
  doctor: join(PAGE, 'doctor/doctor.css'),
  write: join(PAGE, 'write/write.css'),
  embed: join(PAGE, 'frame/embed.css'),
};
const COPIED = ['.html', '.svg', '.png', '.ico', '.webmanifest'];
/** Files for other pages. */
const EMBEDDED =
  /^(element.*|anywidget|headwise|reference|formats|doctor|training|models)\.js$|^headwise\.html$|^(LICENSE|THIRD-PARTY-NOTICES\.md)$/;
/** Scripts that the page loads on demand. */
const LATER = ['./embed-builder.js', './models-room.js', './grammar-parameters.js'];
/** Lessons to start one's own from. */
const LESSONS = join(root, 'web/examples/lessons');
/** The suites' data and their licences, below tests/. */
const SUITES = [
  ...['conformance/onnx', 'conformance/onnxruntime'],
  ...['golden/pytorch', 'golden/keras', 'golden/flax'],
];
const DATA = /\.safetensors(\.gz)?$|\.json$|(^|[/\\])(LICENSE|NOTICE)$/;

/**
 * Makes build/site/ if one of its inputs has changed.
 *
 * @param compiler such as 'emscripten 3.1.69'
 */
export async function buildSite(compiler: string) {
  const suites = ['conformance', 'golden'].map((name) => join(TESTS, name));
  const inputs = [join(root, 'web'), distDir, join(root, 'src/build'), ...suites];
  const names = Object.keys({ ...SCRIPTS, ...FROM_FOLDERS });
  const made = ['index.html', ...names.map((name) => `${name}.js`), ...FETCHED];
  const outputs = made.map((name) => join(siteDir, name));
  await ifChanged(join(root, 'build/site.stamp'), { inputs, outputs, also: compiler }, () =>
    step('Building the page', '1 s', async () => {
      await rm(siteDir, { recursive: true, force: true });
      await mkdir(siteDir, { recursive: true });
      await bundle({
        entryPoints: SCRIPTS,
        outdir: siteDir,
        platform: 'browser',
        plugins: [
          firstModel,
          engineInWorker('./inline-worker.js'),
          await virtualModules(compiler),
          await firstMaps(),
        ],
        external: [...FETCHED.map((name) => `./${name}`), ...LATER],
      });
      await bundle({
        entryPoints: FROM_FOLDERS,
        outdir: siteDir,
        platform: 'browser',
        format: 'iife',
      });
      await bundleStyles({ entryPoints: STYLES, outdir: siteDir });
      for (const name of await readdir(PAGE)) {
        if (COPIED.includes(extname(name))) await cp(join(PAGE, name), join(siteDir, name));
      }
      for (const name of FETCHED) await cp(join(distDir, name), join(siteDir, name));
      // Other pages may load the element and the single-file page from here.
      for (const name of await readdir(distDir)) {
        if (EMBEDDED.test(name)) await cp(join(distDir, name), join(siteDir, name));
      }
      if (await sizeOf(ENGLISH)) await cp(ENGLISH, join(siteDir, basename(ENGLISH)));
      await cp(LESSONS, join(siteDir, 'lessons'), { recursive: true });
      await writeManual(join(siteDir, 'docs'));
      for (const name of SUITES) await copyData(join(TESTS, name), join(siteDir, 'check', name));
    }),
  );
}

/** The module with the page's first maps, computed by the freshly built package. */
export async function firstMaps(): Promise<Plugin> {
  const program = join(buildDir, 'make-first.mjs');
  const script = await bundleText({
    entryPoints: [join(PAGE, 'first/make-first.ts')],
    platform: 'node',
    external: ['headwise'],
    plugins: [firstModel],
  });
  await writeFile(program, script);
  const contents = await run(process.execPath, [program]);
  return {
    name: 'first',
    setup(build) {
      build.onResolve({ filter: /^headwise:first$/ }, ({ path }) => ({ path, namespace: 'first' }));
      build.onLoad({ filter: /.*/, namespace: 'first' }, () => ({ contents }));
    },
  };
}

/** @param from a folder of suites */
async function copyData(from: string, to: string) {
  for (const file of await filesBelow(from)) {
    if (DATA.test(file)) await cp(file, join(to, relative(from, file)));
  }
}
