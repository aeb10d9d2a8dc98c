// The bundler with the settings that everything of ours shares: ES modules, for engines of 2022 and
// later, as small as they get: names alone are 7 kB of the default entry after gzip.

import { root } from '../tools/paths.js';
import { Stop } from '../tools/say.js';

/**
 * Bundles; what goes wrong is printed by the bundler itself.
 *
 * @param {import('esbuild').BuildOptions} options
 */
export async function bundle(options) {
  const { build } = await import('esbuild'); // not before npm packages are installed
  try {
    await build({
      bundle: true,
      format: 'esm',
      target: 'es2022',
      charset: 'utf8',
      minify: true,
      absWorkingDir: root,
      logLevel: 'warning',
      ...options,
    });
  } catch (error) {
    if (error instanceof Error && 'errors' in error) throw new Stop('Bundling failed.');
    throw error;
  }
}
