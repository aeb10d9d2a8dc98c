// Tests the lab in a notebook in JupyterLab and in Notebook 7, from a cell of HTML.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCells, startJupyter, turnJupyter } from '../web/support/programs.js';
import { testHost } from './support/host.js';

for (const [name, module, version, path] of /** @type {const} */ ([
  ['JupyterLab', 'jupyterlab', '4.6.6', 'lab/tree'],
  ['Notebook 7', 'notebook', '7.6.5', 'notebooks'],
])) {
  testHost(name, {
    place: 'html',
    files: 'files',
    base: '/files/headwise/',
    pip: ['ipykernel==7.4.0', `${module}==${version}`],
    expected: [
      // Notebook's own, about its settings, its menus and its document
      ...[/reading 'schema'/, /^Menu entry .* is duplicated/, /Not same Y\.Doc/],
      // of a slow machine
      /^Plugin @jupyter.* activate\.$/,
    ],
    async build(text, folder, python) {
      const kernelspec = { display_name: 'Python 3', language: 'python', name: 'python3' };
      const cell = {
        cell_type: 'code',
        execution_count: null,
        id: 'cell',
        metadata: {},
        outputs: [],
      };
      const notebook = {
        ...{ nbformat: 4, nbformat_minor: 5, metadata: { kernelspec } },
        cells: [{ ...cell, source: `%%html\n${text}` }],
      };
      const files = join(folder, 'files');
      await writeFile(join(files, 'attention.ipynb'), JSON.stringify(notebook));
      const server = await startJupyter(python, { work: join(folder, 'work'), files, module });
      return { server, path: `${path}/attention.ipynb` };
    },
    async show(page) {
      await page.locator('.jp-Notebook .jp-CodeCell').waitFor();
      await runCells(page);
    },
    turn: turnJupyter,
  });
}
