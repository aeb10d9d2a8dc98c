// Tests the lab in a book of MyST, as Jupyter Book 2 makes it. The tool fetches its theme, which is
// in no package. Without a network the tool still reads the page, and the theme's component for
// widgets, which is in a package, is shown in a page by itself.

import { copyFile, cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build as bundle } from 'esbuild';
import { start } from '../../src/build/tools/run.js';
import { testHost } from './support/host.js';

const settings = (/** @type {string} */ template) => `version: 1
project: { title: Course }
site: { template: ${template} }
`;
/** A theme that makes no pages, so that the tool asks for none. */
const NO_PAGES = `jtex: v1
title: None
build: { install: 'true', start: 'true' }
`;
/** The theme's steps for a page with widgets only. */
const WIDGETS = `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { ANY_RENDERERS } from '@myst-theme/anywidget';
const page = await (await fetch('page.json')).json();
const widgetsIn = (node) =>
  node.type === 'anywidget' ? [node] : (node.children ?? []).flatMap(widgetsIn);
const draw = (node, key) => createElement(ANY_RENDERERS.anywidget, { node, key });
createRoot(document.querySelector('main')).render(widgetsIn(page.mdast).map(draw));`;
const PAGE = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Course</title><link rel="icon" href="data:,"></head>
  <body><main></main><script type="module" src="widgets.js"></script></body>
</html>
`;

testHost('MyST', {
  place: 'myst',
  npm: ['mystmd@1.8.3', '@myst-theme/anywidget@1.4.1', 'react@19.2.1', 'react-dom@19.2.1'],
  async build(text, folder, installed) {
    await writeFile(join(folder, 'index.md'), `# Attention\n\n${text}\n`);
    const program = join(installed, 'mystmd/dist/myst.cjs');
    const make = async (/** @type {string} */ template, /** @type {string} */ what) => {
      await writeFile(join(folder, 'myst.yml'), settings(template));
      return start(process.execPath, [program, 'build', what], { cwd: folder });
    };
    const { status, output } = await make('book-theme', '--html');
    if (status === 0) return { root: join(folder, '_build/html') };
    if (!/request to \S*templates\S* failed/.test(output)) throw new Error(output);

    await mkdir(join(folder, 'none'));
    await writeFile(join(folder, 'none/template.yml'), NO_PAGES);
    const read = await make('./none', '--site');
    if (read.status !== 0) throw new Error(read.output);
    return { root: await drawWidgets(folder, installed) };
  },
  turn: (page, theme) =>
    page.evaluate((name) => {
      document.documentElement.classList.remove('light', 'dark');
      document.documentElement.classList.add(name);
      document.documentElement.style.colorScheme = name;
    }, theme),
});

/** @param {string} folder of a book that MyST has read @param {string} installed */
async function drawWidgets(folder, installed) {
  const root = join(folder, 'drawn');
  await cp(join(folder, '_build/site/public'), root, { recursive: true });
  await writeFile(join(root, 'index.html'), PAGE);
  await copyFile(join(folder, '_build/site/content/index.json'), join(root, 'page.json'));
  await bundle({
    stdin: { contents: WIDGETS, resolveDir: dirname(installed), loader: 'js' },
    bundle: true,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
    outfile: join(root, 'widgets.js'),
    logLevel: 'error',
  });
  return root;
}
