// Slides of reveal.js.

import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testHost } from './support/host.js';

testHost('reveal.js', {
  place: 'html',
  files: '.',
  npm: ['reveal.js@6.0.2'],
  async build(text, folder, installed) {
    await cp(join(installed, 'reveal.js/dist'), join(folder, 'dist'), {
      recursive: true,
    });
    const before = '<section><h1>Attention</h1></section>';
    await writeFile(
      join(folder, 'index.html'),
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Slides</title>
      <link rel="icon" href="data:,"><link rel="stylesheet" href="dist/reveal.css">
      <link rel="stylesheet" id="theme" href="dist/theme/white.css"></head><body>
      <div class="reveal"><div class="slides">${before}<section>${text}</section>${before}</div></div>
      <script type="module">
        import Reveal from './dist/reveal.mjs';
        Reveal.initialize({ hash: true, transition: 'none' });
      </script></body></html>`,
    );
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
      `dist/theme/${theme === 'dark' ? 'black' : 'white'}.css`,
    ),
});
