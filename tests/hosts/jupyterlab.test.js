// A notebook in JupyterLab, from a cell of HTML.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startJupyter } from '../web/support/programs.js';
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
  async show(page) {
    await page.locator('.jp-Notebook-ExecutionIndicator[data-status=idle]').waitFor();
    await page.locator('.jp-Notebook .jp-CodeCell .cm-content').click();
    await page.keyboard.press('Control+Enter');
  },
  async turn(page, theme) {
    const name = `JupyterLab ${theme === 'dark' ? 'Dark' : 'Light'}`;
    if ((await page.locator('body').getAttribute('data-jp-theme-name')) === name) return;
    await page.locator('.lm-MenuBar-itemLabel', { hasText: 'Settings' }).click();
    const item = page.locator('.lm-Menu-itemLabel');
    await item.getByText('Theme', { exact: true }).hover();
    await item.getByText(name, { exact: true }).click();
  },
});
