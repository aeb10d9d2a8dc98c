// What a learner does in the scenes of several lessons: where it is on the screen, and how it is done.

import { settled } from '../chromium.js';

/** @typedef {import('playwright-core').Page} Page */

/**
 * @typedef {object} Play
 * @property {string} uses what the learner acts on, in the window from the beginning
 * @property {string} effect where it shows, in the window too
 * @property {boolean} [appears] the effect is not there before
 * @property {(page: Page) => Promise<void>} act
 * @property {(page: Page) => Promise<void>} [almost] is not what is proposed
 */

/**
 * Waits until the scene, its drawing and the lab are on the screen.
 * @param {Page} page
 */
export const drawn = (page) => settled(page, { drawing: true });

export const FACTS = '.exhibit-facts';
export const FIELD = '.field textarea >> nth=0';
export const chip = (/** @type {number} */ at) => `.field >> nth=0 >> .chip >> nth=${at}`;
export const heads = (/** @type {string} */ count) => `.head-choices button:text-is("${count}")`;
export const choice = (/** @type {string} */ text) =>
  `.exhibit .segments button:text-is("${text}")`;

/** @param {string} selector */
export const click = (selector) => async (/** @type {Page} */ page) => {
  await page.locator(selector).click();
  await drawn(page);
};
/** @param {...((page: Page) => Promise<void>)} steps */
export const inTurn =
  (...steps) =>
  async (/** @type {Page} */ page) => {
    for (const step of steps) await step(page);
  };
/** @param {string} text */
export const type = (text) => async (/** @type {Page} */ page) => {
  await page.locator(FIELD).fill(text);
  await drawn(page);
};
