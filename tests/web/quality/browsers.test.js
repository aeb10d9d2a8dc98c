// A smoke test of the page in Firefox and in WebKitGTK: it computes, to the same bits, and it answers. Each in one way of
// serving it, in both with HEADWISE_TEST_ALL.

import assert from 'node:assert/strict';
import test from 'node:test';
import { isolation } from '../../../src/build/server.ts';
import { withPage } from '../support/browsers.js';
import { strictPolicy } from '../support/chromium.js';
import { expectedMaps } from '../support/expected.js';

const TEXT = 'Zwölf Boxkämpfer jagen Viktor 🥊';
const HASH = '#v=1&text=The+cat&heads=2&view=table&at=2._._';

/** Types the sentence, asks for all digits, and reads what the page shows. The body of a function. */
const TRY = `
  while (!document.getElementById('lab')?.lab) await new Promise(requestAnimationFrame);
  const { lab } = document.getElementById('lab');
  const field = document.querySelector('textarea');
  field.value = args[0];
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await lab.settled();
  const digits = [...document.querySelectorAll('label')].find((one) => one.textContent === 'All digits');
  digits.click();
  const table = [...document.querySelectorAll('.heads tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  );
  lab.setState({ view: 'heads', heads: 4 });
  await lab.settled();
  const canvas = document.querySelector('.map canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const shown = (one) => one.getClientRects().length > 0;
  const grids = [...document.querySelectorAll('[role=grid]')].filter(shown).length;
  const readable = location.hash;
  lab.setState({ view: 'steps', step: 'dotProducts', trail: ['dotProducts.1.2.3'] });
  await lab.settled();
  const steps = [...document.querySelectorAll('.step-stage canvas:not([hidden])')].map((one) =>
    one.getContext('2d').getImageData(0, 0, one.width, one.height).data.some((part) => part > 0),
  );
  const number = document.querySelector('.big-number').textContent;
  const said = document.querySelector('.provenance').textContent;
  const drawings = [];
  for (const [view, canvas] of [
    ['lines', '.lines-rest'],
    ['lines', '.lines-front'],
    ['contributions', '.sum-grid canvas'],
  ]) {
    lab.setState({ view });
    await lab.settled();
    const one = document.querySelector(canvas);
    const { data } = one.getContext('2d').getImageData(0, 0, one.width, one.height);
    drawings.push(data.some((part) => part > 0));
  }
  while (!location.hash.startsWith('#v=2')) await new Promise(requestAnimationFrame);
  const status = document.querySelector('.status-line').textContent;
  const failed = [...document.querySelectorAll('[role=alert]')].some(shown);
  document.querySelector('#tools [aria-haspopup=dialog]').click();
  let preview;
  while (!preview?.loaded) {
    await new Promise(requestAnimationFrame);
    preview = document.querySelector('.builder headwise-lab');
    preview?.scrollIntoView();
  }
  const embed = { text: document.querySelector('.builder code')?.textContent, view: preview?.state.view };
  return {
    embed,
    table,
    steps,
    drawings,
    number,
    said,
    status,
    grids,
    painted: data.some((part) => part > 0),
    address: readable,
    failed,
  };
`;

/**
 * @param {any} seen
 */
async function check(seen) {
  const maps = await expectedMaps({ text: TEXT, heads: 2 });
  const [, rows, columns] = maps.shape;
  assert.deepEqual(
    Float32Array.from(seen.table.flat().map(Number)),
    maps.data.subarray(rows * columns, 2 * rows * columns),
  );
  assert.match(seen.status, /WebAssembly, fixed SIMD, (\d+ threads|one thread)\./);
  assert.deepEqual(seen.steps, [true, true, true]);
  assert.deepEqual(seen.drawings, [true, true, true]);
  assert.match(seen.said, /the sum is exactly the engine’s number/);
  assert.ok(Number.isFinite(Number(seen.number.replace('−', '-'))));
  assert.equal(seen.grids, 4);
  assert.equal(seen.painted, true);
  assert.equal(seen.failed, false);
  assert.match(seen.address, /^#v=1&text=Zw%C3%B6lf\+/);
  assert.match(seen.embed.text, /<headwise-lab text="Zwölf .* view="contributions"/);
  assert.equal(seen.embed.view, 'contributions');
}

for (const [place, headers, first] of /** @type {const} */ ([
  ['isolated', { ...isolation, ...strictPolicy }, 'Firefox'],
  ['as a course site serves it', strictPolicy, 'WebKitGTK'],
])) {
  for (const name of /** @type {const} */ (['Firefox', 'WebKitGTK'])) {
    if (name !== first && !process.env.HEADWISE_TEST_ALL) continue;
    test(`${name}, ${place}`, (t) =>
      withPage(name, { headers, path: HASH }, async ({ run }) => {
        const seen = await run(TRY, TEXT);
        t.diagnostic(seen.status);
        await check(seen);
      }));
  }
}
