// How a learner plays the lesson about one head.

import { chip, click, drawn, FIELD, inTurn, type } from './parts.js';

/** @typedef {import('playwright-core').Page} Page */

/** A matrix of the steps by its letter; W and b have that of what they make beside their own. @param {string} letter */
const matrix = (letter) =>
  `.matrix:has(.matrix-symbol mi:text-is("${letter}")):not(:has(mi:text-matches("^[Wb]$")))`;
const lit = (/** @type {string} */ letter) => `${matrix(letter)} .matrix-light >> nth=0`;

/**
 * A number in the row that is lit.
 * @param {string} letter of the matrix
 */
const clickIn = (letter) => async (/** @type {Page} */ page) => {
  const box = await page.locator(lit(letter)).boundingBox();
  if (!box) throw new Error(`${letter}: expected a row that is lit`);
  await page.mouse.click(box.x + box.height, box.y + box.height / 2);
  await drawn(page);
};
/** @param {Page} page */
const setToOne = async (page) => {
  await page.locator('.editor .edit-number').fill('1');
  await page.keyboard.press('Enter');
  await drawn(page);
};

/** @type {readonly import('./parts.js').Play[]} */
export const oneHead = [
  {
    uses: FIELD,
    effect: matrix('x'),
    act: type('The dog sat because it was tired'),
    almost: type('A dog sat because he was tired'),
  },
  {
    uses: lit('Q'),
    effect: '.panel',
    appears: true, // on a phone
    act: clickIn('Q'),
    almost: clickIn('K'),
  },
  {
    uses: lit('D'),
    effect: '.panel',
    appears: true,
    act: clickIn('D'),
    almost: clickIn('Q'),
  },
  { uses: chip(1), effect: '.panel', act: click(chip(1)) },
  {
    uses: lit('A'),
    effect: matrix('Z'),
    act: inTurn(clickIn('A'), setToOne),
    almost: clickIn('A'),
  },
  { uses: FIELD, effect: '.maps .card >> nth=3', act: type('Nobody saw the small green door') },
];
