// npm run mutants: plants known faults in a copy of the C++, one at a time, and shows which of the
// native tests catches each. A fault that none catches, that does not compile, or that can no longer
// be planted, fails. `-- --only words` takes the mutants with these words in their names, or in their
// files' names; it may be given several times.

import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { setUp } from '../../src/build/setup.ts';
import { programs } from '../../src/build/setup/requirements.ts';
import { withLock } from '../../src/build/tools/lock.js';
import { buildDir, root } from '../../src/build/tools/paths.js';
import { run } from '../../src/build/tools/run.js';
import { Stop, runMain, step } from '../../src/build/tools/say.js';
import { filesBelow } from '../../src/build/tools/stamp.ts';
import { definitions, mutants, plant } from './plant.js';

/** @import { Planted } from './plant.js' */

const TIMEOUT_MS = 60_000; // the tests take about a second
const FOLDER = join(buildDir, 'mutants');
const COPY = join(FOLDER, 'source');
const BUILD = join(FOLDER, 'build');
const COPIED = ['src', 'tests'];
const CPP = /\.(cpp|h)$/;

await runMain(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });
  const planted = await plantAll(values.only ?? ['']);
  const { variables, eigen } = await setUp({ tests: true });
  const env = { ...process.env, ...variables };
  return withLock(`${FOLDER}.lock`, async () => {
    await step('Compiling a copy of the core with its tests', '30 s', () => prepare(eigen, env));
    const healthy = await judge();
    if (healthy.length) throw new Stop(`Without any fault the tests fail: ${healthy.join(', ')}`);
    const began = Date.now();
    let caught = 0;
    console.log(row('fault', 'file', 'caught by'));
    for (const fault of planted) {
      const failed = await withTexts(fault.texts, () => compile(env).then(judge, () => null));
      if (failed?.length) caught += 1;
      console.log(row(fault.name, filesOf(fault), failed ? summary(failed) : 'does not compile'));
    }
    const seconds = Math.round((Date.now() - began) / 1000);
    console.log(`\n${caught} of ${planted.length} faults caught, in ${seconds} s`);
    return caught === planted.length ? 0 : 1;
  });
});

/**
 * The faults with some of these words in their names, planted. Sorted by file: to go from one to the next then compiles one
 * file, not two.
 *
 * @param {string[]} words
 * @returns {Promise<Planted[]>}
 * @throws {Stop} that names every fault that has no place
 */
async function plantAll(words) {
  const known = await definitions();
  /** @type {string[]} */
  const faults = [];
  const planted = Object.keys(mutants).flatMap((name) => {
    try {
      return [plant(known, name)];
    } catch (error) {
      faults.push(`${name}: ${/** @type {Error} */ (error).message}`);
      return [];
    }
  });
  if (faults.length) throw new Stop(faults.join('\n'));
  const chosen = planted.filter((one) =>
    words.some((word) => one.name.includes(word) || filesOf(one).includes(word)),
  );
  if (!chosen.length) throw new Stop(`No mutant has "${words.join('" or "')}" in its name.`);
  return chosen.sort((a, b) => (filesOf(a) < filesOf(b) ? -1 : 1));
}

/** @param {Planted} planted */
function filesOf({ texts }) {
  return [...texts.keys()].join(', ');
}

/**
 * Does the work while a copy's files have these texts.
 *
 * @template T
 * @param {ReadonlyMap<string, string>} texts
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withTexts(texts, work) {
  /** @type {[path: string, original: Buffer][]} */
  const originals = [];
  try {
    for (const [file, text] of texts) {
      const path = join(COPY, file);
      originals.push([path, await readFile(path)]);
      await writeFile(path, text);
    }
    return await work();
  } finally {
    for (const [path, original] of originals) await writeFile(path, original);
  }
}

/**
 * Copies the changed files, so that Ninja compiles only those, without sanitizers and with little
 * optimisation, which is fastest to compile.
 *
 * @param {string} eigen
 * @param {NodeJS.ProcessEnv} env
 */
async function prepare(eigen, env) {
  const files = ['CMakeLists.txt', 'package.json'];
  for (const folder of COPIED) {
    const found = await filesBelow(join(root, folder));
    files.push(...found.filter((path) => CPP.test(path)).map((path) => relative(root, path)));
  }
  for (const path of await filesBelow(COPY).catch(() => [])) {
    if (!files.includes(relative(COPY, path))) await rm(path);
  }
  for (const file of files) {
    const copy = join(COPY, file);
    const [now, before] = await Promise.all([
      readFile(join(root, file)),
      readFile(copy).catch(() => null),
    ]);
    if (before?.equals(now)) continue;
    await mkdir(dirname(copy), { recursive: true });
    await cp(join(root, file), copy);
  }
  const options = [
    `-DCMAKE_CXX_COMPILER=${programs.clang()}`,
    '-DCMAKE_CXX_FLAGS=-O1',
    '-DHEADWISE_NATIVE_TESTS=ON',
    '-DHEADWISE_SANITIZERS=',
    `-DHEADWISE_EIGEN=${eigen}`,
  ];
  await run('cmake', [...options, '-G', 'Ninja', '-S', COPY, '-B', BUILD], { env });
  await compile(env);
}

/** @param {NodeJS.ProcessEnv} env */
async function compile(env) {
  await run('cmake', ['--build', BUILD, '--target', 'headwise_tests'], { env });
}

/**
 * Runs the tests and resolves to the names of the failed ones. If the program ended early, the
 * running test has failed.
 *
 * @returns {Promise<string[]>}
 */
function judge() {
  const options = { timeout: TIMEOUT_MS, maxBuffer: 1 << 28 };
  return new Promise((resolve) => {
    execFile(join(BUILD, 'headwise_tests'), ['--gtest_color=no'], options, (error, output) => {
      if (!error) return resolve([]);
      const failed = [...output.matchAll(/^\[ {2}FAILED {2}\] (\S+?)(?:,.*)? \(\d+ ms\)$/gm)];
      const names = failed.map((found) => found[1]);
      if (!output.includes('[==========]') || !/ran\. \(\d+ ms total\)/.test(output)) {
        names.push(`${[...output.matchAll(/^\[ RUN {6}\] (\S+)$/gm)].at(-1)?.[1]} (ended early)`);
      }
      resolve(names);
    });
  });
}

/**
 * How many tests failed, and one of them: where there is one, a test of a single option, which says
 * more than one of random calls.
 *
 * @param {readonly string[]} failed
 */
function summary(failed) {
  const one = failed.find((name) => name.includes('/')) ?? failed[0];
  if (failed.length < 2) return one ?? 'NONE';
  return `${one} and ${failed.length - 1} more`;
}

/** @param {string[]} cells */
function row(...[name, file, tests]) {
  return `${name.padEnd(48)}${file.replaceAll('src/', '').padEnd(32)}${tests}`;
}
