// The scenes of the lessons as a learner meets them: the proposed action needs only controls in the window, its effect
// is in the window, no other action is ticked, and the texts are true before and after it. Every third scene and those
// with claims about numbers; with HEADWISE_TEST_ALL all, in every language.

import assert from 'node:assert/strict';
import test from 'node:test';
import { DEFAULT_STATE } from '../../../web/elements/lab/state/state.ts';
import { lessons, stateOfScene } from '../../../web/lessons/lessons.ts';
import { texts } from '../support/words.js';
import { settled, stateOf, useChromium } from '../support/chromium.js';
import { ALL, sample } from '../support/sample.js';
import { drawn, openScene, plays } from '../support/scenes.js';

/** @typedef {import('playwright-core').Page} Page */

const chromium = useChromium();

const WINDOW = { width: 1366, height: 768 };
/** From here on a part of the page is seen. */
const SEEN = 0.9;

/** @param {string} lang */
const openPage = (lang) =>
  chromium.open({
    ...{ path: `?lang=${lang}`, viewport: WINDOW, context: { reducedMotion: 'reduce' } },
    expected: [/willReadFrequently/], // the test reads pixels
  });

/**
 * The part of an element that is in the window and not covered, from 0 to 1.
 * @param {Page} page
 * @param {string} selector
 */
function partInWindow(page, selector) {
  return page.locator(selector).evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const across = Math.min(right, innerWidth) - Math.max(left, 0);
    const down = Math.min(bottom, innerHeight) - Math.max(top, 0);
    const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
    const there = root.elementFromPoint(x, y);
    const isThere =
      there !== null &&
      (element.contains(there) ||
        there.contains(element) ||
        element.closest('.grid, .matrix-grid') !== null);
    if (!isThere || across <= 0 || down <= 0) return 0;
    return (across * down) / ((right - left) * (bottom - top));
  });
}

/**
 * A digest of how an element looks: its words and its pictures.
 * @param {Page} page
 * @param {string} selector
 */
async function pictureOf(page, selector) {
  return page.locator(selector).evaluate(async (element) => {
    const canvases = /** @type {HTMLCanvasElement[]} */ (
      element instanceof HTMLCanvasElement ? [element] : [...element.querySelectorAll('canvas')]
    );
    const { innerText } = /** @type {HTMLElement} */ (element);
    const lights = [...element.querySelectorAll('.lit, .exhibit-marked, tr[data-current]')].map(
      (one) => one.outerHTML,
    );
    const parts = canvases
      .filter(({ width, height }) => width > 0 && height > 0)
      .map((canvas) => {
        const { width, height } = canvas;
        return canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? '';
      });
    const all = new Blob([[innerText, ...lights].join('\n'), ...parts]);
    const digest = await crypto.subtle.digest('SHA-256', await all.arrayBuffer());
    return new Uint32Array(digest).join();
  });
}

/** @param {Page} page */
const isTicked = async (page) => (await page.locator('.lesson-try[data-tried]').count()) === 1;

/** @param {Page} page */
const textOf = (page) => page.locator('.lesson-text').innerText();

/**
 * The texts of a scene as they are on the screen: whole, and in the words of this moment.
 * @param {Page} page
 * @param {string} lang
 * @param {string} where
 */
async function checkTexts(page, lang, where) {
  const shown = await page.locator('.lesson-scene').innerText();
  assert.doesNotMatch(shown, /[{}]|undefined|NaN(?!\p{L}|[,，。. ”])/u, where);
  const { selection } = await stateOf(page);
  const chips = await page.locator('.field >> nth=0 >> .chip bdi').allInnerTexts();
  const strong = await page.locator('.lesson-text .word').allInnerTexts();
  for (const word of strong) {
    const named = word.split(/[,，、]| and | [ye] | 和 |和/).map((part) => part.trim());
    for (const one of named.filter((part) => part !== '')) {
      assert.ok(chips.includes(one), `${where}: ${one} is not in the sentence`);
    }
  }
  if (strong.length > 0 && selection.query !== null && !where.includes('five-ways')) {
    assert.ok(strong.includes(chips[selection.query]), `${where}: ${strong} is not what is chosen`);
  }
}

const LANGUAGES = ALL ? ['en', 'zh', 'es'] : ['en'];

for (const lang of LANGUAGES) {
  for (const { id, scenes } of lessons) {
    test(`${lang}, ${id}: ${ALL ? 'each' : 'every third'} scene can be done in the window, shows it there, and is ticked for it`, async () => {
      const { page, close } = await openPage(lang);
      const numbers = [...scenes.keys()];
      const tried = sample(numbers, 3);
      for (const number of numbers.filter((one) => tried.includes(one) || claimsOf(id, one))) {
        const { uses, effect, appears, act, almost } = plays[id][number];
        const where = `${lang} ${id} ${number + 1}`;
        await startScene(page, id, number);
        if (almost) {
          await almost(page);
          assert.equal(await isTicked(page), false, `${where}: ticked for something else`);
          await startScene(page, id, number);
        }
        await checkTexts(page, lang, where);
        const claims = claimsOf(id, number);
        await claims?.(page, where, false);
        for (const part of [uses, ...(appears ? [] : [effect]), '.lesson-try']) {
          const seen = await partInWindow(page, part);
          assert.ok(seen > SEEN, `${where}: ${part} is ${seen} in the window`);
        }
        const picture = await pictureOf(page, effect);
        await act(page);
        await page.locator('.lesson-try[data-tried]').waitFor();
        await drawn(page);
        assert.notEqual(await pictureOf(page, effect), picture, `${where}: ${effect} is the same`);
        const seen = await partInWindow(page, effect);
        assert.ok(seen > SEEN, `${where}: after it ${effect} is ${seen} in the window`);
        assert.ok((await page.locator('.lesson-after').innerText()).length > 3, where);
        await checkTexts(page, lang, where);
        await claims?.(page, where, true);
        assert.equal(await page.locator('.exhibit-failure').isVisible(), false, where);
      }
      await close();
    });
  }
}

/**
 * A scene from its beginning, with its lesson's own sentence.
 * @param {Page} page
 * @param {string} id
 * @param {number} number
 */
async function startScene(page, id, number) {
  await page
    .locator('#lab')
    .evaluate((/** @type {any} */ host) => host.lab.setState({ lesson: null }));
  await page.evaluate(() => scrollTo(0, 0));
  await page.mouse.move(0, 0); // a word that is pointed at is shown like one that is chosen
  await openScene(page, id, number);
}

/** @typedef {(page: Page, where: string, tried: boolean) => Promise<void>} Claims */

/**
 * Colours of the words' own shares, of which there are none before there are shares.
 * @param {Page} page
 */
const coloured = (page) =>
  page
    .locator('.chip')
    .evaluateAll(
      (chips) =>
        chips.filter((chip) => /** @type {HTMLElement} */ (chip).style.backgroundColor).length,
    );

/** @param {Page} page */
const traceOf = (page) =>
  page.locator('#lab').evaluate(async (/** @type {any} */ host) => {
    const { attention, rows, columns, question } = await host.lab.compute({});
    return {
      attention: [...attention],
      rows,
      columns,
      words: question.queries.map((/** @type {any} */ { piece }) => piece),
    };
  });

/** The scenes whose texts speak of numbers that are on the screen. @type {Readonly<Record<string, Claims>>} */
const claims = {
  async 'one-head 0'(page, where) {
    const shape = await page.locator('.matrix >> nth=2 >> .matrix-shape').innerText();
    const numbers = shape.match(/\d+/g) ?? [];
    assert.equal(numbers.length, 2, where);
    const text = await textOf(page);
    for (const number of numbers) assert.match(text, new RegExp(`(?<!\\d)${number}(?!\\d)`), where);
    assert.equal(await coloured(page), 0, `${where}: shares before there are any`);
  },
  async 'one-head 1'(page, where, tried) {
    assert.equal(await coloured(page), 0, `${where}: shares before there are any`);
    if (!tried) return;
    // one row for each product, and one for the bias
    const after = await page.locator('.lesson-after').innerText();
    const rows = await page.locator('.terms tbody tr').count();
    assert.match(after, new RegExp(`(?<!\\d)${rows - 1}(?!\\d)`), where);
  },
  async 'one-head 2'(page, where, tried) {
    assert.equal(await coloured(page), 0, `${where}: shares before there are any`);
    assert.equal((await stateOf(page)).step, 'dotProducts', where);
    if (!tried) return;
    const after = await page.locator('.lesson-after').innerText();
    const rows = await page.locator('.terms tbody tr').count();
    assert.match(after, new RegExp(`(?<!\\d)${rows}(?!\\d)`), where);
  },
  async 'one-head 4'(page, where, tried) {
    if (!tried) return;
    const { attention, columns } = await traceOf(page);
    const { query } = (await stateOf(page)).selection;
    const own = attention.slice(Number(query) * columns, (Number(query) + 1) * columns);
    const sum = own.reduce(
      (/** @type {number} */ all, /** @type {number} */ share) => all + share,
      0,
    );
    assert.ok(Math.abs(sum - 1) > 0.1, where);
    const said = await page.locator('.provenance .meaning').first().innerText();
    const [whole, rest] = sum.toFixed(3).split('.');
    assert.match(said, new RegExp(`${whole}[.,]${rest}`), `${where}: ${said} is not ${sum}`);
    const row = '.matrix .matrix-open';
    assert.ok((await partInWindow(page, row)) > SEEN, `${where}: the number that was edited`);
  },
  async 'masks 2'(page, where) {
    // what is padding is no word of the sentence
    const { padding } = await stateOf(page);
    const chips = await page.locator('.chip bdi').allInnerTexts();
    const real = chips.length - padding;
    chips.forEach((chip, i) => assert.equal(/\p{L}/u.test(chip), i < real, `${where}: ${chip}`));
  },
  async 'masks 4'(page, where) {
    assert.equal(await coloured(page), 0, `${where}: a word that may look nowhere`);
  },
  async 'roles 0'(page, where) {
    // in the heads of this name, it gives nearly all to the noun, whichever word is chosen
    const { attention, rows, words } = await traceOf(page);
    const [from, to] = [words.indexOf('it'), words.indexOf('bird')];
    const pronoun = await page.locator('.role-name').allInnerTexts();
    const same = pronoun.filter((role) => role === pronoun[0]).length;
    assert.equal(same, 2, `${where}: ${pronoun}`);
    for (const head of [0, 1]) assert.ok(attention[(head * rows + from) * rows + to] > 0.9, where);
    assert.match(await textOf(page), /[“«]it[”»]/, where);
    for (const head of [0, 1, 2, 3]) {
      const seen = await partInWindow(page, `.maps .card >> nth=${head}`);
      assert.ok(seen > SEEN, `${where}: head ${head + 1} is ${seen} in the window`);
    }
    const { query } = (await stateOf(page)).selection;
    if (query === from) return;
    // another head is at work
    const subject = attention[(2 * rows + Number(query)) * rows + words.indexOf('boy')];
    assert.ok(subject > 0.9, `${where}: ${words[Number(query)]} gives its subject ${subject}`);
  },
  async 'roles 3'(page, where, tried) {
    assert.equal(await page.locator('.panel').isVisible(), false, where);
    assert.equal(await page.locator('.heads').isVisible(), false, where);
    assert.equal(await coloured(page), 0, where);
    const gone = page.locator('.without-maps [data-gone]');
    assert.equal(await gone.count(), tried ? 1 : 0, where);
    const wrong = await page.locator('.proof-word[data-state]').count();
    assert.equal(wrong, 4, where);
    const missed = await page.locator('.proof-word[data-state=missed]').count();
    assert.equal(missed > 0, tried, `${where}: ${missed} are not found`);
  },
  async 'roles 4'(page, where, tried) {
    const right = await page.locator('.training-figures td >> nth=2').innerText();
    assert.equal(parseFloat(right) >= 95, tried, `${where}: ${right} are right`);
    for (const layer of [0, 1]) {
      const seen = await partInWindow(page, `.training-layer >> nth=${layer}`);
      assert.ok(seen > SEEN, `${where}: layer ${layer + 1} is ${seen} in the window`);
    }
  },
};

/**
 * @param {string} id
 * @param {number} number
 */
const claimsOf = (id, number) => claims[`${id} ${number}`];

test('there is a way to do what each scene proposes', () => {
  assert.deepEqual(
    Object.entries(plays).map(([id, ways]) => [id, ways.length]),
    lessons.map(({ id, scenes }) => [id, scenes.length]),
  );
});

test('a lesson starts the same, whatever the lab showed before', () => {
  const known = Object.keys(DEFAULT_STATE).filter((name) => name !== 'training');
  for (const lesson of lessons) {
    assert.deepEqual(Object.keys(stateOfScene(lesson, 0)).sort(), known.sort(), lesson.id);
  }
});

test('what a scene proposes, it says in every language with the same places', () => {
  const placesOf = (/** @type {string} */ text) =>
    [...new Set(text.match(/\{\w+\}|`[^`]+`/g))].sort();
  for (const { id, scenes } of lessons) {
    for (const number of scenes.keys()) {
      const [en, ...others] = ['en', 'zh', 'es'].map((lang) => {
        const { text, attempt, after } = /** @type {any} */ (texts)[lang][id].scenes[number];
        return { text: placesOf(text.join()), attempt: placesOf(attempt), after: placesOf(after) };
      });
      for (const other of others) assert.deepEqual(other, en, `${id} ${number + 1}`);
    }
  }
});

/**
 * One scene of each kind: what there is to choose from depends on its drawing, and, which HEADWISE_TEST_ALL looks at, on its
 * model and on what it shows of the lab. Controls of the lab are tried in one scene, with HEADWISE_TEST_ALL in each.
 */
const kinds = lessons.flatMap(({ id, scenes }) =>
  scenes.map(({ exhibit, shows }, number) => {
    const { view, step, model } = /** @type {any} */ (stateOfScene(find(id), number));
    const drawing = exhibit ?? view;
    const kind = [exhibit ?? (view === 'steps' ? step : view), model, ...shows].join();
    return { id, number, view, drawing, kind };
  }),
);
const oneOfEach = kinds.filter(
  ({ kind, drawing, view }, i) =>
    view !== 'training' && // the training room has tests of its own
    !kind.startsWith('two-drawings') && // a guess is only kept
    kinds.findIndex((other) => (ALL ? other.kind === kind : other.drawing === drawing)) === i,
);

/** @param {string} id */
function find(id) {
  const lesson = lessons.find((one) => one.id === id);
  assert.ok(lesson, id);
  return lesson;
}

test(`every ${ALL ? 'control' : 'group of controls'} of a scene changes more than itself`, async () => {
  const { page, close } = await openPage('en');
  const controls = page.locator(
    '.main :is(.segments button[aria-pressed=false]:enabled, .switch input):visible',
  );
  /** @type {Set<string>} of the lab */
  const known = new Set();
  for (const { id, number } of oneOfEach) {
    await startScene(page, id, number);
    const used = ALL ? new Set() : new Set(known);
    let picture = await pictureOf(page, '.stage');
    for (;;) {
      const names = await controls.evaluateAll(
        (all, each) =>
          all.map((one) => {
            const group = one.parentElement?.ariaLabel;
            const own = one.closest('label, button')?.textContent;
            const place = one.closest('.exhibit') ? '' : 'lab: ';
            return place + (group && !each ? group : `${group ?? ''} ${own}`);
          }),
        ALL,
      );
      const at = names.findIndex((name) => !used.has(name));
      if (at < 0) break;
      used.add(names[at]);
      if (names[at].startsWith('lab: ')) known.add(names[at]);
      await controls.nth(at).click();
      await drawn(page);
      const before = picture;
      picture = await pictureOf(page, '.stage');
      assert.notEqual(picture, before, `${id} ${number + 1}: ${names[at]} does nothing`);
    }
  }
  await close();
});

test('the number of the lesson is the way to the list of lessons, and back', async () => {
  const { page, close } = await openPage('en');
  await openScene(page, 'masks', 1);
  const way = page.locator('.lesson-head .link');
  assert.equal(await way.innerText(), `Lesson 5 of ${lessons.length}`);
  await way.click();
  await settled(page);
  assert.equal(await page.locator('.lesson-contents').isVisible(), true);
  assert.equal(await page.locator('.lesson-scene').isVisible(), false);
  assert.equal(await way.innerText(), texts.en.masks.title);
  await way.click();
  await drawn(page);
  assert.equal(await page.locator('.lesson-scene').isVisible(), true);
  await way.click();
  await page.locator('.lesson-contents button', { hasText: texts.en['long-texts'].title }).click();
  await drawn(page);
  assert.equal((await stateOf(page)).lesson?.id, 'long-texts');
  await close();
});
