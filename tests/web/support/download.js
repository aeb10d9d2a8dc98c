// What a button of the page saves. The browser may be another process's, which keeps the file: it is asked for the bytes.

import { buffer } from 'node:stream/consumers';

/**
 * @param {import('playwright-core').Page} page
 * @param {() => Promise<void>} press what makes the page save
 * @returns {Promise<{ name: string, bytes: Buffer }>}
 */
export async function saved(page, press) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return {
    name: download.suggestedFilename(),
    bytes: await buffer(await download.createReadStream()),
  };
}

/**
 * The same where there is no room for the file.
 *
 * @param {import('playwright-core').Page} page
 * @param {() => Promise<void>} press what makes the page save
 */
export async function unsaved(page, press) {
  await page.evaluate(() => {
    const { createObjectURL } = URL;
    URL.createObjectURL = () => {
      URL.createObjectURL = createObjectURL;
      throw new Error('no room');
    };
  });
  await press();
}
