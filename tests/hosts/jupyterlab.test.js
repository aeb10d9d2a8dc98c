// A notebook in JupyterLab, from a cell of HTML.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startJupyter, turnJupyter } from '../web/support/programs.js';
import { until } from '../web/support/until.js';
import { testHost } from './support/host.js';

testHost('JupyterLab', {
  place: 'html',
  files: 'files',
  base: '/files/headwise/',
  pip: ['ipykernel==7.4.0', 'jupyterlab==4.6.6'],
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
    const server = await startJupyter(python, { work: join(folder, 'work'), files });
    return { server, path: 'lab/tree/attention.ipynb' };
  },
  /** Before its kernel has started a cell is not run. */
  async show(page) {
    await until(async () => {
      await page.locator('.jp-Notebook .jp-CodeCell .cm-content').click();
      await page.keyboard.press('Control+Enter');
      await page.locator('headwise-lab').waitFor({ timeout: 2_000 });
      return true;
    }, 'the cell’s output');
  },
  turn: turnJupyter,
});
