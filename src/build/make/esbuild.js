// The bundler with common settings: minified ES modules for engines from 2022 on. Names alone are 7 kB of the default entry
// after gzip.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { root } from '../tools/paths.js';
import { Stop } from '../tools/say.js';

export const TARGET = 'es2022';

/**
 * Imports style sheets as minified text: elements adopt theirs, because strict policies forbid inline styles.
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
 * Bundles into files; the bundler itself prints its errors.
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
 * Bundles into one text, without files.
 *
 * @param {import('esbuild').BuildOptions} options
 * @returns {Promise<string>}
 */
export async function bundleText(options) {
  const [{ text }] = await bundleFiles(options);
  return text;
}

/**
 * Bundles a page's style sheets with their imports.
 *
 * @param {import('esbuild').BuildOptions} options
 */
export async function bundleStyles(options) {
  await build({ ...COMMON, ...options });
}

/** @param {import('esbuild').BuildOptions} options */
async function bundleFiles(options) {
  const plugins = [stylesAsText, ...(options.plugins ?? [])];
  const { outputFiles = [] } = await build({ ...COMMON, ...options, plugins, write: false });
  return outputFiles.map(({ path, text }) => ({ path, text: withOwnExports(text) }));
}

/** @param {import('esbuild').BuildOptions} options */
async function build(options) {
  const esbuild = await import('esbuild'); // not before npm packages are installed
  try {
    return await esbuild.build(options);
  } catch (error) {
    if (error instanceof Error && 'errors' in error) throw new Stop('Bundling failed.');
    throw error;
  }
}

/**
 * The source of a module that exports the given values.
 *
 * @param {Record<string, unknown>} values
 */
export function moduleOf(values) {
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}

/**
 * Replaces the bundler's helper for module objects. It copies exports with `for in`, which would also copy properties that a
 * page has added to Object.prototype, and fail.
 *
 * @param {string} text
 */
function withOwnExports(text) {
  return text.replace(
    /for ?\(((?:var|let|const) ([\w$]+)) in ([\w$]+)\)(\s*[\w$]+\([\w$]+, ?\2, ?\{ ?get: ?\3\[\2\])/,
    'for($1 of Object.keys($3))$4',
  );
}
