// The lessons in Chromium: back and forward work on the way through them, and their questions are asked and answered.
// led.test.js checks what every scene shows, scenes.test.js what it proposes.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'headwise';
import { DEFAULT_STATE } from '../../../web/elements/lab/state/state.ts';
import { wordTokenizer } from '../../../web/elements/lab/answer/tokenizer.ts';
import { textOf } from '../../../web/elements/lesson/questions/forms.ts';
import { readCode } from '../../../web/elements/lesson/questions/code.ts';
import { lessons } from '../../../web/lessons/lessons.ts';
import { questionTexts, texts } from '../support/words.js';
import { violations } from '../support/axe.js';
import { settled, stateOf, useChromium } from '../support/chromium.js';
import { giveAnswer, seedLearner, solutionOf } from '../support/questions.js';
import { drawn, openScene as open, pattern, plays, skipQuestion } from '../support/scenes.js';
import { until } from '../support/until.js';

const chromium = useChromium();

test('from the list to the end of a lesson by keyboard, and back through the scenes with the browser', async () => {
  const { page, close } = await chromium.open();
  await page.getByRole('button', { name: 'Lessons', exact: true }).focus();
  await page.keyboard.press('Enter');
  const title = page.locator('.lesson-scene .lesson-title');
  // the first of the list has the focus
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await drawn(page);
  assert.equal(await title.textContent(), texts.en['one-head'].scenes[0].title);
  const next = page.locator('.lesson-scene .lesson-next');
  for (let scene = 1; scene < 6; scene++) {
    await next.focus();
    await page.keyboard.press('Enter');
    await skipQuestion(page);
    await drawn(page);
    assert.equal(await title.textContent(), texts.en['one-head'].scenes[scene].title);
    assert.equal(await next.evaluate((button) => button === document.activeElement), true);
  }
  assert.equal(await next.textContent(), 'Next lesson');
  // dots are one stop of the Tab key, with arrows among them
  await page.locator('.lesson-dots [aria-current]').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await drawn(page);
  assert.equal(await title.textContent(), texts.en['one-head'].scenes[4].title);
  await page.goBack();
  await drawn(page);
  assert.equal(await title.textContent(), texts.en['one-head'].scenes[5].title);
  await page.goBack();
  await drawn(page);
  assert.equal(await title.textContent(), texts.en['one-head'].scenes[4].title);
  await page.goForward();
  await drawn(page);
  assert.equal(await title.textContent(), texts.en['one-head'].scenes[5].title);
  await page.getByRole('button', { name: 'Close the lessons' }).click();
  await settled(page);
  assert.equal(await page.locator('.lesson').count(), 0);
  await page.goBack();
  await drawn(page);
  assert.equal(await title.textContent(), texts.en['one-head'].scenes[5].title);
  await close();
});

test('a guess before a task is no answer; after the task it stands beside what came out', async () => {
  const { page, close } = await chromium.open();
  await open(page, 'why', 3);
  await drawn(page);
  const guess = page.locator('.lesson-guess');
  const [question, , some] = texts.en.why.scenes[3].guess ?? [];
  await guess.getByRole('group', { name: question }).getByRole('button', { name: some }).click();
  assert.equal(await guess.locator('[aria-pressed="true"]').textContent(), some);
  assert.equal(await page.locator('.lesson-after:visible').count(), 0);
  await page.getByRole('button', { name: 'no', exact: true }).click();
  await page.locator('.lesson-try[data-tried]').waitFor();
  assert.equal(await guess.count(), 0);
  const conclusion = page.locator('.lesson-after:visible');
  const { after } = texts.en.why.scenes[3];
  assert.equal(await conclusion.innerText(), `You expected: ${some}. ${after}`);
  // a task without a guess has only its conclusion
  await open(page, 'one-head', 0);
  await plays['one-head'][0].act(page);
  await page.locator('.lesson-try[data-tried]').waitFor();
  assert.equal(await conclusion.innerText(), texts.en['one-head'].scenes[0].after);
  await close();
});

test('a scene about one changed word marks its row, and the next scene marks nothing', async () => {
  const { page, close } = await chromium.open({ viewport: { width: 1366, height: 768 } });
  /** How many pixels of each row of x have the colour of the mark, in the corners of its cells. */
  const markedRows = () =>
    page.locator('.matrix[data-matrix="x"]').evaluate((matrix) => {
      const canvas = /** @type {HTMLCanvasElement} */ (matrix.querySelector('canvas'));
      const light = /** @type {Element} */ (matrix.querySelector('.matrix-light'));
      const [whole, row] = [canvas, light].map((one) => one.getBoundingClientRect());
      const scale = canvas.width / whole.width;
      const height = row.height - 2; // its frame
      const rows = Array.from({ length: 7 }, (_, i) => row.top + 1 + (i - 4) * height - whole.top);
      const copy = new OffscreenCanvas(canvas.width, canvas.height);
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
        copy.getContext('2d', { willReadFrequently: true })
      );
      context.drawImage(canvas, 0, 0);
      return rows.map((y) => {
        const { data } = context.getImageData(0, (y + 1) * scale, canvas.width, 4 * scale);
        const dark = Array.from({ length: data.length / 4 }, (_, i) =>
          data.slice(4 * i, 4 * i + 4),
        );
        return dark.filter(([r, g, b, a]) => a > 200 && r + g + b < 120).length;
      });
    });
  await open(page, 'one-head', 0);
  await drawn(page);
  assert.deepEqual(await markedRows(), [0, 0, 0, 0, 0, 0, 0]);
  await plays['one-head'][0].act(page);
  await page.locator('.lesson-try[data-tried]').waitFor();
  await drawn(page);
  const marked = await markedRows();
  assert.ok(marked[1] >= 16, String(marked));
  assert.deepEqual(
    marked.map((count) => count > 0),
    [false, true, false, false, false, false, false],
  );
  // with its sentence, but another beginning
  await open(page, 'one-head', 1);
  await drawn(page);
  await open(page, 'one-head', 0);
  await drawn(page);
  assert.deepEqual(await markedRows(), [0, 0, 0, 0, 0, 0, 0]);
  await close();
});

test('a number that was chosen in a scene can be changed: its panel is not pale', async () => {
  const { page, close } = await chromium.open();
  await open(page, 'one-head', 4);
  await drawn(page);
  const part = page.locator('.panel > :visible').first();
  const opacity = () => part.evaluate((element) => getComputedStyle(element).opacity);
  const { act, almost } = plays['one-head'][4];
  await almost?.(page);
  await page.locator('.panel .editor').waitFor();
  await page.mouse.move(5, 5);
  await until(async () => (await opacity()) === '1', 'the panel has its full colour');
  await act(page);
  await page.locator('.lesson-try[data-tried]').waitFor();
  await close();
});

test('a question is answered, asked again and counted; a test ends with a code that says so', async () => {
  const { page, close } = await chromium.open({ viewport: { width: 390, height: 844 } });
  await open(page, 'shapes', 0);
  await page.locator('.lesson-scene .lesson-next').click();
  const asked = page.locator('.question-ask');
  const field = page.locator('.question-typed input');
  await field.waitFor();
  assert.deepEqual(await violations(page), []);
  await field.fill('a lot');
  await page.keyboard.press('Enter');
  assert.match(await page.locator('.question-problem').innerText(), /Write a number/);
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  const problem = await field.getAttribute('aria-describedby');
  assert.match(await page.locator(`#${problem}`).innerText(), /Write a number/);
  assert.equal(await page.locator('.views').isVisible(), false, 'the answer cannot be seen');
  const [, width, heads] =
    /width is (\d+), the number of heads is (\d+)/.exec(await asked.innerText()) ?? [];
  await field.fill(width);
  await page.keyboard.press('Enter');
  const verdict = page.locator('.question-verdict');
  await verdict.waitFor();
  const said = await verdict.innerText();
  assert.match(said, /Not quite/);
  const { questions: questionText } = questionTexts.en;
  const hint = textOf(questionText['head-width'].hints?.whole ?? '');
  assert.ok(said.includes(hint), 'the known misunderstanding has its sentence');
  assert.ok(said.includes(String(Number(width) / Number(heads))));
  await drawn(page);
  // the lab shows what was asked about
  const { state } = await page
    .locator('#lab')
    .evaluate((/** @type {any} */ host) => ({ state: host.lab.getState() }));
  assert.deepEqual([state.width, state.heads], [Number(width), Number(heads)]);
  assert.deepEqual(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await verdict.getByText('Go on').click();
  await page.locator('.lesson-text').waitFor();
  await page.locator('.lesson-head .link').click();
  await page.getByRole('button', { name: 'Ask again' }).click();
  const [, wide, many] =
    /width is (\d+), the number of heads is (\d+)/.exec(await asked.innerText()) ?? [];
  await field.fill(String(Number(wide) / Number(many)));
  await page.keyboard.press('Enter');
  await verdict.waitFor();
  assert.match(await verdict.innerText(), /Right/);
  await verdict.getByText('Go on').click();
  await page.locator('.lesson-text').waitFor();
  await page.locator('.lesson-head .link').click();
  await page.getByRole('button', { name: 'Begin the test' }).last().click();
  // the list, and back to the question that stood there
  await page.getByText('Question 1 of 10').waitFor();
  await page.locator('.question form').waitFor();
  await page.locator('.lesson-head .link').click();
  assert.equal((await handedIn(page)).results['test.0'], undefined, 'looking is not skipping');
  await page.getByRole('button', { name: 'Test of all lessons', exact: true }).click();
  for (let number = 1; number <= 10; number++) {
    await page.getByText(`Question ${number} of 10`).waitFor();
    await page.locator('.question form .quiet').click();
  }
  const done = page.getByText('The test is done: 0 of 10 right.');
  await done.waitFor();
  // the page scrolls to the result in a frame of its own
  await page.waitForFunction(
    (element) => {
      const { y = -1 } = element?.getBoundingClientRect() ?? {};
      return y > 0 && y < 600;
    },
    await done.elementHandle(),
  );
  assert.deepEqual(await violations(page), []);
  const record = await handedIn(page);
  assert.deepEqual(record.results['shapes.1'], {
    outcome: 'right',
    attempts: 2,
    mistakes: ['whole'],
  });
  assert.equal(record.results['test.9'].outcome, 'skipped');
  await page.getByRole('button', { name: 'Show as a QR code' }).click();
  await page.getByRole('img', { name: 'Your result as a QR code' }).waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  // another visit: everything is there, until the learner starts over
  await page.reload();
  await open(page, 'shapes', 0);
  await page.locator('.lesson-head .link').click();
  await page.getByText('The test is done: 0 of 10 right.').waitFor();
  assert.deepEqual(await handedIn(page), record);
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: 'Forget them' }).click();
  await page.getByRole('button', { name: 'Begin the test' }).first().waitFor();
  assert.equal(await page.getByLabel('Result code', { exact: true }).count(), 0);
  await close();
});

/** What the code on the screen says. @param {import('playwright-core').Page} page */
async function handedIn(page) {
  const read = readCode(await page.getByLabel('Result code', { exact: true }).inputValue());
  assert.ok('record' in read);
  return read.record;
}

/**
 * One question of each kind but a number, and an answer to it that is wrong.
 * @type {readonly { id: string, scene: number, kind: string, wrong: (asked: Awaited<ReturnType<typeof solutionOf>>) => any }[]}
 */
const askedKinds = [
  {
    ...{ id: 'one-head', scene: 5, kind: 'choose' },
    wrong: ({ drawn: { options }, solved }) => options?.find((one) => one !== solved.right),
  },
  {
    ...{ id: 'matrices', scene: 2, kind: 'order' },
    wrong: ({ solved }) => solved.right.toReversed(),
  },
  {
    ...{ id: 'shapes', scene: 2, kind: 'set' },
    wrong: ({ drawn: { shown, state } }) =>
      [1, 2, 4, 8, 16].find((heads) => heads !== shown?.heads && heads !== state.heads),
  },
  { id: 'shapes', scene: 3, kind: 'shape', wrong: ({ solved }) => solved.mistakes.last },
  { id: 'masks', scene: 3, kind: 'point', wrong: ({ solved }) => solved.mistakes.itself },
  {
    ...{ id: 'roles', scene: 1, kind: 'point' },
    wrong: ({ solved }) => ({ head: (solved.right.head + 1) % 4 || 1 }),
  },
];

test('by keyboard on a phone, each kind of question is answered wrong, then right, and leads to its scene', async () => {
  const { page, close } = await chromium.open({ viewport: { width: 390, height: 844 } });
  await seedLearner(page);
  const { questions: questionText, around: questionWords } = questionTexts.en;
  const verdict = page.locator('.question-verdict');
  for (const { id, scene, kind, wrong } of askedKinds) {
    await open(page, id, scene - 1);
    await page.locator('.lesson-scene .lesson-next').press('Enter');
    let before = null;
    for (const attempt of [0, 1]) {
      await page.locator('.question form:not([data-locked])').waitFor();
      await drawn(page);
      /** @type {Awaited<ReturnType<typeof solutionOf>>} */
      const asked = await solutionOf(page, id, scene, attempt, before);
      before = asked;
      const { question, drawn: made, solved } = asked;
      const text = questionText[question.id];
      const where = `${question.id}, attempt ${attempt}`;
      assert.equal(question.kind, kind);
      assert.match(
        await page.locator('.question-ask').innerText(),
        pattern(textOf(text.ask, made.form)),
        where,
      );
      const right = kind === 'set' ? made.state.heads : solved.right;
      const given = attempt === 0 ? wrong(asked) : right;
      if (kind === 'set') {
        await page.locator('.question-lock').press('Enter');
        // nothing was set yet, so it is no attempt
        await page.locator('.question-problem', { hasText: questionWords.setWrong }).waitFor();
      }
      await giveAnswer(page, kind, given);
      await page.locator('.question-lock').press('Enter');
      await verdict.waitFor();
      await drawn(page);
      const [said, ...paragraphs] = await verdict.locator('p').allTextContents();
      assert.equal(said, attempt === 0 ? questionWords.wrong : questionWords.right, where);
      assert.match(paragraphs.at(-1) ?? '', pattern(textOf(text.why, made.form)), where);
      const mistake = Object.keys(solved.mistakes).find((one) => solved.mistakes[one] === given);
      const hint = attempt === 0 ? text.hints?.[kind === 'choose' ? given : mistake] : undefined;
      assert.equal(paragraphs.length, hint ? 2 : 1, where);
      if (hint) assert.match(paragraphs[0], pattern(textOf(hint, made.form)), where);
      if (kind === 'set') {
        const [mine, engines] = await verdict.locator('dd').allTextContents();
        assert.ok(mine.includes(`heads: ${given},`), mine);
        if (attempt === 0) assert.ok(engines.includes(`heads: ${right},`), engines);
      }
      if (kind === 'point') {
        const { selection } = await stateOf(page);
        assert.deepEqual({ ...selection, ...solved.right }, selection, 'the answer is selected');
        assert.equal(await page.locator('.panel').isVisible(), false, where);
        const { y = 0 } = (await page.locator('.lesson').boundingBox()) ?? {};
        assert.ok(y >= 844 / 2 - 5, `${where}: the map keeps half of the window, not ${y}`);
      }
      assert.equal(await verdict.locator('dt').count(), 2 - attempt, where);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, where);
      if (attempt === 0)
        await page.getByRole('button', { name: questionWords.retry }).press('Enter');
    }
    await verdict.getByText(questionWords.onwards).press('Enter');
    await page.locator('.lesson-text').waitFor();
    await drawn(page);
    const title = await page.locator('.lesson-scene .lesson-title').textContent();
    assert.match(title ?? '', pattern(texts.en[id].scenes[scene].title));
    const { lesson } = await stateOf(page);
    assert.deepEqual([lesson?.id, lesson?.scene], [id, scene]);
  }
  await close();
});

test('a shared address opens the same scene with its drawing set in the same way', async () => {
  const { page, close } = await chromium.open();
  await open(page, 'five-ways', 2);
  await page.locator('.five-ways .segments button').nth(1).click();
  await drawn(page);
  const hash = await page.evaluate(() => location.hash);
  await close();
  const other = await chromium.open({ hash });
  await drawn(other.page);
  const rows = await other.page.locator('.five-ways tbody tr').allInnerTexts();
  assert.match(rows[2], /with Q standing for x\s+28,672|with Q standing for x\s+16,384/);
  assert.match(rows[2], /none: exactly equal/);
  await other.close();
});

test('a sentence that a learner typed stays through the lesson', async () => {
  const { page, close } = await chromium.open();
  await open(page, 'five-ways', 0);
  await page.getByLabel('Type a sentence').fill('my own words stay where they are');
  await page.locator('.lesson-scene .lesson-next').click();
  await skipQuestion(page);
  await drawn(page);
  assert.equal((await stateOf(page)).text, 'my own words stay where they are');
  assert.match(await page.locator('.five-ways').innerText(), /none: exactly equal/);
  await close();
});

test('what a question does to the lab is no step and no place; a sentence typed meanwhile stays', async () => {
  const { page, close } = await chromium.open();
  await open(page, 'five-ways', 1);
  await page.locator('.lesson-scene .lesson-next').click();
  await page.locator('.question form').waitFor();
  await settled(page);
  const before = await page.evaluate(() => [location.hash, history.length]);
  const asked = await stateOf(page);
  assert.equal(asked.lesson?.scene, 2);
  await page.locator('.maps .card-title button, .maps .card button').nth(1).click();
  await settled(page);
  assert.deepEqual(await page.evaluate(() => [location.hash, history.length]), before);
  await page.getByLabel('Type a sentence').fill('these words came while it was asked');
  await page.locator('.question form .quiet').click();
  await page.locator('.lesson-text').waitFor();
  await settled(page);
  assert.equal((await stateOf(page)).text, 'these words came while it was asked');
  await close();
});

test('while a question is asked, the lab has its sentence', async () => {
  const { page, close } = await chromium.open();
  await seedLearner(page);
  for (const scene of [2, 3]) {
    await open(page, 'why', scene - 1);
    await page.locator('.lesson-scene .lesson-next').press('Enter');
    await page.locator('.question form:not([data-locked])').waitFor();
    const word = await page.locator('.question-ask .word').first().innerText();
    const { text, selection } = await stateOf(page);
    assert.ok(scene === 2 ? text.endsWith(` ${word}`) : text.split(' ').includes(word), text);
    assert.equal(selection.query, null, 'no word shows where it looks');
  }
  await close();
});

test('a question that was left while it was being prepared, or undone, is gone', async () => {
  const { page, close } = await chromium.open();
  await open(page, 'five-ways', 1);
  const title = page.locator('.lesson-scene .lesson-title');
  const words = texts.en['five-ways'].scenes;
  await page.locator('#lab').evaluate((/** @type {any} */ host) => {
    const { compute } = host.lab;
    const held = new Promise((resolve) => Object.assign(host, { release: resolve }));
    Object.assign(host, { answers: 0 });
    host.lab.compute = async (/** @type {any[]} */ ...asked) => {
      host.waits = true;
      await held;
      const answer = await compute(asked[0]);
      host.answers++;
      return answer;
    };
  });
  await page.locator('.lesson-scene .lesson-next').click();
  await page.waitForFunction(() => /** @type {any} */ (document.getElementById('lab')).waits);
  await page.locator('.lesson-dots button').nth(1).click();
  await page.locator('#lab').evaluate((/** @type {any} */ host) => host.release());
  await page.waitForFunction(
    () => /** @type {any} */ (document.getElementById('lab')).answers >= 2,
  );
  await drawn(page);
  assert.equal(await title.textContent(), words[1].title);
  assert.equal((await stateOf(page)).lesson?.scene, 1);
  assert.equal(await page.locator('.question').count(), 0);
  // it is asked when the scene is gone to, and the way back leads to the scene before
  await page.locator('.lesson-scene .lesson-next').click();
  await page.locator('.question form').waitFor();
  await page.goBack();
  await page.waitForFunction(
    (wanted) => document.querySelector('.lesson-scene .lesson-title')?.textContent === wanted,
    words[1].title,
  );
  assert.equal(await page.locator('.lesson-text').isVisible(), true);
  await page.goForward();
  await page.locator('.question form').waitFor();
  await close();
});

test('on a phone a question stands at the lower edge, however small the map is', async () => {
  const { page, close } = await chromium.open({ viewport: { width: 390, height: 844 } });
  for (const [id, scene] of /** @type {[string, number][]} */ ([
    ['masks', 3],
    ['shapes', 1],
  ])) {
    await open(page, id, scene - 1);
    await page.locator('.lesson-scene .lesson-next').click();
    await page.locator('.question form').waitFor();
    await drawn(page);
    const bottom = await page.locator('.lesson').evaluate((card) => {
      scrollTo(0, 0);
      return Math.round(card.getBoundingClientRect().bottom);
    });
    assert.equal(bottom, 844, id);
  }
  await close();
});

test('an answer that the engine has to give is counted once, and asked for again where it gave none', async () => {
  const { page, close } = await chromium.open();
  await open(page, 'shapes', 1);
  await page.locator('.lesson-scene .lesson-next').click();
  await page.getByRole('button', { name: 'Check' }).waitFor();
  await page.locator('#lab').evaluate((/** @type {any} */ host) => {
    const { compute } = host.lab;
    host.lab.compute = () => {
      host.lab.compute = compute;
      return Promise.reject(new Error('no memory'));
    };
  });
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('The engine gave no answer').waitFor();
  const { heads } = await stateOf(page);
  await giveAnswer(page, 'set', heads === 16 ? 1 : 16);
  await page.evaluate(() => {
    const [form, verdict] = ['form', '.question-verdict'].map((one) =>
      document.querySelector(`.question ${one}`),
    );
    Object.assign(window, { verdicts: 0 });
    const count = (/** @type {unknown[]} */ records) => {
      /** @type {any} */ (window).verdicts += records.length;
    };
    new MutationObserver(count).observe(/** @type {Node} */ (verdict), { childList: true });
    for (let i = 0; i < 2; i++) /** @type {HTMLFormElement} */ (form).requestSubmit();
  });
  await page.locator('.question-verdict').waitFor();
  await drawn(page);
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).verdicts), 1);
  await close();
});

test('steps are put in order by keyboard: the focus stays on the step that moves, and its place is said', async () => {
  const { page, close } = await chromium.open();
  await open(page, 'matrices', 1);
  await page.locator('.lesson-scene .lesson-next').click();
  const first = page.locator('.question-order li').first();
  const step = await first.locator('span').innerText();
  await first.locator('button').last().focus();
  for (let place = 2; place <= 4; place++) {
    await page.keyboard.press('Enter');
    await page.getByText(`“${step}” is now step ${place} of 4.`).waitFor();
    const focused = page.locator('.question-order button:focus');
    assert.ok((await focused.getAttribute('aria-label'))?.includes(step));
    assert.equal(await focused.evaluate((one) => getComputedStyle(one).visibility), 'visible');
  }
  await page.keyboard.press('Enter');
  await page.getByText(`“${step}” is now step 3 of 4.`).waitFor();
  await close();
});

test('the numbers beside the five ways are the engine’s', async () => {
  const { page, close } = await chromium.open();
  await open(page, 'five-ways', 4);
  const cells = await page
    .locator('.five-ways tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map((td) => td.textContent)),
    );
  assert.deepEqual(
    cells.map(([parameters]) => parameters),
    ['16,384', '16,384', '28,672', '4,864', '16,384'],
  );
  // (e) again, here: the same numbers in the same order, called another shape
  const engine = await load();
  const ids = wordTokenizer.encode(DEFAULT_STATE.text).tokens.map(({ id }) => id);
  const { x } = engine.embed(ids, { embedDim: 64 });
  const layer = engine.createMultiHeadAttention({ embedDim: 64, numHeads: 4 });
  const weights = layer.stateDict();
  const right = layer.forward(x).output;
  const parts = [0, 1, 2].map((part) => {
    const weight = {
      data: weights.in_proj_weight.data.slice(part * 4096, (part + 1) * 4096),
      shape: [64, 64],
    };
    return { data: engine.linear(x, weight).data, shape: [4, 12, 16] };
  });
  const heads = engine.scaledDotProductAttention(parts[0], parts[1], parts[2]).output;
  const wrong = engine.linear({ data: heads.data, shape: [12, 64] }, weights['out_proj.weight']);
  const differences = wrong.data.map((value, i) => Math.abs(Math.fround(value - right.data[i])));
  engine.dispose();
  const few = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
  assert.equal(cells[4][1], few.format(Math.max(...differences)));
  await close();
});

/** One scene for each drawing there is, and one without. */
const kinds = lessons.flatMap(({ id, scenes }) =>
  scenes.map(({ exhibit = 'none' }, scene) => ({ id, scene, exhibit })),
);
const oneOfEach = kinds.filter(
  ({ exhibit }, i) => kinds.findIndex((other) => other.exhibit === exhibit) === i,
);

// without HEADWISE_TEST_ALL quality/accessible.test.js looks at it in the last, which has the longest texts
for (const lang of process.env.HEADWISE_TEST_ALL ? ['zh', 'es', 'en-XB'] : []) {
  test(`${lang} on a phone: no scene is wider than the screen`, async () => {
    const { page, close } = await chromium.open({
      path: `?lang=${lang}`,
      viewport: { width: 390, height: 844 },
    });
    for (const { id, scene } of oneOfEach) {
      await open(page, id, scene);
      const wider = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      assert.ok(wider <= 0, `${id} ${scene}: ${wider} px wider`);
    }
    await close();
  });
}
