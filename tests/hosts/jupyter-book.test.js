// Tests the lab in a book of Jupyter Book 1, which Sphinx builds: there the dialog advises the text
// for a frame.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../src/build/tools/run.js';
import { testHost } from './support/host.js';

const SETTINGS = `title: Course
only_build_toc_files: true
sphinx:
  config:
    html_extra_path: [files]
    html_favicon: icon.svg
`;

testHost('Jupyter Book', {
  place: 'iframe',
  framed: true,
  files: 'files',
  expected: [/THEBE_JS_URL/, /invalid theme mode/],
  pip: ['jupyter-book==1.0.4.post1'],
  async build(text, folder, python) {
    await writeFile(join(folder, '_config.yml'), SETTINGS);
    await writeFile(join(folder, '_toc.yml'), 'format: jb-book\nroot: index\n');
    await writeFile(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await writeFile(join(folder, 'index.md'), `# Attention\n\n${text}\n`);
    await run(join(python, '../jupyter-book'), ['build', '--quiet', folder], { cwd: folder });
    return { root: join(folder, '_build/html') };
  },
  async turn(page, theme) {
    // by turns: the system's, light and dark
    while ((await page.locator('html').getAttribute('data-mode')) !== theme) {
      await page.locator('button.theme-switch-button:visible').first().click();
    }
  },
});
