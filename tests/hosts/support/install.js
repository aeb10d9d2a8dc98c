// Installs tools of other people, each once into its own folder below build/, at pinned versions.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from '../../../src/build/tools/lock.js';
import { buildDir } from '../../../src/build/tools/paths.js';
import { run } from '../../../src/build/tools/run.js';
import { pythonWith } from '../../web/support/python.js';

/** The folder of all tools. */
export const hostsDir = join(buildDir, 'hosts');

/** The reason why a tool is missing. */
export class NotInstalled extends Error {}

/**
 * Runs a test, and skips it if its tool cannot be installed.
 *
 * @param {import('node:test').TestContext} t
 * @param {string} name of the tool
 * @param {() => Promise<void>} body
 */
export async function unlessMissing(t, name, body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error;
    t.skip(`${name}: ${error.message}`);
  }
}

/**
 * @param {string} name of the folder
 * @param {readonly string[]} packages of npm, with their versions
 * @param {Record<string, string>} [env] added to this process's own
 * @returns {Promise<string>} their node_modules
 */
export async function npmWith(name, packages, env = {}) {
  const folder = join(hostsDir, name);
  const stamp = join(folder, 'installed.json');
  await mkdir(hostsDir, { recursive: true });
  await withLock(`${folder}.lock`, async () => {
    const wanted = JSON.stringify(packages);
    if ((await readFile(stamp, 'utf8').catch(() => null)) === wanted) return;
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    const options = ['--no-audit', '--no-fund', '--save-exact'];
    const how = { cwd: folder, env: { ...process.env, ...env } };
    await orSay(run('npm', ['install', ...options, ...packages], how), packages);
    await writeFile(stamp, wanted);
  });
  return join(folder, 'node_modules');
}

/**
 * @param {string} name of the folder
 * @param {readonly string[]} packages of PyPI, with their versions
 * @returns {Promise<string>} a Python that has them
 */
export const pipWith = (name, packages) => orSay(pythonWith(`hosts/${name}`, packages), packages);

/**
 * @template T
 * @param {Promise<T>} work
 * @param {readonly string[]} packages
 * @returns {Promise<T>}
 */
async function orSay(work, packages) {
  try {
    return await work;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.trim().split('\n').at(-1) : String(cause);
    throw new NotInstalled(`${packages.join(', ')} cannot be installed: ${reason}`, { cause });
  }
}
