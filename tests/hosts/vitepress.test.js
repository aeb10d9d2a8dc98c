// Tests the lab in a site of VitePress.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../src/build/tools/run.js';
import { testHost } from './support/host.js';

testHost('VitePress', {
  place: 'vitepress',
  files: 'docs/public',
  npm: ['vitepress@1.6.4'],
  async build(text, folder, installed) {
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await mkdir(join(folder, 'docs/.vitepress'));
    await writeFile(
      join(folder, 'docs/.vitepress/config.js'),
      `export default { title: 'Course', head: [['link', { rel: 'icon', href: 'data:,' }]],
        themeConfig: { search: { provider: 'local' } } };`,
    );
    await writeFile(join(folder, 'docs/index.md'), `# Attention\n\n${text}\n`);
    const program = join(installed, 'vitepress/bin/vitepress.js');
    await run(process.execPath, [program, 'build', 'docs'], { cwd: folder });
    return { root: join(folder, 'docs/.vitepress/dist') };
  },
  async turn(page, theme) {
    const isDark = await page.evaluate(() => document.documentElement.classList.contains('dark'));
    if (isDark === (theme === 'dark')) return;
    await page.locator('.VPNavBarAppearance .VPSwitchAppearance').click();
  },
});
