// Every language has every text: the same messages with the same placeholders, the same lessons with the same scenes.
// Every text on the page comes from the messages: scenes of every other drawing, with HEADWISE_TEST_ALL of each.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { basename, sep } from 'node:path';
import test from 'node:test';
import { FAULTS } from '../../../src/js/doctor/faults/index.ts';
import { directionOf, languages, pickLanguage, PSEUDO } from '../../../web/words/languages.ts';
import { loadCheckWords } from '../../../web/words/check.ts';
import { loadLabWords } from '../../../web/words/lab.ts';
import { loadMistakeWords } from '../../../web/words/mistakes.ts';
import { loadModelsWords } from '../../../web/words/models.ts';
import { sayText } from '../../../web/ui/text.ts';
import { useLocale } from '../../../web/ui/format.ts';
import { lessons } from '../../../web/lessons/lessons.ts';
import { inEveryLanguage, texts } from '../support/words.js';
import { setState, settled, useChromium } from '../support/chromium.js';
import { sample } from '../support/sample.js';
import { openScene, someScenes } from '../support/scenes.js';
import { openMenu } from '../support/tools.js';

const chromium = useChromium();

/**
 * The places of a text, each as often as it occurs, in order of their names.
 * @param {string} text
 */
const placesOf = (text) => (text.match(/\{\w+\}/g) ?? []).sort();

/**
 * All texts of a structure with their paths.
 * @param {unknown} value
 * @param {string} [path]
 * @returns {[string, string][]}
 */
function flat(value, path = '') {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(Object(value)).flatMap(([name, part]) => flat(part, `${path}/${name}`));
}

const WORDS = new URL('../../../web/words/', import.meta.url);
/** The groups of words that every language has, by their files. */
const groups = (await readdir(new URL('en', WORDS))).filter(
  (name) => name.endsWith('.ts') && !name.startsWith('lab-'), // these are parts of the group `lab`
);

const structures = await Promise.all(
  Object.keys(languages).map(async (language) => {
    /** @type {Map<string, string>} */
    const all = new Map();
    for (const group of groups) {
      const { words } = await import(String(new URL(`${language}/${group}`, WORDS)));
      for (const [path, text] of flat(words, group)) all.set(path, text);
    }
    return { language, all };
  }),
);
const english = structures[0].all;

/** @type {Record<string, import('../../../web/words/mistakes.ts').MistakeWords>} */
const mistakes = {};
for (const language of Object.keys(languages)) {
  if (language !== 'en') mistakes[language] = await loadMistakeWords(language);
}

const modelsWords = await inEveryLanguage(loadModelsWords);

test('a part of a group has another name than every group: the bundler would take it for one', async () => {
  const all = await readdir(new URL('en', WORDS), { recursive: true });
  const parts = all.filter((name) => name.includes(sep)).map((name) => basename(name));
  assert.ok(parts.length > 30);
  assert.deepEqual(
    parts.filter((name) => groups.includes(name)),
    [],
  );
});

for (const { language, all } of structures) {
  test(`${language}: says everything, with the same places, in its own words`, () => {
    assert.deepEqual([...all.keys()].sort(), [...english.keys()].sort());
    const same = [];
    for (const [name, text] of all) {
      assert.deepEqual(placesOf(text), placesOf(english.get(name) ?? ''), `${language} ${name}`);
      assert.ok(
        text.trim() === text || name === 'lab.ts/pageMore',
        `${name} begins or ends with a space`,
      );
      assert.doesNotMatch(text.replace('<!--', ''), /[!！¡]/, name);
      assert.doesNotMatch(text, /\b(TODO|undefined)\b/, name);
      if (text === english.get(name) && /\p{L}{4}/u.test(text.replace(/\{\w+\}/g, '')))
        same.push(name);
    }
    // names and words that are spelled alike
    if (language !== 'en') assert.ok(same.length < 12, same.join());
  });
}

/**
 * What a text has of formulas, numbers and code, in any order; punctuation after them does not count.
 * @param {string} text
 */
function formulasOf(text) {
  const shapes = text.match(/\([A-Z][^()]*\)/g) ?? [];
  const words = text.match(/[!-~√−·²]+/g) ?? [];
  const formulas = words.filter((word) => /[\d_=@{}[\]√−·²^~*/|<%]|\w\(/.test(word));
  return [...shapes, ...formulas.map((word) => word.replace(/^\(|[.,:;)]+$/g, ''))].sort();
}

/** A form of a mistake that is words, not only code. @param {string} detail */
const isProse = (detail) => /[a-z]{2}/.test(detail.replace(/\w*_\w*/g, ''));

for (const [language, words] of Object.entries(mistakes)) {
  test(`${language}: every mistake that the doctor knows has a name, its forms and an explanation, with the same formulas`, () => {
    const used = { names: new Set(), details: new Set(), explanations: new Set() };
    for (const { name, detail = '', explanation } of FAULTS) {
      assert.ok(words.names[name], name);
      used.names.add(name);
      if (isProse(detail)) {
        assert.ok(words.details[detail], `${name}: ${detail}`);
        assert.deepEqual(formulasOf(words.details[detail]), formulasOf(detail), detail);
        used.details.add(detail);
      }
      const own = `${name}: ${detail}`;
      const key = words.explanations[own] ? own : name;
      assert.ok(words.explanations[key], own);
      assert.deepEqual(formulasOf(words.explanations[key]), formulasOf(explanation), own);
      used.explanations.add(key);
    }
    for (const kind of /** @type {const} */ (['names', 'details', 'explanations'])) {
      assert.deepEqual(Object.keys(words[kind]).sort(), [...used[kind]].sort(), `${kind} in use`);
    }
  });
}

test('every lesson has a text for each of its scenes', () => {
  for (const { id, scenes } of lessons) {
    assert.ok(scenes.length >= 3 && scenes.length <= 6, id);
    for (const text of Object.values(texts)) assert.equal(text[id].scenes.length, scenes.length);
  }
  assert.deepEqual(
    Object.keys(texts.en),
    lessons.map(({ id }) => id),
  );
});

test('the types of the element name every lesson', async () => {
  const types = await readFile(
    new URL('../../../web/elements/element.d.ts', import.meta.url),
    'utf8',
  );
  const [, names] = /type LessonName =([^;]+);/.exec(types) ?? [];
  for (const { id } of lessons) assert.ok(names.includes(`'${id}'`), id);
});

test('a counted word has the form of its number, in languages with one form to six', () => {
  const said = (/** @type {string} */ language, /** @type {number | string} */ count) => {
    useLocale(language);
    return sayText(modelsWords[language].computed, { count, time: '5' });
  };
  try {
    assert.equal(said('en', 1), '1 token, computed on your device in 5 ms');
    assert.equal(said('en', 2), '2 tokens, computed on your device in 5 ms');
    assert.equal(said('en', '1,234'), '1,234 tokens, computed on your device in 5 ms');
    assert.equal(said('es', 1), '1 token, calculado en tu dispositivo en 5 ms');
    assert.equal(said('es', 0), '0 tokens, calculados en tu dispositivo en 5 ms');
    assert.equal(said('zh', 1), '1 个词元，在你的设备上计算，用时 5 毫秒');
    useLocale('pl');
    const files = [1, 3, 5, 22].map((n) => sayText('{n} {n:plik|pliki|plików|pliku}', { n }));
    assert.deepEqual(files, ['1 plik', '3 pliki', '5 plików', '22 pliki']);
    useLocale('ar');
    const words = [0, 1, 2, 3, 11, 100].map((n) => sayText('{n:a|b|c|d|e|f}', { n }));
    assert.deepEqual(words, ['a', 'b', 'c', 'd', 'e', 'f']);
  } finally {
    useLocale('en');
  }
});

test('each form of a text belongs to a number that the text has', () => {
  let forms = 0;
  for (const { language, all } of structures) {
    for (const [name, text] of all) {
      for (const [, counted] of text.matchAll(/\{(\w+):[^{}]*\|[^{}]*\}/g)) {
        assert.ok(text.includes(`{${counted}}`), `${language} ${name}`);
        forms++;
      }
    }
  }
  assert.ok(forms > 20);
});

test('a reader gets the best of the languages there are', async () => {
  assert.equal(pickLanguage(['zh-Hans-CN', 'en']), 'zh');
  assert.equal(pickLanguage([null, 'fr', 'es-MX', 'en']), 'es');
  assert.equal(pickLanguage(['fr', 'de']), 'en');
  assert.equal(pickLanguage([]), 'en');
  assert.equal(pickLanguage(['constructor', '__proto__', 'toString']), 'en');
  assert.equal(directionOf(PSEUDO), 'rtl');
  for (const language of Object.keys(languages)) {
    const locale = /** @type {any} */ (new Intl.Locale(language));
    const { direction } = locale.getTextInfo?.() ?? locale.textInfo;
    assert.equal(directionOf(language), direction, language);
  }
  assert.equal(new Intl.NumberFormat((await loadLabWords('es')).locale).format(0.5), '0,5');
});

/**
 * Visible texts of the page that do not come from the messages: without the marks of the made-up language.
 * @param {import('playwright-core').Page} page
 */
function unmarked(page) {
  return page.evaluate(() => {
    // not words of the page: the sentence, its tokens, names, formulas, code, numbers
    const others =
      'textarea, bdi, option, code, math, .symbol, .home, header h1, .exhibit-table, .numbers, .shape, [lang="en"]';
    const words = [...document.querySelectorAll('textarea')].flatMap(({ value }) =>
      value.split(/\s+/),
    );
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    /** @type {string[]} */
    const found = [];
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      const text = (textContent ?? '').trim();
      if (!parentElement?.checkVisibility() || !/\p{L}{3}/u.test(text)) continue;
      if (parentElement.closest(others) || words.includes(text)) continue;
      // a message may be in several elements of one line
      let line = parentElement;
      while (line.parentElement && getComputedStyle(line).display.startsWith('inline')) {
        line = line.parentElement;
      }
      if (!/[⟦⟧]/.test(line.textContent ?? '')) found.push(text);
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
      for (const name of ['aria-label', 'title', 'placeholder']) {
        const text = element.getAttribute(name);
        if (text && /\p{L}{3}/u.test(text) && !/[⟦⟧]/.test(text)) found.push(`${name}: ${text}`);
      }
    }
    return [...new Set(found)];
  });
}

/**
 * Whether all that the reader wrote is marked as being in no known language, and what a model says as English: neither is in
 * the page's.
 * @param {import('playwright-core').Page} page
 */
function ownWordsAreMarked(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('textarea, bdi')].every((one) =>
      ['', 'en'].includes(one.getAttribute('lang') ?? 'none'),
    ),
  );
}

test('nothing that can be seen or heard is written into the page itself', async () => {
  const { page, close } = await chromium.open({ path: `?lang=${PSEUDO}` });
  assert.equal(await page.evaluate(() => document.documentElement.dir), 'rtl');
  assert.match(await page.title(), /^⟦/);
  for (const view of ['heads', 'head', 'table', 'lines', 'contributions', 'steps', 'training']) {
    await setState(page, { view, trail: view === 'steps' ? ['attention.0.8.2'] : [] });
    assert.deepEqual(await unmarked(page), [], view);
    assert.ok(await ownWordsAreMarked(page), view);
  }
  for (const { id, scene } of sample(someScenes, 2)) {
    await openScene(page, id, scene);
    assert.deepEqual(await unmarked(page), [], `${id} ${scene}`);
    assert.ok(await ownWordsAreMarked(page), `${id} ${scene}`);
  }
  await close();
});

test('no text is written into the dialog for embedding either', async () => {
  const { page, close } = await chromium.open({ path: `?lang=${PSEUDO}` });
  await openMenu(page, 'Tools');
  await page.locator('#tools button[aria-haspopup=dialog]').click();
  for (const tab of await page.locator('dialog [role=tab]').all()) {
    await tab.click();
    assert.deepEqual(await unmarked(page), [], (await tab.textContent()) ?? '');
  }
  await close();
});

test('the page of the check speaks the same language', async () => {
  const { page, close } = await chromium.open({ path: `check.html?lang=${PSEUDO}`, settle: false });
  await page.getByRole('heading').waitFor();
  assert.deepEqual(await unmarked(page), []);
  assert.match(await page.title(), /⟦/);
  await page.goto(page.url().replace(PSEUDO, 'zh'));
  assert.equal(await page.getByRole('heading').textContent(), (await loadCheckWords('zh')).title);
  await close();
});

test('the language that is chosen stays, and the state with it', async () => {
  const { page, close } = await chromium.open({ hash: '#v=1&text=uno+dos&heads=2&at=1._._' });
  await Promise.all([page.waitForNavigation(), page.getByLabel('Language').selectOption('es')]);
  await settled(page);
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'es');
  assert.equal(await page.getByLabel('Escribe una frase').inputValue(), 'uno dos');
  assert.match(page.url(), /\?lang=es#/);
  await page.goto(page.url().replace('?lang=es', ''));
  await settled(page);
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'es');
  await close();
});
