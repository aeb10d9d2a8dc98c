// `pip install headwise` as its user has it: the wheel in a fresh Python; a notebook in JupyterLab, in Notebook 7 and in marimo,
// light and dark, where clicks arrive in Python; and the page that nbconvert makes of the saved notebook. Only with
// HEADWISE_TEST_ALL: the notebooks take 600 MB.

import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launchChromium } from '../../src/build/tools/chromium.ts';
import { buildDir, root } from '../../src/build/tools/paths.js';
import { runCells, startJupyter, startServer, turnJupyter } from '../web/support/programs.js';
import { run } from '../web/support/python.js';
import { until } from '../web/support/until.js';
import { CELLS, pythonWithPackage, writeNotebook } from './python-package.js';

/** @typedef {import('playwright-core').Page} Page */

const WORK = join(buildDir, 'python-notebooks');
const FILES = join(WORK, 'files');
const TESTS = join(root, 'tests/python');
const PATIENCE = 90_000;

const TOLD = "print('chosen', widget.selection, opened.selection, lab.state.get('text'))";
/** The selection in the maps, and in the model. */
const CHOSEN =
  "chosen {'layer': 1, 'head': 2, 'query': None, 'key': None} {'layer': 1, 'head': 3, 'query': 2, 'key': 1}";

if (process.env.HEADWISE_TEST_ALL) {
  /** @type {string} */
  let python;
  /** @type {Awaited<ReturnType<typeof launchChromium>>} */
  let chromium;
  before(async () => {
    python = await pythonWithPackage('python-notebooks');
    await run(python, ['-m', 'pip', 'check']);
    chromium = await launchChromium();
  });
  after(() => chromium?.stop());

  for (const file of ['test_numbers.py', 'test_widgets.py']) {
    test(`the installed package: ${file}`, async () => {
      await run(python, ['-m', 'unittest', join(TESTS, file)]);
    });
  }

  for (const [name, module, path] of /** @type {const} */ ([
    ['JupyterLab', 'jupyterlab', 'lab/tree'],
    ['Notebook 7', 'notebook', 'notebooks'],
  ])) {
    test(`${name}: maps, the lab and a model, dark and light; Python learns what is chosen`, async () => {
      await writeNotebook(FILES, [...CELLS, TOLD]);
      const server = await startJupyter(python, { work: WORK, files: FILES, module });
      const page = await pageOf(chromium);
      try {
        await page.goto(`${server.url}${path}/attention.ipynb`);
        const cells = page.locator('.jp-Notebook .jp-Cell');
        await cells.nth(CELLS.length).waitFor();
        await runCells(page, 1);
        await choose(page);
        for (const theme of /** @type {const} */ (['dark', 'light'])) {
          await turnJupyter(page, theme);
          for (const room of ['.model-view', '.models-room']) {
            await page.locator(`${room}[data-theme=${theme}]`).first().waitFor();
          }
          const lab = page.frameLocator('iframe[title=headwise]').first();
          await lab.locator(`.headwise-lab[data-theme=${theme}]`).waitFor();
        }
        // the message is on its way to the kernel: ask again until it arrives
        const told = page.getByText(`${CHOSEN} A cat sat`);
        await until(async () => {
          await page.locator('.jp-CodeCell').last().locator('.cm-content').click();
          await page.keyboard.press('Control+Enter');
          await told.last().waitFor({ timeout: 2_000 });
          return true;
        }, 'what was chosen, in Python');
        await page.keyboard.press('Control+s');
        await until(
          async () => (await readFile(join(FILES, 'attention.ipynb'), 'utf8')).includes('chosen {'),
          'the notebook, saved',
        );
      } finally {
        await page.close();
        await server.stop();
      }
    });
  }

  test('nbconvert’s page of the saved notebook shows maps and the lab without Python', async () => {
    await run(python, ['-m', 'nbconvert', '--to', 'html', join(FILES, 'attention.ipynb')]);
    const page = await pageOf(chromium);
    await page.goto(pathToFileURL(join(FILES, 'attention.html')).href, {
      waitUntil: 'domcontentloaded',
    });
    const frames = page.locator('iframe[title=headwise]');
    assert.equal(await frames.count(), 2);
    await frames
      .nth(0)
      .contentFrame()
      .locator('.board canvas')
      .click({ position: { x: 5, y: 5 } });
    await frames.nth(1).contentFrame().locator('.map').first().waitFor();
    await page.close();
  });

  test('marimo: maps, the lab and a model; Python learns what is chosen', async () => {
    await writeMarimo();
    const server = await startMarimo(python);
    const page = await pageOf(chromium);
    try {
      await page.goto(server.url);
      await choose(page);
      await page.getByText(CHOSEN).waitFor();
    } finally {
      await page.close();
      await server.stop();
    }
  });
}

/** @param {Awaited<ReturnType<typeof launchChromium>>} chromium */
async function pageOf({ browser }) {
  const page = await browser.newPage({ viewport: { width: 1366, height: 3600 } });
  page.setDefaultTimeout(PATIENCE);
  return page;
}

/** Uses all three widgets. @param {Page} page */
async function choose(page) {
  await page.locator('.models-shown .map').first().waitFor();
  for (const [room, steps] of /** @type {const} */ ([
    ['.model-view', 2],
    ['.models-every', 3],
  ])) {
    const cell = page.locator(`${room} .board-cell`);
    await cell.focus();
    for (const key of ['ArrowDown', ...Array(steps).fill('ArrowRight'), 'Enter']) {
      await cell.press(key);
    }
  }
  const large = page.locator('.models-one');
  await large.getByRole('heading', { name: 'Head 4' }).waitFor();
  await large.getByRole('gridcell').first().focus();
  for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter']) {
    await page.keyboard.press(key);
  }
  const lab = page.frameLocator('iframe[title=headwise]').first();
  await lab.locator('.map').first().waitFor();
  await lab.locator('textarea').first().fill('A cat sat');
}

async function writeMarimo() {
  await mkdir(FILES, { recursive: true });
  const [setup, maps, lab, model] = CELLS;
  const shown = maps.replace(
    'headwise.maps(layers, tokens)',
    'mo.ui.anywidget(headwise.maps(layers, tokens))',
  );
  const open = model.replace(/headwise\.model\(.*\)/, 'mo.ui.anywidget($&)');
  const values = "{widget.value.get('selection')} {opened.value.get('selection')}";
  const told = `mo.md(f"chosen ${values}")`;
  const cells = [`import marimo as mo\n${setup}`, shown, lab, open, told].map(
    (source) => `@app.cell\ndef _():\n${source.replace(/^/gm, '    ')}\n    return\n`,
  );
  // marimo finds the dependencies of cells itself, in its own form of a file
  const text = cells
    .map(
      (cell, i) =>
        [
          cell,
          cell.replace('def _():', 'def _(headwise, layers, mo, tokens):'),
          cell.replace('def _():', 'def _(headwise):'),
          cell.replace('def _():', 'def _(headwise, mo):'),
          cell.replace('def _():', 'def _(mo, opened, widget):'),
        ][i],
    )
    .join('\n')
    .replace('    return\n', '    return headwise, layers, mo, tokens\n')
    .replace(/^ {4}(widget|opened)\n {4}return\n/gm, '    $1\n    return ($1,)\n');
  await writeFile(join(FILES, 'attention.py'), `import marimo\n\napp = marimo.App()\n\n${text}`);
}

/** @param {string} python */
function startMarimo(python) {
  const home = join(WORK, 'home');
  return startServer(
    python,
    ['-m', 'marimo', 'run', join(FILES, 'attention.py'), '--headless', '--no-token', '--port', '0'],
    { env: { HOME: home, XDG_CONFIG_HOME: home, MARIMO_SKIP_UPDATE_CHECK: '1' } },
  );
}
