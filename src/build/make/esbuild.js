// The bundler with the settings that everything of ours shares: ES modules, for engines of 2022 and
// later, as small as they get: names alone are 7 kB of the default entry after gzip.

import { root } from '../tools/paths.js';
import { Stop } from '../tools/say.js';

export const kTarget = 'es2022';

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
    return await build({ ...kCommon, ...options });
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
