// npm run wheel: dist/python/headwise-VERSION-py3-none-any.whl, what `pip install headwise` installs. The same sources give
// the same bytes. A wheel is a zip with three files of metadata, so nothing of Python is needed to make it.

import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAll } from '../build.ts';
import { virtualModules } from '../make/bundle.ts';
import { engineInside } from '../make/engine.ts';
import { bundleText } from '../make/esbuild.ts';
import { firstModel } from '../make/model.ts';
import { buildDir, distDir, root } from '../tools/paths.js';
import { Stop, runMain, say } from '../tools/say.js';
import { filesBelow } from '../tools/stamp.ts';
import { HEAD_CHOICES, VIEWS } from '../../../web/elements/lab/state/state.ts';
import { LOCKS } from '../../../web/elements/lab/state/locks.ts';
import { lessons, tests } from '../../../web/lessons/lessons.ts';
import { languages } from '../../../web/words/languages.ts';
import type { Plugin } from 'esbuild';

const SOURCE = join(root, 'src/python');
const NOTEBOOK = join(root, 'web/page/notebook');
/** The largest wheel: a notebook's server is small, and its line may be slow. */
const MOST_BYTES = 1_157_000;
/** Zip knows no earlier day. */
const DATE = new Date(1980, 0, 1);

/**
 * The wheel's files by their paths.
 *
 * @param compiler such as 'emscripten 3.1.69'
 */
export async function wheelFiles(compiler: string): Promise<Record<string, Uint8Array | string>> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const info = `headwise-${version}.dist-info`;
  const files: Record<string, Uint8Array | string> = {};
  for (const file of (await filesBelow(join(SOURCE, 'headwise'))).sort()) {
    if (!/\.py$|py\.typed$/.test(file)) continue;
    files[relative(SOURCE, file).split(sep).join('/')] = await readFile(file);
  }
  files['headwise/_version.py'] = `__version__ = ${JSON.stringify(version)}\n`;
  files['headwise/_choices.py'] = choices();
  for (const [name, content] of Object.entries(await staticFiles(compiler))) {
    files[`headwise/static/${name}`] = content;
  }
  files[`${info}/METADATA`] = await metadata(version);
  files[`${info}/WHEEL`] =
    'Wheel-Version: 1.0\nGenerator: headwise\nRoot-Is-Purelib: true\nTag: py3-none-any\n';
  for (const name of ['LICENSE', 'THIRD-PARTY-NOTICES.md']) {
    files[`${info}/licenses/${name}`] = await readFile(join(distDir, name));
  }
  const record = `${info}/RECORD`;
  const lines = Object.entries(files).map(([name, content]) => {
    const bytes = Buffer.from(content);
    const hash = createHash('sha256').update(bytes).digest('base64url');
    return `${name},sha256=${hash},${bytes.length}`;
  });
  files[record] = [...lines, `${record},,`, ''].join('\n');
  return files;
}

/** The words that a lab knows: its own lists, which Python checks before a browser sees them. */
function choices() {
  const lists: Record<string, object> = {
    VIEWS,
    HEADS: HEAD_CHOICES.map(String),
    LANGUAGES: Object.keys(languages),
    LOCKS: [...Object.keys(LOCKS), 'all'],
    LESSONS: Object.fromEntries(
      [...lessons, ...tests].map(({ id, scenes }) => [id, scenes.length]),
    ),
  };
  const lines = Object.entries(lists).map(([name, list]) => `${name} = ${JSON.stringify(list)}`);
  return `"""What a lab's settings may be. The build writes it."""\n\n${lines.join('\n')}\n`;
}

/** The files that notebooks and saved pages load. */
async function staticFiles(compiler: string): Promise<Record<string, Uint8Array | string>> {
  const worker = await bundleText({
    entryPoints: [join(root, 'web/page/models/worker.ts')],
    format: 'iife', // as in headwise.html: a page that is opened from a folder starts no module as a worker
    platform: 'browser',
    minifyIdentifiers: true,
    plugins: [
      withoutLab,
      engineInside,
      await virtualModules(compiler, {
        platformFile: 'runtime/loading/platform-single-file.ts',
        core: 'models',
      }),
    ],
  });
  const widget = (path: string, globalName: string, ...more: Plugin[]) =>
    bundleText({
      entryPoints: [join(root, path)],
      format: 'iife',
      globalName,
      platform: 'browser',
      minifyIdentifiers: true,
      plugins: [...more, without(WORDS), firstModel, textModule('headwise:models-worker', worker)],
    });
  const [maps, model, lab, show] = await Promise.all([
    widget('web/elements/anywidget.js', 'headwiseMaps', without(WORDS_OF_STEPS)),
    widget('web/page/notebook/model.ts', 'headwiseModel', withoutLab),
    bundleText({ entryPoints: [join(NOTEBOOK, 'lab.ts')], platform: 'browser' }),
    bundleText({ entryPoints: [join(NOTEBOOK, 'page.ts')], format: 'iife', platform: 'browser' }),
  ]);
  for (const [name, text] of Object.entries({ maps, model, show })) {
    if (/<\/script/i.test(text)) throw new Stop(`${name}.js holds a text that would end a script`);
  }
  const { gzipAsync } = await import('@gfx/zopfli'); // not before npm packages are installed
  // Zopfli packs 2.5 % tighter than zlib: 24 kB of the wheel for 4 seconds
  const packed = (content: string | Uint8Array) =>
    gzipAsync(Buffer.from(content), { numiterations: 5 });
  return {
    'maps.js.gz': await packed(maps),
    'model.js.gz': await packed(model),
    'lab.js': lab,
    'page.js': show,
    'page.html': await readFile(join(NOTEBOOK, 'page.html')),
    'headwise.html.gz': await packed(await readFile(join(distDir, 'headwise.html'))),
  };
}

/** Words of lessons and of the site, which no widget shows: by the files in web/words. */
const WORDS =
  /[/\\]words[/\\][\w-]+[/\\]lab[/\\](cache|drawings|lesson-player|matrices|page|rotary)\.ts$/;
/** Words of steps, which maps alone do not have. */
const WORDS_OF_STEPS =
  /[/\\]words[/\\][\w-]+[/\\]lab[/\\](blocks|given|prediction|provenance|steps)\.ts$/;
/**
 * Parts that the view of a model does not need: menus, exported files, float64 values, transformers in training, and the client of
 * a worker.
 */
const OF_LAB =
  /[/\\](?:lab[/\\](?:blend[/\\]blend-controls|export[/\\](?:export-as|menu|steps)|provenance[/\\]exact)|shared[/\\]transformer|page[/\\]models[/\\]float64-layer|models[/\\]worker[/\\]client)\.ts$/;
const NOTHING = `export const createBlendControls = () => null;
export const createExportMenu = () => null;
export const exportAs = () => {};
export const exportSteps = () => null;
export const exactValue = () => null;
export const stepAt = () => 1;
export const createTransformer = () => null;
export const takesLong = () => false;
export const exactLayer = () => () => null;
export const openInWorker = () => null;`;
/** The part of headwise/formats that a model in a notebook uses. */
const WRITERS = `export { writeSafetensors } from './write-safetensors.ts';
export { writeNpy } from './npy.ts';`;

const without = (words: RegExp): Plugin => ({
  name: `without ${words}`,
  setup(build) {
    build.onLoad({ filter: words }, ({ path }) => {
      const [, name] = words.exec(path) as RegExpExecArray;
      const inCamelCase = name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
      return { contents: `export const ${inCamelCase} = {};` };
    });
  },
});

const withoutLab: Plugin = {
  name: 'without parts of the lab',
  setup(build) {
    build.onLoad({ filter: OF_LAB }, () => ({ contents: NOTHING }));
    // numbers are saved, nothing is read
    build.onResolve({ filter: /^headwise\/formats$/ }, () => ({
      path: 'writers',
      namespace: 'formats',
    }));
    build.onLoad({ filter: /.*/, namespace: 'formats' }, () => ({
      contents: WRITERS,
      resolveDir: join(root, 'src/js/formats'),
    }));
  },
};

/** A module that is a text. */
function textModule(name: string, text: string): Plugin {
  return {
    name: 'text',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${name}$`) }, ({ path }) => ({
        path,
        namespace: 'text',
      }));
      build.onLoad({ filter: /.*/, namespace: 'text' }, () => ({ contents: text, loader: 'text' }));
    },
  };
}

async function metadata(version: string) {
  const { description, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const readme = await readFile(join(root, 'web/docs/python.md'), 'utf8');
  return `Metadata-Version: 2.4
Name: headwise
Version: ${version}
Summary: ${description}
License-Expression: ${license}
License-File: LICENSE
License-File: THIRD-PARTY-NOTICES.md
Requires-Python: >=3.10
Requires-Dist: anywidget>=0.9.13
Requires-Dist: numpy>=1.24
Keywords: attention,transformers,visualization,jupyter,education
Classifier: Framework :: Jupyter
Description-Content-Type: text/markdown

${readme}`;
}

/** @returns the path of the wheel */
export async function writeWheel(
  compiler: string,
  folder: string = join(buildDir, 'wheel'),
): Promise<string> {
  const { zipSync } = await import('fflate'); // not before npm packages are installed
  const files = await wheelFiles(compiler);
  const zipped = zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        [Buffer.from(content), { level: name.endsWith('.gz') ? 0 : 9 }],
      ]),
    ),
    { mtime: DATE, os: 3, attrs: 0o100644 << 16 },
  );
  if (zipped.length > MOST_BYTES) {
    throw new Stop(`the wheel has ${zipped.length} bytes; at most ${MOST_BYTES} are wanted`);
  }
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const path = join(folder, `headwise-${version}-py3-none-any.whl`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(path, zipped);
  return path;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    const path = await writeWheel(await buildAll());
    const { length } = await readFile(path);
    say(`${relative(root, path)}: ${length} bytes. pip install ${relative(root, path)}`);
  });
}
