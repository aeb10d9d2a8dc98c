// The installed Python package as tests use it: the wheel in a Python of its own, and a notebook that shows all three widgets.

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWheel } from '../../src/build/release/wheel.ts';
import { buildDir, root } from '../../src/build/tools/paths.js';
import { pythonWith, run } from '../web/support/python.js';

const PACKAGES = [
  ...['anywidget==0.11.0', 'ipykernel==7.4.0', 'jupyterlab==4.6.6', 'marimo==0.25.2'],
  ...['nbconvert==7.17.2', 'notebook==7.6.5', 'numpy==2.4.6'],
];
const MODEL = join(root, 'tests/golden/models/folders/gpt2');

const SETUP = `import headwise, numpy as np
random = np.random.default_rng(0)
def attention(*shape):
    numbers = random.random(shape) ** 8 * np.tri(shape[-1])
    return (numbers / numbers.sum(-1, keepdims=True)).astype('float32')
tokens = 'The animal did not cross the street because'.split()
layers = tuple(attention(1, 12, 8, 8) for _ in range(4))`;
/** The cells of a notebook: what the others need, then maps, the lab and a model. */
export const CELLS = [
  SETUP,
  'widget = headwise.maps(layers, tokens)\nwidget',
  "lab = headwise.lab(text='The animal was tired', heads=2)\nlab",
  `opened = headwise.model(${JSON.stringify(MODEL)}, text='The cat sat')\nopened`,
];

/**
 * @param {string} name of a folder below build/ for the wheel
 * @returns {Promise<string>} a Python that has the package
 */
export async function pythonWithPackage(name) {
  const python = await pythonWith('python-package', PACKAGES);
  const wheel = await writeWheel('any', join(buildDir, name, 'wheel'));
  const quiet = ['--quiet', '--disable-pip-version-check'];
  await run(python, ['-m', 'pip', 'install', ...quiet, '--no-deps', '--force-reinstall', wheel]);
  return python;
}

/**
 * Writes attention.ipynb, not yet run, into an empty folder.
 *
 * @param {string} folder
 * @param {readonly string[]} sources of its cells
 * @returns {Promise<string>} its path
 */
export async function writeNotebook(folder, sources) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const cells = sources.map((source, i) => ({
    ...{ cell_type: 'code', execution_count: null, id: `cell-${i}`, metadata: {}, outputs: [] },
    source,
  }));
  const kernelspec = { display_name: 'Python 3', language: 'python', name: 'python3' };
  const notebook = { cells, metadata: { kernelspec }, nbformat: 4, nbformat_minor: 5 };
  const path = join(folder, 'attention.ipynb');
  await writeFile(path, JSON.stringify(notebook));
  return path;
}
