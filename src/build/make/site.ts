// Makes build/site/, the page for any static host: bundled scripts, copied files, the package's files that the page fetches,
// and the suites for its engine check. All paths in it are relative.

import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
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
import { documentOf, SMALL_PAGES } from '../../../web/page/small/pages.ts';
import type { SmallPage } from '../../../web/page/small/pages.ts';
import type { Metafile, Plugin } from 'esbuild';

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
const SMALL = Object.keys(SMALL_PAGES);
/** The scripts of pages. They share chunks, and load others later. */
const PAGES = {
  page: join(PAGE, 'page.ts'),
  embed: join(PAGE, 'frame/embed-page.ts'),
  ...scriptsOf(({ fromFolder }) => !fromFolder),
};
/** Each in one file. */
const WORKERS = {
  'models-worker': join(PAGE, 'models/worker.ts'),
  'check-worker': join(TESTS, 'conformance/check-worker.js'),
};
export const SCRIPTS = { ...PAGES, ...WORKERS };
/** Pages that also work from a folder, where browsers run no modules. */
export const FROM_FOLDERS = scriptsOf(({ fromFolder }) => fromFolder);
/** A script in the page's head, which runs before the first paint. */
const BEFORE_PAINT = { start: join(PAGE, 'first/before-paint.ts') };
const STYLES = {
  page: join(PAGE, 'page.css'),
  small: join(PAGE, 'small/small.css'),
  ...Object.fromEntries(SMALL.map((name) => [name, join(PAGE, name, `${name}.css`)])),
  embed: join(PAGE, 'frame/embed.css'),
};
const COPIED = ['.svg', '.png', '.ico', '.webmanifest'];
/** Files for other pages. */
const EMBEDDED =
  /^((element|map)([-.].*)?|anywidget|headwise|reference|formats|doctor|training|models(-[\w-]+)?)\.js$|^headwise\.html$|^(LICENSE|THIRD-PARTY-NOTICES\.md)$/;
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
 * @param hub the address of the only other server that the page may ask for models; null: none
 */
export async function buildSite(compiler: string, hub: URL | null) {
  const suites = ['conformance', 'golden'].map((name) => join(TESTS, name));
  const inputs = [join(root, 'web'), distDir, join(root, 'src/build'), ...suites];
  const names = Object.keys({ ...SCRIPTS, ...FROM_FOLDERS });
  const made = ['index.html', ...names.map((name) => `${name}.js`), ...FETCHED];
  const outputs = made.map((name) => join(siteDir, name));
  await ifChanged(
    join(root, 'build/site.stamp'),
    { inputs, outputs, also: `${compiler} ${hub}` },
    () =>
      step('Building the page', '1 s', async () => {
        await rm(siteDir, { recursive: true, force: true });
        await mkdir(siteDir, { recursive: true });
        const first = await firstMaps();
        const shared = {
          outdir: siteDir,
          platform: 'browser' as const,
          plugins: [
            firstModel,
            engineInWorker('./inline-worker.js'),
            await virtualModules(compiler),
            first.plugin,
          ],
          external: FETCHED.map((name) => `./${name}`),
        };
        const chunkNames = 'page-[name]-[hash]'; // beside the pages: modules find others by their own address
        const bundled = await bundle({
          ...{ ...shared, entryPoints: PAGES, splitting: true, chunkNames },
          metafile: true,
        });
        await bundle({ ...shared, entryPoints: WORKERS });
        await bundle({
          entryPoints: { ...FROM_FOLDERS, ...BEFORE_PAINT },
          outdir: siteDir,
          platform: 'browser',
          format: 'iife',
        });
        await bundleStyles({ entryPoints: STYLES, outdir: siteDir });
        const parts = { ...first.look, hub: hubMeta(hub) };
        const small = await readFile(join(PAGE, 'small/page.html'), 'utf8');
        for (const name of SMALL) {
          await writePage(`${name}.html`, documentOf(small, name), bundled as Metafile, parts);
        }
        for (const name of await readdir(PAGE)) {
          if (extname(name) === '.html') {
            const text = await readFile(join(PAGE, name), 'utf8');
            await writePage(name, text, bundled as Metafile, parts);
          } else if (COPIED.includes(extname(name)))
            await cp(join(PAGE, name), join(siteDir, name));
        }
        // it is in the document now
        for (const name of Object.keys(BEFORE_PAINT)) await rm(join(siteDir, `${name}.js`));
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

/**
 * Writes a page, with a hint for every module that its script imports, and for its English words: the browser fetches them at
 * once, not one after another. A comment with a file's name becomes the file: the first paint waits for no other request.
 *
 * @param parts HTML of the first sentence, of its maps, and of the hub
 */
async function writePage(
  name: string,
  source: string,
  { outputs }: Metafile,
  parts: Record<string, string>,
) {
  const inside: Record<string, string> = {};
  for (const [comment, file] of source.matchAll(/\/\* ([\w-]+\.(?:css|js)) \*\//g)) {
    inside[comment] = await readFile(join(siteDir, file), 'utf8');
  }
  const html = source
    .replace(/<!-- (?:first )?(text|maps|hub) -->/g, (_, part) => parts[part])
    .replace(/\s*(\/\* [\w-]+\.(?:css|js) \*\/)\s*/g, (_, comment) => inside[comment].trim());
  const [tag, script] = /<script type="module" src="([\w-]+\.js)">/.exec(html) ?? [];
  if (tag === undefined) return writeFile(join(siteDir, name), html);
  const outputOf = (file: string) => relative(root, join(siteDir, file)).replaceAll('\\', '/');
  const modules = new Set([outputOf(script)]);
  for (const module of modules) {
    for (const { path, kind, external } of outputs[module].imports) {
      if (external) continue;
      const isWords = outputs[path].entryPoint?.startsWith('web/words/en/');
      if (kind === 'import-statement' || isWords) modules.add(path);
    }
  }
  const hints = [...modules].map((path) => `<link rel="modulepreload" href="${basename(path)}" />`);
  await writeFile(join(siteDir, name), html.replace(tag, `${hints.slice(1).join('')}${tag}`));
}

/** Names the hub in the page's head, where the models page finds it. */
function hubMeta(hub: URL | null) {
  return hub ? `<meta name="headwise-hub" content="${hub.href.replaceAll('"', '&quot;')}" />` : '';
}

/** The scripts of the small pages that fit. */
function scriptsOf(fits: (page: SmallPage) => boolean | undefined): Record<string, string> {
  const names = SMALL.filter((name) => fits(SMALL_PAGES[name]));
  return Object.fromEntries(names.map((name) => [`${name}-page`, join(PAGE, name, 'page.ts')]));
}

/** The page's first maps, computed by the freshly built package: as a module and as HTML. */
export async function firstMaps(): Promise<{
  plugin: Plugin;
  look: Record<string, string>;
}> {
  const program = join(buildDir, 'make-first.mjs');
  const script = await bundleText({
    entryPoints: [join(PAGE, 'first/make-first.ts')],
    platform: 'node',
    external: ['headwise'],
    plugins: [firstModel],
  });
  await writeFile(program, script);
  const { code: contents, look } = JSON.parse(await run(process.execPath, [program]));
  const filter = /^headwise:first$/;
  const plugin: Plugin = {
    name: 'first',
    setup(build) {
      build.onResolve({ filter }, ({ path }) => ({ path, namespace: 'first' }));
      build.onLoad({ filter: /.*/, namespace: 'first' }, () => ({ contents }));
    },
  };
  return { plugin, look };
}

/** @param from a folder of suites */
async function copyData(from: string, to: string) {
  for (const file of await filesBelow(from)) {
    if (DATA.test(file)) await cp(file, join(to, relative(from, file)));
  }
}
