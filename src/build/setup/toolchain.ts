// Emscripten, CMake, Ninja, Python and Eigen: finds them, gets them where it knows how, and says
// how to get them where it does not. The answer is the environment in which the core is built.

import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildDir } from '../tools/paths.js';
import { find, start } from '../tools/run.js';
import { Stop, say, step } from '../tools/say.js';
import * as apt from './apt.ts';
import * as emscripten from './emscripten.ts';
import {
  eigenFolder,
  forBuild,
  forNativeTests,
  forRunningTests,
  forUnpacked,
} from './requirements.ts';
import type { Requirement } from './requirements.ts';

const OLDEST = [3, 1, 69];
/** There once a package that only helps could not be installed: it is not tried again. */
const DONE_WITHOUT = join(buildDir, 'done-without');

export interface Toolchain {
  /**
   * set these, and emcc, emcmake, cmake and ninja are found and work
   */
  variables: Record<string, string>;
  /** the folder with Eigen's headers */
  eigen: string;
  /** the compiler */
  emcc: string;
  /** its version, such as '3.1.69' */
  version: string;
}

const forTests = [...forNativeTests, ...forRunningTests];

/**
 * Installs missing tools for building, and with `tests` for testing. The work begins once C++ can be compiled: the programs
 * that tests start are installed meanwhile.
 *
 * @throws with one message that names all that is missing, where it cannot be had from here
 */
export async function withToolchain<T>(
  { tests, npmReady }: { tests: boolean; npmReady: Promise<void> },
  work: (toolchain: Toolchain) => Promise<T>,
): Promise<T> {
  const onPath = await newEnoughEmcc();
  const unpacks = !onPath && (await emscripten.canUnpack());
  const compiles = [...forBuild, ...(unpacks ? forUnpacked : []), ...(tests ? forNativeTests : [])];
  const wanted = [...compiles, ...(tests ? forRunningTests : [])];
  const installAbsent = await findAbsent(wanted, { withoutEmscripten: !onPath && !unpacks });
  const [folder] = await Promise.all([
    unpacks ? emscripten.unpack(npmReady) : null,
    installAbsent(compiles),
    npmReady,
  ]);
  const tools = onPath ? { ...onPath, variables: {} } : emscripten.toolsIn(folder as string);
  const [result] = await Promise.all([
    work({ ...tools, eigen: eigenFolder() as string }),
    tests && installAbsent(forRunningTests),
  ]);
  return result;
}

/**
 * Installs missing tools for testing a compiled core.
 *
 * @throws as withToolchain does
 */
export async function prepareTests() {
  const installAbsent = await findAbsent(forTests, { withoutEmscripten: false });
  await installAbsent(forTests);
}

/** Finds missing requirements, and resolves to a function that installs some of them. */
async function findAbsent(
  wanted: readonly Requirement[],
  { withoutEmscripten }: { withoutEmscripten: boolean },
) {
  const absent = wanted.filter(({ present }) => !present());
  const missing = absent.filter(({ helps }) => !helps);
  const installs = apt.canInstall() && !(await needsSnap(missing));
  const helpful = installs && (await onDebian()) ? absent.filter(({ helps }) => helps) : [];
  if (withoutEmscripten || (missing.length > 0 && !installs)) {
    throw new Stop(await explain(missing, withoutEmscripten));
  }
  if (missing.length) say(`  Missing: ${unique(missing.map(({ name }) => name)).join(', ')}`);
  return async (part: readonly Requirement[]) => {
    const isOfPart = (one: Requirement) => part.includes(one);
    await install(missing.filter(isOfPart));
    await installHelpful(helpful.filter(isOfPart));
  };
}

/** The emcc on PATH with its version, if it is new enough; else null. */
async function newEnoughEmcc() {
  const emcc = find('emcc');
  if (!emcc) return null;
  const { stdout } = await start(emcc, ['--version']);
  const version = /\b\d+\.\d+\.\d+/.exec(stdout)?.[0];
  if (!version) return null;
  const parts = version.split('.').map(Number);
  const first = parts.findIndex((part, i) => part !== OLDEST[i]);
  return first < 0 || parts[first] > OLDEST[first] ? { emcc, version } : null;
}

async function install(missing: readonly Requirement[]) {
  if (!missing.length) return;
  const packages = unique(missing.flatMap(({ debian }) => debian));
  await step(`Installing ${packages.length} packages`, '20 to 60 s', () => apt.install(packages));
  const absent = missing.filter(({ present }) => !present());
  if (absent.length) {
    throw new Stop(`Installed, but not found: ${absent.map(({ name }) => name).join(', ')}`);
  }
}

const unique = (names: readonly string[]) => [...new Set(names)];

/** Installs what helps, and goes on where that fails. */
async function installHelpful(helpful: readonly Requirement[]) {
  if (existsSync(DONE_WITHOUT)) return;
  for (const { name, debian, helps } of helpful) {
    try {
      await step(`Installing ${name}: ${helps}`, '10 s', () => apt.install(debian));
    } catch {
      say(`  Done without ${name}`);
      await mkdir(buildDir, { recursive: true });
      await writeFile(DONE_WITHOUT, `${name}\n`);
    }
  }
}

const onDebian = async () => (await apt.distribution()).name === 'debian';

async function needsSnap(missing: readonly Requirement[]) {
  const { name } = await apt.distribution();
  return name === 'ubuntu' && missing.some(({ snap }) => snap);
}

/** The one message about missing requirements and how to get them. */
async function explain(missing: readonly Requirement[], withoutEmscripten: boolean) {
  const oldest = OLDEST.join('.');
  const names = missing.map(({ name }) => name);
  if (withoutEmscripten) names.unshift(`Emscripten ${oldest} or newer`);
  const lines = [
    'headwise needs these, and they are missing:',
    ...names.map((name) => `  ${name}`),
  ];

  const onUbuntu = await needsSnap(missing);
  const snaps = onUbuntu ? missing.flatMap(({ snap }) => snap ?? []) : [];
  const packages = missing.filter(({ snap }) => !onUbuntu || !snap).flatMap(({ debian }) => debian);
  lines.push(
    '',
    'Debian 12 or 13, Ubuntu 24.04 or 26.04: run this again as root, to install them.',
  );
  if (packages.length || snaps.length) lines.push('By hand there:');
  if (packages.length) {
    lines.push(`  apt-get install --no-install-recommends ${unique(packages).join(' ')}`);
  }
  if (snaps.length) lines.push(`  snap install ${snaps.join(' ')}`);

  const formulas = missing.flatMap(({ brew }) => brew ?? []);
  if (withoutEmscripten) formulas.unshift('emscripten');
  const linuxOnly = missing.filter((each) => !each.brew && forTests.includes(each));
  if (formulas.length) lines.push('macOS:', `  brew install ${unique(formulas).join(' ')}`);
  if (linuxOnly.length)
    lines.push(`  (only on Linux: ${linuxOnly.map(({ name }) => name).join(', ')})`);

  if (withoutEmscripten) {
    lines.push('Emscripten anywhere, from a folder with emsdk:');
    lines.push(`  ./emsdk install ${oldest} && ./emsdk activate ${oldest} && . ./emsdk_env.sh`);
  }
  return lines.join('\n');
}
