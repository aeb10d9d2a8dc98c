// Starts Chromium without a window, for the tests and for the scripts that photograph the page: quiet, with no profile that is
// left behind, and asking nothing of its maker.

import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programs } from '../setup/requirements.ts';
import type { Browser } from 'playwright-core';

/**
 * Playwright, not before npm packages are installed. Imported instead of required, it takes half as long again: all of it is
 * searched for the names that it exports.
 */
const playwright: () => typeof import('playwright-core') = () =>
  createRequire(import.meta.url)('playwright-core');

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

type Environment = Record<string, string>;

/** Variables that are added, given a folder that lasts as long as the browser. */
type WithEnvironment = (folder: string) => Promise<Environment> | Environment;

/** @param options shell: without what Chromium has around its pages, where that is installed */
export async function launchChromium(
  environment?: WithEnvironment,
  { shell = false }: { shell?: boolean } = {},
): Promise<{ browser: Browser; stop: () => Promise<void> }> {
  const { chromium, options, clear } = await prepare(environment, shell);
  const browser = await chromium.launch(options);
  return {
    browser,
    async stop() {
      await browser.close();
      await clear();
    },
  };
}

/** Starts Chromium's shell for other processes, which reach it by `connectChromium`. */
export async function shareChromium(environment?: WithEnvironment) {
  const { chromium, options, clear } = await prepare(environment, true);
  const server = await chromium.launchServer({ ...options, host: 'localhost' });
  return {
    address: server.wsEndpoint(),
    async stop() {
      await server.close();
      await clear();
    },
  };
}

/**
 * @param address of a browser that is shared
 * @returns pages that it opens are its own, and close when it stops
 */
export async function connectChromium(
  address: string,
): Promise<{ browser: Browser; stop: () => Promise<void> }> {
  const browser = await playwright().chromium.connect(address);
  return { browser, stop: () => browser.close() };
}

async function prepare(environment: WithEnvironment = () => ({}), shell = false) {
  const { chromium } = playwright();
  const folder = await mkdtemp(join(tmpdir(), 'headwise-chromium-'));
  const options = {
    executablePath: (shell && programs.headlessShell()) || (programs.chromium() ?? undefined),
    args: [...FLAGS, `--crash-dumps-dir=${folder}`],
    env: { ...(process.env as Environment), ...(await environment(folder)) },
  };
  return { chromium, options, clear: () => rm(folder, { recursive: true, force: true }) };
}
