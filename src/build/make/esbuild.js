// The bundler with the settings that everything of ours shares: ES modules, for engines of 2022 and
// later, as small as they get: names alone are 7 kB of the default entry after gzip.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { distDir, root } from '../tools/paths.js';
import { Stop } from '../tools/say.js';

export const TARGET = 'es2022';

/**
 * Style sheets as text, for elements adopt theirs: strict policies allow no inline ones. Without what only people read.
 *
 * @type {import('esbuild').Plugin}
 */
const stylesAsText = {
  name: 'styles as text',
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { transform } = build.esbuild;
      const source = await readFile(path, 'utf8');
      const { code } = await transform(source, { loader: 'css', minify: true, charset: 'utf8' });
      return { contents: code, loader: 'text' };
    });
  },
};

const MODEL = join(root, 'web/models/grammar.safetensors');
/** Sentences that are read to know which word can follow which: enough to see every pair. */
const READ = 30_000;

/**
 * The model that the page shows first, as two modules: what is known of it, which is little, and its parameters, which
 * are loaded when they are needed.
 *
 * @type {import('esbuild').Plugin}
 */
const firstModel = {
  name: 'first model',
  setup(build) {
    build.onResolve({ filter: /^headwise:model(-parameters)?$/ }, ({ path }) => ({
      path,
      namespace: 'model',
    }));
    build.onLoad({ filter: /.*/, namespace: 'model' }, async ({ path }) => {
      const training = await import(pathToFileURL(join(distDir, 'training.js')).href);
      const model = training.readModel(await readFile(MODEL));
      const values = path === 'headwise:model' ? knownOf(model, training) : packed(model.state);
      return {
        contents: Object.entries(values)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join('\n'),
      };
    });
  },
};

/**
 * @param {any} model
 * @param {any} training the package's entry
 */
function knownOf({ config, vocab, about }, training) {
  const task = training[about.task]({ mistakes: 0, batchSize: READ });
  const roles = JSON.parse(about.roles);
  return { config, vocab, roles, measured: Number(about.measured), kinds: kindsOf(task) };
}

/**
 * Which words can stand after which, read off sentences of a task. Words that the same can follow are of a kind.
 *
 * @param {{ vocab: readonly string[], batch: (seed: number, step: number) => any }} task
 */
function kindsOf({ vocab, batch }) {
  const { tokens, lengths } = batch(0, 0);
  const [count, length] = tokens.shape;
  /** @type {Set<number>[]} */
  const after = vocab.map(() => new Set());
  for (let b = 0; b < count; b++) {
    for (let i = 1; i < lengths[b]; i++) {
      after[tokens.data[b * length + i - 1]].add(tokens.data[b * length + i]);
    }
  }
  const names = after.map((words) => [...words].sort((a, b) => a - b).join());
  const kinds = [...new Set(names)];
  const letters = names.map((name) => String.fromCharCode(97 + kinds.indexOf(name)));
  return {
    of: letters.join(''),
    after: Object.fromEntries(
      letters.map((letter, word) => [
        letter,
        [...new Set([...after[word]].map((next) => letters[next]))].sort().join(''),
      ]),
    ),
  };
}

/** @param {Record<string, { data: Float32Array, shape: readonly number[] }>} state */
function packed(state) {
  const tensors = Object.entries(state);
  const bytes = Buffer.concat(
    tensors.map(([, { data }]) => Buffer.from(data.buffer, data.byteOffset, data.byteLength)),
  );
  return {
    shapes: Object.fromEntries(tensors.map(([name, { shape }]) => [name, shape])),
    dataBase64: bytes.toString('base64'),
  };
}

/** @type {import('esbuild').BuildOptions} */
const COMMON = {
  bundle: true,
  format: 'esm',
  target: TARGET,
  charset: 'utf8',
  minify: true,
  absWorkingDir: root,
  logLevel: 'warning',
};

/**
 * Bundles; what goes wrong is printed by the bundler itself.
 *
 * @param {import('esbuild').BuildOptions} options
 */
export async function bundle(options) {
  for (const { path, text } of await bundleFiles(options)) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

/**
 * Bundles into one text, and writes nothing.
 *
 * @param {import('esbuild').BuildOptions} options
 * @returns {Promise<string>}
 */
export async function bundleText(options) {
  const [{ text }] = await bundleFiles(options);
  return text;
}

/** @param {import('esbuild').BuildOptions} options */
async function bundleFiles(options) {
  const { build } = await import('esbuild'); // not before npm packages are installed
  try {
    const plugins = [stylesAsText, firstModel, ...(options.plugins ?? [])];
    const { outputFiles } = await build({ ...COMMON, ...options, plugins, write: false });
    return outputFiles.map(({ path, text }) => ({ path, text: withOwnExports(text) }));
  } catch (error) {
    if (error instanceof Error && 'errors' in error) throw new Stop('Bundling failed.');
    throw error;
  }
}

/**
 * Where a module is an object, the bundler's helper gives it what it exports with `for in`, and so what a page has put on
 * Object.prototype as well, which stops it.
 *
 * @param {string} text
 */
function withOwnExports(text) {
  return text.replace(
    /for\(((?:var|let|const) ([\w$]+)) in ([\w$]+)\)([\w$]+\([\w$]+,\2,\{get:\3\[\2\])/,
    'for($1 of Object.keys($3))$4',
  );
}
