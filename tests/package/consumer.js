// A project that has the packed tarball installed, in a temporary folder outside the repository,
// as a user would have it: nothing of the repository is within its reach.

import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../../src/build/tools/run.js';

/**
 * @typedef {object} Consumer
 * @property {string} folder
 * @property {string[]} packed the paths in the tarball
 * @property {(name: string, text: string) => Promise<string>} write writes a file of the project;
 *   resolves to its path
 * @property {(name: string, ...flags: string[]) => Promise<string>} node runs a file of the
 *   project in Node; resolves to its output
 * @property {() => Promise<void>} remove
 */

/**
 * Packs the package and installs it, without any network.
 *
 * @returns {Promise<Consumer>}
 */
export async function makeConsumer() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'headwise-consumer-')));
  const [tarball] = JSON.parse(
    await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]),
  );
  const write = async (/** @type {string} */ name, /** @type {string} */ text) => {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    return path;
  };
  await write('package.json', '{ "name": "consumer", "private": true, "type": "module" }\n');
  const options = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run('npm', ['install', ...options, join(folder, tarball.filename)], { cwd: folder });
  return {
    folder,
    packed: tarball.files.map((/** @type {{ path: string }} */ file) => file.path),
    write,
    node: (name, ...flags) => run(process.execPath, [...flags, name], { cwd: folder }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
