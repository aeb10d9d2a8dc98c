// Servers of other people: started as a person would, found by the address that they print, ended with the test.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listen } from '../../../src/build/server.ts';
import { until } from './until.js';

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd]
 * @param {Record<string, string>} [options.env] added to this process's own
 * @param {string} [options.url] its address, if it prints none
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} as soon as its address is known and answers
 */
export async function startServer(command, args, { cwd, env = {}, url: known } = {}) {
  // what a program of Python's starts is found beside it
  const path = `${dirname(command)}:${process.env.PATH}`;
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, PATH: path, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(said)));
  ended.catch(() => {}); // it may also end later
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (said += text));
  }
  const begun = async () => {
    const url = await Promise.race([ended, until(() => known ?? addressIn(said), 'an address')]);
    await Promise.race([ended, until(() => fetch(url), `an answer of ${url}`)]);
    return url;
  };
  const url = await begun().catch((error) => {
    child.kill();
    throw error;
  });
  return {
    url,
    async stop() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/**
 * @param {string} said
 * @returns {string | undefined} with a slash at its end
 */
function addressIn(said) {
  const [address] = said.match(/http:\/\/(127\.0\.0\.1|localhost):\d+/) ?? [];
  return address && `${address}/`;
}

/** @returns {Promise<number>} a port of this machine, free a moment ago: for programs that print none */
export async function freePort() {
  const { port, close } = await listen({ port: 0, host: 'localhost' });
  await close();
  return port;
}

/**
 * JupyterLab or Notebook with the files of a folder, and with what it would ask or remember elsewhere turned off.
 *
 * @param {string} python
 * @param {object} options
 * @param {string} options.work a folder for its settings
 * @param {string} options.files a folder
 * @param {string} [options.module] of Python
 */
export async function startJupyter(python, { work, files, module = 'jupyterlab' }) {
  const folder = (/** @type {string} */ name) => join(work, name);
  const settings = folder('settings/@jupyterlab/apputils-extension');
  await mkdir(settings, { recursive: true });
  const quiet = { fetchNews: 'false', checkForUpdates: false };
  await writeFile(join(settings, 'notification.jupyterlab-settings'), JSON.stringify(quiet));
  return startServer(
    python,
    [
      ...['-m', module, '--no-browser', '--allow-root', '--port=0', '--ip=127.0.0.1'],
      ...['--IdentityProvider.token=', `--ServerApp.root_dir=${files}`],
    ],
    {
      env: {
        JUPYTERLAB_SETTINGS_DIR: folder('settings'),
        JUPYTERLAB_WORKSPACES_DIR: folder('workspaces'),
        JUPYTER_CONFIG_DIR: folder('config'),
        JUPYTER_DATA_DIR: folder('data'),
        JUPYTER_RUNTIME_DIR: folder('runtime'),
        IPYTHONDIR: folder('ipython'),
      },
    },
  );
}

/**
 * Makes JupyterLab or Notebook light or dark, by the menu.
 *
 * @param {import('playwright-core').Page} page
 * @param {'light' | 'dark'} theme
 */
export async function turnJupyter(page, theme) {
  const name = `JupyterLab ${theme === 'dark' ? 'Dark' : 'Light'}`;
  if ((await page.locator('body').getAttribute('data-jp-theme-name')) === name) return;
  await page.locator('.lm-MenuBar-itemLabel', { hasText: 'Settings' }).click();
  const item = page.locator('.lm-Menu-itemLabel');
  await item.getByText('Theme', { exact: true }).hover();
  await item.getByText(name, { exact: true }).click();
}

/**
 * Runs all cells of code but the last ones. One that is asked to before its kernel has started does nothing, and is asked again.
 *
 * @param {import('playwright-core').Page} page with the whole notebook on the screen
 * @param {number} [left] how many it leaves out
 */
export async function runCells(page, left = 0) {
  const cells = page.locator('.jp-Notebook .jp-CodeCell');
  const count = (await cells.count()) - left;
  for (let i = 0; i < count; i++) {
    const cell = cells.nth(i);
    await until(
      async () => {
        await cell.locator('.cm-content').click();
        await page.keyboard.press('Control+Enter');
        await cell
          .locator('.jp-InputPrompt')
          .getByText(/\[[*\d]/)
          .waitFor({ timeout: 2_000 });
        return true;
      },
      `cell ${i + 1}, running`,
    );
  }
}
