// Tests the lab in an app of Gradio, which serves only its own files: headwise is on another
// server.

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
  /** The effect of its switch, among its settings. */
  async turn(page, theme) {
    await page.goto(`${new URL(page.url()).origin}/?__theme=${theme}`);
  },
});
