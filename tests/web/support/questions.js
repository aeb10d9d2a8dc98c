// How a learner answers a question of each kind that is not a number, by keyboard where there is a key for it.

import { wordTokenizer } from '../../../web/elements/lab/answer/tokenizer.ts';
import { prepare } from '../../../web/elements/lesson/questions/prepare.ts';
import { lessons, stateOfScene } from '../../../web/lessons/lessons.ts';
import { questionOf } from '../../../web/lessons/questions.ts';
import { settled } from './chromium.js';
import { questionTexts } from './words.js';

/** @typedef {import('playwright-core').Page} Page */

const SEED = 11;

/**
 * Gives the learner of this page known numbers; before a lesson is opened.
 * @param {Page} page
 */
export function seedLearner(page) {
  return page.evaluate((seed) => {
    crypto.getRandomValues = (/** @type {any} */ list) => list.fill(seed);
  }, SEED);
}

/**
 * What is asked at a place and the answer to it: the question's own solve, with what the engine of the page computes.
 * @param {Page} page
 * @param {string} id of the lesson
 * @param {number} scene
 * @param {number} attempt from 0
 * @param {import('../../../web/elements/lesson/questions/prepare.ts').Prepared | null} [before] the attempt before
 */
export async function solutionOf(page, id, scene, attempt, before = null) {
  const lesson = lessons.find((one) => one.id === id);
  const asks = lesson?.scenes[scene].asks;
  if (!lesson || !asks) throw new Error(`${id} ${scene}: expected a scene with a question`);
  const base = /** @type {any} */ ({ ...stateOfScene(lesson, scene), padding: 0 });
  const question = questionOf(asks);
  const prepared = await prepare(question, {
    seed: [SEED, `${id}.${scene}`, 0, attempt],
    base,
    words: wordTokenizer.encode(base.text).tokens.map(({ piece }) => piece),
    before,
    compute: (state) => compute(page, state),
    engine: async () => null,
  });
  return { question, ...prepared };
}

/**
 * @param {Page} page
 * @param {any} state
 */
async function compute(page, state) {
  return page.locator('#lab').evaluate(async (/** @type {any} */ host, asked) => {
    const { attention, rows, columns, trace } = await host.lab.compute(asked);
    const tensors = Object.entries(trace).filter(([, tensor]) => tensor?.data && tensor.shape);
    const plain = tensors.map(([name, { data, shape }]) => [
      name,
      { data: [...data], shape: [...shape] },
    ]);
    return { attention: [...attention], rows, columns, trace: Object.fromEntries(plain) };
  }, state);
}

/** @type {Readonly<Record<string, (page: Page, answer: any) => Promise<void>>>} */
const GIVE = Object.freeze({
  async choose(page, key) {
    const option = page.locator(`.question-options input[value="${key}"]`);
    await option.focus();
    await page.keyboard.press('Space');
  },
  async shape(page, sizes) {
    await page.locator('.question-typed input').fill(sizes.join(' x '));
  },
  async order(page, keys) {
    const { options = {} } = questionTexts.en.questions['order-steps'];
    const items = page.locator('.question-order li');
    for (const [place, key] of keys.entries()) {
      for (;;) {
        const shown = await items.locator('span').allTextContents();
        const at = shown.indexOf(options[key]);
        if (at <= place) break;
        await page.getByRole('button', { name: `Move “${options[key]}” up` }).press('Enter');
      }
    }
  },
  async point(page, { head = 0, query, key }) {
    const button = page.getByRole('button', { name: `Head ${head + 1}`, exact: true });
    if (query === undefined) return button.press('Enter');
    await button.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+Home');
    for (let row = 0; row < query; row++) await page.keyboard.press('ArrowDown');
    for (let column = 0; column < key; column++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
  },
  async set(page, heads) {
    await page.locator(`.head-choices button:text-is("${heads}")`).press('Enter');
  },
});

/**
 * @param {Page} page
 * @param {string} kind
 * @param {any} answer of that kind; a number of heads where the lab is to be set
 */
export async function giveAnswer(page, kind, answer) {
  await GIVE[kind](page, answer);
  await settled(page);
}
