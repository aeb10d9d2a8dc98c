// "Write a lesson": a teacher types a lesson, sees and answers it beside the text, and takes it away in every form there is.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { strFromU8, unzipSync } from 'fflate';
import { root, siteDir } from '../../../src/build/tools/paths.js';
import { LONGEST_LINK, packLesson, unpackLesson } from '../../../web/elements/lesson/own/link.ts';
import { readOwnLesson } from '../../../web/elements/lesson/own/read.ts';
import { writeCode } from '../../../web/elements/lesson/questions/code.ts';
import { newRecord, noted } from '../../../web/elements/lesson/questions/record.ts';
import { words as messages } from '../../../web/words/en/write.ts';
import { violations } from '../support/axe.js';
import { useChromium } from '../support/chromium.js';
import { saved } from '../support/download.js';
import { makeSite, pageWith } from '../support/embed.js';

/** @typedef {import('playwright-core').Page | import('playwright-core').FrameLocator} Place */

const LESSON = `# Two questions
language: en
## How many?
sentence: The animal was too tired
ask: How many words has it?
number: number of words
wrong: 4
feedback: The last one counts as well.
why: Every word is a token.

The sentence has *five* words.
## Which one?
ask: Which is right?
right: this <b>one</b>
wrong: that one
why: It says so.

That was all.
`;

const chromium = useChromium();

async function open(options = {}) {
  const opened = await chromium.open({ path: 'write.html', hash: '', settle: false, ...options });
  await opened.page.locator('.write-summary').filter({ hasText: /\d/ }).waitFor();
  return opened;
}

/** @param {import('playwright-core').Page} page @param {string} text */
async function type(page, text) {
  await page.locator('.write-text').fill(text);
}

/** @param {string} text */
function lessonOf(text) {
  const { own } = readOwnLesson(text);
  assert.ok(own);
  return own;
}

/** Answers both questions of the lesson, the second rightly. @param {Place} place @param {string} number */
async function answerAll(place, number) {
  await place.locator('.question-typed input').fill(number);
  await place.locator('.question-lock').first().click();
  await place.locator('.question-verdict .question-lock').click();
  await place.locator('.lesson-text').waitFor();
  await place.locator('.lesson-scene .lesson-next').click();
  await place.getByLabel('this <b>one</b>').check();
  await place.locator('.question-lock').first().click();
  await place.locator('.question-result[data-right]').waitFor();
}

test('it begins with an example without a problem, whose questions the engine answers', async () => {
  const { page, close } = await open();
  await page.locator('.write-summary[data-kind=fine]').waitFor();
  await page
    .locator('.write-answers li:nth-child(4) span')
    .filter({ hasText: '14 × 14' })
    .waitFor();
  const answers = await page.locator('.write-answers span').allTextContents();
  assert.deepEqual(answers, ['head 3', '0.881', 'spread over many words', '14 × 14']);
  await close();
});

test('what is typed is the lesson beside it; problems lead to their lines; undo is the browser’s', async () => {
  const { page, close } = await open();
  await type(page, LESSON);
  const title = page.locator('.write-lab .lesson-title');
  await title.filter({ hasText: 'Which one?' }).waitFor();
  assert.deepEqual(await violations(page), []);
  const area = page.locator('.write-text');
  const goTo = (/** @type {string} */ words) =>
    area.evaluate((/** @type {HTMLTextAreaElement} */ field, at) => {
      field.setSelectionRange(field.value.indexOf(at), field.value.indexOf(at));
      field.dispatchEvent(new Event('keyup'));
    }, words);
  await goTo('## How');
  await title.filter({ hasText: 'How many?' }).waitFor();
  assert.equal(await page.locator('.write-lab .lesson-text em').textContent(), 'five');

  // at a line of the question, the question is shown; the focus stays where the author writes
  await goTo('ask: How');
  const lab = page.locator('.write-lab');
  await lab.locator('.question-typed input').waitFor();
  assert.equal(await page.locator('.write-text:focus').count(), 1);
  await lab.locator('.question-typed input').fill('4');
  await lab.locator('.question-lock').first().click();
  await lab.locator('.question-result:not([data-right])').waitFor();
  assert.match((await lab.locator('.question-verdict').textContent()) ?? '', /last one counts/);
  // gone back to by the author, it is asked again, also from the empty line below it
  await goTo('## How');
  await lab.locator('.lesson-text').waitFor();
  await goTo('\n\nThe sentence');
  await lab.locator('.question-typed input:enabled').waitFor();
  await goTo('## How');
  await lab.locator('.lesson-text').waitFor();
  await goTo('\nThe sentence');
  await lab.locator('.question-typed input:enabled').fill('4');
  await lab.locator('.question-lock').first().click();
  await lab.locator('.question-result:not([data-right])').waitFor();
  // its answer is known now: it is asked no more
  assert.equal(await lab.locator('.question-verdict .link').count(), 0);
  assert.ok(await page.getByText(messages.same).first().isVisible());

  await type(page, LESSON.replace('number of words', 'weight of head 9 from "it" to "it"'));
  const problem = page.locator('.write-problems li');
  await problem.filter({ hasText: /Line 6.*no head 9/ }).waitFor();
  assert.equal(await problem.count(), 3, 'the words that are not there are told as well');
  assert.ok(await page.getByText(messages.stale).isVisible());
  assert.ok(await page.getByRole('button', { name: messages.saveFile }).isDisabled());
  await problem.first().locator('button').click();
  const selected = await area.evaluate((/** @type {HTMLTextAreaElement} */ field) =>
    field.value.slice(field.selectionStart, field.selectionEnd),
  );
  assert.match(selected, /^number: weight/);
  await page.keyboard.type('number: width');
  await page.locator('.write-summary[data-kind=fine]').waitFor();
  assert.ok(await page.getByText(messages.stale).isHidden());
  await page.keyboard.press('Control+z');
  await page.locator('.write-summary[data-kind=wrong]').waitFor();

  // below a paragraph that wraps, too, a line is led into view
  const [first, second] = LESSON.split('## Which');
  const paragraph = `${'A long paragraph. '.repeat(100)}\n`;
  const long = `${first}${paragraph.repeat(3)}## Which${second}`;
  await type(page, `${long.replace('right: this', 'correct: this')}${'\n'.repeat(60)}`);
  await problem.filter({ hasText: 'Line 16' }).locator('button').click();
  const isSeen = await area.evaluate((/** @type {HTMLTextAreaElement} */ field) => {
    // the line is the last but few of those with text, below which are 60 empty ones
    const line = Number.parseFloat(getComputedStyle(field).lineHeight);
    const from = field.scrollHeight - 70 * line;
    return field.scrollTop <= from && field.scrollTop + field.clientHeight >= from;
  });
  assert.ok(isSeen);
  await close();
});

test('a lesson that was replaced while the lab computed does not come back', async () => {
  const { page, close } = await open();
  const host = page.locator('.write-lab');
  await host.evaluate((/** @type {any} */ { lab }) => {
    const { settled } = lab;
    const held = new Promise((resolve) => {
      lab.release = () => {
        lab.settled = settled;
        resolve(undefined);
      };
    });
    lab.settled = () => held;
  });
  const title = page.locator('.write-lab .lesson-title');
  for (const name of ['Older', 'Newer']) {
    await type(page, `# T\n## ${name}\nsentence: The animal was too tired\n\nWords.\n`);
    await page.waitForFunction(
      (wanted) =>
        /** @type {any} */ (document.querySelector('.write-lab')).own()?.text.own.scenes[0]
          .title === wanted,
      name,
    );
  }
  await host.evaluate((/** @type {any} */ { lab }) => lab.release());
  await title.filter({ hasText: 'Newer' }).waitFor();
  await host.evaluate((/** @type {any} */ { lab }) => lab.settled());
  assert.equal(await page.locator('.write-lab .lesson').count(), 1);
  await close();
});

test('an engine that fails is told; without the example there is an empty lesson', async () => {
  const { page, close } = await open();
  await page.locator('.write-lab').evaluate((/** @type {any} */ { lab }) => {
    lab.compute = async () => {
      throw new RangeError('no memory');
    };
  });
  await type(page, LESSON);
  await page.locator('.write-answers span', { hasText: 'no memory' }).first().waitFor();
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = async (address, ...rest) => {
      if (String(address).endsWith('.txt')) throw new TypeError('no network');
      return fetch(address, ...rest);
    };
  });
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.locator('.write-said', { hasText: messages.noExample }).waitFor();
  await page.locator('.write-summary', { hasText: 'Scenes: 1' }).waitFor();
  await close();
});

test('a skeleton of each kind can be put in, and has no problem', async () => {
  const { page, close } = await open();
  for (const kind of ['choose', 'largest', 'number', 'shape', 'point', 'set', 'order', 'scene']) {
    await type(page, '# T\n## S\nsentence: The animal was too tired\n\nWords.\n');
    await page.getByLabel(messages.insert).selectOption(kind);
    await page
      .locator('.write-summary', { hasText: kind === 'scene' ? 'Scenes: 2' : 'questions: 1' })
      .waitFor();
  }
  await close();
});

test('a formula and a picture from a file can be put in, and are shown between the words', async () => {
  const { page, close } = await open();
  await type(page, '# T\n## S\nsentence: The animal was too tired\n\nWords.\n');
  await page.getByLabel(messages.insert).selectOption('formula');
  await page.locator('.own-formula > math').waitFor();
  assert.equal(await page.locator('.own-formula mfrac').count(), 1);
  // the style sheet draws roots, also where the lab's steps were never open
  const root = page.locator('.own-formula .root');
  assert.match(
    await root.first().evaluate((sign) => getComputedStyle(sign).backgroundImage),
    /gradient/,
  );
  const asked = page.waitForEvent('filechooser');
  await page.getByLabel(messages.insert).selectOption('picture');
  const large = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1600, 900];
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    for (let i = 0; i < 4000; i++) {
      context.fillStyle = `hsl(${(i * 47) % 360} 80% 50%)`;
      context.fillRect((i * 97) % 1600, (i * 61) % 900, 60, 40);
    }
    return canvas.toDataURL('image/png').split(',')[1];
  });
  const buffer = Buffer.from(large, 'base64');
  assert.ok(buffer.length > 49_152, 'too large for a lesson as it is');
  await (await asked).setFiles({ name: 'maps.png', mimeType: 'image/png', buffer });
  const caption = page.locator('.own-picture figcaption', { hasText: messages.newPicture });
  await caption.waitFor();
  await page.waitForFunction(() => {
    const canvas = /** @type {HTMLCanvasElement | null} */ (
      document.querySelector('.own-picture canvas')
    );
    if (!canvas?.width) return false; // not drawn yet
    const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    return data && new Set(data).size > 20;
  });
  await page.locator('.write-summary', { hasText: 'Scenes: 1' }).waitFor();
  await close();
});

test('a scene gives learners the width and the division, and a question has them set both', async () => {
  const { page, close } = await open();
  const head = '# T\n## S\nsentence: The animal was too tired\nheads: 1\nwidth: 16\n';
  await type(
    page,
    `${head}controls: width, scaled\nuse: width\nwatch: maps\ntry: Set it.\n\nWords.\n`,
  );
  const widths = page.locator('.own-width button');
  await widths.getByText('64', { exact: true }).click();
  await page.locator('.lesson-try[data-tried]').waitFor({ state: 'attached' });
  assert.equal(await widths.getByText('64', { exact: true }).getAttribute('aria-pressed'), 'true');
  await page.locator('.own-scaled input').uncheck();
  const asked = 'ask: Set it.\nset: scaled off\nwhy: It is a switch.\n\nWords.\n';
  await type(page, `${head}${asked}`);
  // at a line of the question, the question is shown
  await page.locator('.write-text').evaluate((/** @type {HTMLTextAreaElement} */ area) => {
    const at = area.value.indexOf('set:');
    area.focus();
    area.setSelectionRange(at, at);
    area.click();
  });
  await page.locator('.question-lock').first().waitFor();
  await page.locator('.write-lab').evaluate((/** @type {any} */ { lab }) => lab.settled());
  // above the button that checks it
  const [control, check] = [
    await page.locator('.own-scaled').boundingBox(),
    await page.locator('.question-lock').first().boundingBox(),
  ];
  assert.ok(control && check && control.y + control.height <= check.y);
  await page.locator('.own-scaled input:checked').click();
  await page.locator('.own-scaled input:not(:checked)').waitFor();
  assert.equal(await page.locator('.own-width').isVisible(), false);
  await page.locator('.question-lock').first().click();
  await page.locator('.question-result[data-right]').waitFor();
  // a trained model has a width of its own
  await type(
    page,
    `${head.replace('width: 16', '').replace('heads: 1', 'model: grammar')}controls: width\n\nWords.\n`,
  );
  await page.locator('.lesson-text', { hasText: 'Words.' }).waitFor();
  assert.equal(await page.locator('.own-controls').isVisible(), false);
  await close();
});

test('the draft is there the next time', async () => {
  const { page, close } = await open();
  await type(page, LESSON);
  await page.reload();
  await page.locator('.write-summary', { hasText: 'questions: 2' }).waitFor();
  assert.equal(await page.locator('.write-text').inputValue(), LESSON);
  await close();
});

/**
 * @param {import('playwright-core').Page} page
 * @param {string} name of the button
 */
async function savedBy(page, name) {
  await page.locator('.write-summary[data-kind=fine]').waitFor();
  return saved(page, () => page.getByRole('button', { name, exact: true }).click());
}

test('the one file opens from a folder without a network, scores, and gives a code that the class’s page counts', async () => {
  const { page, url, requests, close } = await open({ elsewhere: /^file:/ });
  await type(page, LESSON);
  await page.locator('.write-summary', { hasText: 'questions: 2' }).waitFor();
  const { catalogue } = lessonOf(LESSON).asked;
  const begins = `HW-${catalogue.name}`;
  await page.locator('.write-save', { hasText: `begin with ${begins}.` }).waitFor();
  assert.equal((await savedBy(page, messages.saveText)).bytes.toString(), LESSON);
  const { name, bytes } = await savedBy(page, messages.saveFile);
  assert.equal(name, 'two-questions.html');
  const folder = await makeSite('own-lesson-file', {});
  const file = join(folder, name);
  await writeFile(file, bytes);
  requests.length = 0;
  await page.goto(pathToFileURL(file).href);
  await answerAll(page, '5');
  assert.deepEqual(
    requests.filter((address) => !/^(file|data|blob):/.test(address)),
    [],
  );
  assert.equal(await page.title(), 'Two questions');
  assert.equal(await page.locator('.lesson-name').textContent(), 'Two questions');

  // the code that a learner hands in is counted on the page for classes, once the lesson is there
  await page.locator('.question-verdict .question-lock').click();
  await page.locator('.lesson-scene .lesson-next').click();
  const code = await page.getByLabel('Result code', { exact: true }).inputValue();
  assert.ok(code.startsWith(`${begins}-`) && code.length < 60, code);
  await page.goto(`${url}class.html`);
  await page.locator('#codes').fill(`Ana, ${code}`);
  const refused = page.locator('.of-refused tbody tr');
  await refused.filter({ hasText: `your own lesson ${begins.slice(3)}` }).waitFor();
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByText('Learners: 1. Codes: 1. Your own lessons: Two questions').waitFor();
  assert.match(await page.locator('.of-learners tbody tr').innerText(), /^Ana\s+100\s+2 of 2/);
  await page.getByRole('button', { name: `Remove ${name}` }).click();
  await refused.waitFor();
  const link = `https://example.org/embed.html${await packLesson(LESSON)}`;
  const four = writeCode(
    noted(newRecord(7), 'own.0', { right: false, mistake: 'a' }),
    '',
    catalogue,
  );
  const others = [link, `Ana, ${code}`, `Ben, ${four}`, `Ana, ${writeCode(newRecord(8))}`];
  await page.locator('#codes').fill(others.join('\n'));
  await page.getByText('Learners: 2. Codes: 3. Your own lessons: Two questions').waitFor();
  assert.match(await page.locator('.of-questions tbody tr').first().innerText(), /4 × 1/);
  const offered = await page.locator('.chosen option').allTextContents();
  assert.deepEqual(offered, ['All lessons', 'First lessons', 'Two questions']);
  await close();
});

test('a lesson about the model of English says what that weighs, and its one file carries it', async () => {
  const { page, url, close } = await open({ elsewhere: /^file:/ });
  const english = LESSON.replace('sentence: The animal', 'model: english\nsentence: The tokens');
  await type(page, english);
  await page.locator('.write-save', { hasText: /model of English: 3\.\d MB more/ }).waitFor();
  const { size } = await stat(join(siteDir, 'english.safetensors'));
  await page.getByText(`fetched from your site: ${(size / 1e6).toFixed(1)} MB.`).waitFor();
  // "tokens" is three pieces to it
  await page.locator('.write-answers span').filter({ hasText: '7' }).first().waitFor();
  const { name, bytes } = await savedBy(page, messages.saveFile);
  const folder = await makeSite('own-english', {});
  const file = join(folder, name);
  await writeFile(file, bytes);
  await page.goto(pathToFileURL(file).href);
  await answerAll(page, '7');
  await page.locator('.question-verdict .question-lock').click();
  await page.locator('.lesson-scene .lesson-next').click();
  const code = await page.getByLabel('Result code', { exact: true }).inputValue();
  await page.goto(`${url}class.html`);
  await page.locator('#codes').fill(code);
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.locator('.of-learners', { hasText: '2 of 2' }).waitFor();
  await close();
});

test('a lesson is read and shown before the model of English has come', async () => {
  const { page, url, close } = await open({ hold: /english\.safetensors/ });
  const english = LESSON.replace('sentence: The animal', 'model: english\nsentence: The tokens');
  await type(page, english);
  await page.locator('.write-lab .lesson-title', { hasText: 'Which one?' }).waitFor();
  await type(page, english.replace('number of words', 'weight of head 9 from "it" to "it"'));
  await page.locator('.write-problems li', { hasText: /no head 9/ }).waitFor();
  assert.ok(await page.getByText(messages.stale).isVisible());
  // an embed waits a while, and then does without
  await page.clock.install();
  const asked = page.waitForRequest(/english\.safetensors/);
  await page.goto(`${url.replace('write.html', '')}embed.html${await packLesson(english)}`);
  await asked;
  await page.clock.fastForward(5000);
  await page.locator('.lesson-name', { hasText: 'Two questions' }).waitFor();
  await close();
});

test('the SCORM package carries its score to scorm-again', async () => {
  const { page, close } = await open();
  await type(page, LESSON);
  await page.locator('.write-summary', { hasText: 'questions: 2' }).waitFor();
  await page.getByLabel(messages.passLabel).selectOption('100');
  const { name, bytes } = await savedBy(page, messages.saveScorm);
  assert.equal(name, 'two-questions.zip');
  await close();
  const files = unzipSync(bytes);
  assert.match(strFromU8(files['imsmanifest.xml']), /<title>Two questions<\/title>/);
  const folder = await makeSite('own-lesson-scorm', {
    'index.html': strFromU8(files['index.html']),
    'platform.html': `<!doctype html><link rel="icon" href="data:,"><script src="scorm12.js"></script>
      <script>window.API = new Scorm12API({ autocommit: false, logLevel: 5 });</script>
      <iframe id="lab-frame" src="index.html" width="900" height="700"></iframe>`,
  });
  await copyFile(
    join(root, 'node_modules/scorm-again/dist/scorm12.min.js'),
    join(folder, 'scorm12.js'),
  );
  const platform = await chromium.open({
    ...{ root: folder, path: 'platform.html', hash: '', settle: false, headers: {} },
  });
  await answerAll(platform.page.frameLocator('#lab-frame'), '4');
  const valueOf = (/** @type {string} */ field) =>
    platform.page.evaluate((of) => /** @type {any} */ (window).API.LMSGetValue(of), field);
  assert.equal(await valueOf('cmi.core.score.raw'), '50');
  assert.equal(await valueOf('cmi.core.lesson_status'), 'failed');
  assert.equal(await valueOf('cmi.interactions._count'), '2');
  assert.equal(await valueOf('cmi.core.lesson_location'), 'own.2');
  await platform.close();
});

test('a lesson from a link, or a file, does not take the place of the draft unasked', async () => {
  const { page, url, close } = await open();
  await type(page, LESSON);
  await page.locator('.write-below', { hasText: messages.kept }).waitFor();
  const area = page.locator('.write-text');
  const other = LESSON.replace('Two questions', 'Another lesson');
  const hash = await packLesson(other);
  await page.goto(`${url}write.html${hash}`);
  await page.reload();
  await page.locator('.write-summary', { hasText: 'questions: 2' }).waitFor();
  assert.equal(await area.inputValue(), other);
  await type(page, `${other}More.`);
  await page.reload();
  await page.locator('.write-summary', { hasText: 'questions: 2' }).waitFor();
  assert.equal(await area.inputValue(), `${other}More.`, 'what was typed last');
  const accepted = page.waitForEvent('dialog').then((dialog) => dialog.accept());
  await page.getByLabel(messages.begin).selectOption('beginDraft');
  await accepted;
  assert.equal(await area.inputValue(), LESSON);
  const refused = page.waitForEvent('dialog').then((dialog) => dialog.dismiss());
  const file = { name: 'other.txt', mimeType: 'text/plain', buffer: Buffer.from(other) };
  await page.locator('.write-bar input[type=file]').setInputFiles(file);
  await refused;
  assert.equal(await area.inputValue(), LESSON);
  await close();
});

test('a link opens the lesson, and one that is too long says so', async () => {
  const hash = await packLesson(LESSON);
  assert.equal(await unpackLesson(hash), LESSON);
  const { page, url, close } = await open();
  await page.evaluate(() => {
    const writeText = async (/** @type {string} */ text) => {
      document.documentElement.dataset.copied = text;
    };
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  });
  await type(page, LESSON);
  await page.locator('.write-summary', { hasText: 'questions: 2' }).waitFor();
  await page.getByRole('button', { name: messages.link }).click();
  const copied = page.locator('html[data-copied*="#lesson="]');
  await copied.waitFor();
  const link = (await copied.getAttribute('data-copied')) ?? '';
  assert.ok(link.startsWith(`${url}embed.html#lesson=`));
  assert.equal(await unpackLesson(new URL(link).hash), LESSON);

  // what was typed a moment ago is in the link
  const newest = LESSON.replace('That was all.', 'That was all, indeed.');
  await page.evaluate((text) => {
    const field = /** @type {HTMLTextAreaElement} */ (document.querySelector('.write-text'));
    const button = /** @type {HTMLButtonElement} */ (
      document.querySelector('.write-actions button[data-told]')
    );
    delete document.documentElement.dataset.copied;
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    button.click();
  }, newest);
  await copied.waitFor();
  const next = (await copied.getAttribute('data-copied')) ?? '';
  assert.equal(await unpackLesson(new URL(next).hash), newest);

  let state = 1;
  const noise = Array.from({ length: 3000 }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state.toString(36);
  });
  const lines = Array.from({ length: 25 }, (_, i) => noise.slice(i * 120, i * 120 + 120).join(' '));
  await type(page, LESSON + lines.join('\n'));
  await page.getByRole('button', { name: messages.link }).click();
  await page.locator('.write-said', { hasText: String(LONGEST_LINK) }).waitFor();

  await page.goto(link);
  await page.reload();
  await answerAll(page, '5');
  await close();
});

test('a page has the lesson inside the element, or names its file; what is wrong is said there', async () => {
  const folder = await makeSite('own-lesson-element', {
    'inside.html': pageWith(
      `<headwise-lab loading="eager"><script type="text/plain" data-lesson>${LESSON}</script></headwise-lab>`,
    ),
    'named.html': pageWith('<headwise-lab loading="eager" lesson-src="lesson.txt"></headwise-lab>'),
    'wrong.html': pageWith('<headwise-lab loading="eager" lesson-src="wrong.txt"></headwise-lab>'),
    'away.html': pageWith(
      '<headwise-lab loading="eager" lesson-src="https://other.example/lesson.txt"></headwise-lab>',
    ),
    'moved.html': pageWith('<headwise-lab loading="eager" lesson-src="moved.txt"></headwise-lab>'),
    'both.html': pageWith(
      '<headwise-lab loading="eager" lesson="masks" lesson-src="lesson.txt"></headwise-lab>',
    ),
    'far.html': pageWith(
      '<headwise-lab loading="eager" lesson="own.9" lesson-src="lesson.txt"></headwise-lab>',
    ),
    'none.html': pageWith('<headwise-lab loading="eager" lesson-src="none.txt"></headwise-lab>'),
    'lesson.txt': LESSON,
    'wrong.txt': LESSON.replace('why: It says so.', 'heads: 3'),
  });
  const { page, url, close } = await chromium.open({
    ...{ root: folder, path: 'inside.html', hash: '', settle: false },
    expected: [/there is no "own\.9"/, /404/],
  });
  await page.addInitScript(() =>
    document.addEventListener('error', (event) => {
      const { detail } = /** @type {any} */ (event);
      document.documentElement.dataset.told = `${detail?.code}: ${detail?.message}`;
    }),
  );
  await answerAll(page, '5');
  await page.goto(`${url}named.html`);
  // the answers of the same lesson are there still
  await page.locator('.lesson-text', { hasText: 'five words' }).waitFor();
  await page.goto(`${url}wrong.html`);
  await page.getByText(/Line 16: heads: expected one of 1, 2, 4, 8, 16/).waitFor();
  await page.goto(`${url}away.html`);
  await page.getByText(/lesson-src: expected an address of/).waitFor();
  await page.goto(`${url}both.html`);
  await page.getByText(/lesson: expected own, .* got masks/).waitFor();
  await page.goto(`${url}far.html`);
  await page.locator('html[data-told=\'format: lesson: there is no "own.9"\']').waitFor();
  await page.goto(`${url}none.html`);
  await page.getByText(/none\.txt: expected a lesson, got 404/).waitFor();
  await page.locator('html[data-told^="fetch: "]').waitFor();
  await close();

  // nor does a redirect lead elsewhere, where no policy forbids it
  let visits = 0;
  const other = createServer((_, response) => {
    visits++;
    response.end();
  }).listen(0, 'localhost');
  await once(other, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (other.address());
  const location = `http://localhost:${port}/lesson.txt`;
  const free = await chromium.open({
    ...{ root: folder, path: 'inside.html', hash: '', settle: false, headers: {} },
    // the browser names the address that it does not ask
    ...{ expected: [/^Unsafe attempt to load URL/], elsewhere: RegExp(`^${location}$`) },
  });
  await free.page.route('**/moved.txt', (route) =>
    route.fulfill({ status: 302, headers: { location } }),
  );
  await free.page.goto(`${free.url}moved.html`);
  await free.page.getByRole('button', { name: 'Try again' }).waitFor();
  other.close();
  assert.equal(visits, 0);
  await free.close();
});
