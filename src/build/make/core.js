// Builds the C++ core with CMake and Ninja: the WebAssembly variants, each in a folder of its own below
// build/wasm, and the native tests. Ninja finds what has changed; this file decides whether anything has, and when to configure
// again.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildDir, root } from '../tools/paths.js';
import { run } from '../tools/run.js';
import { Stop, step } from '../tools/say.js';
import { filesBelow, ifChanged, isDone } from '../tools/stamp.js';
import { programs } from '../setup/requirements.js';

/** @import { Toolchain } from '../setup/toolchain.js' */

/** What the compiler and the linker read. */
const COMPILED = /\.(cpp|h)$|[/\\]bindings[/\\][^/\\]+\.js$/;
/** How a folder was configured: the program, its arguments, the compiler and its version. */
const CONFIGURED = 'configured.json';

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

const WASM = join(buildDir, 'wasm');
/** Glue that variants of other instructions share. */
const SAME_GLUE = [
  ['fixed', 'headwise.mjs'],
  ['fixed-threads', 'threads.js'],
  ['models/fixed', 'headwise.mjs'],
  ['models/fixed-threads', 'models-threads.js'],
];

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
 * @typedef {object} Part what is compiled in one folder
 * @property {string} name
 * @property {string} usual how long it usually takes
 * @property {string} folder
 * @property {{ program: string, args: string[] }} configure
 * @property {readonly string[]} sources folders
 * @property {readonly string[]} outputs
 * @property {() => Promise<void>} [check] of what was compiled
 */

/** Every WebAssembly variant. They share most of their objects, hence one build. @type {Part} */
export const wasmPart = {
  name: 'the core',
  usual: '30 s to 1 min',
  folder: WASM,
  configure: { program: 'emcmake', args: ['cmake', '-DCMAKE_BUILD_TYPE=Release'] },
  sources: ['src'],
  outputs: [
    ...['', 'models/'].flatMap((core) =>
      variants.map((variant) => join(variantFolder(`${core}${variant}`), 'headwise.wasm')),
    ),
    ...SAME_GLUE.map(([variant, file]) => join(variantFolder(variant), file)),
  ],
  async check() {
    for (const [variant, file] of SAME_GLUE) {
      await expectSameGlue(variant, variant.replace('fixed', 'relaxed'), file);
    }
  },
};

/**
 * The native tests, with the address and undefined-behaviour sanitizers, and the programs that replay the fuzzers' corpus.
 */
export const nativePart = () =>
  watchedPart(
    'the native tests',
    'native',
    ['-DHEADWISE_NATIVE_TESTS=ON'],
    [nativeTests, ...fuzzed.map(replayOf)],
  );

/**
 * The native tests with the sanitizer that detects races between threads. It cannot be combined with the others, hence
 * another build.
 */
export const racePart = () => {
  const options = ['-DHEADWISE_NATIVE_TESTS=ON', '-DHEADWISE_SANITIZERS=thread'];
  return watchedPart('the native tests that look for races', 'races', options, [raceTests]);
};

export const fuzzerPart = () =>
  watchedPart('the fuzzers', 'fuzz', ['-DHEADWISE_FUZZERS=ON'], fuzzed.map(fuzzerOf));

/**
 * @param {string} name
 * @param {string} folder below the build folder
 * @param {string[]} options
 * @param {readonly string[]} outputs
 * @returns {Part}
 */
function watchedPart(name, folder, options, outputs) {
  const args = [
    `-DCMAKE_CXX_COMPILER=${programs.clang()}`,
    ...options,
    '-DCMAKE_BUILD_TYPE=RelWithDebInfo',
  ];
  return {
    ...{ name, usual: '1 min', folder: join(buildDir, folder), outputs },
    configure: { program: 'cmake', args },
    sources: ['src', 'tests'],
  };
}

/**
 * Whether nothing of it has to be compiled. That is known without the compiler, which may be on another machine, or in a
 * home folder that is not this one.
 *
 * @param {Part} part
 */
export async function isCompiled(part) {
  return isDone(stampOf(part), await workOf(part));
}

/**
 * Compiles what has changed of it.
 *
 * @param {Part} part
 * @param {Toolchain | null} toolchain null where nothing has changed
 */
export async function compile(part, toolchain) {
  await ifChanged(stampOf(part), await workOf(part), async () => {
    if (!toolchain) throw new Stop(`${part.name}: sources changed during the build. Build again.`);
    await build(part, toolchain);
    await part.check?.();
  });
}

/** What the WebAssembly modules were compiled with, such as 'emscripten 3.1.69'. */
export async function compilerUsed() {
  const [, , , version] = JSON.parse(await readFile(join(WASM, CONFIGURED), 'utf8'));
  return `emscripten ${version}`;
}

/** @param {Part} part */
const stampOf = ({ folder }) => join(folder, 'compiled.stamp');

/** @param {Part} part @returns {Promise<import('../tools/stamp.js').Work>} */
async function workOf({ configure, folder, sources, outputs }) {
  const below = sources.map((name) => filesBelow(join(root, name)));
  const files = (await Promise.all(below)).flat().filter((file) => COMPILED.test(file));
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return {
    inputs: [join(root, 'CMakeLists.txt'), ...files],
    outputs: [...outputs, join(folder, CONFIGURED)],
    also: [configure, version],
  };
}

/**
 * @param {Part} part
 * @param {Toolchain} toolchain
 */
async function build({ name, usual, folder, configure: { program, args } }, toolchain) {
  const env = { ...process.env, ...toolchain.variables };
  const all = [...args, '-G', 'Ninja', '-S', root, '-B', folder];
  all.push(`-DHEADWISE_EIGEN=${toolchain.eigen}`);
  const configured = JSON.stringify([program, all, toolchain.emcc, toolchain.version]);
  const stamp = join(folder, CONFIGURED);
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
 * Whether Ninja has nothing to do.
 *
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 */
async function isUpToDate(folder, env) {
  const plan = await run('ninja', ['-C', folder, '-n'], { env });
  return plan.includes('no work to do');
}
