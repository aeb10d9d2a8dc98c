// Tests the lab in a site of Docusaurus, whose pages are React's.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../src/build/tools/run.js';
import { testHost } from './support/host.js';

const PACKAGES = [
  ...['@docusaurus/core@3.10.2', '@docusaurus/preset-classic@3.10.2'],
  ...['@mdx-js/react@3.1.1', 'react@19.3.1', 'react-dom@19.3.1'],
];

const SETTINGS = `export default {
  title: 'Course', url: 'http://localhost', baseUrl: '/', favicon: 'icon.svg',
  presets: [['classic', { docs: { routeBasePath: '/' }, blog: false }]],
  themeConfig: { colorMode: { respectPrefersColorScheme: true }, navbar: { title: 'Course' } },
};`;

testHost('Docusaurus', {
  place: 'docusaurus',
  files: 'static',
  npm: PACKAGES,
  async build(text, folder, installed) {
    await writeFile(join(folder, 'package.json'), '{}');
    await writeFile(join(folder, 'docusaurus.config.js'), SETTINGS);
    await writeFile(join(folder, 'static/icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await mkdir(join(folder, 'docs'));
    await writeFile(join(folder, 'docs/index.mdx'), `---\nslug: /\n---\n\n${text}\n`);
    const program = join(installed, '@docusaurus/core/bin/docusaurus.mjs');
    await run(process.execPath, [program, 'build'], {
      cwd: folder,
      env: { ...process.env, DOCUSAURUS_DISABLE_TELEMETRY: '1' },
    });
    return { root: join(folder, 'build') };
  },
  async turn(page, theme) {
    // by turns: the system's, light and dark
    while ((await page.locator('html').getAttribute('data-theme-choice')) !== theme) {
      await page.locator('button[class*=toggleButton]:visible').first().click();
    }
  },
});
