// Tests the lab in slides of reveal.js, as in web/examples/apps.

import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../src/build/tools/paths.js';
import { testHost } from './support/host.js';

const EXAMPLE = join(root, 'web/examples/apps/slides/index.html');

testHost('reveal.js', {
  place: 'html',
  files: '.',
  npm: ['reveal.js@6.0.2'],
  async build(text, folder, installed) {
    await cp(join(installed, 'reveal.js/dist'), join(folder, 'node_modules/reveal.js/dist'), {
      recursive: true,
    });
    // the dialog's text in place of the example's own
    const [before, after] = (await readFile(EXAMPLE, 'utf8'))
      .replace(/<script .*element\.js.*\n/, '')
      .split(/<headwise-lab.*<\/headwise-lab>/);
    await writeFile(join(folder, 'index.html'), `${before}${text}${after}`);
    return { root: folder, path: '#/1' };
  },
  /** It has no switch: a speaker chooses a style sheet. */
  turn: (page, theme) =>
    page.evaluate(
      async (file) => {
        const sheet = /** @type {HTMLLinkElement} */ (document.getElementById('theme'));
        if (sheet.href.endsWith(file)) return;
        const loaded = new Promise((resolve) => sheet.addEventListener('load', resolve));
        sheet.href = file;
        await loaded;
      },
      `node_modules/reveal.js/dist/theme/${theme === 'dark' ? 'black' : 'white'}.css`,
    ),
});
