// Emscripten for releases of Debian and Ubuntu whose own package is too old: that of a newer
// release, unpacked into our cache folder and run from there. Nothing of it is installed, so the
// system's libraries stay as they are.

import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, delimiter, dirname, join } from 'node:path';
import { withLock } from '../tools/lock.js';
import { cacheDir, root } from '../tools/paths.js';
import { run } from '../tools/run.js';
import { Stop, step } from '../tools/say.js';
import { distribution, download } from './apt.ts';
import type { Archive } from './apt.ts';

/**
 * For each distribution the releases that have clang-19, which this emscripten is made for, and the
 * archive that has this emscripten.
 */
const offers: Record<string, { releases: string[]; archive: Archive }> = {
  debian: {
    releases: ['bookworm', 'trixie'],
    archive: {
      suite: 'trixie',
      components: 'main',
      keyring: '/usr/share/keyrings/debian-archive-keyring.gpg',
    },
  },
  ubuntu: {
    releases: ['noble', 'resolute'],
    archive: {
      suite: 'resolute',
      components: 'main universe',
      keyring: '/usr/share/keyrings/ubuntu-archive-keyring.gpg',
    },
  },
};

const LLVM = '/usr/lib/llvm-19/bin';

// binaryen was built against a newer C library than Debian 12's, so that comes along, for binaryen
// alone.
const UNPACKED = ['emscripten', 'binaryen', 'libc6', 'libstdc++6', 'libgcc-s1'];

// 1.3 of 1.6 GB: tests, documents, and system libraries in flavours that we do not link
// (position-independent, link-time optimised, with sanitizers, with the wasm file system).
const LEFT_OUT = [
  './usr/share/doc*',
  './usr/share/man*',
  './usr/share/emscripten/test*',
  './usr/share/emscripten/media*',
  '*/wasm32-emscripten/lto*',
  '*/wasm32-emscripten/pic*',
  '*/wasm32-emscripten/*asan*',
  '*/wasm32-emscripten/*wasmfs*',
];

/** Whether emscripten can be had in this way on this machine. */
export async function canUnpack() {
  return (await archive()) !== null;
}

/** Where this machine can get this emscripten, or null. */
async function archive() {
  const { name, release } = await distribution();
  const offer = offers[name];
  if (!offer?.releases.includes(release) || !existsSync(offer.archive.keyring)) return null;
  return offer.archive;
}

/** The folder of an emscripten that was unpacked before, or null. */
export async function unpacked() {
  const names = await readdir(cacheDir).catch(() => []);
  const found = names.filter((name) => /^emscripten-[\d.]+$/.test(name)).sort();
  return found.length ? join(cacheDir, found[found.length - 1]) : null;
}

/**
 * Unpacks emscripten unless that was done before; resolves to its folder.
 *
 * @param npmReady settles when node_modules is there: emscripten borrows acorn from it
 */
export function unpack(npmReady: Promise<void>): Promise<string> {
  return withLock(join(cacheDir, 'emscripten.lock'), async () => {
    const present = await unpacked();
    if (present) return present;
    // Made under another name and renamed at the end, so that a folder of the right name is complete.
    const workshop = join(cacheDir, 'emscripten.part');
    await rm(workshop, { recursive: true, force: true });
    await mkdir(workshop, { recursive: true });
    const from = await archive();
    if (!from) throw new Stop('There is no emscripten for this release to unpack.');
    const files = await step('Downloading emscripten, 250 MB', '10 s to 1 min', () =>
      download(from, UNPACKED, workshop),
    );
    const folder = join(cacheDir, `emscripten-${versionAmong(files)}`);
    await step('Unpacking emscripten, 300 MB', '10 s', async () => {
      const tree = join(workshop, 'tree');
      await mkdir(tree);
      for (const file of files) await extract(file, tree);
      await npmReady;
      await finish(tree, folder);
      await rename(tree, folder);
    });
    await rm(workshop, { recursive: true, force: true });
    return folder;
  });
}

/** The compiler in an emscripten that was unpacked, and the variables with which it works. */
export function toolsIn(folder: string) {
  const programs = join(folder, 'usr/share/emscripten');
  // Our own Node as well: some of emscripten's scripts start `node` by its name.
  const path = [programs, dirname(process.execPath), process.env.PATH].join(delimiter);
  return {
    emcc: join(programs, 'emcc'),
    version: basename(folder).slice('emscripten-'.length),
    variables: {
      EM_CONFIG: join(folder, 'emscripten.config'),
      EM_NODE_JS: process.execPath,
      PATH: path,
    },
  };
}

/** @param files packages, one of them emscripten's */
function versionAmong(files: readonly string[]) {
  for (const file of files) {
    const version = /^emscripten_([\d.]+)/.exec(basename(file))?.[1];
    if (version) return version;
  }
  throw new Stop(`No emscripten package among ${files.map((file) => basename(file)).join(', ')}.`);
}

/** @param file a .deb */
async function extract(file: string, tree: string) {
  const leftOut = LEFT_OUT.map((pattern) => `--exclude='${pattern}'`).join(' ');
  const script = `set -o pipefail; dpkg-deb --fsys-tarfile "$0" | tar -x -C "$1" ${leftOut}`;
  await run('bash', ['-c', script, file, tree]);
}

/**
 * Adds what turns the unpacked files into a working emscripten: binaryen's wrappers, acorn, a
 * configuration.
 *
 * @param tree where the files are now
 * @param folder where they will be
 */
async function finish(tree: string, folder: string) {
  await mkdir(join(tree, 'binaryen/bin'), { recursive: true });
  const loader = (await readdir(join(tree, 'usr/lib'), { recursive: true })).find((path) =>
    /-linux-gnu\/ld-linux[^/]*\.so\.\d$/.test(path),
  );
  if (!loader) throw new Stop('The unpacked C library holds no program loader.');
  const [triplet] = loader.split('/');
  const libraries = `${folder}/usr/lib/${triplet}`;
  for (const name of await readdir(join(tree, 'usr/bin'))) {
    if (!name.startsWith('wasm')) continue;
    const wrapper = join(tree, 'binaryen/bin', name);
    const start = `'${folder}/usr/lib/${loader}' --library-path '${libraries}'`;
    await writeFile(wrapper, `#!/bin/sh\nexec ${start} '${folder}/usr/bin/${name}' "$@"\n`);
    await chmod(wrapper, 0o755);
  }
  // A copy, not a link: the cache outlives the clone that filled it.
  const acorn = join(tree, 'usr/share/emscripten/node_modules/acorn');
  await cp(join(root, 'node_modules/acorn'), acorn, { recursive: true });
  await writeFile(
    join(tree, 'emscripten.config'),
    [
      `LLVM_ROOT = '${LLVM}'`,
      `BINARYEN_ROOT = '${folder}/binaryen'`,
      `NODE_JS = '${process.execPath}'`,
      `CACHE = '${folder}/usr/share/emscripten/cache'`,
      'FROZEN_CACHE = True',
      '',
    ].join('\n'),
  );
}
