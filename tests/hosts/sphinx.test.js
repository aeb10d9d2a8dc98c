// Tests the lab in a site of Sphinx with the theme furo, whose search opens by a key.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../src/build/tools/run.js';
import { testHost } from './support/host.js';

testHost('Sphinx with furo', {
  place: 'html',
  files: 'files',
  pip: ['sphinx==8.2.3', 'furo==2025.12.19'],
  async build(text, folder, python) {
    const lines = text.split('\n').map((line) => `   ${line}`);
    await writeFile(
      join(folder, 'conf.py'),
      "project = 'Course'\nhtml_theme = 'furo'\nhtml_extra_path = ['files']\nhtml_favicon = 'icon.svg'\n",
    );
    await writeFile(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await writeFile(
      join(folder, 'index.rst'),
      `Attention\n=========\n\n.. raw:: html\n\n${lines.join('\n')}\n`,
    );
    await run(python, ['-m', 'sphinx', '-q', '-b', 'html', '.', 'site'], { cwd: folder });
    return { root: join(folder, 'site') };
  },
  async turn(page, theme) {
    // by turns: the system's, light and dark
    while ((await page.evaluate(() => document.body.dataset.theme)) !== theme) {
      await page.locator('.theme-toggle:visible').first().click();
    }
  },
});
