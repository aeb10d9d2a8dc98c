// Tests the lab in a page that pandoc makes of Markdown, with a style sheet that follows the
// system.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../src/build/tools/run.js';
import { testHost } from './support/host.js';

const PROGRAM = "import pypandoc; print(pypandoc.get_pandoc_path(), end='')";
/** A style sheet of its own takes the place of pandoc's, which is light whatever the system is. */
const STYLE = ':root { color-scheme: light dark; } body { max-width: 60rem; margin: auto; }';

testHost('pandoc', {
  place: 'quarto',
  files: '.',
  pip: ['pypandoc-binary==1.17'],
  async build(text, folder, python) {
    const pandoc = await run(python, ['-c', PROGRAM]);
    const head = '<link rel="icon" href="data:,">';
    const lines = [...['---', 'title: Attention', 'lang: en'], `header-includes: '${head}'`, '---'];
    await writeFile(join(folder, 'index.md'), `${lines.join('\n')}\n\n${text}\n`);
    await writeFile(join(folder, 'style.css'), STYLE);
    const options = ['--standalone', '--css', 'style.css', '--output', 'index.html'];
    await run(pandoc, ['index.md', ...options], { cwd: folder });
    return { root: folder };
  },
  turn: (page, theme) => page.emulateMedia({ colorScheme: theme }),
});
