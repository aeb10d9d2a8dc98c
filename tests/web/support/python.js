// Runs programs in Python. What they need is installed once, below build/, at versions that are pinned;
// HEADWISE_PYTHON names another Python that has them already.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from '../../../src/build/tools/lock.js';
import { buildDir } from '../../../src/build/tools/paths.js';
import { find } from '../../../src/build/tools/run.js';

const FRAMEWORKS = ['numpy==2.4.6', 'torch==2.15.0', 'jax==0.10.2', 'jaxlib==0.10.2'];

/** @returns {string} the Python that is there anyway, without any framework */
export function plainPython() {
  const path = find('python3');
  if (!path) throw new Error('Python 3 is missing: apt-get install python3');
  return path;
}

/** @returns {Promise<string>} one that has NumPy, PyTorch and JAX */
export async function pythonWithFrameworks() {
  return process.env.HEADWISE_PYTHON ?? pythonWith('python', FRAMEWORKS);
}

/**
 * A Python with these packages, installed once.
 *
 * @param {string} name of its folder, below build/
 * @param {readonly string[]} packages with their versions
 * @returns {Promise<string>}
 */
export async function pythonWith(name, packages) {
  const folder = join(buildDir, name);
  const python = join(folder, 'bin/python');
  const stamp = join(folder, packages.join('_'));
  await withLock(`${folder}.lock`, async () => {
    if (existsSync(stamp)) return;
    await rm(folder, { recursive: true, force: true });
    await run(plainPython(), ['-m', 'venv', folder]);
    await run(python, ['-m', 'pip', 'install', '--disable-pip-version-check', ...packages]);
    await writeFile(stamp, '');
  });
  return python;
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} [input]
 * @returns {Promise<string>} what it printed
 */
export function run(command, args, input = '') {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      // a graphics card, or another order of the bits, would be another test
      env: { ...process.env, JAX_PLATFORMS: 'cpu', CUDA_VISIBLE_DEVICES: '' },
    });
    let out = '';
    let errors = '';
    child.stdout.on('data', (text) => (out += text));
    child.stderr.on('data', (text) => (errors += text));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(out);
      else reject(new Error(`${command} ended with ${code}\n${errors.slice(-2000)}`));
    });
    child.stdin.on('error', () => {}); // it may have ended before it read
    child.stdin.end(input);
  });
}
