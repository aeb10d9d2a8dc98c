// Three browsers with the little that the matrix needs of each: go somewhere, ask the page, ask a frame in it.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { programs } from '../../../src/build/setup/requirements.js';
import { startWebKit } from '../support/webdriver.js';

/**
 * @typedef {object} Driver
 * @property {string} name
 * @property {(url: string) => Promise<void>} goto
 * @property {(expression: string) => Promise<any>} ask the value of an expression in the page
 * @property {(expression: string) => Promise<any>} askFrame the same in the first frame in it
 * @property {() => Promise<void>} close
 */

/** @type {Readonly<Record<string, () => Promise<Driver>>>} */
export const browsers = Object.freeze({
  async Chromium() {
    const profile = await mkdtemp(join(tmpdir(), 'headwise-matrix-'));
    const browser = await chromium.launch({
      executablePath: programs.chromium() ?? undefined,
      args: ['--headless', '--no-sandbox', '--disable-gpu', `--crash-dumps-dir=${profile}`],
    });
    const page = await browser.newPage();
    return {
      name: `Chromium ${browser.version().split('.')[0]}`,
      goto: async (url) => void (await page.goto(url)),
      ask: (expression) => page.evaluate(expression),
      askFrame: (expression) => page.frames()[1].evaluate(expression),
      async close() {
        await browser.close();
        await rm(profile, { recursive: true, force: true });
      },
    };
  },

  async Firefox() {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: programs.firefox() ?? undefined,
      headless: true,
    });
    const page = await browser.newPage();
    const version = await browser.version();
    return {
      name: `Firefox ${version.replace(/^\D*(\d+).*$/, '$1')}`,
      goto: async (url) => void (await page.goto(url)),
      ask: (expression) => page.evaluate(expression),
      askFrame: (expression) => page.frames()[1].evaluate(expression),
      close: () => browser.close(),
    };
  },

  async WebKitGTK() {
    const browser = await startWebKit();
    return {
      name: `WebKitGTK ${browser.version.split('.').slice(0, 2).join('.')}`,
      goto: (url) => browser.goto(url),
      ask: (expression) => browser.run(`return (${expression});`),
      askFrame: (expression) => browser.runInFrame(`return (${expression});`),
      close: browser.close,
    };
  },
});
