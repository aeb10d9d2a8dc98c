// How a learner plays the lesson about one head.

import { chip, click, drawn, FIELD, inTurn, type } from './parts.js';

/** @typedef {import('playwright-core').Page} Page */

/** A matrix of the steps. @param {string} name in the lab's registry of matrices */
const matrix = (name) => `.matrix[data-matrix="${name}"]`;
const lit = (/** @type {string} */ name) => `${matrix(name)} .matrix-light >> nth=0`;

/**
 * A number in the row that is lit.
 * @param {string} name of the matrix
 */
const clickIn = (name) => async (/** @type {Page} */ page) => {
  const box = await page.locator(lit(name)).boundingBox();
  if (!box) throw new Error(`${name}: expected a row that is lit`);
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
    uses: lit('query'),
    effect: '.panel',
    appears: true, // on a phone
    act: clickIn('query'),
    almost: clickIn('key'),
  },
  {
    uses: lit('dotProducts'),
    effect: '.panel',
    appears: true,
    act: clickIn('dotProducts'),
    almost: clickIn('query'),
  },
  { uses: chip(1), effect: '.panel', act: click(chip(1)) },
  {
    uses: lit('attention'),
    effect: matrix('heads'),
    act: inTurn(clickIn('attention'), setToOne),
    almost: clickIn('attention'),
  },
  { uses: FIELD, effect: '.maps .card >> nth=3', act: type('Nobody saw the small green door') },
];
