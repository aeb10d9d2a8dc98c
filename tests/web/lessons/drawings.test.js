// The screen after a question shows its answer: by the lesson's own drawing, with the numbers of the question.

import assert from 'node:assert/strict';
import test from 'node:test';
import { exhibits } from '../../../web/lessons/exhibits.ts';
import { lessonOf, slots } from '../../../web/lessons/questions.ts';
import { settled, useChromium } from '../support/chromium.js';
import { seedLearner } from '../support/questions.js';

/** @typedef {import('playwright-core').Page} Page */

const chromium = useChromium();

/** @param {string} text */
const numbersIn = (text) => text.replaceAll(',', '').match(/\d+(\.\d+)?/g) ?? [];

/** What of the engine's answer each drawing shows, in its text. @type {Record<string, (shown: string, right: string, asked: string) => void>} */
const SHOWS = {
  'score-growth': (shown) => assert.match(shown, /Over 50 draws|50/),
  'order-steps': (shown) =>
    assert.match(
      shown,
      /1\. Query, key and value[^]*2\. Each query times each key[^]*3\.[^]*4\.[^]*5\./,
    ),
  'even-share': (shown, right) =>
    assert.ok(shown.includes(Number(right).toFixed(3)), `${right}: ${shown}`),
  'turn-angle': (shown, _right, asked) => {
    const [angle] = numbersIn(asked);
    assert.ok(shown.includes(String(Number(Number(angle).toPrecision(3)))), `${angle}: ${shown}`);
  },
  'same-distance': (shown) => {
    const scores = [...shown.matchAll(/[-−]?\d\.\d{6}/g)].map(([score]) => score);
    assert.equal(scores[0], scores[1]);
  },
  'mirror-score': (shown, right) => {
    const scores = [...shown.matchAll(/([-−]?)(\d+\.\d{4})/g)].map(([, sign, size]) =>
      Number(`${sign && '-'}${size}`),
    );
    assert.equal(scores[0], scores[1]);
    assert.ok(Math.abs(scores[0] - Number(right.replace('−', '-'))) < 0.006, `${right}: ${shown}`);
  },
  'form-shape': (shown, right) => {
    const [rows, columns] = numbersIn(right);
    assert.match(shown.replaceAll(',', ''), new RegExp(`${rows} × ${columns}`));
  },
  'cached-map': (shown, right) => {
    const [rows, columns] = numbersIn(right);
    assert.match(shown, new RegExp(`${rows} × ${columns}`));
  },
  'exchange-values'(shown, right) {
    const [map, mixed] = [...shown.matchAll(/(\d+) of \d+/g)].map(([, count]) => Number(count) > 0);
    const said =
      map && mixed
        ? 'the map and the new vectors'
        : map
          ? 'the map alone'
          : mixed
            ? 'the new vectors alone'
            : 'nothing';
    assert.equal(right, said);
  },
  'too-large'(shown, right) {
    const [sum] = /Sum[^\d∞]*([\d.]+|∞)/.exec(shown)?.slice(1) ?? [];
    assert.equal(sum === '∞' ? 'infinite' : 'other', right === 'infinite' ? right : 'other', shown);
  },
  'look-around'(shown, right) {
    const share = Number(
      /(?:girls|boys|queens|kings|sisters|brothers) ?(\d\.\d\d)/.exec(shown)?.[1],
    );
    const part = share === 0 ? 'nothing' : share < 0.3 ? 'a small part' : 'nearly all of it';
    assert.equal(right, part, shown);
  },
  'most-missed': (shown, right) => {
    // with all heads first, then without each head: its share, and the answer
    const lines = shown.split('without head ').slice(1);
    const left = lines.map((line) =>
      Number(/(\d+)\.\d*\s*%\D*$/.exec(line)?.[1] ?? numbersIn(line).at(-1)),
    );
    assert.equal(left.indexOf(Math.min(...left)) + 1, Number(right), shown);
  },
  'pair-effect': (shown, _right, asked) => {
    const percents = asked.match(/\d+(?= %)/g) ?? [];
    assert.equal(percents.length, 4, asked);
    let at = -1; // the rows are in the order of the question
    for (const percent of percents) {
      at = shown.indexOf(`${percent} %`, at + 1);
      assert.ok(at >= 0, `${percent}: ${shown}`);
    }
    assert.match(shown, /without both/);
  },
  'residual-sum': (shown, right) =>
    assert.match(shown, new RegExp(`x \\+ attention ?${right.replace('-', '−')}`), right),
  'online-sum'(shown, right) {
    // the row of the new score: the last of the table, with the sum that was asked
    const sum = Number(/(\d\.\d{4})\D*$/.exec(shown)?.[1]);
    assert.ok(Math.abs(sum - Number(right)) < 0.006, `${right}: ${shown}`);
    assert.match(shown, new RegExp(`Sum so far ?${sum.toFixed(4)}`));
  },
  'which-maps': (shown, right) =>
    assert.ok(shown.includes(`Maps in which numbers change${right}`), `${right}: ${shown}`),
};

/**
 * Gives any answer: the drawing is the engine's, whatever was said.
 * @param {Page} page
 */
async function answer(page) {
  const option = page.locator('.question-options input').first();
  const typed = page.locator('.question-typed input');
  if (await option.count()) await option.check();
  else if (await typed.count()) {
    await typed.fill(
      (await page.locator('.question-ask').innerText()).includes('hape') ? '1 x 1' : '1',
    );
  }
  await page.locator('.question form .question-lock').click();
  await page.locator('.question-verdict').waitFor();
  await settled(page);
}

test('after each of these questions the lesson’s own drawing shows the answer', async (t) => {
  const { page, close } = await chromium.open({ hash: '' });
  await seedLearner(page);
  const ids = [...Object.keys(SHOWS), 'product-shape', 'kept-what', 'turn-partner', 'keys-again'];
  for (const id of ids) {
    await t.test(id, async () => {
      const slot = slots.find(({ asks, lesson }) => asks === id && lesson === lessonOf(id));
      assert.ok(slot);
      await page
        .locator('#lab')
        .evaluate(
          (/** @type {any} */ host, [lesson, scene]) => host.lessons.open(lesson, scene, true),
          /** @type {const} */ ([slot.lesson, slot.scene]),
        );
      await page.locator('.question form').waitFor();
      await settled(page);
      const asked = await page.locator('.question-ask').innerText();
      await answer(page);
      const frame = page.locator('.exhibit-frame');
      const kind = await frame.getAttribute('data-kind');
      assert.ok(kind && exhibits.has(kind), String(kind));
      await page.locator('.exhibit-frame:not([aria-busy])').waitFor();
      await frame.locator('canvas, table, .block-head').first().waitFor();
      const right = (await page.locator('.question-verdict dd').last().innerText()).trim();
      const shown = (await frame.textContent()) ?? '';
      SHOWS[id]?.(shown.replace(/\s+/g, ' '), right, asked);
      // the drawing's own control works, and the question stays
      const control = frame.locator('.segments button:visible, .switch input:visible').first();
      if (await control.count()) {
        await control.click();
        await settled(page);
        assert.equal(await page.locator('.question-verdict').isVisible(), true);
      }
      await page.locator('.question-verdict .question-lock').click();
      await settled(page);
      assert.equal(await page.locator('.question-verdict').isVisible(), false);
    });
  }
  await close();
});
