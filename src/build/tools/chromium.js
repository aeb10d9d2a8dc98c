// Starts Chromium without a window, for the tests and for the scripts that look at the page: quiet, with no profile that is
// left behind, and asking nothing of its maker.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programs } from '../setup/requirements.js';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @typedef {Record<string, string>} Environment */

/**
 * @param {(folder: string) => Promise<Environment> | Environment} [environment] variables that are added, given a folder
 *   that lasts as long as the browser
 * @returns {Promise<{ browser: import('playwright-core').Browser, stop: () => Promise<void> }>}
 */
export async function launchChromium(environment = () => ({})) {
  const { chromium } = await import('playwright-core'); // not before npm packages are installed
  const folder = await mkdtemp(join(tmpdir(), 'headwise-chromium-'));
  const browser = await chromium.launch({
    executablePath: programs.chromium() ?? undefined,
    args: [...FLAGS, `--crash-dumps-dir=${folder}`],
    env: { .../** @type {Environment} */ (process.env), ...(await environment(folder)) },
  });
  return {
    browser,
    async stop() {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
