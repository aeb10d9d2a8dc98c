// Servers of other people: started as a person would, found by the address that they print, ended with the test.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string> }} [options] env: added to this process's own
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} as soon as it has printed its address
 */
export async function startServer(command, args, { cwd, env = {} } = {}) {
  // what a program of Python's starts is found beside it
  const path = `${dirname(command)}:${process.env.PATH}`;
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, PATH: path, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  /** @type {string} */
  const url = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        said += text;
        const [address] = said.match(/http:\/\/(127\.0\.0\.1|localhost):\d+\/?/) ?? [];
        if (address) resolve(address.endsWith('/') ? address : `${address}/`);
      });
    }
    child.on('error', reject);
    child.on('exit', () => reject(new Error(said)));
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
 * JupyterLab or Notebook with the files of a folder, and with what it would ask or remember elsewhere turned off.
 *
 * @param {string} python
 * @param {object} options
 * @param {string} options.work a folder for its settings
 * @param {string} options.files a folder
 * @param {string} [options.module] of Python
 * @param {string} [options.theme] by its name in the menu
 */
export async function startJupyter(python, { work, files, module = 'jupyterlab', theme }) {
  const folder = (/** @type {string} */ name) => join(work, name);
  const settings = folder('settings/@jupyterlab/apputils-extension');
  await mkdir(settings, { recursive: true });
  const quiet = { fetchNews: 'false', checkForUpdates: false };
  for (const [name, values] of Object.entries({ notification: quiet, themes: { theme } })) {
    await writeFile(join(settings, `${name}.jupyterlab-settings`), JSON.stringify(values));
  }
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
