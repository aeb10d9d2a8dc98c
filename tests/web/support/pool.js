// Pages that are used again. To start a page's process and to compile its scripts takes longer than most tests: a page that
// was closed leaves its address, and the next one that is opened in the same way begins there, with empty storage.

import { serve } from '../../../src/build/server.ts';
import { PATIENCE } from './until.js';

/** Of the server's own origin and with its headers, so that the page's process remains. */
const NOTHING = 'nothing.html';
const pages = { [NOTHING]: '<!doctype html><title></title><link rel="icon" href="data:,">' };

/** Files that stay as they are while a test runs, other than pages: one that is used again need not ask for them again. */
const KEPT = /\.(css|js|wasm)$/;

/** What a page or its context keeps for ever: after any of them it is not used again. */
const LASTING = {
  page: ['addInitScript', 'emulateMedia', 'exposeBinding', 'exposeFunction', 'route'],
  context: ['addInitScript', 'grantPermissions', 'newCDPSession', 'newPage', 'route'],
};

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('playwright-core').BrowserContext} Context
 * @typedef {import('playwright-core').BrowserContextOptions} ContextOptions
 * @typedef {import('../../../src/build/server.ts').Running} Running
 * @typedef {{ url: string, close?: Running['close'] }} Server without `close` it is no server of the pool
 *
 * @typedef {object} Taken
 * @property {Page} page
 * @property {Context} context its own
 * @property {Server} server
 * @property {string} kind pages of one kind are opened in the same way
 * @property {() => boolean} isAsNew
 */

/** @param {import('playwright-core').Browser} browser */
export function createPool(browser) {
  /** @type {Map<string, Promise<Running>>} */
  const servers = new Map();
  /** @type {Taken[]} */
  const idle = [];
  return {
    /**
     * The server of a folder with these headers.
     *
     * @param {{ root: string, headers: Record<string, string> }} options
     */
    serve({ root, headers }) {
      const key = JSON.stringify([root, headers]);
      const running = servers.get(key) ?? serve({ root, headers, pages, kept: KEPT });
      servers.set(key, running);
      return running;
    },

    /**
     * @param {Server} server
     * @param {ContextOptions} options
     * @returns {Promise<Taken>}
     */
    async take(server, options) {
      const kind = JSON.stringify([server.url, options]);
      const at = idle.findIndex((one) => one.kind === kind);
      if (at >= 0) return idle.splice(at, 1)[0];
      const context = await browser.newContext(options);
      context.setDefaultTimeout(PATIENCE);
      const page = await context.newPage();
      let asNew = true;
      const change = () => (asNew = false);
      watch(page, LASTING.page, change);
      watch(context, LASTING.context, change);
      return { page, context, server, kind, isAsNew: () => asNew };
    },

    /**
     * Leaves what a page shows, and keeps the page for another time if it is as good as new.
     *
     * @param {Taken} taken
     */
    async give(taken) {
      const { page, context, server, isAsNew } = taken;
      if (!server.close || !isAsNew() || page.isClosed() || context.pages().length > 1) {
        await context.close();
        return;
      }
      const { width, height } = JSON.parse(taken.kind)[1].viewport;
      await page.goto(server.url + NOTHING);
      page.removeAllListeners('console').removeAllListeners('pageerror');
      context.removeAllListeners('request');
      await page.evaluate(async () => {
        localStorage.clear();
        sessionStorage.clear();
        for (const name of await caches.keys()) await caches.delete(name);
      });
      await page.mouse.move(0, 0);
      if (page.viewportSize()?.width !== width || page.viewportSize()?.height !== height) {
        await page.setViewportSize({ width, height });
      }
      idle.push(taken);
    },

    /** After the browser has ended. */
    async close() {
      for (const server of servers.values()) await (await server).close();
    },
  };
}

/**
 * @param {any} object
 * @param {readonly string[]} names of its methods
 * @param {() => void} called
 */
function watch(object, names, called) {
  for (const name of names) {
    const method = object[name];
    object[name] = (/** @type {unknown[]} */ ...args) => {
      called();
      return method.apply(object, args);
    };
  }
}
