// Drives three browsers by the same few calls: go to an address, run a function's body in the page or in its first frame.
// Tests that need more of Chromium use chromium.js.

import puppeteer from 'puppeteer-core';
import { serve } from '../../../src/build/server.ts';
import { programs } from '../../../src/build/setup/requirements.ts';
import { connectChromium, launchChromium } from '../../../src/build/tools/chromium.ts';
import { siteDir } from '../../../src/build/tools/paths.js';
import { PATIENCE } from './until.js';
import { startWebKit } from './webkit.js';

const WINDOW = { width: 1440, height: 900 };

/**
 * @typedef {(body: string, ...args: unknown[]) => Promise<any>} Run runs a function's body, which may await, with `args`
 *
 * @typedef {object} Driver
 * @property {string} name with its version
 * @property {(url: string) => Promise<void>} goto
 * @property {Run} run
 * @property {Run} runInFrame
 * @property {() => Promise<void>} close
 *
 * @typedef {(expression: string) => Promise<any>} Evaluate
 *
 * @typedef {'Chromium' | 'Firefox' | 'WebKitGTK'} BrowserName
 */

/** @type {Readonly<Record<BrowserName, () => Promise<Driver>>>} */
export const browsers = Object.freeze({
  async Chromium() {
    const { HEADWISE_CHROMIUM: shared } = process.env;
    const { browser, stop } = await (shared ? connectChromium(shared) : launchChromium());
    const page = await browser.newPage({ viewport: WINDOW });
    page.setDefaultTimeout(PATIENCE);
    return driverOf(`Chromium ${browser.version().split('.')[0]}`, page, stop);
  },

  async Firefox() {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: programs.firefox() ?? undefined,
      headless: true,
      protocolTimeout: PATIENCE,
      defaultViewport: WINDOW,
    });
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE);
    const version = (await browser.version()).replace(/^\D*(\d+).*$/, '$1');
    return driverOf(`Firefox ${version}`, page, () => browser.close());
  },

  async WebKitGTK() {
    const { version, ...driver } = await startWebKit();
    return { name: `WebKitGTK ${version.split('.').slice(0, 2).join('.')}`, ...driver };
  },
});

/**
 * Opens a page of a served folder in a browser, for as long as the work takes.
 *
 * @template T
 * @param {BrowserName} name
 * @param {{ path?: string, root?: string, headers?: Record<string, string> }} where path: with its hash; root: default
 *   the page's own
 * @param {(driver: Driver) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withPage(name, { path = '', root = siteDir, headers = {} }, work) {
  const server = await serve({ root, headers });
  try {
    const driver = await browsers[name]();
    try {
      await driver.goto(server.url + path);
      return await work(driver);
    } finally {
      await driver.close();
    }
  } finally {
    await server.close();
  }
}

/**
 * @param {string} name
 * @param {{ goto: (url: string) => Promise<unknown>, evaluate: Evaluate, frames: () => { evaluate: Evaluate }[] }} page
 * @param {() => Promise<void>} close
 * @returns {Driver}
 */
function driverOf(name, page, close) {
  return {
    name,
    goto: async (url) => void (await page.goto(url)),
    run: (body, ...args) => page.evaluate(callOf(body, args)),
    runInFrame: (body, ...args) => page.frames()[1].evaluate(callOf(body, args)),
    close,
  };
}

/**
 * As an expression: strict policies forbid to make a function of a text.
 *
 * @param {string} body
 * @param {readonly unknown[]} args
 */
function callOf(body, args) {
  return `(async (...args) => { ${body} })(...${JSON.stringify(args)})`;
}
