// Every scene opens in a valid state, shows its text and its drawing, and leads the eye: text, controls and effect are
// marked and in one window, and the rest is paler until the learner has tried. On a phone, in the language with the
// longest words; with HEADWISE_TEST_ALL in the others and on a laptop too, where scenes.test.js checks controls and
// effect.

import assert from 'node:assert/strict';
import test from 'node:test';
import { changeState, DEFAULT_STATE } from '../../../web/elements/lab/state/state.ts';
import { isTarget } from '../../../web/elements/lesson/targets.ts';
import { lessons, stateOfScene } from '../../../web/lessons/lessons.ts';
import { texts } from '../support/words.js';
import { settled, stateOf, useChromium } from '../support/chromium.js';
import { sample } from '../support/sample.js';
import { drawn, led, openScene, pattern, plays } from '../support/scenes.js';

const chromium = useChromium();

/** From here on a part is seen. */
const SEEN = 0.9;

/** @typedef {import('playwright-core').Page} Page */

/**
 * The part that is in the window and not covered, of the words and of each thing that is marked.
 * @param {Page} page
 * @param {string} [middle] a selector: what is scrolled to the middle of the window before, in the same task
 * @returns {Promise<[string, number][]>}
 */
function seenParts(page, middle) {
  return page.evaluate((middle) => {
    if (middle) document.querySelector(middle)?.scrollIntoView({ block: 'center' });
    /** How much of an element can be seen, from 0 to 1: points all over it are asked for. */
    const seenOf = (/** @type {Element} */ element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const parts = Array.from({ length: 8 }, (_, i) => (i + 0.5) / 8);
      const points = parts.flatMap((x) => parts.map((y) => [left + x * width, top + y * height]));
      const hits = points.filter(([x, y]) => {
        const there = document.elementFromPoint(x, y);
        return there !== null && (element.contains(there) || there.contains(element));
      });
      return hits.length / points.length;
    };
    const nameOf = (/** @type {Element} */ one) =>
      `${one.getAttribute('data-target') ?? 'words'} .${one.classList[0] ?? one.tagName}`;
    const words = ['.lesson-title', '.lesson-text', '.lesson-try', '.lesson-next'];
    const parts = [...document.querySelectorAll(`${words}, [data-target]`)].filter(
      (one) => one.getClientRects().length > 0 && !one.closest('.lesson-below'),
    );
    return parts.map((one) => /** @type {[string, number]} */ ([nameOf(one), seenOf(one)]));
  }, middle);
}

/**
 * Asserts that a scene is as it was written: its state, its words and its drawing.
 * @param {Page} page
 * @param {'en' | 'es' | 'zh'} language
 * @param {import('../../../web/lessons/lessons.ts').Lesson} lesson
 * @param {number} number
 */
async function assertShown(page, language, lesson, number) {
  const where = `${lesson.id} ${number + 1}`;
  const { exhibit } = lesson.scenes[number];
  const wanted = { ...DEFAULT_STATE, ...stateOfScene(lesson, number) };
  // what cannot be is left out of a state: nothing was
  assert.deepEqual(changeState(DEFAULT_STATE, wanted), wanted, where);
  assert.deepEqual(await stateOf(page), wanted, where);
  const said = page.locator('.lesson-scene');
  const words = texts[language][lesson.id].scenes[number];
  assert.match((await said.locator('.lesson-title').textContent()) ?? '', pattern(words.title));
  const paragraphs = await said.locator('.lesson-text p').allTextContents();
  assert.equal(paragraphs.length, words.text.length, where);
  words.text.forEach((text, i) => assert.match(paragraphs[i], pattern(text), where));
  assert.doesNotMatch(paragraphs.join(), /[{}]|undefined/, where);
  assert.equal(
    await said.locator('.lesson-try[data-tried]').count(),
    0,
    `${where} is done already`,
  );
  const frame = page.locator('.exhibit-frame');
  assert.equal(await frame.isVisible(), exhibit !== undefined, where);
  if (!exhibit) return;
  assert.equal(await frame.getAttribute('data-kind'), exhibit, where);
  assert.equal(await page.locator('.exhibit-failure').isVisible(), false, where);
  assert.ok(((await frame.innerText()) ?? '').length > 20, where);
}

/** @type {{ language: 'en' | 'es' | 'zh', width: number, height: number }[]} */
const SCREENS = /** @type {const} */ (['es', 'en', 'zh']).flatMap((language) => [
  { language, width: 390, height: 844 },
  { language, width: 1366, height: 768 },
]);

for (const { language, width, height } of sample(SCREENS, SCREENS.length)) {
  test(`${width} x ${height}, ${language}: each scene opens as it was written, with words, control and effect in one window`, async () => {
    const isPhone = width < 500;
    const { page, close } = await chromium.open({
      path: `?lang=${language}`,
      hash: '',
      viewport: { width, height },
      context: { reducedMotion: 'reduce', hasTouch: isPhone, isMobile: isPhone },
    });
    const found = [];
    for (const lesson of lessons) {
      const { id, scenes } = lesson;
      for (const [number, { target }] of scenes.entries()) {
        await openScene(page, id, number);
        await assertShown(page, language, lesson, number);
        const parts = await seenParts(page);
        for (const kind of /** @type {const} */ (['use', 'see'])) {
          const isMarked = parts.some(([name]) => name.startsWith(kind));
          // some are both, and some only come with the attempt
          const isBoth = target.see.every((one) => target.use.includes(one));
          if (!isMarked && !(kind === 'see' && (isBoth || plays[id][number].appears))) {
            found.push(`${id} ${number + 1}: nothing to ${kind} (${target[kind]})`);
          }
        }
        const hidden = parts.filter(([, seen]) => seen < SEEN);
        found.push(
          ...hidden.map(([name, seen]) => `${id} ${number + 1}: ${name}: ${seen.toFixed(2)}`),
        );
      }
    }
    assert.deepEqual(found, []);
    await close();
  });
}

/** Every scene. */
const places = lessons.flatMap(({ id, scenes }) => scenes.map((_, number) => ({ id, number })));

/** @param {Page} page @param {string} id @param {number} number */
async function tryScene(page, id, number) {
  await openScene(page, id, number);
  await plays[id][number].act(page);
  await page.locator('.lesson-try[data-tried]').waitFor();
  await drawn(page);
  await led(page);
}

test('on a phone a conclusion replaces its text and covers nothing of what was just changed', async () => {
  const { page, close } = await chromium.open({
    ...{ path: '?lang=es', hash: '', viewport: { width: 390, height: 844 } },
    context: { reducedMotion: 'reduce', hasTouch: true, isMobile: true },
  });
  const found = [];
  for (const { id, number } of sample(places, 4)) {
    await tryScene(page, id, number);
    const parts = (await seenParts(page)).filter(([name]) => /^(see|words)/.test(name));
    const where = `${id} ${number + 1}`;
    if (!parts.some(([name]) => name.startsWith('see'))) found.push(`${where}: no effect`);
    const hidden = parts.filter(([, seen]) => seen < SEEN);
    found.push(...hidden.map(([name, seen]) => `${where}: ${name}: ${seen.toFixed(2)}`));
    const isText = await page.locator('.lesson-text').isVisible();
    if (isText) found.push(`${where}: its text is still shown`);
  }
  assert.deepEqual(found, []);
  await close();
});

test('on a laptop the way onwards stays in the window beside a conclusion', async () => {
  const { page, close } = await chromium.open({
    ...{ path: '?lang=es', hash: '', viewport: { width: 1366, height: 768 } },
    context: { reducedMotion: 'reduce' },
  });
  const found = [];
  for (const { id, number } of sample(places, 7)) {
    await tryScene(page, id, number);
    const { 'words .lesson-next': share } = Object.fromEntries(await seenParts(page));
    if (share < SEEN) found.push(`${id} ${number + 1}: ${share.toFixed(2)}`);
  }
  assert.deepEqual(found, []);
  await close();
});

test('on the smallest phone the effect is reached by one scroll, and no text is cut off', async () => {
  const { page, close } = await chromium.open({
    ...{ path: '?lang=es', hash: '', viewport: { width: 320, height: 640 } },
    context: { reducedMotion: 'reduce', hasTouch: true, isMobile: true },
  });
  const found = [];
  for (const { id, number } of sample(places, 9)) {
    await tryScene(page, id, number);
    const where = `${id} ${number + 1}`;
    const seen = Object.fromEntries(await seenParts(page));
    for (const name of ['lesson-title', 'lesson-next']) {
      if (seen[`words .${name}`] < SEEN) found.push(`${where}: ${name} is covered`);
    }
    // a conclusion that is longer begins in view, and its sheet scrolls
    if (seen['words .lesson-try'] < 0.6) found.push(`${where}: its conclusion is covered`);
    const effects = await page.locator('[data-target="see"]:visible').all();
    const reached = [];
    for (const one of effects) reached.push(await one.evaluate(isReached));
    if (!reached.includes(true)) found.push(`${where}: no effect can be reached`);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) found.push(`${where}: ${over} px too wide`);
  }
  assert.deepEqual(found, []);
  await close();
});

/**
 * Whether a scroll brings an element, or as much of it as there is room for, into the window between controls and sheet.
 * @param {Element} one
 */
function isReached(one) {
  return /** @type {const} */ (['nearest', 'start', 'center', 'end']).some((block) => {
    one.scrollIntoView({ block, behavior: 'instant' });
    const { left, width, top, height } = one.getBoundingClientRect();
    const rows = Array.from({ length: Math.ceil(height / 8) }, (_, i) => top + 8 * i + 1);
    const seen = rows.filter((y) => {
      const there = document.elementFromPoint(left + width / 2, y);
      return there !== null && (one.contains(there) || there.contains(one));
    });
    return seen.length * 8 >= Math.min(0.9 * height, 120);
  });
}

test('after the attempt the text comes back by its button, and with the next scene', async () => {
  const { page, close } = await chromium.open({
    ...{ hash: '', viewport: { width: 390, height: 844 } },
    context: { reducedMotion: 'reduce', hasTouch: true, isMobile: true },
  });
  const text = page.locator('.lesson-text');
  const fold = page.locator('.lesson-fold');
  await openScene(page, 'five-ways', 1);
  assert.equal(await fold.isVisible(), false);
  await tryScene(page, 'five-ways', 1);
  assert.equal(await text.isVisible(), false);
  await fold.tap();
  assert.equal(await text.isVisible(), true);
  assert.equal(await fold.innerText(), 'Hide the text');
  await fold.tap();
  assert.equal(await text.isVisible(), false);
  await openScene(page, 'five-ways', 2);
  assert.equal(await text.isVisible(), true);
  await page.setViewportSize({ width: 1366, height: 768 });
  await tryScene(page, 'five-ways', 2);
  assert.equal(await text.isVisible(), true);
  assert.equal(await fold.isVisible(), false);
  await close();
});

test('a window too low for words and picture begins with the words, and all of both can be reached', async () => {
  const { page, close } = await chromium.open({ hash: '', context: { reducedMotion: 'reduce' } });
  // the first is 1280 x 1024 at 400 %
  for (const [width, height] of [
    [320, 256],
    [568, 320],
    [640, 360],
  ]) {
    await page.setViewportSize({ width, height });
    await openScene(page, 'scale', 1);
    const where = `${width} x ${height}`;
    const seen = Object.fromEntries(await seenParts(page));
    assert.ok(seen['words .lesson-title'] >= SEEN, `${where}: the title`);
    assert.ok(seen['words .lesson-text'] >= 0.6, `${where}: ${seen['words .lesson-text']} of it`);
    for (const name of ['lesson-try', 'lesson-next']) {
      const { [`words .${name}`]: share } = Object.fromEntries(await seenParts(page, `.${name}`));
      assert.ok(share >= SEEN, `${where}: ${share} of ${name}`);
    }
    const covered = await page.locator('[data-target="use"]').evaluate((one) => {
      one.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = one.getBoundingClientRect();
      return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    assert.equal(covered, false, where);
  }
  await close();
});

test('with text of 200 % on a phone nothing stands over what to try, nor over the name of the list', async () => {
  const { page, close } = await chromium.open({
    ...{ hash: '', viewport: { width: 390, height: 844 } },
    context: { reducedMotion: 'reduce', hasTouch: true, isMobile: true },
  });
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await openScene(page, 'scale', 1);
  const box = async (/** @type {string} */ name) => {
    const found = await page.locator(`${name}:visible`).boundingBox();
    assert.ok(found, name);
    return found;
  };
  const [tried, next] = [await box('.lesson-try'), await box('.lesson-next')];
  assert.ok(tried.y + tried.height <= next.y, `${tried.y} + ${tried.height}, ${next.y}`);
  await page.locator('#lab').evaluate((/** @type {any} */ host) => {
    host.lab.setState({ lesson: null });
    host.lessons.toggle();
  });
  await settled(page);
  const [title, cross] = [await box('.lesson-title'), await box('.lesson-close')];
  assert.ok(title.x + title.width <= cross.x, `${title.x} + ${title.width}, ${cross.x}`);
  assert.ok(Math.abs(title.y - cross.y) < 32, `${title.y}, ${cross.y}`);
  await close();
});

test('the rest is paler until the thing has been tried, and can be clicked all the while', async () => {
  const { page, close } = await chromium.open({ hash: '', viewport: { width: 1366, height: 768 } });
  await openScene(page, 'shapes', 0);
  const lab = page.locator('.headwise-lab');
  const opacity = () =>
    page
      .locator('.field')
      .first()
      .evaluate((one) => getComputedStyle(one).opacity);
  assert.equal(await lab.getAttribute('data-led'), '');
  await page.waitForFunction(() => {
    const field = document.querySelector('.field');
    return field && getComputedStyle(field).opacity === '0.5';
  });
  await page.locator('.chip').nth(3).click();
  await settled(page);
  assert.equal(await page.locator('.chip').nth(3).getAttribute('aria-pressed'), 'true');
  await page.locator('.head-choices button:text-is("4")').click();
  await page.locator('.headwise-lab:not([data-led])').waitFor();
  await page.mouse.move(0, 0);
  await page.waitForFunction(() => {
    const field = document.querySelector('.field');
    return field && getComputedStyle(field).opacity === '1';
  });
  assert.equal(await opacity(), '1');
  await close();
});

test('every scene says where the eye is led, in names that exist', () => {
  for (const { id, scenes } of lessons) {
    for (const { target } of scenes) {
      assert.ok(target.use.length > 0 && target.see.length > 0, id);
      for (const name of [...target.use, ...target.see])
        assert.ok(isTarget(name), `${id}: ${name}`);
    }
  }
});
