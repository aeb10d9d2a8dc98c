// What axe-core finds wrong with a page, for people who cannot see it, or not as it was drawn.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** @type {Promise<string> | undefined} */
let source;

/**
 * @param {import('playwright-core').Page} page
 * @param {string} [within] a selector; default the whole page
 * @returns {Promise<[rule: string, where: string[]][]>}
 */
export async function violations(page, within) {
  if (!(await page.evaluate(() => 'axe' in window))) {
    source ??= readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
    await page.evaluate(await source);
  }
  return page.evaluate(async (within) => {
    const { axe } = /** @type {any} */ (window);
    // what is right is not listed, and no file of the page is fetched again
    const options = { resultTypes: ['violations'], preload: false };
    const found = await axe.run(within ?? document, options);
    return found.violations.map((/** @type {any} */ { id, nodes }) => [
      id,
      nodes.map((/** @type {any} */ { target, html }) => `${target}: ${html.slice(0, 160)}`),
    ]);
  }, within);
}
