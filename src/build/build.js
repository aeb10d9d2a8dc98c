// npm run build: makes dist/, the package's content, and build/site/, the page. It sets up what is
// missing first, and does only what has changed since the last time.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setUp } from './setup.js';
import { buildFuzzers, buildNative, buildRaceTests, buildWasm } from './make/core.js';
import { buildDist } from './make/bundle.js';
import { buildEmbedded } from './make/embed.js';
import { buildSite } from './make/site.js';
import { withLock } from './tools/lock.js';
import { buildDir } from './tools/paths.js';
import { runMain, say } from './tools/say.js';

/**
 * Sets up and builds.
 *
 * @param {{ tests?: boolean, native?: boolean, watched?: boolean }} [options] tests: set up for
 *   testing as well; native: build the native tests too; watched: and the fuzzers and the tests
 *   that look for races
 */
export async function buildAll({ tests = false, native = false, watched = false } = {}) {
  const toolchain = await setUp({ tests });
  await withLock(join(buildDir, 'build.lock'), async () => {
    await buildWasm(toolchain);
    // to bundle takes one processor: the others compile meanwhile
    await Promise.all([
      bundle(`emscripten ${toolchain.version}`),
      native && buildNative(toolchain),
    ]);
    if (watched) {
      await buildFuzzers(toolchain);
      await buildRaceTests(toolchain);
    }
  });
}

/** @param {string} compiler */
async function bundle(compiler) {
  await buildDist(compiler);
  await buildEmbedded(compiler);
  await buildSite(compiler);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    await buildAll();
    say('dist/ and build/site/ are up to date.');
  });
}
