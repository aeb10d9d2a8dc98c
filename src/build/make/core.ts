// Builds the C++ core with CMake and Ninja: the WebAssembly variants in folders below build/wasm, and the native tests. Ninja
// finds changed files; this file decides whether Ninja runs, and whether CMake configures again.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildDir, root } from '../tools/paths.js';
import { run } from '../tools/run.js';
import { Stop, step } from '../tools/say.js';
import { filesBelow, ifChanged, isDone } from '../tools/stamp.ts';
import { programs } from '../setup/requirements.ts';
import type { Toolchain } from '../setup/toolchain.ts';
import type { Work } from '../tools/stamp.ts';

/** The inputs of the compiler and the linker. */
const COMPILED = /\.(cpp|h)$|[/\\]bindings[/\\][^/\\]+\.js$/;
/** File with the configuration of a folder: the program, its arguments, the compiler and its version. */
const CONFIGURED = 'configured.json';

/** The WebAssembly variants of the core. */
export const variants = ['fixed', 'relaxed', 'fixed-threads', 'relaxed-threads'];

/** The folder of a variant's module. */
export function variantFolder(variant: string) {
  return join(buildDir, 'wasm', variant);
}

const WASM = join(buildDir, 'wasm');
/** Files of glue that are equal in the variants with other instructions. */
const SAME_GLUE = [
  ['fixed', 'headwise.mjs'],
  ['fixed-threads', 'threads.js'],
  ['models/fixed', 'headwise.mjs'],
  ['models/fixed-threads', 'models-threads.js'],
];

/** The program of the native tests. */
export const nativeTests = join(buildDir, 'native/headwise_tests');

/** The program of the native tests with the race detector. */
export const raceTests = join(buildDir, 'races/headwise_tests');

/** The fuzzed entries: each has a fuzzer, a replay program and a corpus. */
export const fuzzed = ['attention', 'layer'];

/**
 * The program that replays files in a fuzzed entry.
 *
 * @param entry one of `fuzzed`
 */
export function replayOf(entry: string) {
  return join(buildDir, 'native', `replay_${entry}`);
}

/**
 * The fuzzer of an entry.
 *
 * @param entry one of `fuzzed`
 */
export function fuzzerOf(entry: string) {
  return join(buildDir, 'fuzz', `fuzz_${entry}`);
}

/** A CMake build in one folder. */
interface Part {
  name: string;
  /** its usual duration */
  usual: string;
  folder: string;
  configure: { program: string; args: string[] };
  /** folders */
  sources: readonly string[];
  outputs: readonly string[];
  /** checks the outputs */
  check?: () => Promise<void>;
}

/** All WebAssembly variants. They share most of their objects, so they are one build. */
export const wasmPart: Part = {
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
 * The native tests with the address and undefined-behaviour sanitizers, and the programs that replay the fuzzers' corpora.
 */
export const nativePart = () =>
  watchedPart(
    'the native tests',
    'native',
    ['-DHEADWISE_NATIVE_TESTS=ON'],
    [nativeTests, ...fuzzed.map(replayOf)],
  );

/**
 * The native tests with the race detector, a separate build, as the detector excludes the other sanitizers.
 */
export const racePart = () => {
  const options = ['-DHEADWISE_NATIVE_TESTS=ON', '-DHEADWISE_SANITIZERS=thread'];
  return watchedPart('the native tests that look for races', 'races', options, [raceTests]);
};

export const fuzzerPart = () =>
  watchedPart('the fuzzers', 'fuzz', ['-DHEADWISE_FUZZERS=ON'], fuzzed.map(fuzzerOf));

/** @param folder below the build folder */
function watchedPart(
  name: string,
  folder: string,
  options: string[],
  outputs: readonly string[],
): Part {
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
 * Whether a part is up to date. The check does not need the compiler, which may be absent, on another machine or in another
 * home folder.
 */
export async function isCompiled(part: Part) {
  return isDone(stampOf(part), await workOf(part));
}

/**
 * Compiles the changed files of a part.
 *
 * @param toolchain null if no file has changed
 */
export async function compile(part: Part, toolchain: Toolchain | null) {
  await ifChanged(stampOf(part), await workOf(part), async () => {
    if (!toolchain) throw new Stop(`${part.name}: sources changed during the build. Build again.`);
    await build(part, toolchain);
    await part.check?.();
  });
}

/** The compiler of the WebAssembly modules, such as 'emscripten 3.1.69'. */
export async function compilerUsed() {
  const [, , , version] = JSON.parse(await readFile(join(WASM, CONFIGURED), 'utf8'));
  return `emscripten ${version}`;
}

const stampOf = ({ folder }: Part) => join(folder, 'compiled.stamp');

async function workOf({ configure, folder, sources, outputs }: Part): Promise<Work> {
  const below = sources.map((name) => filesBelow(join(root, name)));
  const files = (await Promise.all(below)).flat().filter((file) => COMPILED.test(file));
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return {
    inputs: [join(root, 'CMakeLists.txt'), ...files],
    outputs: [...outputs, join(folder, CONFIGURED)],
    also: [configure, version],
  };
}

async function build(
  { name, usual, folder, configure: { program, args } }: Part,
  toolchain: Toolchain,
) {
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
      // CMake keeps its first compiler, so another one needs an empty folder.
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      await run(program, all, { env });
      await writeFile(stamp, configured);
    }
    await run('cmake', ['--build', folder], { env });
  });
}

/** Checks that two variants have the same glue, as only one of them is shipped. */
async function expectSameGlue(one: string, other: string, file: string) {
  const [first, second] = await Promise.all(
    [one, other].map((variant) => readFile(join(variantFolder(variant), file))),
  );
  if (!first.equals(second)) {
    throw new Error(`${file}: expected the same glue for ${one} and ${other}, got two that differ`);
  }
}

/** Whether Ninja has nothing to do. */
async function isUpToDate(folder: string, env: NodeJS.ProcessEnv) {
  const plan = await run('ninja', ['-C', folder, '-n'], { env });
  return plan.includes('no work to do');
}
