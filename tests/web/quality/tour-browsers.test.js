// Every view and every drawing of the lessons in Firefox and in WebKitGTK: all is drawn, nothing is wider than the page,
// and what is said there is said in Chromium too, to the last digit. Only with HEADWISE_TEST_ALL: without it
// browsers.test.js tries both.

import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { lessons } from '../../../web/lessons/lessons.ts';
import { withPage } from '../support/browsers.js';
import { careful } from '../support/chromium.js';

const SCENES = lessons.flatMap(({ id, scenes }) => scenes.map((_, scene) => ({ id, scene })));
const STATES = [
  { view: 'heads', selection: { head: 1, query: 8, key: 1 } },
  { view: 'heads', mix: [1, 0.5, 0, 1] },
  { view: 'heads', mix: null, compare: { head: 0 } },
  { view: 'head', compare: null, causal: true },
  { view: 'table' },
  { view: 'lines', causal: false },
  { view: 'lines', second: 'Das Tier war zu müde' },
  { view: 'contributions', second: null },
  ...['embedding', 'projection', 'masked', 'attention', 'concatenated', 'output', 'norm'].map(
    (step) => ({ view: 'steps', step, allHeads: step === 'attention' }),
  ),
  { view: 'steps', step: 'dotProducts', trail: ['query.1.8.3', 'x.8.2', 'tokens.8.2'] },
];
/** The address of the first of them; it holds all that matters. */
const HASH = '#v=1&text=The+animal+did+not+cross+the+street+because+it+was+too+tired&heads=4';

/**
 * The body of a function that goes through a part of the tour and says what it saw. One part at a time: a driver
 * does not wait for ever.
 */
const TOUR = `
  while (!document.getElementById('lab')?.lab) await new Promise(requestAnimationFrame);
  const { lab, lessons } = document.getElementById('lab');
  const [states, scenes] = args;
  const seen = [];
  const isShown = (one) => one.getClientRects().length > 0;
  const look = (name) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const visibleText = (node) =>
      node.nodeType === Node.TEXT_NODE
        ? node.data
        : isShown(node)
          ? [...node.childNodes].map(visibleText).join('')
          : '';
    const text = (selector) =>
      [...document.querySelectorAll(selector)].filter(isShown).map(visibleText);
    const blank = [...document.querySelectorAll('.headwise-lab canvas')].filter((one) => {
      if (!isShown(one) || one.width * one.height === 0) return false;
      const copy = new OffscreenCanvas(one.width, one.height).getContext('2d');
      copy.drawImage(one, 0, 0);
      return !copy.getImageData(0, 0, one.width, one.height).data.some((part) => part > 0);
    });
    seen.push({
      name,
      wider: Math.max(0, scrollWidth - clientWidth),
      blank: blank.map((one) => one.className),
      failed: text('[role=alert], .exhibit-failure'),
      said: text('.panel-title, .big-number, .meaning:not(.exact), .terms, .step-text, .lesson-scene, .bars'),
      numbers: text('.exhibit table, .heads table'),
    });
  };
  for (const state of states) {
    lab.setState(state);
    await lab.settled();
    look(JSON.stringify(state));
  }
  for (const { id, scene } of scenes) {
    lessons.open(id, scene);
    await lab.settled();
    await lessons.isDrawn();
    await lab.settled();
    look(id + ' ' + scene);
  }
  return seen;
`;
/** @type {[typeof STATES, typeof SCENES][]} */
const PARTS = [
  [STATES, []],
  ...lessons.map(
    ({ id }) => /** @type {[[], typeof SCENES]} */ ([[], SCENES.filter((one) => one.id === id)]),
  ),
];

/**
 * @typedef {{ name: string, wider: number, blank: string[], failed: string[], said: string[], numbers: string[] }} Seen
 * @type {Seen[]}
 */
let expected;

/**
 * @param {import('../support/browsers.js').Driver} driver
 * @returns {Promise<Seen[]>}
 */
async function tour({ run }) {
  const seen = [];
  for (const part of PARTS) seen.push(...(await run(TOUR, ...part)));
  return seen;
}

/** @param {Seen[]} seen */
function check(seen) {
  assert.equal(seen.length, STATES.length + SCENES.length);
  for (const { name, wider, blank, failed, said } of seen) {
    assert.equal(wider, 0, name);
    assert.deepEqual(blank, [], name);
    assert.deepEqual(failed, [], name);
    assert.ok(said.join('').length > 40, name);
  }
}

/** @param {Seen[]} seen */
function compare(seen) {
  check(seen);
  seen.forEach(({ name, said, numbers }, i) => {
    assert.deepEqual(said, expected[i].said, name);
    assert.deepEqual(numbers, expected[i].numbers, name);
  });
}

if (process.env.HEADWISE_TEST_ALL) {
  before(async () => {
    expected = await withPage('Chromium', { headers: careful, path: HASH }, tour);
    check(expected);
  });
  for (const name of /** @type {const} */ (['Firefox', 'WebKitGTK'])) {
    test(`${name}: every view and every drawing`, () =>
      withPage(name, { headers: careful, path: HASH }, async (driver) => {
        compare(await tour(driver));
      }));
  }
}
