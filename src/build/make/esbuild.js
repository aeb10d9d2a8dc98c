// The bundler with the settings that everything of ours shares: ES modules, for engines of 2022 and
// later, as small as they get: names alone are 7 kB of the default entry after gzip.

import { readFile } from 'node:fs/promises';
import { root } from '../tools/paths.js';
import { Stop } from '../tools/say.js';

export const kTarget = 'es2022';

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

/** @type {import('esbuild').BuildOptions} */
const kCommon = {
  bundle: true,
  format: 'esm',
  target: kTarget,
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
  const { build } = await import('esbuild'); // not before npm packages are installed
  try {
    const plugins = [stylesAsText, ...(options.plugins ?? [])];
    return await build({ ...kCommon, ...options, plugins });
  } catch (error) {
    if (error instanceof Error && 'errors' in error) throw new Stop('Bundling failed.');
    throw error;
  }
}

/**
 * Bundles into one text, and writes nothing.
 *
 * @param {import('esbuild').BuildOptions} options
 * @returns {Promise<string>}
 */
export async function bundleText(options) {
  const { outputFiles = [] } = await bundle({ ...options, write: false });
  return outputFiles[0].text;
}
