// The training room in Chromium: what one sees of a run is what the module computes, every control does what it says, and
// nothing delays the page.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import fc from 'fast-check';
import { load } from 'headwise';
import { openModel } from 'headwise/models';
import {
  copyPrevious,
  createTransformer,
  grammar,
  nextToken,
  readModel,
  reverse,
} from 'headwise/training';
import { character } from '../../api/support/character.js';
import { distDir, root } from '../../../src/build/tools/paths.js';
import { compressed, decodeAddress } from '../../../web/elements/lab/state/address.ts';
import { readTraining } from '../../../web/elements/lab/state/training.ts';
import { numbersOf } from '../../../web/elements/lesson/numbers.ts';
import { nameOf } from '../../../web/elements/training/head-roles.ts';
import { positionRoleOf } from '../../../web/elements/training/position-roles.ts';
import { words as training } from '../../../web/words/en/training.ts';
import { baselinesOf } from '../../../web/elements/training/task/baselines.ts';
import { createRunControl } from '../../../web/elements/training/run-control.ts';
import { createRunState } from '../../../web/elements/training/run-state.ts';
import { readOwn } from '../../../web/elements/training/task/own.ts';
import { fingerprintOf } from '../../../web/elements/training/share/fingerprint.ts';
import { planOf } from '../../../web/elements/training/tasks.ts';
import { violations } from '../support/axe.js';
import { saved, unsaved } from '../support/download.js';
import { pageWith, makeSite } from '../support/embed.js';
import { settled, stateOf, useChromium } from '../support/chromium.js';
import { showMore } from '../support/tools.js';

/** @typedef {import('playwright-core').Page} Page */

const FAST = { task: 'copy-previous', heads: 2, speed: 0 };

const chromium = useChromium();

/**
 * @param {Page} page
 * @param {Record<string, unknown>} training
 */
async function show(page, training) {
  await page
    .locator('#lab')
    .evaluate(
      (/** @type {any} */ host, training) => host.lab.setState({ view: 'training', training }),
      training,
    );
  await settled(page);
}

/**
 * Waits until the run has come this far and stands still.
 * @param {Page} page
 * @param {number} step
 * @param {string} [phase]
 */
async function until(page, step, phase = 'paused') {
  const room = page.locator(`.training[data-phase="${phase}"]`);
  await room.waitFor();
  await page.waitForFunction(
    (wanted) => Number(document.querySelector('.training')?.getAttribute('data-step')) >= wanted,
    step,
  );
  await room.waitFor();
  await settled(page);
}

/**
 * The rows of the table of figures: model, step, loss, right, parameters.
 * @param {Page} page
 */
function figures(page) {
  return page
    .locator('.training-progress tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
}

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** @param {Page} page @param {number} count */
async function stepBy(page, count) {
  for (let i = 0; i < count; i++) {
    const [[, at]] = await figures(page);
    await press(page, 'One step');
    await page.locator(`.training[data-step="${Number(at) + 1}"]`).waitFor();
    await settled(page);
  }
}

/**
 * The result of the module itself after some steps.
 * @param {number} steps
 * @param {number} numHeads
 * @param {(readonly [number, number])[]} [removeHeads]
 */
async function expected(steps, numHeads, removeHeads = []) {
  const engine = await load();
  const task = copyPrevious();
  const { vocabSize, contextLen, causal } = task;
  const sizes = { vocabSize, contextLen, causal, numHeads };
  const config = { ...sizes, embedDim: 64, numLayers: 1, mlpDim: 0, seed: 1 };
  const model = createTransformer(engine, config);
  for (let step = 0; step < steps; step++) {
    model.trainStep(task.batch(0, step), { learningRate: 0.003 });
  }
  const { loss, accuracy } = model.evaluate(task.heldOut(64), { removeHeads });
  engine.dispose();
  const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
  return {
    step: String(steps),
    loss: loss.toFixed(3),
    right: percent.format(accuracy).replace('%', '\u00a0%'),
  };
}

test('it opens by its tab and by its address, and the numbers are the module’s', async () => {
  const { page, close } = await chromium.open({ hash: '#v=1&text=one+two&view=training&at=1._._' });
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
  assert.equal(await page.getByLabel('Type a sentence').isVisible(), false);
  await page.getByRole('tab', { name: 'See' }).click();
  await settled(page);
  assert.equal(await page.getByLabel('Type a sentence').isVisible(), true);
  await page.getByRole('tab', { name: 'Train' }).click();
  await show(page, FAST);
  for (const steps of [0, 2]) {
    await stepBy(page, steps);
    const { step, loss, right } = await expected(steps, 2);
    assert.deepEqual((await figures(page))[0].slice(1, 4), [step, loss, right]);
  }
  await page.locator('#lab').evaluate((/** @type {any} */ host) => host.lab.undo());
  await settled(page);
  assert.equal((await stateOf(page)).training.task, 'induction');
  await close();
});

test('where no worker can start, the room trains on the page’s own thread, to the same numbers', async () => {
  const { page, close } = await chromium.open({
    hash: '#v=1&text=one+two&view=training&at=1._._',
    headers: {
      'Content-Security-Policy':
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'none'",
    },
    expected: [/Content Security Policy/],
  });
  await show(page, FAST);
  await stepBy(page, 2);
  const { step, loss, right } = await expected(2, 2);
  assert.deepEqual((await figures(page))[0].slice(1, 4), [step, loss, right]);
  await close();
});

test('one link brings fresh pages to the same step with the same bits, and on from there', async () => {
  const steps = 12;
  const settings = readTraining({ task: 'copy-previous', heads: 2, seed: 7, speed: 1 });
  const engine = await load();
  const { config, task, optimizer } = planOf(settings, 2);
  const model = createTransformer(engine, config);
  const { learningRate } = optimizer;
  /** @type {string[]} by steps */
  const marks = [fingerprintOf(model.stateDict())];
  for (let step = 0; step <= steps; step++) {
    model.trainStep(task.batch(optimizer.seed ?? 0, step), { learningRate });
    marks.push(fingerprintOf(model.stateDict()));
  }
  engine.dispose();
  assert.equal(new Set(marks).size, marks.length, 'every step has another name');

  const first = await chromium.open();
  const { page: shown } = first;
  await show(shown, settings);
  await showMore(shown);
  const mark = shown.locator('.training-mark');
  await stepBy(shown, 2);
  await shown.getByText('Weights at step 2:').waitFor();
  assert.equal(await mark.innerText(), marks[2]);
  await unsaved(shown, () => press(shown, 'Save the model'));
  await shown.getByText('The model could not be written: no room').waitFor();
  const { name, bytes: file } = await saved(shown, () => press(shown, 'Save the model'));
  assert.equal(name, `${task.name}-2.safetensors`);
  await shown.getByText(`Saved as ${name}`).waitFor();
  const { state, vocab, about } = readModel(file);
  assert.equal(fingerprintOf(state), marks[2]);
  const opened = await openModel(file);
  assert.equal(opened.decode([1, 0]), vocab[1] + vocab[0]);
  const example = JSON.parse(about.example);
  assert.deepEqual(opened.report.about, about);
  assert.deepEqual(opened.tokenize(opened.decode(example)).ids, example);
  const { tokens } = task.heldOut(1);
  assert.deepEqual(example, [...tokens.data], 'it has not seen this in training');
  opened.dispose();
  // as a link of another step says: what was trained is trained again
  await show(shown, { ...settings, to: steps, off: ['0.1'] });
  await until(shown, steps);
  await shown.getByText(`Weights at step ${steps}:`).waitFor();
  assert.equal(await mark.innerText(), marks[steps]);
  const link = await shown.getByLabel('Link to this step').inputValue();
  assert.ok(link.length <= 300, link);
  await press(shown, 'Show as a QR code');
  await shown.getByRole('img', { name: 'Link to this step as a QR code' }).waitFor();
  for (let device = 0; device < 2; device++) {
    const { page, close } = await chromium.open({ hash: new URL(link).hash, settle: false });
    await until(page, steps);
    await showMore(page);
    await page.getByText(`Weights at step ${steps}:`).waitFor();
    assert.equal(await page.locator('.training-mark').innerText(), marks[steps]);
    assert.equal((await figures(page))[0][1], String(steps), 'it stands still there');
    assert.equal(await page.getByLabel('Layer 1, head 2 takes part').isChecked(), false);
    await stepBy(page, 1);
    await page.getByText(`Weights at step ${steps + 1}:`).waitFor();
    assert.equal(await page.locator('.training-mark').innerText(), marks[steps + 1]);
    // starting over leads nowhere
    await press(page, 'Start over');
    await page.getByText('Weights at step 0:').waitFor();
    assert.equal(await page.locator('.training-mark').innerText(), marks[0]);
    await close();
  }
  await first.close();
});

test('a head becomes what it is called, without it less is right, and one can look back', async () => {
  const { page, close } = await chromium.open();
  await show(page, FAST);
  await press(page, 'Start');
  await until(page, 150);
  const found = page.locator('.training-found li');
  assert.match(
    (await found.first().textContent()) ?? '',
    /^Since step \d+: layer 1, head [12], previous one, /,
  );
  const [[, step, loss, right]] = await figures(page);
  assert.deepEqual([step, right], ['150', '100\u00a0%']);
  assert.ok(Number(loss) < 0.1, String(loss));

  await page.getByLabel('Layer 1, head 1 takes part').uncheck();
  await page.getByLabel('Layer 1, head 2 takes part').uncheck();
  const without = page.locator('.training-without');
  await without.getByText(/^Without layer 1, head 1 and layer 1, head 2:/).waitFor();
  const less = await expected(150, 2, [
    [0, 0],
    [0, 1],
  ]);
  const said = (await without.textContent()) ?? '';
  assert.ok(said.includes(`${less.right} right. With all of them`), said);
  await page.getByLabel('Layer 1, head 1 takes part').check();
  await page.getByLabel('Layer 1, head 2 takes part').check();
  await settled(page);
  assert.equal(await without.isVisible(), false);
  await page.getByLabel('Layer 1, head 2 takes part').uncheck(); // the same again is said again
  await page.getByLabel('Layer 1, head 1 takes part').uncheck();
  await without.getByText(said).waitFor();
  await page.getByLabel('Layer 1, head 1 takes part').check();
  await page.getByLabel('Layer 1, head 2 takes part').check();
  await settled(page);

  const slider = page.getByRole('slider', { name: 'Look back at an earlier step' });
  await slider.focus();
  await page.keyboard.press('Home');
  const start = await expected(0, 2);
  await page.locator('.training-progress tbody').getByText(start.loss).waitFor();
  assert.equal(await slider.getAttribute('aria-valuetext'), 'Step 0');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: /^Go on from step [1-9]\d*$/ }).waitFor();
  const [[, back]] = await figures(page);
  const at = Number(back);
  assert.ok(at > 0 && at < 20, String(back));
  const past = await expected(at, 2);
  assert.equal((await figures(page))[0][2], past.loss);
  await stepBy(page, 1);
  assert.equal((await figures(page))[0][1], String(at + 1));
  assert.equal((await figures(page))[0][2], (await expected(at + 1, 2)).loss); // as if it had not gone back
  await close();
});

test('several heads and one, side by side, with as many parameters', async () => {
  const { page, close } = await chromium.open();
  await show(page, { ...FAST, versus: true });
  await stepBy(page, 1);
  const rows = await figures(page);
  assert.deepEqual(
    rows.map(([name, step, , , parameters]) => [name, step, parameters]),
    [
      ['2 heads', '1', rows[0][4]],
      ['One head', '1', rows[0][4]],
    ],
  );
  for (const [i, heads] of [2, 1].entries()) {
    assert.equal(rows[i][2], (await expected(1, heads)).loss);
  }
  const answer = page.locator('.training-answer').first();
  const cells = await answer.locator('tbody td').allTextContents();
  assert.equal(cells.length, 10);
  assert.equal(await answer.isVisible(), false, 'it does not answer before one asks');
  await page.getByText('Is one head enough?').click();
  await answer.getByRole('button', { name: 'Choose this experiment' }).click();
  await settled(page);
  const { task, versus, heads } = (await stateOf(page)).training;
  assert.deepEqual([task, versus, heads], ['binary', true, 4]);
  assert.equal((await figures(page))[0][1], '0', 'only Start starts');
  await close();
});

test('a learning rate of 1,000 ends in a sentence and a way out', async () => {
  const { page, close } = await chromium.open();
  await show(page, { ...FAST, rate: 1000 });
  await press(page, 'Start');
  await until(page, 1, 'diverged');
  const alert = page.getByRole('alert').filter({ visible: true });
  assert.match((await alert.textContent()) ?? '', /^Training diverged/);
  await press(page, 'Start over with 0.003');
  await settled(page);
  await stepBy(page, 1);
  assert.equal((await figures(page))[0][2], (await expected(1, 2)).loss);
  assert.equal(await alert.count(), 0);
  // the field itself takes no nonsense
  await showMore(page);
  const rate = page.getByLabel('Learning rate');
  for (const nonsense of ['0', '-1', '']) {
    await rate.fill(nonsense);
    await rate.blur();
    assert.equal(await rate.inputValue(), '0.003');
  }
  await close();
});

test('it pauses when its view is left, and by the keyboard', async () => {
  const { page, close } = await chromium.open();
  await show(page, { task: 'copy-previous', speed: 1 });
  await page.getByRole('button', { name: 'Start', exact: true }).focus();
  await page.keyboard.press('Enter');
  await until(page, 1, 'running');
  await page.keyboard.press('Enter');
  await until(page, 1);
  assert.match(
    (await page.locator('.training > .spoken[role=status]').textContent()) ?? '',
    /^Step \d+: loss /,
  );
  await press(page, 'Go on');
  await page.getByRole('tab', { name: 'See' }).click();
  await settled(page);
  await page.getByRole('tab', { name: 'Train' }).click();
  await until(page, 1);
  await page.getByRole('slider', { name: 'Speed' }).press('End');
  assert.equal((await stateOf(page)).training.speed, 0);
  await close();
});

test('in the one file, and in an element on another page', async () => {
  const folder = await makeSite('training', {
    'index.html': pageWith('<headwise-lab view="training" loading="eager"></headwise-lab>'),
  });
  for (const open of [
    { root: distDir, path: 'headwise.html?view=training' },
    { root: folder, path: 'index.html' },
  ]) {
    const { page, close } = await chromium.open({ ...open, headers: {}, settle: false });
    await press(page, 'One step');
    await page.locator('.training[data-step="1"]').waitFor();
    await showMore(page);
    await page.getByText('There is no link to this step here').waitFor();
    await close();
  }
});

for (const [name, width, scheme] of /** @type {const} */ ([
  ['a phone', 390, 'dark'],
  ['a desktop', 1440, 'light'],
]).slice(0, process.env.HEADWISE_TEST_ALL ? 2 : 1)) {
  test(`${name}: nothing overflows, and axe-core finds nothing`, async () => {
    const context = { colorScheme: scheme };
    const { page, close } = await chromium.open({ viewport: { width, height: 900 }, context });
    const check = async () => {
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.equal(overflow, 0);
      assert.deepEqual(await violations(page), []);
    };
    await show(page, { task: 'grammar' });
    await stepBy(page, 1);
    await showMore(page);
    await check();
    await show(page, { task: 'induction', heads: 8, versus: true, rate: 1000, speed: 0 });
    await press(page, 'Start');
    await until(page, 1, 'diverged');
    await check();
    await close();
  });
}

test('the grammar’s run is the one that made the model that comes with headwise', async () => {
  const file = await readFile(join(root, 'web/models/grammar.safetensors'));
  const { config } = readModel(file);
  const settings = readTraining({ task: 'grammar' });
  const engine = await load();
  const model = createTransformer(engine, planOf(settings, settings.heads).config);
  assert.deepEqual(model.config, createTransformer(engine, config).config);
  engine.dispose();
});

if (process.env.HEADWISE_TEST_ALL) {
  test('the grammar from nothing: the model that comes with headwise, to the digit', async (t) => {
    const { page, close } = await chromium.open();
    await show(page, { task: 'grammar' });
    const began = performance.now();
    await press(page, 'Start');
    await page
      .locator('.training[data-step="5000"][data-phase="paused"]')
      .waitFor({ timeout: 300_000 });
    t.diagnostic(`5,000 steps, all drawn: ${((performance.now() - began) / 1000).toFixed(0)} s`);
    await settled(page);
    const { config, state } = readModel(
      await readFile(join(root, 'web/models/grammar.safetensors')),
    );
    const engine = await load();
    const model = createTransformer(engine, config);
    model.loadStateDict(state);
    const { tokens, targets, mask } = grammar().heldOut(64, 50);
    const { loss } = model.evaluate({ tokens, targets, mask });
    assert.equal((await figures(page))[0][2], loss.toFixed(3));
    engine.dispose();
    await close();
  });
}

test('four heads or one: the task asks before it answers, and only Start starts', async () => {
  const { page, close } = await chromium.open({ hash: '' });
  await page.locator('#lab').evaluate(async (/** @type {any} */ host) => {
    host.lab.setState({ view: 'training' });
    await host.lab.settled();
  });
  const question = page.getByText('Four heads or one?');
  assert.equal(await question.count(), 0, 'one experiment at a time');
  await page.getByLabel('Task').selectOption({ label: 'Read binary numbers' });
  await settled(page);
  await question.waitFor();
  const verdict = page.locator('.training-verdict');
  await page.getByRole('button', { name: 'Both', exact: true }).click();
  assert.equal(await verdict.isVisible(), false);
  assert.equal(await page.locator('.training').getAttribute('data-step'), '0');
  await press(page, 'Start');
  await verdict.waitFor();
  assert.match(
    await verdict.innerText(),
    /^Right answers now: four heads [\d.]+\s%, one head [\d.]+\s%\.$/,
  );
  const { training } = await stateOf(page);
  assert.deepEqual([training.task, training.heads, training.versus], ['binary', 4, true]);
  assert.equal((await figures(page)).length, 2);
  await page.getByLabel('Task').selectOption({ label: 'Say it backwards' });
  await settled(page);
  assert.equal((await stateOf(page)).training.versus, false);
  await close();
});

test('the board is on the first screen: task, Start, given and said, both curves, all maps', async () => {
  const { page, close } = await chromium.open({ hash: '' });
  const start = ['.training-task', '.training-play'];
  const board = [
    ...[...start, '.training-strip', '.training-chart canvas', '.training-scrubber'],
    ...['.training-card canvas', '.training-named'],
  ];
  for (const { width, height, parts } of [
    { width: 1440, height: 900, parts: board },
    { width: 1366, height: 768, parts: board },
    { width: 390, height: 844, parts: [...start, '.training-strip'] },
    { width: 320, height: 568, parts: start },
  ]) {
    await page.setViewportSize({ width, height });
    for (const training of [{}, { task: 'binary', versus: true, speed: 0 }, { task: 'reverse' }]) {
      await show(page, training);
      const [bottom, count] = await page.evaluate((selectors) => {
        const all = selectors.flatMap((one) => [...document.querySelectorAll(one)]);
        const bottoms = all.map((one) => one.getBoundingClientRect().bottom);
        return [Math.max(...bottoms) + scrollY, all.length];
      }, parts);
      assert.ok(count >= parts.length);
      assert.ok(
        bottom <= height,
        `${width} x ${height}, ${JSON.stringify(training)}: to ${bottom}`,
      );
    }
  }
  await close();
});

test('a run survives a reload: trained again to its step, in view, and one can stop it', async () => {
  const { page, close } = await chromium.open();
  await show(page, { ...FAST, speed: 1 });
  await stepBy(page, 2);
  await page.getByLabel('Layer 1, head 2 takes part').uncheck();
  await page.waitForFunction(() => history.state.headwise.state.training.off.length === 1);
  const address = await page.evaluate(() => location.hash);
  const before = await figures(page);
  await page.reload({ waitUntil: 'load' });
  await until(page, 2);
  assert.deepEqual(await figures(page), before);
  assert.equal(await page.getByLabel('Layer 1, head 2 takes part').isChecked(), false);
  await close();

  // on its way the step is not written, so that another reload leads there too
  const { page: led, close: closeLed } = await chromium.open({ hash: address, settle: false });
  await until(led, 2);
  await show(led, { ...FAST, to: 90_000, off: [] });
  await led.getByText('trained again to step 90,000').waitFor();
  const progress = led.getByRole('progressbar', { name: 'Step' });
  await led.waitForFunction(() => {
    const bar = document.querySelector('.training-again progress');
    return bar instanceof HTMLProgressElement && bar.value > 1;
  });
  assert.equal(await progress.getAttribute('max'), '90000');
  assert.equal((await stateOf(led)).training.to, 90_000);
  await press(led, 'Stop here');
  await until(led, 1);
  const [[, step]] = await figures(led);
  assert.equal((await stateOf(led)).training.to, Number(String(step).replace(',', '')));
  assert.equal(await progress.isVisible(), false);
  await press(led, 'Start over');
  await settled(led);
  assert.equal((await stateOf(led)).training.to, null);
  await closeLed();
});

test('a training that cannot be is refused by name, whatever the address says', async () => {
  for (const [field, value] of /** @type {const} */ ([
    ['to', 1e9],
    ['to', -1],
    ['seed', 0.5],
    ['seed', 2 ** 53],
    ['task', '<img onerror=alert(1)>'],
    ['heads', [4]],
    ['rate', 1e300],
    ['speed', 7],
  ])) {
    const hash = await compressed({ view: 'training', training: { [field]: value } });
    const { state, problem } = await decodeAddress(hash);
    const refused = /** @type {import('../../../web/elements/lab/state/training.ts').Refused} */ (
      problem
    );
    assert.equal(refused.field, field === 'to' ? 'step' : field);
    assert.ok(refused.expected.length > 0 && refused.came.length <= 40);
    assert.deepEqual(state.training, readTraining({}));
  }
  const right = await compressed({ training: { task: 'sort', to: 12, seed: 3, heads: 2 } });
  assert.equal((await decodeAddress(right)).problem, null);
  const hash = await compressed({ view: 'training', training: { to: 1e9 } });
  const { page, close } = await chromium.open({ hash });
  await page
    .getByText(
      'has a training setting that is not allowed: step is 1000000000. Expected: 0 … 99999.',
    )
    .waitFor();
  assert.equal(await page.locator('.training').getAttribute('data-step'), '0');
  await close();
});

test('roles by position have names: several distances, and the mirrored position', () => {
  const { tokens } = reverse().heldOut(2);
  const length = tokens.shape[1];
  const shape = [2, 2, length, length];
  const data = new Float32Array(2 * 2 * length * length);
  for (let b = 0; b < 2; b++) {
    for (let from = 0; from < length; from++) {
      const at = (/** @type {number} */ head, /** @type {number} */ to) =>
        ((b * 2 + head) * length + from) * length + to;
      data[at(0, length - 1 - from)] = 0.9;
      if (from >= 3) {
        data[at(1, from - 1)] = 0.5;
        data[at(1, from - 3)] = 0.4;
      }
    }
  }
  const map = { data, shape };
  const [mirrored, distances] = [0, 1].map((head) => positionRoleOf(map, head, { tokens }));
  assert.equal(mirrored?.name, 'mirror');
  assert.ok(Math.abs((mirrored?.score ?? 0) - 0.9) < 1e-6);
  assert.deepEqual([distances?.name, distances?.offsets], ['distances', [-1, -3]]);
  assert.ok(Math.abs((distances?.score ?? 0) - 0.9) < 1e-6);
  const even = { data: new Float32Array(data.length).fill(1 / length), shape };
  assert.equal(positionRoleOf(even, 0, { tokens }), null);
  const texts = { words: training, numbers: numbersOf('en'), locale: 'en' };
  assert.equal(nameOf(texts, /** @type {any} */ (distances)), '1 and 3 before');
  assert.equal(nameOf(texts, /** @type {any} */ (mirrored)), 'mirrored position');
  const withItself = { name: 'distances', score: 0.9, positional: 1, offsets: [0, -1, -2] };
  assert.equal(nameOf(texts, /** @type {any} */ (withItself)), 'itself, 1 and 2 before');
});

const SONG = 'the cat sees the dog and the dog sees the cat. '.repeat(8);

test('a text of one’s own is learned, beside what frequencies reach, and comes back with the address', async () => {
  const { page, close } = await chromium.open({ hash: '#v=1&text=one&view=training&at=1._._' });
  await page.getByLabel('Task').selectOption({ label: 'A text of your own' });
  await settled(page);
  const field = page.getByLabel('Your text');
  const says = page.locator('.training-own-says');
  assert.match(await field.inputValue(), /^This is the garden\.\n/);
  await field.fill('sun');
  assert.equal(await says.textContent(), 'Too short: 3 symbols. At least 33 are needed.');
  const start = page.getByRole('button', { name: 'Start', exact: true });
  assert.equal(await start.getAttribute('aria-disabled'), 'true');
  await field.fill(SONG);
  await page.getByRole('button', { name: 'Words', exact: true }).click();
  await settled(page);
  assert.equal(
    await says.textContent(),
    '96 words and signs, 6 different ones. The last 12 are kept for testing.',
  );
  await press(page, 'One step');
  await page.locator('.training[data-step="1"]').waitFor();
  await settled(page);
  const task = nextToken(SONG, { unit: 'words', length: 11 });
  const engine = await load();
  const { vocabSize, contextLen, causal } = task;
  const sizes = { vocabSize, contextLen, causal, numHeads: 4, embedDim: 64, numLayers: 2 };
  const model = createTransformer(engine, { ...sizes, mlpDim: 128, seed: 1 });
  model.trainStep(task.batch(0, 0), { learningRate: 0.003 });
  assert.equal((await figures(page))[0][2], model.evaluate(task.heldOut(64)).loss.toFixed(3));
  engine.dispose();
  const { symbol } = baselinesOf(task, task.heldOut(64));
  const rows = page.locator('.training-baselines tbody tr');
  assert.match((await rows.last().textContent()) ?? '', new RegExp(symbol.loss.toFixed(3)));

  await field.fill(`${SONG}the cat sees the dog. `);
  await field.blur();
  await page.locator('.training[data-step="0"][data-phase="paused"]').waitFor();
  await press(page, 'Start');
  await until(page, 2, 'running');
  await field.fill(SONG);
  await field.blur();
  await page.locator('.training[data-step="0"][data-phase="paused"]').waitFor();
  await press(page, 'Start');
  await until(page, 2, 'running');
  await press(page, 'Pause');
  await page.waitForURL(/#v=2/);
  await page.reload();
  await settled(page);
  assert.equal(await field.inputValue(), SONG);
  assert.deepEqual((await stateOf(page)).training.unit, 'words');
  await page.getByLabel('Task').selectOption({ label: 'Pairs of your own' });
  await settled(page);
  await press(page, 'One step');
  await page.locator('.training[data-step="1"]').waitFor();
  // an address that someone wrote may hold what cannot be learned: then it says so, and nothing else stands there
  await show(page, { task: 'pairs', pairs: 'no arrow' });
  assert.equal(
    await says.textContent(),
    'Line 1: write an input, one arrow and an output, such as sun -> nus.',
  );
  assert.equal(await page.locator('.training-body').isVisible(), false);
  await close();
});

test('what is wrong with a task of one’s own is said by name, whatever it is', () => {
  const problemOf = (/** @type {object} */ wanted) =>
    /** @type {any} */ (readOwn(readTraining(wanted))).problem;
  const text = (/** @type {string} */ given) => problemOf({ task: 'text', text: given });
  const pairs = (/** @type {string} */ given) => problemOf({ task: 'pairs', pairs: given });
  const many = (/** @type {number} */ count) =>
    Array.from({ length: count }, (_, i) => `${i}->${i}`).join('\n');
  assert.deepEqual(
    [text(' \n '), text('short'), text('a'.repeat(99)), text(SONG)],
    ['empty', 'textShort', 'oneSymbol', undefined],
  );
  const letters = Array.from({ length: 2001 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
  assert.equal(text(letters), 'tooDifferent');
  const own = { ...readTraining({ task: 'text' }), text: 'ab'.repeat(9000) };
  assert.equal(/** @type {any} */ (readOwn(own)).problem, 'long');
  assert.deepEqual(
    [
      'a',
      'a -> b -> c',
      'a ->',
      'a -> b\na -> c',
      `${'a'.repeat(40)} -> b`,
      'a -> b',
      many(501),
    ].map(pairs),
    ['noArrow', 'noArrow', 'emptySide', 'twoOutputs', 'pairLong', 'fewPairs', 'manyPairs'],
  );
  assert.equal(pairs('sun → nus\r\n\na => b\nc\td\ne\t->\tf\ng \t h'), undefined);
  fc.assert(
    fc.property(
      fc.constantFrom('text', 'pairs'),
      fc.constantFrom('letters', 'words'),
      fc.array(
        fc.oneof(fc.string({ unit: character }), fc.constantFrom('->', '\n', 'ab', '\ud83d')),
      ),
      (task, unit, parts) => {
        const given = parts.join('').repeat(4);
        const found = readOwn(readTraining({ task, unit, text: given, pairs: given }));
        if ('problem' in found) return;
        const made = found.make();
        const { tokens } = made.heldOut(4);
        assert.ok(tokens.data.every((token) => token >= 0 && token < made.vocabSize));
      },
    ),
  );
});

test('heads of a link that are left out: those that the run has', () => {
  const off = ['0.1', '0.2', '1.0', '9.9', 0.1, ['0.0']];
  const training = readTraining({ task: 'copy-previous', heads: 2, off });
  assert.deepEqual(training.off, ['0.1', '0.2', '1.0', '9.9']);
  const engine = () => new Promise(() => {});
  const run = createRunState(/** @type {any} */ ({ learned() {}, engine }), () => {});
  run.follow(training);
  assert.deepEqual([...run.removed()], ['0.1']);
});

test('a run that diverges, or cannot start, is not on its way any longer', async () => {
  const headwise = await load();
  const plan = planOf(readTraining({ task: 'copy-previous', rate: 1000 }), 2);
  for (const [engine, phase] of /** @type {const} */ ([
    [async () => headwise, 'diverged'],
    [() => Promise.reject(new Error('none')), 'failed'],
  ])) {
    await new Promise((resolve) => {
      const course = createRunControl(/** @type {any} */ (engine), [plan], () => {
        if (course.phase() === phase) resolve(assert.equal(course.target(), null));
      });
      course.goTo(150);
      assert.equal(course.target(), 150);
    });
  }
  headwise.dispose();
});

test('pairs are read at once, however much space is in them', () => {
  const pairs = `a${' '.repeat(16000)}b -> c\nd${' \t'.repeat(40)}-> e`;
  const { user } = process.cpuUsage();
  for (let i = 0; i < 20; i++) readOwn(readTraining({ task: 'pairs', pairs }));
  const spent = process.cpuUsage().user - user;
  assert.ok(spent < 1e6, `${spent} µs`);
});

test('frequencies: by position all of a sequence that is known by heart, by the symbol what it tells', () => {
  const song = nextToken('ab'.repeat(100), { length: 8 });
  const { position, symbol } = baselinesOf(song, song.heldOut());
  assert.equal(symbol.accuracy, 1); // after a comes b
  assert.ok(symbol.loss < 0.01, String(symbol.loss));
  assert.ok(position.accuracy < 0.8 && position.loss > 0.6, JSON.stringify(position));
  const task = reverse();
  const letters = baselinesOf(task, task.heldOut());
  for (const { loss } of Object.values(letters)) assert.ok(Math.abs(loss - Math.log(16)) < 0.15);
});
