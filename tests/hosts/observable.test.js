// Tests the lab in a site of Observable Framework. Its cells are like the notebooks', whose frames
// come from another server.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import { run } from '../../src/build/tools/run.js';
import { testHost } from './support/host.js';

/** The function `html` of a cell. */
const HTL = 'htl@1.0.0';

testHost('Observable Framework', {
  place: 'observable',
  framed: true,
  npm: ['@observablehq/framework@1.13.4', HTL],
  async build(text, folder, installed) {
    await mkdir(join(folder, 'src'));
    await writeFile(
      join(folder, 'observablehq.config.js'),
      `export default { title: 'Course', root: 'src', theme: ['air', 'near-midnight'],
        globalStylesheets: [], head: '<link rel="icon" href="data:,">' };`,
    );
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'src/index.md'), `# Attention\n\n\`\`\`js\n${text}\n\`\`\`\n`);
    // it would fetch this from elsewhere
    await bundle({
      ...{ entryPoints: ['htl'], absWorkingDir: folder, bundle: true, format: 'esm' },
      outfile: join(folder, `src/.observablehq/cache/_npm/${HTL}/_esm.js`),
    });
    const program = join(installed, '@observablehq/framework/dist/bin/observable.js');
    await run(process.execPath, [program, 'build'], {
      cwd: folder,
      env: { ...process.env, OBSERVABLE_TELEMETRY_DISABLE: 'true' },
    });
    return { root: join(folder, 'dist') };
  },
  /** A page follows the system. */
  turn: (page, theme) => page.emulateMedia({ colorScheme: theme }),
});
