// Input from an address, a message, a file or a store is hostile until checked: the state stays valid, nothing is
// thrown, and the page's work stays bounded. The tests count work instead of time.

import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import test from 'node:test';
import fc from 'fast-check';
import { character } from '../../api/support/character.js';
import { readMaps } from '../../../web/elements/embed/read-maps.ts';
import { decodeAddress } from '../../../web/elements/lab/state/address.ts';
import { TEXT_LIMIT } from '../../../web/elements/lab/state/limits.ts';
import { readStateFile } from '../../../web/elements/lab/state/state-file.ts';
import { changeState, DEFAULT_STATE, FIELDS } from '../../../web/elements/lab/state/state.ts';
import { FIRST_TRAINING } from '../../../web/elements/lab/state/training.ts';
import { lessons } from '../../../web/lessons/lessons.ts';
import { fitText, LABEL_LETTERS } from '../../../web/views/fit-text.ts';
import { setState, settled, stateOf, useChromium } from '../support/chromium.js';
import { ALL, sample } from '../support/sample.js';

const chromium = useChromium();

/** Longer than a text may be. */
const WORD = 'w'.repeat(ALL ? 1_000_000 : 2 * TEXT_LIMIT);
/** @param {number} depth */
const nested = (depth) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
const CELL = 'attention.0.1.1';

/** What JSON can say. */
const WRITTEN = [
  ...[1e9, -1, 0.5, 1e308, -0, 2 ** 53, '', 'x', '1', WORD, true, null],
  ...[[], {}, [[]], ['0.5'], [1e9], { toString: 1 }, { toString: null, valueOf: null }],
  ...[{ length: 1e9 }, nested(2000), Array(100_000).fill(1), { constructor: { name: 'x' } }],
  JSON.parse('{"__proto__": {"polluted": true}, "toString": 1}'),
];
/** What a message or a page's script can say besides. */
const SAID = [NaN, Infinity, undefined, 10n, new Date(0), new Map([[1, 2]]), new Float32Array(4)];
/** What is right in most places, and wrong in one. */
const PARTS = /** @type {Record<string, (value: unknown) => unknown>} */ ({
  'selection.head': (head) => ({ head, query: 1, key: null }),
  'selection.query': (query) => ({ head: 0, query, key: 1 }),
  'selection.key': (key) => ({ head: 0, query: 1, key }),
  'mix.0': (weight) => [weight, 1, 1, 1],
  'compare.head': (head) => ({ head }),
  'compare.run': (run) => ({ run }),
  'edits.number': (number) => ({ [CELL]: number }),
  'edits.name': (name) => ({ [typeof name === 'string' ? name : CELL]: 1 }),
  'trail.0': (name) => [name, CELL],
  'lesson.id': (id) => ({ id, scene: 0, values: {} }),
  'lesson.scene': (scene) => ({ id: 'long-texts', scene, values: {} }),
  'lesson.values': (values) => ({ id: 'long-texts', scene: 0, values }),
  ...Object.fromEntries(
    Object.keys(FIRST_TRAINING).map((name) => [
      `training.${name}`,
      (/** @type {unknown} */ value) => ({ ...FIRST_TRAINING, [name]: value }),
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(FIELDS).map((name) => [
      `compare.run.${name}`,
      (/** @type {unknown} */ value) => ({ run: { seed: 1, [name]: value } }),
    ]),
  ),
  ...Object.fromEntries(
    valueNames().map((name) => [
      `lesson.values.${name}`,
      (/** @type {unknown} */ value) => ({ id: 'long-texts', scene: 0, values: { [name]: value } }),
    ]),
  ),
});

/** Every name of a value that scenes set. */
function valueNames() {
  const scenes = lessons.flatMap((lesson) => lesson.scenes);
  return [...new Set(scenes.flatMap(({ values = {} }) => Object.keys(values)))];
}

/** Every part of a state with a hostile value in it, one at a time. */
function* hostileStates(/** @type {readonly unknown[]} */ values) {
  for (const value of values) {
    for (const name of Object.keys(FIELDS)) yield { name, part: { [name]: value } };
    for (const [name, made] of Object.entries(PARTS)) {
      yield { name, part: { [name.split('.')[0]]: made(value) } };
    }
    yield {
      name: 'the whole',
      part: Object.fromEntries(Object.keys(FIELDS).map((n) => [n, value])),
    };
  }
}

/** The largest state there can be as text, with what JSON adds to it. */
const LARGEST_STATE = 6 * (2 * 2 + 2) * TEXT_LIMIT + 2 * 4096 * 60 + 10_000;

/**
 * @param {any} state
 * @param {string} name
 */
function assertValid(state, name) {
  assert.deepEqual(Object.keys(state), Object.keys(DEFAULT_STATE), name);
  // what is read is what would be read again: all of it is right, in type, range, length and count
  assert.deepEqual(changeState(DEFAULT_STATE, state), state, name);
  const written = JSON.stringify(state);
  assert.ok(written.length <= LARGEST_STATE, `${name}: ${written.length}`);
}

test('every field of the state takes what it can, and nothing else', () => {
  for (const { name, part } of hostileStates([...WRITTEN, ...SAID])) {
    assertValid(changeState(DEFAULT_STATE, /** @type {any} */ (part)), name);
  }
  assert.equal(/** @type {any} */ ({}).polluted, undefined);
});

test('the word that is looked at belongs to its model', () => {
  const first = changeState(DEFAULT_STATE, { model: 'grammar', word: 0 });
  assert.equal(first.word, 0);
  assert.equal(changeState(first, { model: 'english' }).word, null);
  assert.equal(changeState(first, { model: 'english', word: 7 }).word, 7);
  assert.equal(changeState(first, { model: 'english', word: -1 }).word, null);
  assert.equal(changeState(first, { text: 'They see it' }).word, 0);
});

test('the state keeps nothing of what it was given: what is changed there later changes nothing', () => {
  const given = /** @type {any} */ ({
    mix: [1, 1, 1, 1],
    compare: { run: { seed: 7, edits: { [CELL]: 1 } } },
    trail: [CELL],
    edits: { [CELL]: 1 },
    lesson: { id: 'long-texts', scene: 0, values: { words: 1024 } },
  });
  const state = changeState(DEFAULT_STATE, given);
  const kept = JSON.stringify(state);
  given.mix[0] = 0;
  given.compare.run.edits[CELL] = 'x';
  given.trail.push('x');
  given.edits[CELL] = 2;
  given.lesson.values.words = 1e9;
  assert.equal(JSON.stringify(state), kept);
});

test('addresses and files with hostile values give a state that can be shown', async () => {
  for (const { name, part } of sample([...hostileStates(WRITTEN)], 5)) {
    const written = JSON.stringify(part);
    assertValid(readStateFile(`{"kind":"headwise-lab","version":1,"state":${written}}`), name);
    const { state } = await decodeAddress(addressOf(written));
    assertValid(state, name);
  }
  for (const value of ['1e9', '-1', 'NaN', 'Infinity', '{}', '%00', WORD, '0x10', '1.5', '']) {
    const fields = ['text', 'second', 'heads', 'causal', 'seed', 'model', 'layer', 'view', 'at'];
    for (const name of fields) {
      const { state } = await decodeAddress(`#v=1&${name}=${value}`);
      assertValid(state, `${name}=${value.slice(0, 20)}`);
    }
  }
});

/** @param {string} written a part of the state as JSON */
function addressOf(written) {
  return `#v=2&s=${deflateRawSync(written).toString('base64url')}`;
}

test('what scenes set is among what the state takes', () => {
  for (const lesson of lessons) {
    lesson.scenes.forEach(({ values }, scene) => {
      if (!values) return;
      const place = { id: lesson.id, scene, values };
      assert.deepEqual(changeState(DEFAULT_STATE, { lesson: place }).lesson, place);
    });
  }
});

/** Widths as of a font in which letters differ; counts what is measured. */
function createRuler() {
  const count = { calls: 0, letters: 0 };
  const measureText = (/** @type {string} */ text) => {
    count.calls++;
    count.letters += text.length;
    const width = [...text].reduce(
      (sum, letter) => sum + 3 + ((letter.codePointAt(0) ?? 0) % 5),
      0,
    );
    return /** @type {TextMetrics} */ ({ width });
  };
  return { count, measureText };
}

test('a label is as long as fits: what shortening letter by letter would leave', () => {
  const texts = fc.string({ unit: character, maxLength: 60 });
  fc.assert(
    fc.property(texts, fc.integer({ min: -5, max: 300 }), (text, room) => {
      const ruler = createRuler();
      const fitted = fitText(ruler, text, room);
      const letters = [...text];
      const widthOf = (/** @type {string} */ one) => createRuler().measureText(one).width;
      if (widthOf(text) <= room) return assert.equal(fitted, text);
      while (letters.length > 1 && widthOf(`${letters.join('')}…`) > room) letters.pop();
      assert.equal(fitted, `${letters.join('')}…`);
    }),
  );
});

test('how much is measured for a label does not grow with its word', () => {
  for (const letter of ['w', '\u{1f600}', '\u0301']) {
    for (const length of [8_000, 100_000, 1_000_000]) {
      const ruler = createRuler();
      const fitted = fitText(ruler, letter.repeat(length), 120);
      assert.ok(fitted.endsWith('…'));
      assert.ok(ruler.count.calls <= 10, `${ruler.count.calls} calls`);
      assert.ok(ruler.count.letters <= 20 * LABEL_LETTERS, `${ruler.count.letters} letters`);
      assert.doesNotMatch(fitted, /[\ud800-\udbff]…/, 'half a letter');
    }
  }
});

test('maps of hostile shapes and names are refused with a sentence', () => {
  const bad = /** @type {[unknown, any][]} */ ([
    [nested(100_000), null],
    [{ data: [1], shape: [-1, -1] }, null],
    [{ data: [1, 1, 1], shape: [1.5, 2] }, null],
    [{ data: [1], shape: [1, { toString: 1 }] }, null],
    [{ data: [1], shape: [1, 10n] }, null],
    [{ data: [], shape: [2 ** 31, 2 ** 31, 2 ** 31] }, null],
    [{ data: new Float32Array(2 ** 21), shape: [2 ** 21, 1, 1] }, null],
    [[[1]], [{ toString: 1 }]],
    [[[1]], [Symbol('x')]],
    [[['1']], null],
  ]);
  for (const [given, tokens] of bad) {
    assert.throws(() => readMaps(given, tokens, null), /^(Type|Range)Error: (attention|tokens)/);
  }
});

/** What the page's work is counted by, from the first script on. */
function countWork() {
  const count = { letters: 0 };
  const { measureText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.measureText = function (/** @type {string} */ text) {
    count.letters += text.length;
    return measureText.call(this, text);
  };
  Object.assign(window, { count });
}

/** Letters that a page may measure for one view: labels of 512 words twice, a few steps for each. */
const MEASURED = 2 * 512 * 12 * LABEL_LETTERS;

/**
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
async function assertShown(page, name) {
  await settled(page);
  assertValid(await stateOf(page), name);
  const { letters } = await page.evaluate(() => /** @type {any} */ (window).count);
  assert.ok(letters <= MEASURED, `${name}: ${letters} letters measured`);
  await page.evaluate(() => Object.assign(/** @type {any} */ (window).count, { letters: 0 }));
}

/**
 * The page, with its work counted.
 * @param {string} hash
 */
async function openCounted(hash) {
  const opened = await chromium.open({ hash: '' });
  await opened.page.addInitScript(countWork);
  await opened.page.goto(opened.url + hash);
  await opened.page.reload();
  await settled(opened.page);
  return opened;
}

for (const length of ALL ? [8_000, 100_000] : [100_000]) {
  test(`a link with a word of ${length} letters is shown with bounded work, in every view`, async () => {
    const word = 'wonderful'.repeat(length / 8).slice(0, length);
    const { page, close } = await openCounted(
      addressOf(JSON.stringify({ text: `The ${word} cat` })),
    );
    await assertShown(page, 'link');
    for (const part of [
      ...['head', 'table', 'lines', 'contributions'].map((view) => ({ view })),
      { view: 'heads', second: `${word} ${word}` },
      ...['embedding', 'projection', 'attention', 'norm'].map((step) => ({ view: 'steps', step })),
      { view: 'heads', second: null, trail: ['attention.0.1.1', 'x.1.1'] },
      { view: 'heads', model: 'grammar' },
    ]) {
      await setState(page, part);
      await assertShown(page, JSON.stringify(part).slice(0, 60));
    }
    await close();
  });
}

test('addresses with hostile values: the page answers, and shows a state that can be', async () => {
  const { page, close } = await openCounted('');
  const extreme = [
    { text: Array(600).fill('extraordinarily').join(' '), heads: 16 },
    { edits: Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`W_Q.${i}.1`, 1e308])) },
    { edits: { [CELL]: 3e38, 'scores.0.1.1': -3e38, 'x.0.0': 3e38 } },
    { trail: Array(1000).fill('output.1.1') },
    { selection: { head: 63, query: 511, key: 511 }, view: 'steps', step: 'attention' },
    { view: 'training', training: { task: 'copy-previous', heads: 1e9, rate: 1e300, seed: -1 } },
  ];
  const exhibits = lessons
    .flatMap(({ id, scenes: all }) => all.map(({ exhibit }, scene) => ({ id, scene, exhibit })))
    .filter(({ exhibit }) => exhibit);
  const first = exhibits.filter(
    (one, at) => exhibits.findIndex(({ exhibit }) => exhibit === one.exhibit) === at,
  );
  // with HEADWISE_TEST_ALL every scene that has one, else one for every other exhibit
  const scenes = (ALL ? exhibits : sample(first, 2)).map(({ id, scene }) => ({ id, scene }));
  const values = (/** @type {unknown} */ value) =>
    Object.fromEntries(valueNames().map((name) => [name, value]));
  for (const part of [
    ...extreme,
    ...scenes.map((place) => ({ lesson: { ...place, values: values(1e9) } })),
    ...[-1, 0.5, 1, 16].map((one) => ({
      lesson: { id: 'long-texts', scene: 0, values: values(one) },
    })),
  ]) {
    await page.evaluate((hash) => (location.hash = hash), addressOf(JSON.stringify(part)));
    // a new entry of the history has no state until its address was read
    await page.waitForFunction(() => history.state !== null);
    await assertShown(page, JSON.stringify(part).slice(0, 80));
  }
  await close();
});

test('what a history or a file kept is read like an address', async () => {
  const { page, close } = await openCounted('');
  for (const kept of [
    '{"at":{"toString":1},"state":{"model":{"toString":1}}}',
    '7',
    '{"at":1e308}',
  ]) {
    await page.evaluate((json) => history.replaceState({ headwise: JSON.parse(json) }, ''), kept);
    await page.reload();
    await assertShown(page, kept);
  }
  await page.locator('input[type=file]').setInputFiles({
    name: 'headwise.json',
    mimeType: 'application/json',
    buffer: Buffer.from(
      JSON.stringify({
        kind: 'headwise-lab',
        version: 1,
        state: {
          text: WORD,
          mix: ['1'],
          lesson: { id: 'long-texts', scene: 0, values: { words: 1e9 } },
        },
      }),
    ),
  });
  await page.waitForFunction(
    (limit) =>
      /** @type {any} */ (document.getElementById('lab')).lab.getState().text.length === limit,
    TEXT_LIMIT,
  );
  await assertShown(page, 'a file');
  await close();
});

test('messages and addresses of a frame with hostile values throw nothing', async () => {
  const { page, url, close } = await chromium.open({ hash: '', headers: {} });
  for (const search of [
    '',
    '?lesson=long.1e9',
    '?heads=1e9&view=x&model=%7B%7D&theme=1&locked=x',
  ]) {
    await page.evaluate((address) => {
      document.querySelector('iframe')?.remove();
      const frame = document.createElement('iframe');
      frame.src = address;
      document.body.append(frame);
    }, `${url}embed.html${search}`);
    await page
      .frameLocator('iframe')
      .getByText(/Computed on your device/)
      .waitFor({ state: 'attached' }); // a scene on a narrow screen has no room for it
  }
  // one word of a million letters is enough for a channel
  const small = WRITTEN.filter((value) => value !== WORD);
  const states = [...sample([...hostileStates(small)], 5), { part: { text: WORD } }].map(
    ({ part }) => JSON.stringify(part),
  );
  const text = await page.evaluate(async (all) => {
    const inside = /** @type {Window} */ (document.querySelector('iframe')?.contentWindow);
    const send = (/** @type {unknown} */ state) =>
      inside.postMessage({ type: 'headwise:set-state', state }, '*');
    for (const one of all) send(JSON.parse(one));
    for (const value of [NaN, 10n, new Map(), new Date(0), new ArrayBuffer(8), /x/]) {
      for (const name of ['text', 'model', 'heads', 'mix', 'edits', 'lesson', 'training']) {
        send({ [name]: value });
      }
    }
    for (const state of [[], 7, 'x', new Map([['text', 1]])]) send(state);
    for (const data of [null, 7, 'x', [], { type: { toString: 1 } }]) inside.postMessage(data, '*');
    send({ text: 'The last word' });
    const answer = new Promise((resolve) =>
      addEventListener('message', ({ data }) => {
        if (data?.type === 'headwise:state' && data.id === 'last') resolve(data.state.text);
      }),
    );
    inside.postMessage({ type: 'headwise:get-state', id: 'last' }, '*');
    return answer;
  }, states);
  assert.equal(text, 'The last word');
  const frame = page.frames()[1];
  const state = await frame.locator('#lab').evaluate(async (/** @type {any} */ host) => {
    await host.mounted.settled();
    return host.mounted.getState();
  });
  assertValid(state, 'after all messages');
  await close();
});
