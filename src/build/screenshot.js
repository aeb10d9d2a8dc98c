// npm run screenshot: takes the picture of the page that the README shows.
// The page is the built one, in Chromium, as it greets a newcomer.

import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildAll } from './build.js';
import { isolation, serve } from './server.js';
import { programs } from './setup/requirements.js';
import { root, siteDir } from './tools/paths.js';
import { runMain, say } from './tools/say.js';

const kPicture = join(root, '.github/screenshot.png');

await runMain(async () => {
  await buildAll({ tests: true }); // for the browser
  const { chromium } = await import('playwright-core');
  const server = await serve({ root: siteDir, headers: isolation });
  const browser = await chromium.launch({
    executablePath: programs.chromium() ?? undefined,
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      deviceScaleFactor: 2,
      reducedMotion: 'reduce',
    });
    await page.goto(server.url);
    await page.locator('#lab').evaluate((/** @type {any} */ host) => host.lab.settled());
    await mkdir(dirname(kPicture), { recursive: true });
    await page.screenshot({ path: kPicture });
    say(`Written: ${kPicture}`);
  } finally {
    await browser.close();
    await server.close();
  }
});
