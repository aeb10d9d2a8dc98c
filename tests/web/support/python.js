// Runs programs in Python. Their frameworks are installed once, below build/, at the versions that are pinned here;
// HEADWISE_PYTHON names another Python that has them already.

import { spawn } from 'node:child_process';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildDir } from '../../../src/build/tools/paths.js';
import { find } from '../../../src/build/tools/run.js';

const kPackages = ['numpy==2.4.6', 'torch==2.15.0', 'jax==0.10.2', 'jaxlib==0.10.2'];
const kFolder = join(buildDir, 'python');

/** @returns {string} the Python that is there anyway, without any framework */
export function plainPython() {
  const path = find('python3');
  if (!path) throw new Error('Python 3 is missing: apt-get install python3');
  return path;
}

/** @returns {Promise<string>} one that has NumPy, PyTorch and JAX */
export async function pythonWithFrameworks() {
  if (process.env.HEADWISE_PYTHON) return process.env.HEADWISE_PYTHON;
  const python = join(kFolder, 'bin/python');
  const stamp = join(kFolder, kPackages.join('_'));
  if (
    !(await access(stamp).then(
      () => true,
      () => false,
    ))
  ) {
    await rm(kFolder, { recursive: true, force: true });
    await mkdir(buildDir, { recursive: true });
    await run(plainPython(), ['-m', 'venv', kFolder]);
    await run(python, ['-m', 'pip', 'install', '--disable-pip-version-check', ...kPackages]);
    await writeFile(stamp, '');
  }
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
