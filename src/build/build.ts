// npm run build: makes dist/, the package's content, and build/site/, the page. Installs missing tools first, and builds
// only parts whose inputs have changed.

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { setUp, setUpWithoutCompiler } from './setup.ts';
import type { Toolchain } from './setup/toolchain.ts';
import {
  compile,
  compilerUsed,
  fuzzerPart,
  isCompiled,
  nativePart,
  racePart,
  wasmPart,
} from './make/core.ts';
import { buildDist } from './make/bundle.ts';
import { buildEmbedded } from './make/embed.ts';
import { buildSite } from './make/site.ts';
import { withLock } from './tools/lock.js';
import { buildDir } from './tools/paths.js';
import { Stop, runMain, say } from './tools/say.js';

export const HUB_USAGE = `  --hub    address of the only other server that “Open a model” may ask, such as https://huggingface.co; default none`;
const USAGE = `npm run build -- [--hub <address>]
${HUB_USAGE}`;

/**
 * Sets up and builds. The C++ toolchain is set up only if C++ must be compiled. While tests run, which use the built files,
 * it does nothing.
 *
 * @param options tests: also set up for testing; native: also build the native tests; watched: also the fuzzers and the
 *   tests that detect races; hub: see buildSite
 * @returns the compiler of the WebAssembly modules, such as 'emscripten 3.1.69'
 */
export async function buildAll({
  tests = false,
  native = false,
  watched = false,
  hub = null,
}: {
  tests?: boolean;
  native?: boolean;
  watched?: boolean;
  hub?: URL | null;
} = {}): Promise<string> {
  if (process.env.HEADWISE_BUILT) return compilerUsed();
  return withLock(join(buildDir, 'build.lock'), async () => {
    const ofTests = [...(native ? [nativePart] : []), ...(watched ? [fuzzerPart, racePart] : [])];
    const compiled = [wasmPart, ...ofTests.map((part) => part())].map(isCompiled);
    const isAll = !(await Promise.all(compiled)).includes(false);
    if (!isAll) return setUp({ tests }, (toolchain) => make(ofTests, toolchain, hub));
    await setUpWithoutCompiler({ tests });
    return make(ofTests, null, hub);
  });
}

/** Builds the core and the files made from it, at the same time as the programs of the tests. */
async function make(
  ofTests: readonly (typeof nativePart)[],
  toolchain: Toolchain | null,
  hub: URL | null,
) {
  await compile(wasmPart, toolchain);
  const compiler = await compilerUsed();
  // Bundling takes one processor: the others compile meanwhile.
  const [first, ...more] = ofTests;
  await Promise.all([bundle(compiler, hub), first && compile(first(), toolchain)]);
  for (const part of more) await compile(part(), toolchain);
  return compiler;
}

async function bundle(compiler: string, hub: URL | null) {
  await buildDist(compiler);
  await buildEmbedded(compiler);
  await buildSite(compiler, hub);
}

/**
 * The hub that a command names.
 * @throws {Stop} unless it is an address of a server
 */
export function readHub(address: string | undefined): URL | null {
  if (address === undefined) return null;
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return new URL(address);
  throw new Stop(`--hub: expected an address such as https://huggingface.co, got ${address}`);
}

function readArguments() {
  try {
    const { values } = parseArgs({ options: { hub: { type: 'string' } } });
    return readHub(values.hub);
  } catch (error) {
    throw new Stop(`${(error as Error).message}\n\n${USAGE}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    await buildAll({ hub: readArguments() });
    say('dist/ and build/site/ are up to date.');
  });
}
