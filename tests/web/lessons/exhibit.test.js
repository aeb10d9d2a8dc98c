// An exhibit in a browser: its controls follow every moment, its drawing belongs to the newest question, and listeners
// of a drawing that waits for the next answer see the newest moment.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { build } from 'esbuild';
import { root } from '../../../src/build/tools/paths.js';
import { useChromium } from '../support/chromium.js';

const chromium = useChromium();

/** @type {Awaited<ReturnType<typeof chromium.open>>} */
let opened;
before(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `export * from './exhibit.ts'; export { html } from '../ui/template.ts';`,
      resolveDir: join(root, 'web/lessons'),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'lessons',
  });
  opened = await chromium.open();
  await opened.page.evaluate(`${outputFiles[0].text}; globalThis.lessons = lessons;`);
  await opened.page.evaluate(prepare);
});
after(() => opened.close());

/** Makes `openExhibit` in the page: an exhibit whose answers come when the test lets them. */
function prepare() {
  const { exhibit, html } = /** @type {any} */ (globalThis).lessons;
  /** @type {any} */ (globalThis).openExhibit = () => {
    /** @type {{ asked: any, answer: (found: string) => void, refuse: (error: Error) => void }[]} */
    const under = [];
    const seen =
      /** @type {{ clicks: string[], failures: string[], busy: number, closed: number }} */ ({
        clicks: [],
        failures: [],
        busy: 0,
        closed: 0,
      });
    const { name, lab, create } = exhibit({
      name: 'sample',
      lab: 'hidden',
      asks: (/** @type {any} */ { trace, head }) => trace && { trace, head },
      compute: (/** @type {any} */ engine, /** @type {any} */ asked) =>
        new Promise((answer, refuse) =>
          under.push({ asked: { engine, ...asked }, answer, refuse }),
        ),
      controls: (/** @type {any} */ { values }) => html`<i>${values.way}</i>`,
      view: (/** @type {string} */ found, /** @type {any} */ context, /** @type {any} */ asked) =>
        html`<button
          @click=${() => seen.clicks.push(`${context.values.way} ${context.now().values.way}`)}
        >
          ${found} ${asked.head} ${context.values.way}
        </button>`,
      close: () => seen.closed++,
    });
    const { element, update, close } = create({
      messages: { locale: 'en' },
      engine: async () => 'engine',
      setValues() {},
      setState() {},
      busy: (/** @type {boolean} */ is) => (seen.busy += is ? 1 : -1),
      fail: (/** @type {Error} */ error) => seen.failures.push(error.message),
    });
    return {
      ...{ name, lab, element, close, under, seen },
      text: () => element.textContent.replace(/\s+/g, ' '),
      /** Another moment, and what has been asked until then. */
      async at(
        /** @type {unknown} */ trace,
        /** @type {number} */ head,
        /** @type {number} */ way,
      ) {
        update({ trace, head, values: { way } });
        await new Promise(requestAnimationFrame);
      },
      async answer(/** @type {number} */ i, /** @type {string} */ found) {
        under[i].answer(found);
        await new Promise(requestAnimationFrame);
      },
      async refuse(/** @type {number} */ i, /** @type {string} */ message) {
        under[i].refuse(new Error(message));
        await new Promise(requestAnimationFrame);
      },
    };
  };
}

/**
 * Runs a function in the page with a new exhibit.
 *
 * @template T
 * @param {(made: any) => T} work
 * @returns {Promise<Awaited<T>>}
 */
const run = (work) => opened.page.evaluate(`(${work})(globalThis.openExhibit())`);

test('controls are there at once, the drawing with the answer, and the engine is asked once', async () => {
  const found = await run(async (made) => {
    const texts = [];
    await made.at('words', 1, 5);
    texts.push(made.text());
    await made.answer(0, 'found');
    texts.push(made.text());
    const button = made.element.querySelector('button');
    await made.at('words', 1, 6);
    texts.push(made.text());
    const { className } = made.element;
    return {
      ...{ texts, name: made.name, lab: made.lab, className, busy: made.seen.busy },
      isSame: button === made.element.querySelector('button'),
      asked: made.under.map((/** @type {any} */ { asked }) => asked),
    };
  });
  assert.deepEqual(found, {
    texts: ['5', '5found 1 5', '6found 1 6'],
    ...{ name: 'sample', lab: 'hidden', className: 'sample', busy: 0, isSame: true },
    asked: [{ engine: 'engine', trace: 'words', head: 1 }],
  });
});

test('a drawing stays while the next answer is awaited, and its listeners see the newest moment', async () => {
  const { texts, clicks } = await run(async (made) => {
    const texts = [];
    await made.at('words', 1, 5);
    await made.answer(0, 'first');
    await made.at('words', 2, 6);
    made.element.querySelector('button').click();
    texts.push(made.text());
    await made.at('words', 3, 7);
    await made.answer(1, 'late');
    texts.push(made.text());
    await made.answer(2, 'third');
    texts.push(made.text());
    return { texts, clicks: made.seen.clicks };
  });
  assert.deepEqual(texts, ['6first 1 5', '7first 1 5', '7third 3 7']);
  assert.deepEqual(clicks, ['5 6']);
});

test('without a question a late answer is dropped, and the same question is asked again', async () => {
  const { texts, asked, busy } = await run(async (made) => {
    const texts = [];
    await made.at('words', 1, 5);
    await made.at(null, 1, 6);
    await made.answer(0, 'late');
    texts.push(made.text());
    await made.at('words', 1, 7);
    await made.answer(1, 'found');
    texts.push(made.text());
    return { texts, asked: made.under.length, busy: made.seen.busy };
  });
  assert.deepEqual(texts, ['6', '7found 1 7']);
  assert.deepEqual({ asked, busy }, { asked: 2, busy: 0 });
});

test('a failure is reported and leaves the drawing; closing drops the question', async () => {
  const { texts, failures, closed } = await run(async (made) => {
    const texts = [];
    await made.at('words', 1, 5);
    await made.answer(0, 'found');
    await made.at('words', 2, 6);
    await made.refuse(1, 'too long');
    await made.at('words', 3, 7);
    texts.push(made.text());
    made.close();
    await made.answer(2, 'late');
    texts.push(made.text());
    return { texts, failures: made.seen.failures, closed: made.seen.closed };
  });
  assert.deepEqual(texts, ['7found 1 5', '7found 1 5']);
  assert.deepEqual(failures, ['too long']);
  assert.equal(closed, 1);
});
