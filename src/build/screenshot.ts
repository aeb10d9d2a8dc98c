// npm run make screenshot: takes the picture of the page that the README shows.
// It shows the built page in Chromium as it opens; only the font is set, so that the picture is the
// same on every machine.

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildAll } from './build.ts';
import { isolation, serve } from './server.ts';
import { canInstall, install } from './setup/apt.ts';
import { launchChromium } from './tools/chromium.ts';
import { root, siteDir } from './tools/paths.js';
import { find, start } from './tools/run.js';
import { runMain, say } from './tools/say.js';

const PICTURE = join(root, 'web/docs/page.png');
const FONT = { family: 'Inter', debian: 'fonts-inter' };
const WINDOW = { width: 1280, height: 740 };

await runMain(async () => {
  await buildAll({ tests: true }); // for the browser
  const server = await serve({ root: siteDir, headers: isolation });
  const { browser, stop } = await launchChromium(useFont);
  try {
    const page = await browser.newPage({
      viewport: WINDOW,
      deviceScaleFactor: 2,
      reducedMotion: 'reduce',
      colorScheme: 'light',
    });
    await page.goto(server.url);
    await page.waitForFunction(() => 'lab' in (document.getElementById('lab') ?? {}));
    await page.locator('#lab').evaluate((host: any) => host.lab.settled());
    await mkdir(dirname(PICTURE), { recursive: true });
    await page.screenshot({ path: PICTURE });
    say(`Written: ${PICTURE}`);
  } finally {
    await stop();
    await server.close();
  }
});

/**
 * Makes the font the system's for one program. Without Fontconfig, as on macOS, the system's own stays.
 *
 * @param folder for the configuration
 * @returns environment variables
 */
async function useFont(folder: string): Promise<Record<string, string>> {
  if (!find('fc-list')) return {};
  if (!(await hasFont()) && canInstall()) await install([FONT.debian]);
  if (!(await hasFont())) return {};
  const file = join(folder, 'fonts.conf');
  const matches = ['system-ui', 'sans', 'sans-serif'].map(
    (name) => `<match target="pattern"><test name="family"><string>${name}</string></test>
      <edit name="family" mode="assign" binding="strong"><string>${FONT.family}</string></edit></match>`,
  );
  await writeFile(
    file,
    `<?xml version="1.0"?><fontconfig><include>/etc/fonts/fonts.conf</include>${matches.join('')}</fontconfig>`,
  );
  return { FONTCONFIG_FILE: file };
}

async function hasFont() {
  const { output } = await start('fc-list', [`:family=${FONT.family}`, 'family']);
  return output.trim() !== '';
}
