// npm run make heights: measures the height of each lesson in a frame, for the page's Embed dialog.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAll } from './build.ts';
import { serve } from './server.ts';
import { launchChromium } from './tools/chromium.ts';
import { root, siteDir } from './tools/paths.js';
import { runMain, say } from './tools/say.js';
import type { Page } from 'playwright-core';
import type { Lesson } from '../../web/lessons/lessons.ts';

const FILE = join(root, 'web/page/embed-builder/heights.ts');
/** The width of a frame, and the margins of its page, in CSS pixels. */
const WIDTH = 700;
const MARGINS = 8;
const ROUND = 20;

/**
 * The height of each lesson's tallest scene, in CSS pixels.
 *
 * @param url of the built page
 */
export async function measureLessons(
  page: Page,
  url: string,
  language: string,
  lessons: readonly Lesson[],
): Promise<Record<string, number>> {
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.goto(`${url}?lang=${language}`);
  const host = page.locator('#lab');
  await page.waitForFunction(() => 'lessons' in (document.getElementById('lab') ?? {}));
  await host.evaluate((one, width) => (one.style.width = `${width}px`), WIDTH - MARGINS);
  const tallest: Record<string, number> = {};
  for (const { id, scenes } of lessons) {
    tallest[id] = 0;
    for (let scene = 0; scene < scenes.length; scene++) {
      const height = await host.evaluate(
        async (one: any, [name, number]) => {
          one.lessons.open(name, number);
          await one.lab.settled();
          await one.lessons.isDrawn();
          await one.lab.settled();
          return one.offsetHeight;
        },
        [id, scene] as const,
      );
      tallest[id] = Math.max(tallest[id], height + MARGINS);
    }
  }
  return tallest;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    await buildAll({ tests: true }); // installs the browser too
    const { lessons } = await import('../../web/lessons/lessons.ts');
    const { languages } = await import('../../web/words/languages.ts');
    const server = await serve({ root: siteDir });
    const { browser, stop } = await launchChromium();
    const tallest: Record<string, number> = {};
    try {
      for (const language of Object.keys(languages)) {
        const page = await browser.newPage();
        const measured = await measureLessons(page, server.url, language, lessons);
        for (const [id, height] of Object.entries(measured)) {
          tallest[id] = Math.max(tallest[id] ?? 0, Math.ceil(height / ROUND) * ROUND);
        }
        await page.close();
      }
    } finally {
      await stop();
      await server.close();
    }
    const lines = Object.entries(tallest).map(
      ([id, height]) => `  ${/^\w+$/.test(id) ? id : `'${id}'`}: ${height},\n`,
    );
    const text = await readFile(FILE, 'utf8');
    const start = text.indexOf('Object.freeze({') + 'Object.freeze({\n'.length;
    await writeFile(FILE, text.slice(0, start) + lines.join('') + text.slice(text.indexOf('});')));
    say(`${FILE}\n${lines.join('')}`);
  });
}
