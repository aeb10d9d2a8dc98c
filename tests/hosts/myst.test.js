// A book of MyST, as Jupyter Book 2 makes it. Its theme is in no package: the tool fetches it, and where that fails, the test
// is skipped.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { start } from '../../src/build/tools/run.js';
import { NotInstalled } from './support/install.js';
import { testHost } from './support/host.js';

const SETTINGS = `version: 1
project: { title: Course }
site: { template: book-theme }
`;

testHost('MyST', {
  place: 'myst',
  npm: ['mystmd@1.8.3'],
  async build(text, folder, installed) {
    await writeFile(join(folder, 'myst.yml'), SETTINGS);
    await writeFile(join(folder, 'index.md'), `# Attention\n\n${text}\n`);
    const args = [join(installed, 'mystmd/dist/myst.cjs'), 'build', '--html'];
    const { status, output } = await start(process.execPath, args, { cwd: folder });
    const [reason] = output.match(/request to \S*templates\S* failed.*/) ?? [];
    if (reason) throw new NotInstalled(`its theme cannot be fetched: ${reason}`);
    if (status !== 0) throw new Error(output);
    return { root: join(folder, '_build/html') };
  },
  turn: (page, theme) =>
    page.evaluate((name) => {
      document.documentElement.classList.remove('light', 'dark');
      document.documentElement.classList.add(name);
    }, theme),
});
