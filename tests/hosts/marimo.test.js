// Tests the lab in an app of marimo, which allows frames and serves only its own files.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startServer } from '../web/support/programs.js';
import { testHost } from './support/host.js';

testHost('marimo', {
  place: 'moodle',
  framed: true,
  pip: ['marimo==0.25.2'],
  async build(text, folder, python) {
    const cell = (/** @type {string} */ args, /** @type {string} */ lines) =>
      `@app.cell\ndef _(${args}):\n${lines.replace(/^/gm, '    ')}\n`;
    const cells = [
      'import marimo\n\napp = marimo.App()\n',
      cell('', 'import marimo as mo\nreturn (mo,)'),
      cell('mo', `mo.Html("""${text}""")\nreturn`),
    ];
    await writeFile(join(folder, 'app.py'), cells.join('\n'));
    await mkdir(join(folder, 'marimo'));
    await writeFile(join(folder, 'marimo/marimo.toml'), '[display]\ntheme = "system"\n');
    const env = { HOME: folder, XDG_CONFIG_HOME: folder, MARIMO_SKIP_UPDATE_CHECK: '1' };
    const args = ['-m', 'marimo', 'run', 'app.py', '--headless', '--no-token', '--port', '0'];
    return { server: await startServer(python, args, { cwd: folder, env }) };
  },
  /** Its choice is among an author's settings, and there it is the system's. */
  turn: (page, theme) => page.emulateMedia({ colorScheme: theme }),
});
