// What axe-core finds wrong with a page, for people who cannot see it, or not as it was drawn.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/**
 * @param {import('playwright-core').Page} page
 * @returns {Promise<[rule: string, where: string[]][]>}
 */
export async function violations(page) {
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8'));
  return page.evaluate(async () => {
    const { axe } = /** @type {any} */ (window);
    const found = await axe.run(document, { resultTypes: ['violations'] });
    return found.violations.map((/** @type {any} */ { id, nodes }) => [
      id,
      nodes.map((/** @type {any} */ { target }) => String(target)),
    ]);
  });
}
