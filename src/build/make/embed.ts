// Makes the embeds in dist/: the elements, the notebook widget, and the whole lab as one file that needs no network and
// forbids itself any.

import { createHash } from 'node:crypto';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { distDir, root } from '../tools/paths.js';
import { step } from '../tools/say.js';
import { ifChanged } from '../tools/stamp.ts';
import { virtualModules } from './bundle.ts';
import { engineInside, engineInWorker } from './engine.ts';
import { bundle, bundleText } from './esbuild.ts';
import { firstModel } from './model.ts';
import { packedWords } from './packed-words.ts';
import { firstMaps } from './site.ts';
import type { Plugin } from 'esbuild';

const ELEMENTS = join(root, 'web/elements');
const PAGE = join(root, 'web/page');
const NAMES = [
  'element.js',
  'map.js',
  'anywidget.js',
  'headwise.html',
  'react.js',
  'types/element.d.ts',
];
/** Files that the element loads on demand. */
const PARTS = /^(element|map)-.*\.js$/;
/** Short names: no program imports these files, so their names are in no user's stack trace. */
const SHARED = { minifyIdentifiers: true };

/** @param compiler such as 'emscripten 3.1.69' */
export async function buildEmbedded(compiler: string) {
  const inputs = [join(root, 'web'), join(root, 'src/js'), join(root, 'src/build')];
  inputs.push(join(distDir, 'headwise.js'));
  const outputs = NAMES.map((name) => join(distDir, name));
  await ifChanged(join(root, 'build/embed.stamp'), { inputs, outputs, also: compiler }, () =>
    step('Building the embeds', '2 s', async () => {
      for (const name of await readdir(distDir)) {
        if (PARTS.test(name)) await rm(join(distDir, name));
      }
      await Promise.all([
        buildElement(compiler),
        buildMap(),
        buildWidget(),
        buildOneFile(compiler),
        declareElement(),
      ]);
    }),
  );
}

/** Bundles the elements: a small script that loads the lab when an element starts. */
async function buildElement(compiler: string) {
  await bundle({
    ...SHARED,
    entryPoints: [join(ELEMENTS, 'element.js')],
    outdir: distDir,
    platform: 'browser',
    splitting: true,
    chunkNames: 'element-[name]-[hash]',
    plugins: [
      firstModel,
      engineInWorker('./inline-worker.js'),
      await virtualModules(compiler),
      besideItself,
    ],
  });
}

/** Bundles the element of given maps alone, with a few parts that it loads on demand. */
async function buildMap() {
  await bundle({
    ...SHARED,
    entryPoints: [join(ELEMENTS, 'map.js')],
    outdir: distDir,
    platform: 'browser',
    splitting: true,
    chunkNames: 'map-[name]-[hash]',
    plugins: [firstModel],
  });
}

/** Bundles the widget as one file, because notebooks pass it on as text. */
async function buildWidget() {
  await bundle({
    ...SHARED,
    entryPoints: [join(ELEMENTS, 'anywidget.js')],
    outdir: distDir,
    platform: 'browser',
    plugins: [firstModel],
  });
}

/** Imports the package's other entries from the files beside the element. */
const besideItself: Plugin = {
  name: 'beside itself',
  setup(build) {
    build.onResolve({ filter: /^headwise(\/\w+)?$/ }, ({ path }) => ({
      path: `./${path.split('/')[1] ?? 'headwise'}.js`,
      external: true,
    }));
  },
};

/**
 * Replaces the overview of all heads in the single-file page, which has no room for it, by a control that draws nothing. Layers
 * are chosen by their numbers there.
 */
const withoutOverview: Plugin = {
  name: 'without-overview',
  setup(build) {
    const none = `export const createOverview = () =>
      ({ element: document.createElement('div'), update: () => null, styles: [] });`;
    build.onResolve({ filter: /\/model-view\/index\.ts$/ }, ({ path }) => ({
      ...{ path, namespace: 'without-overview' },
    }));
    build.onLoad({ filter: /.*/, namespace: 'without-overview' }, () => ({ contents: none }));
  },
};

/** Makes the single-file page for frames. Its policy allows its own script and nothing else. */
async function buildOneFile(compiler: string) {
  const script = await bundleText({
    ...SHARED,
    entryPoints: [join(PAGE, 'frame/one-file.ts')],
    format: 'iife', // Chromium starts no module worker from a page that is opened from a folder
    platform: 'browser',
    plugins: [
      firstModel,
      packedWords,
      withoutOverview,
      engineInside,
      await virtualModules(compiler, { platformFile: 'runtime/loading/platform-single-file.ts' }),
      (await firstMaps()).plugin,
    ],
  });
  if (/<\/?script/i.test(script)) {
    throw new Error('headwise.html: its script holds a text that would end it');
  }
  const style = await readFile(join(PAGE, 'frame/embed.css'), 'utf8');
  const html = await readFile(join(PAGE, 'embed.html'), 'utf8');
  const inside = `\n${script}`;
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(inside)}' 'wasm-unsafe-eval'`,
    'worker-src blob:',
    `style-src '${hashOf(style)}'`,
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = html
    .replace(
      '<title>',
      () => `<meta http-equiv="Content-Security-Policy" content="${policy}" />\n    <title>`,
    )
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`)
    .replace(/ *<script type="module"[^>]*><\/script>\n/, '')
    .replace('</body>', () => `  <script data-headwise>${inside}</script>\n  </body>`);
  await writeFile(join(distDir, 'headwise.html'), page);
}

function hashOf(text: string) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Copies the elements' declarations, which are written by hand: they declare the document's types as well as the module's. */
async function declareElement() {
  for (const name of ['element.d.ts', 'map.d.ts', 'react.d.ts', 'anywidget.d.ts']) {
    await writeFile(join(distDir, 'types', name), await readFile(join(ELEMENTS, name)));
  }
  // The JSX types come with the elements, by one import for both.
  await writeFile(join(distDir, 'react.js'), "export * from './element.js';\n");
}
