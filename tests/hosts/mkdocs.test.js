// Tests the lab in a site of MkDocs with the Material theme.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../src/build/tools/run.js';
import { testHost } from './support/host.js';

const SETTINGS = `site_name: Course
use_directory_urls: false
theme:
  name: material
  font: false
  palette:
    - media: "(prefers-color-scheme: light)"
      scheme: default
      toggle: { icon: material/brightness-7, name: Dark }
    - media: "(prefers-color-scheme: dark)"
      scheme: slate
      toggle: { icon: material/brightness-4, name: Light }
`;

testHost('MkDocs Material', {
  place: 'html',
  files: 'docs',
  pip: ['mkdocs-material==9.8.1'],
  async build(text, folder, python) {
    await writeFile(join(folder, 'mkdocs.yml'), SETTINGS);
    await writeFile(join(folder, 'docs/index.md'), `# Attention\n\n${text}\n`);
    await run(python, ['-m', 'mkdocs', 'build', '--quiet'], { cwd: folder });
    return { root: join(folder, 'site') };
  },
  async turn(page, theme) {
    const scheme = await page.evaluate(() => document.body.dataset.mdColorScheme);
    if (scheme === (theme === 'dark' ? 'slate' : 'default')) return;
    await page.locator('form[data-md-component=palette] label:not([hidden])').click();
  },
});
