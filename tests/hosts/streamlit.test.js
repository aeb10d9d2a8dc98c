// Tests the lab in an app of Streamlit.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startServer } from '../web/support/programs.js';
import { testHost } from './support/host.js';

testHost('Streamlit', {
  place: 'streamlit',
  framed: true,
  files: 'static',
  base: '/app/static/headwise/',
  expected: [/^Unrecognized feature/, /can escape its sandboxing/],
  pip: ['streamlit==1.67.0'],
  async build(text, folder, python) {
    await writeFile(join(folder, 'app.py'), text);
    const settings = {
      ...{ 'server.headless': true, 'server.enableStaticServing': true },
      ...{ 'server.port': 0, 'browser.gatherUsageStats': false },
    };
    const options = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
    const args = ['-m', 'streamlit', 'run', 'app.py', ...options];
    return { server: await startServer(python, args, { cwd: folder }) };
  },
  async turn(page, theme) {
    await page.getByRole('button', { name: 'Main menu' }).click();
    const name = theme === 'dark' ? 'Dark' : 'Light';
    await page.getByRole('menuitemradio', { name }).click();
    await page.keyboard.press('Escape');
  },
});
