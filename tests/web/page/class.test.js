// The class's page: two hundred codes are pasted, files dropped, a key given; scores, questions and lines that gave no result are
// shown and saved. It works from a folder, too.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'node:test';
import { siteDir } from '../../../src/build/tools/paths.js';
import { packLesson } from '../../../web/elements/lesson/own/link.ts';
import {
  checkSignature,
  readCode,
  writeCode,
  writeSignedCode,
} from '../../../web/elements/lesson/questions/code.ts';
import { newRecord, noted } from '../../../web/elements/lesson/questions/record.ts';
import { words as messages } from '../../../web/words/en/class.ts';
import { violations } from '../support/axe.js';
import { useChromium } from '../support/chromium.js';
import { saved } from '../support/download.js';

const chromium = useChromium();

async function open(options = {}) {
  const opened = await chromium.open({ path: 'class.html', settle: false, ...options });
  await opened.page.locator('#codes').waitFor();
  return opened;
}

/** A learner of the lesson about masks: every third is wrong, and every fifth tried twice. @param {number} i */
function learner(i) {
  let record = newRecord(i);
  if (i % 5 === 0) record = noted(record, 'masks.1', { right: false, mistake: 'all' });
  const right = i % 3 !== 0;
  return noted(record, 'masks.1', { right, mistake: right ? '' : 'ahead' });
}

const CLASS = Array.from({ length: 200 }, (_, i) => `Learner ${i}, ${writeCode(learner(i))}`);

/** @param {import('playwright-core').Page} page @param {string} name of the button */
async function textSaved(page, name) {
  const { bytes } = await saved(page, () => page.getByRole('button', { name }).click());
  return bytes.toString();
}

test('two hundred codes become scores, questions and files; a bad line keeps its reason', async () => {
  const { page, close } = await open();
  const lines = [...CLASS];
  lines[7] = lines[7].slice(0, -1);
  await page.getByLabel(messages.paste).fill(lines.join('\n'));
  await page.getByText('Learners: 199. Codes: 199. Lines without a result: 1.').waitFor();
  const refused = page.locator('.of-refused tbody tr');
  assert.match(await refused.innerText(), /Line 8\s+A letter of this code is missing or wrong/);
  assert.equal(await page.getByLabel(messages.lesson).inputValue(), 'masks', 'what most have done');
  assert.equal(await page.locator('.of-learners tbody tr').count(), 199);
  const question = page.locator('.of-questions tbody tr');
  assert.equal(await question.count(), 1);
  const said = await question.innerText();
  const wrong = CLASS.filter((_, i) => i % 3 === 0 && i !== 7).length;
  const later = CLASS.filter((_, i) => i % 3 !== 0 && i % 5 === 0).length;
  assert.match(said, new RegExp(`${199 - wrong - later} at once, ${later} later, ${wrong} wrong`));
  assert.match(said, new RegExp(`words that it may not see\\.” × ${wrong}`));
  // sorted by the column that is pressed, which keeps the focus
  await page.getByRole('button', { name: messages.attempts }).press('Enter');
  assert.equal(await page.locator('[aria-sort=descending]').innerText(), messages.attempts);
  assert.match(await page.locator('.of-learners tbody tr').first().innerText(), /Learner 0\b/);
  assert.equal(await page.locator(':focus').getAttribute('data-sort'), 'attempts');
  const learners = (await textSaved(page, messages.saveLearners)).trim().split('\r\n');
  assert.equal(learners.length, 200);
  assert.match(learners[1], /^Learner 0,0,0,\d,2,/);
  const questions = (await textSaved(page, messages.saveQuestions)).trim().split('\r\n');
  assert.equal(questions.length, 3, 'two wrong answers of one question');
  await page.getByRole('button', { name: messages.clear }).click();
  await page.locator('.of-learners').waitFor({ state: 'detached' });
  assert.equal(await page.locator('.verdict').innerText(), '');
  await close();
});

test('files that are chosen or dropped are read beside what was pasted', async () => {
  const { page, close } = await open();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      {
        name: 'a.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`name;code\nAna;${writeCode(learner(1))}`),
      },
      { name: 'b.txt', mimeType: 'text/plain', buffer: Buffer.from([0, 255, 1, 254]) },
      { name: 'c.html', mimeType: 'text/html', buffer: Buffer.from(`<td>none</td>`) },
      {
        name: 'd.html',
        mimeType: 'text/html',
        buffer: Buffer.from(
          `<table><tr><td>Zo&euml; O&#39;Neil</td>\n<td>${writeCode(learner(3))}</td></tr></table>`,
        ),
      },
      { name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.alloc(6_000_001, 97) },
    ]);
  await page.getByText('large.txt is too large').waitFor();
  await page.getByText('Files left out, as they are no text: 1.').waitFor();
  await page.evaluate(
    (code) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([`Ben, ${code}`], 'c.txt'));
      dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
    },
    writeCode(learner(2)),
  );
  // for a link that misses the field, browsers would leave the page
  const isLeft = await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/uri-list', 'https://example.org/');
    const options = { dataTransfer, cancelable: true, bubbles: true };
    return [document.body, document.querySelector('#codes')].map((place) =>
      ['dragover', 'drop'].map((name) => place?.dispatchEvent(new DragEvent(name, options))),
    );
  });
  assert.deepEqual(isLeft, [
    [false, false],
    [true, true],
  ]);
  await page.getByText('Learners: 3. Codes: 3. Lines without a result: 1.').waitFor();
  await page.locator('.of-refused').getByText(messages.reasonNoneIn).waitFor({ state: 'attached' });
  await page.locator('.of-learners').getByText("Zoë O'Neil").waitFor();
  await page.getByRole('button', { name: 'Remove a.csv' }).click();
  await page.getByText('Learners: 2. Codes: 2.').waitFor();
  await close();
});

test('with the key of the class, each code says whose it is', async () => {
  const { page, close } = await open();
  const codes = [
    await writeSignedCode(learner(1), 'red 7'),
    await writeSignedCode(learner(2), 'blue 7'),
    writeCode(learner(3)),
  ];
  const link = await packLesson('# Words\n## A scene\nA sentence.\n');
  await page.getByLabel(messages.paste).fill([...codes, link].join('\n'));
  await page.getByText('Learners: 3. Codes: 3. Your own lessons: Words').waitFor();
  // what was given is not read again at each letter of the key
  await page.evaluate(() => {
    globalThis.DecompressionStream = class extends DecompressionStream {
      constructor(/** @type {CompressionFormat} */ format) {
        super(format);
        document.body.dataset.unpacked = 'again';
      }
    };
  });
  await page.getByText(messages.key, { exact: true }).click();
  const field = page.getByLabel(messages.keyLabel, { exact: true });
  await field.fill('no');
  await page.getByText(messages.keyProblem).waitFor();
  await field.fill('red 7');
  await page.locator('.of-learners').getByText(messages.otherClass).waitFor();
  const remarks = await page.locator('.of-learners tbody td:last-child').allInnerTexts();
  assert.deepEqual(
    remarks.map((one) => one.split(' · ')[0]),
    [messages.sealed, messages.otherClass, messages.unsigned],
  );
  assert.match(await page.locator('.key-use').innerText(), /class-key=red%207/);
  assert.equal(await page.locator('body').getAttribute('data-unpacked'), null);
  await close();
});

test('the key in the address of a lesson signs the code that its learner hands in', async () => {
  const path = 'embed.html?lesson=masks&class-key=red+7&lang=en';
  const { page, close } = await chromium.open({ path, settle: false });
  await page.locator('.lesson-scene .lesson-next').click();
  await page.locator('.question form .quiet').click();
  await page.locator('.lesson-text').waitFor();
  await page.locator('.lesson-head .link').click();
  await page.getByText('It is signed for your class.').waitFor();
  const code = page.getByLabel('Result code', { exact: true });
  await page.waitForFunction(() =>
    /-\w{12}$/.test(
      /** @type {HTMLInputElement | null} */ (document.querySelector('.recap-code input[readonly]'))
        ?.value ?? '',
    ),
  );
  const read = readCode(await code.inputValue());
  assert.ok('record' in read);
  assert.equal(await checkSignature(read, 'red 7'), null);
  assert.equal(await checkSignature(read, 'blue 7'), 'other-class');
  assert.equal(read.record.results['masks.1'].outcome, 'skipped');
  // where the page may copy, the focus stays on the button
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async () => {} },
      configurable: true,
    }),
  );
  const copy = page.getByRole('button', { name: 'Copy the code' });
  await copy.click();
  await page.getByText('Copied', { exact: true }).waitFor();
  assert.ok(await copy.evaluate((button) => button === document.activeElement));
  // where a frame may not write to the clipboard, the name is selected with the code
  const handedIn = `Ana Ruiz, ${await code.inputValue()}`;
  await page.getByLabel('Your name, if your teacher asks for it').fill('Ana, Ruiz');
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  await copy.click();
  await page.getByText('Your result is selected: copy it by hand.').waitFor();
  assert.deepEqual(
    await code.evaluate((/** @type {HTMLInputElement} */ field) =>
      field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0),
    ),
    handedIn,
  );
  await close();
});

test('everyone can read it on a phone, and it works from a folder', async () => {
  const viewport = { width: 320, height: 640 };
  const { page, close } = await open({
    ...{ viewport, context: { colorScheme: 'dark' }, elsewhere: /^file:/ },
  });
  await page.getByRole('button', { name: messages.example }).click();
  await page.locator('.of-learners').waitFor();
  assert.deepEqual(await violations(page), []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  await page.goto(pathToFileURL(join(siteDir, 'class.html')).href);
  await page.getByRole('button', { name: messages.example }).click();
  await page.getByText('Learners: 30. Codes: 30.').waitFor();
  await close();
});
