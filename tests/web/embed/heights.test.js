// The heights of embedded labs: the heights that the dialog writes hold every scene, a page's frame follows its
// content, and the compact form has a drawing in its first screen. Some lessons in the language with the longest words; with
// HEADWISE_TEST_ALL every lesson in every language.

import assert from 'node:assert/strict';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { measureLessons } from '../../../src/build/heights.ts';
import { buildDir, siteDir } from '../../../src/build/tools/paths.js';
import { lessons } from '../../../web/lessons/lessons.ts';
import { COMPACT_HEIGHT, heightOf } from '../../../web/page/embed-builder/heights.ts';
import { snippetFor } from '../../../web/page/embed-builder/snippets.ts';
import { useChromium } from '../support/chromium.js';
import { ALL, sample } from '../support/sample.js';

const TEACHER = join(buildDir, 'pages/heights');
const WANTED = {
  ...{
    base: 'headwise/',
    lesson: null,
    state: {},
    hash: '',
    whole: '',
    locked: '',
    classKey: '',
    theme: '',
  },
  ...{ compact: false, height: 400, language: 'en', title: 'Maps', link: 'Open' },
};

const chromium = useChromium();
before(async () => {
  await rm(TEACHER, { recursive: true, force: true });
  await mkdir(TEACHER, { recursive: true });
  await cp(siteDir, join(TEACHER, 'headwise'), { recursive: true });
});

/**
 * A page of a course with one of the dialog's texts in it, 700 px wide.
 *
 * @param {string} text
 */
async function openCourse(text) {
  await writeFile(
    join(TEACHER, 'course.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>A course</title>
    <link rel="icon" href="data:,"><body style="margin: 0 auto; width: 700px">${text}</body></html>`,
  );
  return chromium.open({
    ...{ root: TEACHER, path: 'course.html', hash: '', headers: {}, settle: false },
  });
}

for (const language of ALL ? ['en', 'es', 'zh'] : ['es']) {
  test(`${language}: the heights that the dialog writes hold ${ALL ? 'every scene' : 'the scenes of every other lesson'}`, async () => {
    const { page, url, close } = await chromium.open({ headers: {}, settle: false });
    const some = sample(lessons, 2);
    const measured = await measureLessons(page, url, language, some);
    for (const { id } of some) {
      const written = heightOf(id);
      const hint = `${id}: ${measured[id]} px, written ${written}: npm run make heights measures them`;
      // other fonts have other lines
      assert.ok(measured[id] <= 1.05 * written, hint);
      assert.ok(measured[id] >= 0.7 * written, hint);
    }
    await close();
  });
}

test('a frame with the script beside it is as tall as what it shows, whatever that becomes', async () => {
  const { page, close } = await openCourse(snippetFor('iframe', WANTED));
  const frame = page.frameLocator('iframe');
  await frame.getByText(/Computed on your device/).waitFor();
  const fits = () =>
    page.waitForFunction(() => {
      const one = /** @type {HTMLIFrameElement} */ (document.querySelector('iframe'));
      const root = one.contentDocument?.documentElement;
      return root && Math.abs(one.clientHeight - root.getBoundingClientRect().height) <= 1;
    });
  await fits();
  const before = await page.locator('iframe').evaluate((one) => one.clientHeight);
  await frame.getByRole('button', { name: 'Lines', exact: true }).click();
  await page.waitForFunction(
    (was) => document.querySelector('iframe')?.clientHeight !== was,
    before,
  );
  await fits();
  await close();
});

for (const place of /** @type {const} */ (['html', 'iframe'])) {
  test(`${place}: the compact form begins with the sentence and a drawing`, async () => {
    for (const { id } of sample(lessons, place === 'html' ? 5 : lessons.length)) {
      const wanted = { ...WANTED, lesson: id, compact: true, height: COMPACT_HEIGHT };
      const { page, close } = await openCourse(snippetFor(place, wanted));
      const within = place === 'html' ? page : page.frameLocator('iframe');
      await within.getByText(/Computed on your device/).waitFor();
      const shown = within
        .locator('.views canvas, .exhibit :is(canvas, table, figure)')
        .filter({ visible: true });
      await shown.first().waitFor();
      const top = await within
        .locator('.sentences')
        .evaluate((one) => one.getBoundingClientRect().top);
      assert.ok(top < 40, `${id}: the sentence begins at ${top}`);
      const bottoms = await shown.evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect().bottom),
      );
      const first = Math.min(...bottoms);
      assert.ok(first <= COMPACT_HEIGHT, `${id}: the first drawing ends at ${first}`);
      await close();
    }
  });
}
