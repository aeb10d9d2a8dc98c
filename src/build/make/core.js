// Builds the C++ core with CMake and Ninja: the WebAssembly variants, each in a folder of its own below
// build/wasm, and the native tests. Ninja finds what has changed; this file decides only when
// to configure again.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildDir, root } from '../tools/paths.js';
import { run } from '../tools/run.js';
import { step } from '../tools/say.js';
import { programs } from '../setup/requirements.js';

/** @import { Toolchain } from '../setup/toolchain.js' */

/** The WebAssembly variants of the core. */
export const variants = ['fixed', 'relaxed', 'fixed-threads', 'relaxed-threads'];

/**
 * The folder that holds a variant's module.
 *
 * @param {string} variant
 */
export function variantFolder(variant) {
  return join(buildDir, 'wasm', variant);
}

/** The program that runs the native tests. */
export const nativeTests = join(buildDir, 'native/headwise_tests');

/** The same, built to detect races between threads. */
export const raceTests = join(buildDir, 'races/headwise_tests');

/** The entries that are fuzzed: each has a fuzzer, a program that replays its corpus, and a corpus. */
export const fuzzed = ['attention', 'layer'];

/**
 * The program that runs a fuzzer's entry on files.
 *
 * @param {string} entry one of `fuzzed`
 */
export function replayOf(entry) {
  return join(buildDir, 'native', `replay_${entry}`);
}

/**
 * The fuzzer of an entry.
 *
 * @param {string} entry one of `fuzzed`
 */
export function fuzzerOf(entry) {
  return join(buildDir, 'fuzz', `fuzz_${entry}`);
}

/**
 * Builds every WebAssembly variant. They share most of their objects, hence one build.
 *
 * @param {Toolchain} toolchain
 */
export async function buildWasm(toolchain) {
  await build(toolchain, 'the core', '30 s to 1 min', join(buildDir, 'wasm'), {
    program: 'emcmake',
    args: ['cmake', '-DCMAKE_BUILD_TYPE=Release'],
  });
  await expectSameGlue('fixed', 'relaxed', 'headwise.mjs');
  await expectSameGlue('fixed-threads', 'relaxed-threads', 'threads.js');
  await expectSameGlue('models/fixed', 'models/relaxed', 'headwise.mjs');
  await expectSameGlue('models/fixed-threads', 'models/relaxed-threads', 'models-threads.js');
}

/**
 * Only one of two pieces of glue is shipped, for modules that differ in their instructions alone.
 *
 * @param {string} one
 * @param {string} other
 * @param {string} file
 */
async function expectSameGlue(one, other, file) {
  const [first, second] = await Promise.all(
    [one, other].map((variant) => readFile(join(variantFolder(variant), file))),
  );
  if (!first.equals(second)) {
    throw new Error(`${file}: expected the same glue for ${one} and ${other}, got two that differ`);
  }
}

/**
 * Builds the native tests, with the address and undefined-behaviour sanitizers, and the programs
 * that replay the fuzzers' corpus.
 *
 * @param {Toolchain} toolchain
 */
export async function buildNative(toolchain) {
  await buildWatched(toolchain, 'the native tests', 'native', ['-DHEADWISE_NATIVE_TESTS=ON']);
}

/**
 * Builds the native tests with the sanitizer that detects races between threads. It cannot be
 * combined with the others, hence another build.
 *
 * @param {Toolchain} toolchain
 */
export async function buildRaceTests(toolchain) {
  const options = ['-DHEADWISE_NATIVE_TESTS=ON', '-DHEADWISE_SANITIZERS=thread'];
  await buildWatched(toolchain, 'the native tests that look for races', 'races', options);
}

/**
 * Builds the fuzzers.
 *
 * @param {Toolchain} toolchain
 */
export async function buildFuzzers(toolchain) {
  await buildWatched(toolchain, 'the fuzzers', 'fuzz', ['-DHEADWISE_FUZZERS=ON']);
}

/**
 * @param {Toolchain} toolchain
 * @param {string} name
 * @param {string} folder below the build folder
 * @param {string[]} options
 */
async function buildWatched(toolchain, name, folder, options) {
  await build(toolchain, name, '1 min', join(buildDir, folder), {
    program: 'cmake',
    args: [
      `-DCMAKE_CXX_COMPILER=${programs.clang()}`,
      ...options,
      '-DCMAKE_BUILD_TYPE=RelWithDebInfo',
    ],
  });
}

/**
 * @param {Toolchain} toolchain
 * @param {string} name
 * @param {string} usual
 * @param {string} folder
 * @param {{ program: string, args: string[] }} configure
 */
async function build(toolchain, name, usual, folder, { program, args }) {
  const env = { ...process.env, ...toolchain.variables };
  const all = [...args, '-G', 'Ninja', '-S', root, '-B', folder];
  all.push(`-DHEADWISE_EIGEN=${toolchain.eigen}`);
  const configured = JSON.stringify([program, all, toolchain.emcc, toolchain.version]);
  const stamp = join(folder, 'configured.json');
  const before = await readFile(stamp, 'utf8').catch(() => '');
  const idle = before === configured && (await isUpToDate(folder, env));
  if (idle) return;
  await step(`Compiling ${name}`, usual, async () => {
    if (before !== configured) {
      // CMake keeps the compiler that it saw first, so another one needs a fresh folder.
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      await run(program, all, { env });
      await writeFile(stamp, configured);
    }
    await run('cmake', ['--build', folder], { env });
  });
}

/**
 * Whether Ninja has nothing to do.
 *
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 */
async function isUpToDate(folder, env) {
  const plan = await run('ninja', ['-C', folder, '-n'], { env });
  return plan.includes('no work to do');
}
