// Makes this machine ready to build headwise, and with --tests to test it. It installs only
// missing things. With --env it prints the lines that put emcc, emcmake and the others on your shell's PATH:
//   eval "$(node --import ./src/build/hook.js src/build/setup.ts --env)"

import { fileURLToPath } from 'node:url';
import { runMain, say } from './tools/say.js';
import { installPackages } from './setup/npm.js';
import { prepareTests, withToolchain } from './setup/toolchain.ts';
import type { Toolchain } from './setup/toolchain.ts';

/**
 * Installs missing tools and packages.
 *
 * @param options tests: also for the tests, such as browsers
 * @param work begins once C++ can be compiled, while the rest is installed
 */
export async function setUp<T = Toolchain>(
  { tests = false }: { tests?: boolean } = {},
  work: (toolchain: Toolchain) => Promise<T> = async (toolchain) => toolchain as T,
): Promise<T> {
  return withToolchain({ tests, npmReady: installPackages() }, work);
}

/**
 * Installs missing things, except the compiler of C++.
 *
 * @param options as of setUp
 */
export async function setUpWithoutCompiler({ tests = false }: { tests?: boolean } = {}) {
  await Promise.all([installPackages(), tests && prepareTests()]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    const { variables } = await setUp({ tests: process.argv.includes('--tests') });
    if (!process.argv.includes('--env')) return say('Everything is there.');
    for (const [name, value] of Object.entries(variables)) {
      console.log(`export ${name}='${value}'`);
    }
  });
}
