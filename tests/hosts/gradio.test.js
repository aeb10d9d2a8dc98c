// An app of Gradio, which serves no files of others: headwise lies on another server.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startServer } from '../web/support/programs.js';
import { testHost } from './support/host.js';

testHost('Gradio', {
  place: 'gradio',
  pip: ['gradio==6.31.0'],
  async build(text, folder, python) {
    await writeFile(join(folder, 'app.py'), text);
    const env = { GRADIO_ANALYTICS_ENABLED: 'False', HF_HUB_OFFLINE: '1', PYTHONUNBUFFERED: '1' };
    return { server: await startServer(python, ['app.py'], { cwd: folder, env }) };
  },
  /** What its switch, among its settings, does. */
  async turn(page, theme) {
    await page.goto(`${new URL(page.url()).origin}/?__theme=${theme}`);
  },
});
