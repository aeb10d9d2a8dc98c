// web/docs/attention.ipynb in a real JupyterLab, driven by a browser: the maps are on the screen, their numbers are NumPy's,
// and clicks arrive in Python. Only with HEADWISE_TEST_ALL: JupyterLab takes 400 MB.

import assert from 'node:assert/strict';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { launchChromium } from '../../src/build/tools/chromium.ts';
import { buildDir, distDir, root } from '../../src/build/tools/paths.js';
import { runCells, startJupyter } from '../web/support/programs.js';
import { pythonWith } from '../web/support/python.js';
import { until } from '../web/support/until.js';

const PACKAGES = ['anywidget==0.11.0', 'ipykernel==7.4.0', 'jupyterlab==4.6.6', 'numpy==2.4.6'];
const NOTEBOOK = join(root, 'web/docs/attention.ipynb');
const WORK = join(buildDir, 'notebook');
const PATIENCE = 90_000;

test('the notebook is kept without results, and says what the documentation says', async () => {
  const { cells } = JSON.parse(await readFile(NOTEBOOK, 'utf8'));
  const code = cells.filter((/** @type {any} */ { cell_type: type }) => type === 'code');
  for (const { outputs, execution_count: count } of code)
    assert.deepEqual([outputs, count], [[], null]);
  const page = await readFile(join(root, 'web/docs/notebook.md'), 'utf8');
  assert.ok(page.includes(`\`\`\`python\n${code[0].source.join('')}\n\`\`\``), 'the class');
});

if (process.env.HEADWISE_TEST_ALL) {
  test('in JupyterLab it shows NumPy’s numbers, and Python learns what was clicked', async () => {
    const python = await pythonWith('jupyter', PACKAGES);
    const server = await startNotebook(python);
    const { browser, stop } = await launchChromium();
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 2400 } });
      page.setDefaultTimeout(PATIENCE);
      /** @type {string[]} */
      const elsewhere = [];
      page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (!/^(data|blob):$/.test(protocol) && origin !== new URL(server.url).origin)
          elsewhere.push(request.url());
      });
      await page.goto(`${server.url}lab/tree/attention.ipynb`);
      // every cell but the last, as a reader runs them
      const cells = page.locator('.jp-Notebook .jp-Cell');
      await cells.nth(server.cells - 1).waitFor();
      await runCells(page, 1);
      const printed = page.getByText(/^numbers \[/);
      await printed.waitFor();
      const numbers = JSON.parse(((await printed.textContent()) ?? '').replace('numbers ', ''));
      await page.getByRole('switch', { name: 'All digits' }).check();
      const table = page.locator('.table-view tbody td');
      await table.nth(15).waitFor();
      // masked cells have a dot and no number
      const texts = await table.allTextContents();
      const shown = texts.map((text) => (text === '·' ? 0 : Number(text)));
      assert.deepEqual(Float32Array.from(shown), Float32Array.from(numbers.slice(0, shown.length)));
      assert.equal(shown.length, 16);

      // the second head's map: from “was” to “animal”
      assert.equal(await page.getByRole('grid').count(), 2);
      await page.getByRole('grid').nth(1).getByRole('gridcell').first().focus();
      for (const key of ['Home', 'ArrowRight']) await page.keyboard.press(key);
      await page.keyboard.press('Enter');
      // the message is on its way to the kernel: ask again until it arrives
      const selected = page.getByText(/'head': 1, 'query': \d, 'key': 1/);
      await until(async () => {
        await page.locator('.jp-CodeCell').last().locator('.cm-content').click();
        await page.keyboard.press('Control+Enter');
        await selected.last().waitFor({ timeout: 2_000 });
        return true;
      }, 'what was clicked, in Python');
      assert.deepEqual(elsewhere, []);
    } finally {
      await stop();
      await server.stop();
    }
  });
}

/**
 * JupyterLab with a copy of the notebook, and one more cell, which prints its numbers.
 *
 * @param {string} python
 */
async function startNotebook(python) {
  await rm(WORK, { recursive: true, force: true });
  const files = join(WORK, 'files');
  await mkdir(files, { recursive: true });
  await copyFile(join(distDir, 'anywidget.js'), join(files, 'anywidget.js'));
  const notebook = JSON.parse(await readFile(NOTEBOOK, 'utf8'));
  const code = 'import json; print("numbers", json.dumps(attention.ravel().tolist()))';
  const { outputs, execution_count: count, metadata } = notebook.cells[1];
  const more = { cell_type: 'code', execution_count: count, id: 'numbers', metadata, outputs };
  notebook.cells.splice(-1, 0, { ...more, source: [code] });
  await writeFile(join(files, 'attention.ipynb'), JSON.stringify(notebook));
  const server = await startJupyter(python, { work: WORK, files });
  return { ...server, cells: notebook.cells.length };
}
