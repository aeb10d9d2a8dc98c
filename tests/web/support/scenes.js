// How a learner does what each scene of the lessons proposes: with the pointer and the keyboard, on what is on the screen,
// in any language, a file of plays/ for each lesson. Beside it what is not yet doing it, where that is easy to mistake for it.

import { lessons } from '../../../web/lessons/lessons.ts';
import { settled } from './chromium.js';
import { appears } from './plays/appears.js';
import { digits } from './plays/digits.js';
import { dropout } from './plays/dropout.js';
import { headDid } from './plays/head-did.js';
import { fiveWays } from './plays/five-ways.js';
import { layer } from './plays/layer.js';
import { longTexts } from './plays/long-texts.js';
import { masks } from './plays/masks.js';
import { oneHead } from './plays/one-head.js';
import { drawn } from './plays/parts.js';
import { roles } from './plays/roles.js';
import { scale } from './plays/scale.js';
import { shapes } from './plays/shapes.js';
import { positions } from './plays/positions.js';
import { pairs } from './plays/pairs.js';
import { matrices } from './plays/matrices.js';
import { sinks } from './plays/sinks.js';
import { why } from './plays/why.js';
import { ALL } from './sample.js';

/** @typedef {import('playwright-core').Page} Page */

export { drawn };

/** One scene for each drawing; every scene with HEADWISE_TEST_ALL. */
export const someScenes = lessons
  .flatMap(({ id, scenes }) =>
    scenes.map(({ exhibit = 'none' }, scene) => ({ id, scene, exhibit })),
  )
  .filter(({ exhibit }, at, all) => ALL || all.findIndex((one) => one.exhibit === exhibit) === at);

/**
 * @param {Page} page
 * @param {string} id
 * @param {number} scene
 */
export async function openScene(page, id, scene) {
  await page.waitForFunction(([id, scene]) => {
    const host = /** @type {any} */ (document.getElementById('lab'));
    // the page loads its lessons after its lab
    if (!host || !('lessons' in host)) return false;
    host.lessons.open(id, scene);
    return true;
  }, /** @type {const} */ ([id, scene]));
  await drawn(page);
  await led(page);
}

/**
 * Waits until the target of the opened scene has been scrolled into the window.
 * @param {Page} page
 */
export function led(page) {
  return page.evaluate(() => /** @type {any} */ (document.getElementById('lab')).lessons.isLed());
}

/**
 * A text as it is shown, with places standing for anything.
 * @param {string} message
 */
export function pattern(message) {
  const parts = message
    .replaceAll('`', '')
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+?')}$`, 's');
}

/**
 * The scene itself, where a question comes before it.
 * @param {Page} page
 */
export async function skipQuestion(page) {
  await settled(page); // else the words of the scene before may still stand there
  const skip = page.locator('.question form .quiet');
  await page.locator('.question form .quiet, .lesson-text:not([hidden])').first().waitFor();
  if (await skip.isVisible()) await skip.press('Enter');
  await page.locator('.lesson-text').waitFor();
}

/** @type {Readonly<Record<string, readonly import('./plays/parts.js').Play[]>>} */
export const plays = Object.freeze({
  why,
  'one-head': oneHead,
  matrices,
  scale,
  masks,
  shapes,
  'five-ways': fiveWays,
  layer,
  roles,
  positions,
  'long-texts': longTexts,
  pairs,
  sinks,
  dropout,
  digits,
  appears,
  'head-did': headDid,
});
