// The page for frames sends its height to the page around it, in the messages of the platforms, and its state only to
// pages that it trusts.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { serve } from '../../../src/build/server.ts';
import { siteDir } from '../../../src/build/tools/paths.js';
import { useChromium } from '../support/chromium.js';
import { makeSite } from '../support/embed.js';
import { openModelMenu } from '../support/tools.js';

const NOT_THE_ORIGIN = /does not match the recipient window's origin/;

const chromium = useChromium();
/** @type {Awaited<ReturnType<typeof serve>>} */
let lab;
/** @type {string} */
let root;
before(async () => {
  lab = await serve({ root: siteDir });
  root = await makeSite('frame', {});
});
after(() => lab?.close());

/**
 * A course's page with the lab in a frame, on another origin, that keeps what it is told.
 *
 * @param {string} search of the frame's address; {origin} is the course's own
 * @param {RegExp[]} [expected] messages of the console
 */
async function openCourse(search, expected) {
  await writeFile(join(root, 'course.html'), '<!doctype html><link rel="icon" href="data:,">');
  const opened = await chromium.open({
    root,
    path: 'course.html',
    settle: false,
    headers: {},
    expected,
  });
  const { page, requests } = opened;
  const origin = new URL(page.url()).origin;
  await page.evaluate(() => {
    const told = /** @type {any[]} */ ([]);
    Object.assign(window, { told });
    addEventListener('message', ({ data }) => told.push(data));
  });
  /** @param {string} asked */
  async function addFrame(asked) {
    await page.evaluate(
      (address) => {
        const frame = document.createElement('iframe');
        frame.src = address;
        frame.width = '700';
        document.body.append(frame);
      },
      `${lab.url}embed.html${asked.replace('{origin}', encodeURIComponent(origin))}`,
    );
    const frame = page.frameLocator('iframe').last();
    await frame.getByText(/Computed on your device/).waitFor();
  }
  await addFrame(search);
  return {
    page,
    addFrame,
    frame: page.frameLocator('iframe').first(),
    /** @param {any} message */
    post: (message) =>
      page.evaluate(
        (one) => document.querySelector('iframe')?.contentWindow?.postMessage(one, '*'),
        message,
      ),
    /** @returns {Promise<any[]>} */
    told: () => page.evaluate(() => /** @type {any} */ (window).told),
    /** @param {string} type */
    waitFor: (type) =>
      page.waitForFunction(
        (name) =>
          /** @type {any} */ (window).told.some((/** @type {any} */ one) => one.type === name),
        type,
      ),
    async close() {
      // the lab's server is another origin, here on purpose; beyond the two nothing is asked for
      const elsewhere = requests.filter(
        (address) =>
          ![origin, lab.url].some((known) => address.startsWith(known)) &&
          !/^(data|blob):/.test(address),
      );
      assert.deepEqual(elsewhere, []);
      requests.length = 0;
      await opened.close();
    },
  };
}

test('it sends its height, to Canvas, to Observable and Embedly, and in our own words', async () => {
  const { page, frame, told, waitFor, close } = await openCourse('?text=The+cat&lang=en');
  await waitFor('headwise:load');
  const heights = (await told()).filter(({ height }) => height);
  const { height } = heights.at(-1);
  assert.ok(height > 300, `${height}`);
  for (const expected of [
    { subject: 'lti.frameResize', height },
    { context: 'iframe.resize', height },
    { type: 'headwise:height', height },
  ]) {
    assert.ok(
      heights.some((one) => JSON.stringify(one) === JSON.stringify(expected)),
      JSON.stringify(expected),
    );
  }
  // a frame of that height shows all of it, and does not grow for ever
  await page
    .locator('iframe')
    .evaluate((frame, is) => frame.setAttribute('height', String(is)), height);
  // each drawing of the frame would tell another height
  await frame.locator('body').evaluate(async () => {
    for (let i = 0; i < 30; i++) await new Promise(requestAnimationFrame);
  });
  const later = (await told()).filter(({ type }) => type === 'headwise:height').at(-1).height;
  assert.ok(Math.abs(later - height) <= 60, `${height}, then ${later}`);
  const { backend } = (await told()).find(({ type }) => type === 'headwise:load');
  assert.match(backend.reason, /not cross-origin isolated/);
  await close();
});

test('it gives its state to the origin that its address names, and takes one from it', async () => {
  const { frame, told, post, waitFor, close } = await openCourse(
    '?text=The+cat&lang=en&origin={origin}',
  );
  await post({ type: 'headwise:get-state', id: 7 });
  await waitFor('headwise:state');
  const { id, state } = (await told()).find(({ type }) => type === 'headwise:state');
  assert.equal(id, 7);
  assert.equal(state.text, 'The cat');
  await post({ type: 'headwise:set-state', state: { text: 'A dog barked', heads: 8 } });
  await frame.getByRole('grid').nth(7).waitFor();
  assert.equal(await frame.getByLabel('Type a sentence').inputValue(), 'A dog barked');
  await waitFor('headwise:change');
  const change = (await told()).findLast(({ type }) => type === 'headwise:change');
  assert.equal(change.state.heads, 8);
  await close();
});

test('it gives its state to no other origin', async () => {
  const { frame, told, post, close, page } = await openCourse(
    '?text=The+cat&lang=en&origin=https://course.example',
    [NOT_THE_ORIGIN],
  );
  await post({ type: 'headwise:get-state' });
  await post({ type: 'headwise:set-state', state: { text: 'Not from you' } });
  const refused = page.waitForEvent('console', (message) => NOT_THE_ORIGIN.test(message.text()));
  await openModelMenu(frame);
  await frame.getByRole('button', { name: '8', exact: true }).click();
  await frame.getByRole('grid').nth(7).waitFor();
  await refused; // the change was told, to the origin that is not there
  assert.equal(await frame.getByLabel('Type a sentence').inputValue(), 'The cat');
  const types = new Set((await told()).map(({ type }) => type).filter(Boolean));
  assert.deepEqual([...types].sort(), ['headwise:height', 'headwise:load']);
  await close();
});

test('without an origin in its address it gives its state to no other, and logs nothing', async () => {
  const course = await openCourse('?text=The+cat&lang=en', [NOT_THE_ORIGIN]);
  const { page, frame, addFrame, told, post, close } = course;
  /** @type {string[]} */
  const logged = [];
  page.on('console', (message) => logged.push(message.text()));
  // another frame, whose changes are seen to be told: the console says that they are refused
  await addFrame('?text=The+cat&lang=en&origin=https://course.example');
  const refused = page.waitForEvent('console', (message) => NOT_THE_ORIGIN.test(message.text()));
  await post({ type: 'headwise:get-state' });
  for (const one of [frame, page.frameLocator('iframe').last()]) {
    await openModelMenu(one);
    await one.getByRole('button', { name: '8', exact: true }).click();
    await one.getByRole('grid').nth(7).waitFor();
  }
  await refused;
  assert.equal(logged.filter((text) => NOT_THE_ORIGIN.test(text)).length, 1);
  const types = new Set((await told()).map(({ type }) => type).filter(Boolean));
  assert.deepEqual([...types].sort(), ['headwise:height', 'headwise:load']);
  await close();
});
