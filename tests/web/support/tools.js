// Opens what a first look at the lab does not show.

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').FrameLocator} FrameLocator */

/**
 * Shows the tools behind "More": the second sentence, mixtures and differences, tables, export.
 *
 * @param {Page | FrameLocator} page
 */
export async function showMore(page) {
  const toggle = page.locator('.more-toggle');
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
}

/**
 * Opens the menu of the model: its layer, the number of heads, the causal mask, all heads.
 *
 * @param {Page | FrameLocator} page
 */
export const openModelMenu = (page) => page.locator('.menu-toggle[aria-expanded=false]').click();

/**
 * Opens a menu of the header.
 *
 * @param {Page} page
 * @param {'Questions' | 'Tools'} name
 */
export const openMenu = (page, name) => menu(page, name).locator('> button').click();

/**
 * The items of a menu of the header, in any language.
 *
 * @param {Page} page
 * @param {'Questions' | 'Tools'} name
 */
export const menuItems = (page, name) => menu(page, name).locator('.menu-items :is(a, button)');

/** @param {Page} page @param {'Questions' | 'Tools'} name */
const menu = (page, name) => page.locator('#tools .menu').nth(name === 'Questions' ? 0 : 1);
