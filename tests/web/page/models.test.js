// "Open a model" on the page: for a real model's files the page shows the numbers that headwise/models computes in
// Node.

import assert from 'node:assert/strict';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { readSafetensors, toFloat32 } from 'headwise/formats';
import { headStatistics, openModel, rankHeads } from 'headwise/models';
import { readModel, writeModel } from 'headwise/training';
import { buildDir, root, siteDir } from '../../../src/build/tools/paths.js';
import { doubleText } from '../../../web/ui/format.ts';
import { exactLayer } from '../../../web/page/models/float64-layer.ts';
import { createImageAttention } from '../../../web/page/models/images/image-attention.ts';
import { modelFilesOf } from '../../../web/page/models/model-files.ts';
import { fit } from '../../../web/page/models/images/prepare.ts';
import { createImageSession } from '../../../web/page/models/images/image-session.ts';
import { beginning, reduceImage } from '../../../web/page/models/images/image-state.ts';
import { createStore } from '../../../web/page/models/store.ts';
import { loadModelsWords } from '../../../web/words/models.ts';
import { inEveryLanguage } from '../support/words.js';
import { sizesText } from '../../../web/page/models/sizes.ts';
import { nextTask } from '../../../src/js/runtime/next-task.ts';
import { createWriter } from '../../../web/page/models/writer.ts';
import { filesOf, readFolderGoldens, readModelGoldens } from '../../golden/models/read.js';
import { violations } from '../support/axe.js';
import { setState, settled, useChromium } from '../support/chromium.js';
import { saved, unsaved } from '../support/download.js';
import { until } from '../support/until.js';
import { menuItems, openMenu } from '../support/tools.js';
import { numberOfText } from '../support/number-text.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../golden/models/read.js').ModelGolden} ModelGolden */

const FOLDER = join(buildDir, 'pages/models');

const modelsWords = await inEveryLanguage(loadModelsWords);
const chromium = useChromium();
before(async () => {
  await rm(FOLDER, { recursive: true, force: true });
});

/** @param {string} family @param {string} name */
async function goldenOf(family, name) {
  const found = (await readModelGoldens([family])).find((one) => one.name === name);
  assert.ok(found);
  return found;
}

/**
 * @param {ModelGolden} golden
 * @param {string} [folder]
 * @returns {Promise<string>} a folder with its files
 */
async function folderOf(golden, folder = join(FOLDER, `${golden.family}-${golden.name}`)) {
  await mkdir(folder, { recursive: true });
  for (const [name, bytes] of Object.entries(filesOf(golden))) {
    await writeFile(join(folder, name), bytes);
  }
  return folder;
}

/** @param {Parameters<typeof chromium.open>[0]} [options] */
async function openRoom(options) {
  const opened = await chromium.open({ path: '?lang=en', hash: '', ...options });
  await openMenu(opened.page, 'Tools');
  await menuItems(opened.page, 'Tools').first().click();
  await opened.page.locator('.models-room').waitFor();
  return opened;
}

/** @param {Page} page @param {string} folder */
async function chooseFolder(page, folder) {
  await page.locator('input[data-of=folder]').setInputFiles(folder);
  await page.locator('.models-card .models-main').click();
}

/**
 * Opens a model and gives it a text of ids; waits for its maps.
 *
 * @param {Page} page
 * @param {ModelGolden} golden
 */
async function show(page, golden) {
  await chooseFolder(page, await folderOf(golden));
  const ids = /** @type {number[]} */ (golden.inputs.ids);
  await page.locator('.models-text textarea').first().fill(ids.join(' '));
  await computed(page, ids);
}

/** @param {Page} page @param {number[]} ids */
async function computed(page, ids) {
  await page
    .locator('.models-pieces')
    .and(page.getByText(ids.join(''), { exact: true }))
    .waitFor();
  await page
    .locator('.models-status')
    .filter({ hasText: /^\d+ .*(\d|layers came)/ })
    .waitFor();
}

/** @param {Page} page @returns {Promise<number[]>} the numbers of the head that is shown */
async function readTable(page) {
  const room = page.locator('.models-one');
  if ((await room.locator('.table-view').isVisible()) === false) {
    await room.locator('.strip .segments button').nth(1).click();
    await room.locator('.models-maps').getByRole('switch').check();
  }
  await room.locator('tbody tr').first().waitFor();
  return room
    .locator('tbody td')
    .allTextContents()
    .then((all) => all.map(Number));
}

/** @param {Page} page */
const focused = (page) => page.evaluate(() => document.activeElement?.textContent);

/** @param {Page} page */
function readAnswer(page) {
  return page.locator('.models-guesses li').evaluateAll((rows) =>
    rows.map((row) => ({
      token: row.querySelector('.models-token')?.textContent ?? '',
      share: row.querySelector('.models-share')?.textContent ?? '',
      was: row.querySelector('.models-was')?.textContent ?? null,
    })),
  );
}

/** @param {{ token: string, probability: number }[]} predictions */
const asShown = (predictions) =>
  predictions.map(({ token, probability }) => ({
    token,
    share: `${(100 * probability).toFixed(1)} %`,
  }));

/** @param {{ token: string, share: string }[]} answer */
const sharesOf = (answer) => answer.map(({ token, share }) => ({ token, share }));

test('one layer, one head and one tensor that is not used are said in the singular', () => {
  /** @param {string} language @param {number} count */
  const said = (language, count) => {
    const config = { numLayers: count, numHeads: count, embedDim: 8, vocabSize: 7, contextLen: 9 };
    const unused = Array.from({ length: count }, (_, i) => `tensor ${i}`);
    const report = { files: [], unused, bytes: 120, dtypes: {} };
    const of = { architecture: 'headwise', kind: /** @type {const} */ ('decoder'), config, report };
    const opened = { ...of, tokenizes: true, pairs: false, contacts: false, sample: null };
    return sizesText(opened, modelsWords[language]);
  };
  const sizes = 'Model trained with headwise, decoder: 1 layer × 1 head, width 8; 120 B in memory';
  assert.equal(said('en', 1), `${sizes}; 1 tensor of the file is not used`);
  assert.match(said('en', 2), /: 2 layers × 2 heads, .*; 2 tensors of the file are not used$/);
  assert.match(said('es', 1), /: 1 capa × 1 cabeza, .*; 1 tensor del archivo no se usa$/);
  assert.match(said('zh', 1), /：1 层 × 1 个头，/);
});

test('a decoder: its maps, its next tokens, and both without a head, are the module’s', async () => {
  const golden = await goldenOf('gpt2', 'tied');
  const ids = /** @type {number[]} */ (golden.inputs.ids);
  const model = await openModel(filesOf(golden));
  const run = await model.run(ids);
  const { page, close, requests } = await openRoom();
  assert.ok(!requests.some((one) => /models-worker/.test(one)), 'nothing of the engine before');
  await show(page, golden);
  assert.equal(await page.locator('.questions').isVisible(), false, 'they are about the lab');
  assert.match(
    (await page.locator('.models-about').last().textContent()) ?? '',
    /^gpt2, decoder: 3 layers × 3 heads/,
  );

  await page.locator('.models-choice select').first().selectOption('3');
  await page.locator('.models-choice select').last().selectOption('2');
  const map = await run.attention({ layer: 2, head: 1 });
  await until(async () => {
    const table = Float32Array.from(await readTable(page));
    return assert.deepEqual(table, map.data) === undefined;
  }, 'the map of layer 3, head 2');

  const position = ids.length - 1;
  const wanted = asShown(run.predictions({ position, top: 6 }));
  assert.deepEqual(sharesOf(await readAnswer(page)), wanted);
  await page.locator('.models-piece').nth(2).click();
  await until(
    async () =>
      assert.deepEqual(
        sharesOf(await readAnswer(page)),
        asShown(run.predictions({ position: 2, top: 6 })),
      ) === undefined,
    'the prediction after the third token',
  );

  await page.locator('.models-every .board canvas').click({ position: { x: 4, y: 4 } });
  await page.getByRole('gridcell', { name: 'Layer 1, head 1' }).waitFor();
  await page.getByRole('button', { name: 'Remove this head' }).click();
  const without = await model.run(ids, { ablate: [{ layer: 0, head: 0 }] });
  await until(
    async () =>
      assert.deepEqual(
        sharesOf(await readAnswer(page)),
        asShown(without.predictions({ position: 2, top: 6 })),
      ) === undefined,
    'the prediction without a head',
  );
  const [first] = await readAnswer(page);
  const [{ id }] = without.predictions({ position: 2, top: 1 });
  const before = run.predictions({ position: 2, top: 53 }).find((one) => one.id === id);
  assert.equal(first.was, `with all heads ${(100 * Number(before?.probability)).toFixed(1)} %`);
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter']) {
    await page.locator('.models-every .board-cell').press(key);
  }
  const after = await without.attention({ layer: 2, head: 1 });
  await until(async () => {
    const table = Float32Array.from(await readTable(page));
    return assert.deepEqual(table, after.data) === undefined;
  }, 'the map without a head');
  await page.getByRole('button', { name: 'Layer 1, head 1: put back' }).press('Enter');
  await until(async () => (await readAnswer(page))[0]?.was === null, 'all heads again');
  assert.equal(await focused(page), 'Remove this head', 'the focus goes where it can be undone');
  model.dispose();
  await close();
});

test('encoders: a place’s words, and classes', async () => {
  for (const name of ['masked', 'classes']) {
    const golden = await goldenOf('bert', name);
    const ids = /** @type {number[]} */ (golden.inputs.ids);
    const model = await openModel(filesOf(golden));
    const run = await model.run(ids);
    const { page, close } = await openRoom();
    await show(page, golden);
    const wanted = asShown(run.predictions({ position: ids.length - 1, top: 6 }));
    await until(
      async () => assert.deepEqual(sharesOf(await readAnswer(page)), wanted) === undefined,
      name,
    );
    model.dispose();
    await close();
  }
});

test('a folder with a tokenizer: a text becomes the module’s tokens and maps, at once', async () => {
  const golden = (await readFolderGoldens()).find(({ texts }) => !texts[0].targetIds);
  assert.ok(golden);
  const model = await openModel(golden.path);
  const { page, close } = await openRoom();
  await chooseFolder(page, golden.path);
  for (const text of ['The cat sat', 'The cat sat here']) {
    const input = model.tokenize(text);
    const run = await model.run(input);
    const map = await run.attention({ layer: 0, head: 0 });
    await page.locator('.models-text textarea').fill(text);
    await until(async () => {
      assert.equal(await page.locator('.models-piece').count(), input.ids.length);
      const table = Float32Array.from(await readTable(page));
      return assert.deepEqual(table, map.data) === undefined;
    }, text);
  }
  model.dispose();
  await close();
});

/** Drops files or a folder of the disk. @param {Page} page @param {string[]} files */
async function dropFiles(page, files) {
  const box = (await page.locator('.models-drop').boundingBox()) ?? assert.fail();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const data = { items: [], files, dragOperationsMask: 1 };
  const session = await page.context().newCDPSession(page);
  for (const type of /** @type {const} */ (['dragEnter', 'dragOver', 'drop']))
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  await session.detach();
}

test('weights in shards: with their index or without, as files or as a folder, also dropped; a missing one is named', async () => {
  const golden = (await readFolderGoldens()).find(({ name }) => name === 'sharded');
  assert.ok(golden);
  const model = await openModel(golden.path);
  const input = model.tokenize('The cat sat');
  const { data: map } = await (await model.run(input)).attention({ layer: 0, head: 0 });
  model.dispose();
  const names = await readdir(golden.path);
  const isShard = (/** @type {string} */ name) => /-of-/.test(name);
  const unlisted = join(FOLDER, 'unlisted');
  await cp(golden.path, unlisted, { recursive: true });
  await rm(join(unlisted, 'model.safetensors.index.json'));
  const lacking = join(FOLDER, 'lacking');
  await cp(golden.path, lacking, { recursive: true });
  await rm(join(lacking, 'model-00002-of-00003.safetensors'));
  const { page, close } = await openRoom();
  const files = names.filter(isShard).map((name) => join(golden.path, name));
  const others = ['config.json', 'tokenizer.json'].map((name) => join(golden.path, name));
  const choose = (/** @type {string} */ of, /** @type {string | string[]} */ paths) =>
    page.locator(`input[data-of=${of}]`).setInputFiles(paths);
  for (const [way, give] of /** @type {const} */ ([
    ['folder', () => choose('folder', golden.path)],
    ['folder without an index', () => choose('folder', unlisted)],
    ['files', () => choose('files', [...files.reverse(), ...others])],
    ['dropped', () => dropFiles(page, [golden.path])],
  ])) {
    await give();
    await page
      .locator('.models-card')
      .getByText(/3\d(\.\d)? kB/)
      .waitFor();
    await page.locator('.models-card .models-main').click();
    await page.locator('.models-text textarea').fill('The cat sat');
    await until(async () => {
      assert.equal(await page.locator('.models-piece').count(), input.ids.length);
      return assert.deepEqual(Float32Array.from(await readTable(page)), map) === undefined;
    }, way);
    await page.getByRole('button', { name: 'Close the model' }).click();
  }
  await chooseFolder(page, lacking);
  const said = page.getByRole('alert').filter({ hasText: 'model-00002-of-00003.safetensors' });
  await said.waitFor();
  assert.match(
    (await said.textContent()) ?? '',
    /^This model could not be opened: .*expected a file/,
  );
  await close();
});

test('arrays that are no model are not offered to be opened', () => {
  const bytes = ['arrays.npz', 'model.safetensors'].map(
    (name) => modelFilesOf([[name, new File(['1234'], name)]])?.bytes,
  );
  assert.deepEqual(bytes, [0, 4]);
  const folder = modelFilesOf([
    ['m/config.json', new File(['{}'], 'config.json')],
    ['m/arrays.npz', new File(['1234'], 'arrays.npz')],
  ]);
  assert.equal(folder?.bytes, 4);
});

test('a transformer that was trained here: words that it knows to begin with, and no others', async () => {
  const file = join(root, 'web/models/grammar.safetensors');
  const model = await openModel(file);
  const { page, close } = await openRoom();
  await page.locator('input[data-of=files]').setInputFiles(file);
  await page.locator('.models-card').getByText('1 file, ').waitFor();
  await page.locator('.models-card .models-main').click();
  const text = page.locator('.models-text textarea');
  await text.waitFor();
  const sample = await text.inputValue();
  assert.equal(model.tokenize(sample).ids.length, 8, sample);
  for (const words of [sample, 'the king sees the dogs']) {
    await text.fill(words);
    const run = await model.run(model.tokenize(words));
    const map = await run.attention({ layer: 0, head: 0 });
    await until(async () => {
      assert.equal(await page.locator('.models-piece').count(), map.shape[0]);
      const table = Float32Array.from(await readTable(page));
      return assert.deepEqual(table, map.data) === undefined;
    }, words);
  }
  await text.fill('the king sees the zebra');
  const said = page.locator('.models-status').filter({ hasText: 'got "zebra"' });
  await said.waitFor();
  assert.match((await said.textContent()) ?? '', /^This could not be computed: expected words/);
  const words = 'the king sees the dogs';
  const example = JSON.stringify(model.tokenize(words).ids);
  const bytes = writeModel({ ...readModel(await readFile(file)), about: { example } });
  const mine = { name: 'mine.safetensors', mimeType: '', buffer: Buffer.from(bytes) };
  model.dispose();
  await page.getByLabel('Language').selectOption('es');
  await page.getByRole('alert').filter({ hasText: 'grammar se abrió desde archivos' }).waitFor();
  await page.locator('input[data-of=files]').setInputFiles(mine);
  await page.locator('.models-card .models-main').click();
  await text.waitFor();
  assert.equal(await text.inputValue(), words, 'it begins with the example of its file');
  await close();
});

test('an encoder-decoder: self, cross and encoder attention', async () => {
  const golden = await goldenOf('t5', 'gated');
  const { ids = [], targetIds = [] } = golden.inputs;
  const model = await openModel(filesOf(golden));
  const run = await model.run(ids, { target: targetIds });
  const { page, close } = await openRoom();
  await chooseFolder(page, await folderOf(golden));
  await page.locator('.models-text textarea').first().fill(ids.join(' '));
  await page.locator('.models-text textarea').last().fill(targetIds.join(' '));
  for (const [label, kind] of /** @type {const} */ ([
    ['Cross', 'cross'],
    ['Encoder', 'encoder'],
    ['Self', 'self'],
  ])) {
    await page.getByRole('button', { name: label, exact: true }).click();
    const map = await run.attention({ layer: 0, head: 0, kind });
    await until(async () => {
      const table = Float32Array.from(await readTable(page));
      return assert.deepEqual(table, map.data) === undefined;
    }, label);
  }
  model.dispose();
  await close();
});

/** @param {Page} page @returns {Promise<number[]>} the ids that the model wrote */
function readWritten(page) {
  return page
    .locator('.models-piece[data-written]')
    .allTextContents()
    .then((all) => all.map(Number));
}

/**
 * @param {import('headwise/models').ModelMembers} model
 * @param {number[]} ids
 * @param {import('headwise/models').GenerateOptions} [options]
 */
async function written(model, ids, options) {
  const all = [];
  for await (const { id } of model.generate(ids, { maxTokens: 200, ...options })) all.push(id);
  return all;
}

/** @param {Page} page */
const ended = (page) => page.locator('.models-status').filter({ hasText: 'ends here' }).waitFor();

/** What a table shows at a time. */
const WINDOW = 20;

/** @param {Page} page @param {import('headwise').PlainTensor} map */
async function expectMap(page, { data, shape: [rows, columns] }) {
  const wanted = Array.from({ length: Math.min(WINDOW, rows) }, (_, row) =>
    Array.from(data.subarray(row * columns, row * columns + Math.min(WINDOW, columns))),
  );
  await until(async () => {
    const table = Array.from(await readTable(page), Math.fround);
    return assert.deepEqual(table, wanted.flat()) === undefined;
  }, 'the map of the text that was written');
}

test('it writes as the module does; goes back, takes another token, and draws by a seed', async () => {
  const golden = await goldenOf('gpt2', 'tied');
  const ids = /** @type {number[]} */ (golden.inputs.ids).slice(0, 3);
  const model = await openModel(filesOf(golden));
  const { page, close } = await openRoom();
  await show(page, { ...golden, inputs: { ...golden.inputs, ids } });
  const wanted = await written(model, ids);
  await page.getByRole('button', { name: 'Write', exact: true }).click();
  await ended(page);
  assert.deepEqual(await readWritten(page), wanted);
  const run = await model.run([...ids, ...wanted]);
  await expectMap(page, await run.attention({ layer: 0, head: 0 }));

  const pieces = page.locator('.models-piece[data-written]');
  const drawn = { temperature: 2, seed: 7 };
  await page.getByLabel('Temperature').fill('2');
  await page.getByLabel('Seed').fill('7');
  await pieces.nth(1).click();
  await page.getByRole('button', { name: 'Write on from here' }).click();
  const rest = await written(model, [...ids, ...wanted.slice(0, 2)], drawn);
  assert.notDeepEqual(rest, wanted.slice(2));
  const other = [...wanted.slice(0, 2), ...rest];
  await until(
    async () => assert.deepEqual(await readWritten(page), other) === undefined,
    'written again',
  );
  await ended(page);

  await page.getByLabel('Temperature').fill('0');
  await pieces.nth(0).click();
  const guesses = run.predictions({ position: ids.length, top: 6 });
  await until(
    async () => assert.deepEqual(sharesOf(await readAnswer(page)), asShown(guesses)) === undefined,
    'the guesses after the chosen token, of which one is clicked',
  );
  const [, second] = guesses;
  await page.getByRole('button', { name: `Go on with ${second.token}`, exact: true }).click();
  await until(async () => (await pieces.count()) === 2, 'the rest goes');
  assert.deepEqual(await readWritten(page), [wanted[0], second.id]);
  const [next] = await written(model, [...ids, wanted[0], second.id], { maxTokens: 1 });
  await until(async () => (await focused(page)) === String(next), 'the focus, at the next guess');
  await page.getByRole('button', { name: 'One token' }).click();
  const third = await written(model, [...ids, wanted[0], second.id], { maxTokens: 1 });
  await until(async () => (await pieces.count()) === 3, 'one token');
  assert.deepEqual(await readWritten(page), [wanted[0], second.id, ...third]);

  await page.getByRole('button', { name: 'Remove the written tokens' }).click();
  await until(async () => (await pieces.count()) === 0, 'removed');
  await page.getByLabel('Temperature').fill('2');
  await page.getByRole('button', { name: 'Write', exact: true }).click();
  await ended(page);
  const warm = await written(model, ids, drawn);
  assert.deepEqual(await readWritten(page), warm);
  assert.notDeepEqual(warm, wanted);
  model.dispose();
  await close();
});

/**
 * From now on what the page asks of the worker is noted, and questions for a next token wait.
 *
 * @param {Page} page
 */
async function holdNext(page) {
  await page.evaluate(() => {
    /** @type {any} */
    const now = { asked: [], held: [], answered: 0 };
    /** @type {any} */ (window).now = now;
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (/** @type {any} */ message) {
      now.asked.push(message.name);
      const go = () => post.call(this, message);
      if (message.name !== 'next') return go();
      now.held.push(go);
      this.addEventListener('message', ({ data }) => (now.answered += data.id === message.id));
    };
  });
  const read = () =>
    page.evaluate(() => {
      const { asked, held, answered } = /** @type {any} */ (window).now;
      return { asked, held: held.length, answered };
    });
  let released = 0;
  return {
    asked: async () => (await read()).asked,
    /** Another question waits. */
    waits: () => until(async () => (await read()).held === 1, 'a question for the next token'),
    /** Lets the one that waits go, until it is answered. */
    async release() {
      await page.evaluate(() => /** @type {any} */ (window).now.held.shift()());
      released++;
      await until(async () => (await read()).answered === released, 'the next token');
    },
  };
}

test('it says why it writes no more: the text ended, there is no room, or it pauses', async () => {
  for (const [family, name, over] of [
    ['bloom', 'between', 'end'],
    ['gptj', 'partial', 'full'],
    ['bloom', 'power', 'limit'],
  ]) {
    const golden = await goldenOf(family, name);
    const ids = /** @type {number[]} */ (golden.inputs.ids).slice(0, 3);
    const model = await openModel(filesOf(golden));
    const run = await model.run(ids);
    const how = { temperature: 0, seed: 0 };
    for (const goesOn of [false, true]) {
      const writer = createWriter(model, run, { ids, removed: [] }, how);
      const all = [];
      for (;;) {
        const step = await writer.next({ layer: 0, kind: 'self', pictures: false, goesOn });
        if ('over' in step) {
          assert.equal(step.over, over, `${family}, ${name}`);
          break;
        }
        all.push(step.id);
      }
      assert.deepEqual(all, await written(model, ids));
      assert.equal(all.length === 200, over === 'limit');
      assert.equal(ids.length + all.length === model.config.contextLen, over === 'full');
    }
    model.dispose();
  }
});

test('a token that is written ahead: stopping it, and a model that is gone, are told by the next answer', async () => {
  const golden = await goldenOf('bloom', 'power');
  const ids = /** @type {number[]} */ (golden.inputs.ids).slice(0, 3);
  const question = /** @type {const} */ ({ layer: 0, kind: 'self', pictures: false, goesOn: true });
  for (const [end, error] of /** @type {const} */ ([
    ['stop', { name: 'AbortError' }],
    ['dispose', { name: 'HeadwiseError', code: 'disposed' }],
  ])) {
    const model = await openModel(filesOf(golden));
    const run = await model.run(ids);
    const how = { temperature: 0, seed: 0 };
    const writer = createWriter(model, run, { ids, removed: [] }, how);
    await writer.next(question);
    if (end === 'stop') writer.stop();
    else model.dispose();
    await nextTask();
    await nextTask();
    await assert.rejects(writer.next(question), error);
    model.dispose();
  }
});

test('a writer that is stopped between two tokens has ended', async () => {
  const golden = await goldenOf('bloom', 'power');
  const ids = /** @type {number[]} */ (golden.inputs.ids).slice(0, 3);
  const model = await openModel(filesOf(golden));
  const run = await model.run(ids);
  const how = { temperature: 0, seed: 0 };
  const writer = createWriter(model, run, { ids, removed: [] }, how);
  const question = /** @type {const} */ ({
    layer: 0,
    kind: 'self',
    pictures: false,
    goesOn: false,
  });
  await writer.next(question);
  writer.stop();
  assert.deepEqual(await writer.next(question), { over: 'end' });
  model.dispose();
});

test('a worker that is gone is told, and the model opens again with its text', async () => {
  const golden = (await readFolderGoldens()).find(({ texts }) => !texts[0].targetIds);
  assert.ok(golden);
  const { page, close } = await openRoom();
  const ended = page.evaluateHandle(
    () =>
      new Promise((/** @type {(worker: Worker) => void} */ resolve) => {
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (/** @type {any} */ ...message) {
          Worker.prototype.postMessage = post;
          resolve(this);
          return post.apply(this, message);
        };
      }),
  );
  // The browser ends a worker when its memory is used up, and sends no event.
  const kill = async () => (await ended).evaluate((worker) => worker.terminate());
  await chooseFolder(page, golden.path);
  const field = page.locator('.models-text textarea').first();
  await field.fill('The cat sat here');
  await page
    .locator('.models-status')
    .filter({ hasText: /comp.*(\d ms|layers came)/ })
    .waitFor();
  await kill();
  const said = page.getByRole('alert').filter({ hasText: 'This model has stopped' });
  await said.waitFor();
  await said.getByRole('button', { name: 'Open it again' }).click();
  await page
    .locator('.models-status')
    .filter({ hasText: /comp.*(\d ms|layers came)/ })
    .waitFor();
  assert.equal(await field.inputValue(), 'The cat sat here');
  assert.equal(await said.count(), 0);
  await close();
});

test('what is pressed while it writes: another token, removing, choosing; and there is no text', async () => {
  const golden = await goldenOf('gpt2', 'tied');
  const ids = /** @type {number[]} */ (golden.inputs.ids).slice(0, 3);
  const model = await openModel(filesOf(golden));
  const wanted = await written(model, ids);
  const { page, close } = await openRoom();
  await show(page, { ...golden, inputs: { ...golden.inputs, ids } });
  const next = await holdNext(page);
  const press = (/** @type {string} */ name) =>
    page.getByRole('button', { name, exact: true }).click();
  const computedAll = (/** @type {number} */ count) =>
    page
      .locator('.models-status')
      .filter({ hasText: `${count} tokens, computed` })
      .waitFor();

  // paused and taken up again: one goes on, not two
  await press('Write');
  await next.waits();
  await press('Pause');
  await page.getByRole('button', { name: 'One token' }).press('Enter');
  assert.equal(await focused(page), 'One token', 'it keeps the focus');
  await next.release();
  await next.waits();
  await next.release();
  await computedAll(ids.length + 2);
  assert.deepEqual(await readWritten(page), wanted.slice(0, 2));

  // what was on its way when all was removed is not added to what is there then
  await press('Write');
  await next.waits();
  await press('Pause');
  await press('Remove the written tokens');
  await next.release();
  await computedAll(ids.length);
  assert.deepEqual(await readWritten(page), []);

  // a token of those that are written, before they have been read again
  await press('Write');
  for (let i = 0; i < 3; i++) {
    await next.waits();
    await next.release();
  }
  await next.waits();
  assert.equal(await page.locator('.models-status').textContent(), '', 'not said with each token');
  assert.match((await page.locator('.models-rate').textContent()) ?? '', /^3 tokens written/);
  await page.locator('.models-piece[data-written]').nth(1).click();
  assert.equal(await page.locator('.models-rate').textContent(), '', 'not over the status');
  await next.release();
  await computedAll(ids.length + 3);
  assert.deepEqual(await readWritten(page), wanted.slice(0, 3));
  const run = await model.run([...ids, ...wanted.slice(0, 3)]);
  const predicted = asShown(run.predictions({ position: ids.length + 1, top: 6 }));
  await until(
    async () => assert.deepEqual(sharesOf(await readAnswer(page)), predicted) === undefined,
    'the prediction at the chosen token',
  );

  // without a text nothing can be written
  await page.locator('.models-text textarea').fill('none');
  await page.getByText('These are not ids').waitFor();
  assert.equal(await page.locator('.models-piece').count(), 0);
  const before = (await next.asked()).length;
  await press('Write');
  assert.deepEqual((await next.asked()).slice(before), []);
  model.dispose();
  await close();
});

test('the decoder of an encoder-decoder writes, and its maps grow', async () => {
  const golden = await goldenOf('t5', 'gated');
  const { ids = [] } = golden.inputs;
  const model = await openModel(filesOf(golden));
  const { page, close } = await openRoom();
  await chooseFolder(page, await folderOf(golden));
  await page.locator('.models-text textarea').first().fill(ids.join(' '));
  await computed(page, ids);
  await page.getByRole('button', { name: 'Cross', exact: true }).click();
  const pieces = page.locator('.models-piece[data-written]');
  for (const count of [1, 2, 3]) {
    await page.getByRole('button', { name: 'One token' }).click();
    await until(async () => (await pieces.count()) === count, `${count} tokens`);
  }
  const wanted = await written(model, ids, { maxTokens: 3 });
  assert.deepEqual(await readWritten(page), wanted);
  const run = await model.run(ids, { target: [model.config.startId ?? 0, ...wanted] });
  await expectMap(page, await run.attention({ layer: 0, head: 0, kind: 'cross' }));
  model.dispose();
  await close();
});

/** @param {Page} page */
const readRanked = (page) =>
  page
    .locator('.models-ranked li')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((one) => one.textContent)));

/** @param {{ layer: number, head: number }} one */
const nameOf = ({ layer, head }) => `Layer ${layer + 1}, head ${head + 1}`;

test('heads are marked and sorted by what the module measures, also between chosen tokens', async () => {
  const golden = await goldenOf('gpt2', 'tied');
  const ids = /** @type {number[]} */ (golden.inputs.ids);
  const model = await openModel(filesOf(golden));
  const run = await model.run(ids);
  const { page, close } = await openRoom();
  await show(page, golden);
  const measure = page.getByLabel('Mark heads by');
  const all = await headStatistics(run, { ids });
  for (const [label, name] of /** @type {const} */ ([
    ['entropy', 'entropy'],
    ['previous token', 'previousToken'],
  ])) {
    await measure.selectOption(label);
    const wanted = all
      .toSorted((a, b) => b[name].value - a[name].value)
      .slice(0, 5)
      .map((one) => [
        nameOf(one),
        one[name].value.toFixed(2),
        `baseline ${one[name].baseline.toFixed(2)}`,
      ]);
    await until(async () => {
      const ranked = await readRanked(page);
      return assert.deepEqual(ranked.slice(0, 5), wanted) === undefined;
    }, label);
  }
  await page.getByRole('switch', { name: 'Sort' }).check();
  const [first, second] = all.toSorted((a, b) => b.previousToken.value - a.previousToken.value);
  await page.locator('.models-every .board canvas').click({ position: { x: 4, y: 4 } });
  await page.getByRole('gridcell', { name: nameOf(first), exact: true }).waitFor();
  await page.locator('.models-every .board-cell').press('ArrowRight');
  await page.getByRole('gridcell', { name: nameOf(second), exact: true }).waitFor();

  await measure.selectOption('tokens that you choose');
  for (const [label, at] of /** @type {const} */ ([
    ['From', 2],
    ['From', ids.length - 1],
    ['To', 1],
    ['To', 0],
  ])) {
    await page.getByRole('group', { name: label, exact: true }).locator('button').nth(at).click();
  }
  const ranked = await rankHeads(run, { from: [2], to: [1] });
  const wanted = ranked.slice(0, 5).map((one) => [nameOf(one), one.share.toFixed(2)]);
  await until(async () => {
    const shown = await readRanked(page);
    return assert.deepEqual(shown.slice(0, 5), wanted) === undefined;
  }, 'from the third token to the second');
  // choosing one of the list keeps the focus on it, and clears no picture
  await page.locator('.models-every .board canvas').evaluate((canvas) => {
    const note = () => canvas.setAttribute('data-cleared', '');
    new MutationObserver(note).observe(canvas, { attributeFilter: ['width'] });
  });
  for (const at of [1, 4]) {
    const name = nameOf(ranked[at]);
    await page.locator('.models-ranked').getByRole('button', { name, exact: true }).press('Enter');
    await page.getByRole('gridcell', { name, exact: true }).waitFor();
    assert.equal(await focused(page), name);
    assert.equal(await page.locator('.models-ranked [aria-current]').textContent(), name);
  }
  assert.equal(await page.locator('canvas[data-cleared]').count(), 0);
  model.dispose();
  await close();
});

/** @param {any} tensor (heads, rows, columns) or (rows, columns) @param {number[]} at */
function numberAt({ data, shape }, ...at) {
  return data[at.reduce((index, place, axis) => index * shape.at(axis - at.length) + place, 0)];
}

for (const { family, name, chain, down, home } of [
  {
    ...{ family: 'llama', name: 'llama3' },
    chain: ['exponentials', 'masked', 'scores', 'dotProducts', 'turnedQuery', 'query', 'norm', 'x'],
    down: ['middle', '0/sum'],
    home: ['x', 'tokens'],
  },
  {
    ...{ family: 'bert', name: 'masked' },
    chain: ['exponentials', 'masked', 'scores', 'dotProducts', 'query', 'x'],
    down: ['mlpSum', 'middle', '0/norm'],
    home: ['sum', 'x', 'embedded', 'tokens'],
  },
]) {
  test(`${family} in steps: a share is followed home, through the layer below to its token`, async () => {
    const golden = await goldenOf(family, name);
    const model = await openModel(filesOf(golden));
    const run = await model.run(/** @type {number[]} */ (golden.inputs.ids));
    const numbers = await run.layer({ layer: 1 });
    const find = exactLayer(numbers, []);
    const trace = await run.trace({ layer: 1 });
    const { page, close } = await openRoom();
    await show(page, golden);
    await page.locator('.models-choice select').first().selectOption('2');
    await page.locator('.models-choice select').last().selectOption('2');
    await page.getByRole('button', { name: 'Steps', exact: true }).click();
    await page.locator('.step-pill', { hasText: 'softmax' }).click();
    const panel = page.getByRole('complementary');
    const map = page.locator('.layer-steps .matrix canvas').nth(2);
    const { width = 0, height = 0 } = (await map.boundingBox()) ?? {};
    // a pair that may look also where what comes later is masked
    await map.click({ position: { x: 0.3 * width, y: 0.8 * height } });
    const first = await panel
      .locator('[data-cell^="exponentials"]')
      .first()
      .getAttribute('data-cell');
    const [head, row, key] = (first ?? '').split('.').slice(1).map(Number);
    assert.equal(head, 1);
    /** @type {Record<string, any>} */
    const known = {
      ...trace,
      ...{ turnedQuery: trace.query, query: numbers.query, norm: numbers.normed, x: numbers.input },
    };
    const read = async () =>
      Math.fround(numberOfText(await panel.locator('.big-number').textContent()));
    assert.equal(await read(), numberAt(trace.attention, head, row, key));
    for (const matrix of chain) {
      const { shape } = known[matrix];
      const column = shape.at(-1) === golden.inputs.ids?.length && shape.length > 2 ? key : 0;
      const place = shape.length > 2 ? [head, row, column] : [row, column];
      await panel
        .locator(`[data-cell="${[matrix, ...place].join('.')}"]`)
        .first()
        .click();
      await until(async () => (await read()) === numberAt(known[matrix], ...place), matrix);
      if (matrix === 'x') continue;
      assert.match(
        (await panel.locator('.provenance .why').textContent()) ?? '',
        /exactly the engine’s number/,
      );
      const exact = find({
        matrix,
        head: shape.length > 2 ? head : null,
        row: place.at(-2) ?? 0,
        column,
      });
      await panel
        .getByText(`In float64 it is ${doubleText(exact ?? NaN)}.`)
        .waitFor({ state: 'attached' });
    }
    // the number of attention in the layer below, which opens; its x is made of the token's row
    const below = await run.layer({ layer: 0 });
    const follow = (/** @type {string} */ cell) =>
      panel.locator(`[data-cell^="${cell}."]`).first().click();
    const layer = page.locator('.models-choice select').first();
    for (const cell of down) await follow(cell);
    await until(async () => (await layer.inputValue()) === '1', 'the layer below is open');
    await until(async () => (await read()) === numberAt(below.middle, row, 0), 'its attention');
    for (const cell of home) await follow(cell);
    const token = golden.inputs.ids?.[row];
    await panel.getByText(`Row ${token} and column 0, both counted from 0,`).waitFor();
    await panel.locator('.crumb').first().click();
    await until(async () => (await layer.inputValue()) === '2', 'the first number’s layer again');
    await until(
      async () => (await read()) === numberAt(trace.attention, head, row, key),
      'the first number',
    );
    const save = page.getByRole('button', { name: 'Save this layer' });
    await unsaved(page, () => save.click());
    const failed = page.getByText('This layer could not be saved: no room');
    await failed.waitFor();
    const { name: file, bytes } = await saved(page, () => save.click());
    await until(async () => (await failed.count()) === 0, 'it was saved');
    assert.match(file, /^[\w.-]+-layer-2\.safetensors$/);
    const { tensors } = readSafetensors(bytes);
    assert.deepEqual(toFloat32(tensors.attention), trace.attention.data);
    assert.deepEqual(toFloat32(tensors.in_proj_weight), numbers.state.in_proj_weight.data);
    await page.getByRole('button', { name: 'Copy as PyTorch' }).waitFor();
    await page.locator('.models-choice select').last().selectOption('1');
    await page.locator('.layer-steps .matrix').first().waitFor();
    await until(
      async () => (await page.locator('.layer-steps .factor-link:visible').count()) === 0,
      'another head: what was followed is let go',
    );

    // a number of the file, where the file has it
    await page.locator('.models-choice select').first().selectOption('1');
    await page.locator('.step-pill').first().click();
    await page.getByText('x is the input of the first layer').waitFor();
    await page.locator('.layer-steps .matrix', { hasText: /^e/ }).locator('canvas').click();
    const told = await panel
      .getByText(/^Row \d+ and column \d+, both counted from 0,/)
      .textContent();
    const [, line, column, tensor] = /^Row (\d+) .*? (\d+), .*? of (\S+) in/.exec(told ?? '') ?? [];
    const inFile = readSafetensors(filesOf(golden)['model.safetensors']).tensors[tensor];
    const table = { data: toFloat32(inFile), shape: inFile.shape };
    assert.equal(await read(), numberAt(table, Number(line), Number(column)), told ?? '');
    await page.getByRole('button', { name: 'Maps', exact: true }).click();
    await page.locator('.models-one .map').first().waitFor();
    assert.equal(await page.locator('.layer-steps').isVisible(), false);
    model.dispose();
    await close();
  });
}

test('two sentences: their tokens, one looking at the other, and whole words', async () => {
  const golden = (await readFolderGoldens()).find(({ path }) => path.includes('bert'));
  assert.ok(golden);
  const model = await openModel(golden.path);
  const texts = /** @type {[string, string]} */ (['The cat sat here', 'Unbelievable dogs']);
  const input = model.tokenize(texts);
  const { typeIds = [], words = [] } = input;
  const run = await model.run(input);
  const { data } = await run.attention({ layer: 0, head: 0 });
  const size = input.ids.length;
  const { page, close } = await openRoom();
  await chooseFolder(page, golden.path);
  await page.locator('.models-text textarea').first().fill(texts[0]);
  await page.locator('.models-text textarea').last().fill(texts[1]);
  await until(async () => (await page.locator('.models-piece').count()) === size, 'both');
  /** @param {number} from @param {number} to */
  const block = (from, to) =>
    [...data].filter(
      (_, at) => typeIds[Math.floor(at / size)] === from && typeIds[at % size] === to,
    );
  const sentences = page.getByLabel('Sentences');
  const pictures = () =>
    page
      .locator('.models-every .board canvas')
      .evaluate((/** @type {any} */ canvas) => canvas.toDataURL());
  await until(async () => (await page.locator('.models-status').textContent()) !== '', 'computed');
  const first = await pictures();
  for (const [label, wanted] of /** @type {const} */ ([
    ['A → B', block(0, 1)],
    ['B → A', block(1, 0)],
    ['B → B', block(1, 1)],
    ['All', [...data]],
  ])) {
    await sentences.selectOption(label);
    await until(async () => ((await pictures()) === first) === (label === 'All'), 'pictures');
    await until(async () => {
      const table = Array.from(await readTable(page), Math.fround);
      return assert.deepEqual(table, wanted) === undefined;
    }, label);
  }
  const ends = words.map((word, i) => word < 0 || word !== words[i - 1]);
  const count = ends.filter(Boolean).length;
  assert.ok(count < size, 'a word of several tokens');
  await page.getByRole('switch', { name: 'Whole words' }).check();
  await until(async () => (await readTable(page)).length === count * count, 'words');
  const rows = await readTable(page);
  const sum = rows.slice(0, count).reduce((total, one) => total + one, 0);
  assert.ok(Math.abs(sum - 1) < 1e-5, `a row sums to ${sum}`);
  model.dispose();
  await close();
});

/**
 * What the page asks the model about, from here on.
 *
 * @param {Page} page
 */
async function watchImages(page) {
  await page.evaluate(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (/** @type {any} */ message) {
      if (message.name === 'see') /** @type {any} */ (window).seen = message.given.image;
      post.call(this, message);
    };
  });
  return async () => {
    const { data, ...size } = await page.evaluate(() => {
      const { data: bytes, ...rest } = /** @type {any} */ (window).seen;
      return { data: /** @type {number[]} */ ([...bytes]), ...rest };
    });
    return { data: Uint8Array.from(data), ...size };
  };
}

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(1)} %`;

test('an image model: its classes, where each patch looks by every head, and rollout, are the module’s', async () => {
  const golden = await goldenOf('vit', 'classes');
  const model = await openModel(filesOf(golden));
  const { page, close } = await openRoom();
  const seen = await watchImages(page);
  await chooseFolder(page, await folderOf(golden));
  const done = () =>
    page
      .locator('.models-status')
      .filter({ hasText: /3 × 3 .*(\d ms|layers came)/ })
      .waitFor();
  await done();
  const image = await seen();
  assert.deepEqual([image.width, image.height], [12, 12]);
  const run = await model.run(model.pixels(image));
  const wanted = asShown(run.predictions({ top: 6 }));
  assert.deepEqual(sharesOf(await readAnswer(page)), wanted);

  const last = model.config.numLayers - 1;
  const { data } = await run.attention({ layer: last, head: 0 });
  const cell = page.locator('.image-cell');
  /** @param {number} query @param {ArrayLike<number>} shares */
  const shows = async (query, shares) => {
    const own = query === 0 ? 1 : query;
    const [row, column] = [Math.floor((own - 1) / 3) + 1, ((own - 1) % 3) + 1];
    const name = `row ${row}, column ${column}: ${percent(shares[own])}`;
    await page.getByRole('gridcell', { name, exact: true }).waitFor();
    const on = `On the class token: ${percent(shares[0])}.`;
    await page.locator('.image-looks').filter({ hasText: on }).waitFor();
  };
  await shows(0, data.subarray(0, 10));
  await cell.press('ArrowDown');
  await cell.press('ArrowRight');
  await shows(5, data.subarray(50, 60));
  await cell.press('End');
  await shows(6, data.subarray(60, 70));
  const { width = 0, height = 0 } = (await page.locator('.image-heat').boundingBox()) ?? {};
  const position = { x: width * 0.5, y: height * 0.9 };
  await page.locator('.image-heat canvas').click({ position });
  await shows(8, data.subarray(80, 90));
  await page.locator('.models-every .board canvas').click({ position: { x: 80, y: 4 } });
  const other = await run.attention({ layer: 0, head: 1 });
  await shows(8, other.data.subarray(80, 90));

  // all layers up to the first, and up to the last, as matrices
  await page.getByRole('button', { name: 'Rollout' }).click();
  const looking = createImageAttention(run);
  await shows(8, await looking.rollout({ layer: 0, query: 8 }));
  /** @type {number[]} */
  let rows = Array.from({ length: 100 }, (_, i) => Number(i % 11 === 0));
  for (let layer = 0; layer <= last; layer++) {
    const maps = await run.attention({ layer });
    const before = rows;
    rows = before.map((_, at) => {
      const [i, j] = [Math.floor(at / 10), at % 10];
      let sum = 0;
      for (let k = 0; k < 10; k++) {
        let mean = 0;
        for (let head = 0; head < 4; head++) mean += maps.data[head * 100 + i * 10 + k] / 4;
        sum += ((mean + Number(i === k)) / 2) * before[k * 10 + j];
      }
      return sum;
    });
  }
  const rolled = await looking.rollout({ layer: last, query: 8 });
  for (const [i, share] of rolled.entries()) assert.ok(Math.abs(share - rows[80 + i]) < 1e-6);
  await page
    .locator('.models-choice select')
    .first()
    .selectOption(String(last + 1));
  await shows(8, rolled);

  await page.getByRole('button', { name: 'Remove this head' }).click();
  const without = await model.run(model.pixels(image), { ablate: [{ layer: last, head: 1 }] });
  const [best] = without.predictions({ top: 1 });
  const whole = run.predictions({ top: 5 }).find(({ id }) => id === best.id);
  await until(async () => {
    const [first] = await readAnswer(page);
    return first.was === `with all heads ${percent(Number(whole?.probability))}`;
  }, 'the answer without a head');

  // in steps: the float64 value goes without the head too
  await page.getByRole('button', { name: 'Steps', exact: true }).click();
  await page.getByRole('heading', { name: `Output of layer ${last}` }).waitFor();
  await page.locator('.step-pill', { hasText: 'output' }).click();
  const output = page.locator('.layer-steps .matrix', { hasText: /^O/ }).locator('canvas');
  const opened = page.getByRole('complementary');
  await output.click(); // in its middle
  const near = opened.getByText('In float64 it is');
  await near.waitFor({ state: 'attached' });
  const [, ideal] = /it is (\S+)\. /.exec((await near.textContent()) ?? '') ?? [];
  const own = numberOfText(await opened.locator('.big-number').textContent());
  assert.ok(Math.abs(own - Number(ideal)) < 1e-5, `${own}, in float64 ${ideal}`);

  // down to a pixel
  await page.locator('.step-pill').first().click();
  await page.locator('.models-choice select').first().selectOption('1');
  await page.getByRole('heading', { name: 'The image as numbers' }).waitFor();
  const { embedding } = await run.layer({ layer: 0 });
  const [{ pixels }] = embedding ?? assert.fail('no steps');
  assert.ok(pixels);
  const patches = page.locator('.layer-steps .matrix canvas').first();
  await until(async () => {
    const box = (await patches.boundingBox()) ?? { width: 0, height: 0 };
    await patches.click({ position: { x: 0.4 * box.width, y: 0.7 * box.height } });
    return (await page.locator('[data-cell^="pixels"]').count()) > 0;
  }, 'a patch and its pixels');
  const pixel = page.locator('[data-cell^="pixels"]').nth(2);
  const [, token, column] = ((await pixel.getAttribute('data-cell')) ?? '').split('.').map(Number);
  await pixel.click();
  await page.getByText('A number of this patch of the image').waitFor();
  const shown = Math.fround(
    numberOfText(await page.getByRole('complementary').locator('.big-number').textContent()),
  );
  assert.equal(shown, pixels.data[(token - 1) * pixels.shape[1] + column]);
  await page.getByRole('button', { name: 'Rollout' }).click();
  await page.locator('.image-heat').waitFor();
  assert.equal(await page.locator('.layer-steps').isVisible(), false);
  model.dispose();
  await close();
});

test('an image is drawn, chosen, dropped or pasted, and cut as the file says', async () => {
  const golden = await goldenOf('dinov2', 'pooled');
  const folder = await folderOf(golden, join(FOLDER, 'cut'));
  const how = { size: { shortest_edge: 16 }, crop_size: { height: 12, width: 8 }, resample: 0 };
  await writeFile(join(folder, 'preprocessor_config.json'), JSON.stringify(how));
  const { page, close } = await openRoom();
  const seen = await watchImages(page);
  await chooseFolder(page, folder);
  await page.getByText('predicts nothing').waitFor();
  await page.getByRole('button', { name: 'House' }).click();
  const pressed = page.locator('.image-samples [aria-pressed=true]');
  assert.equal(await pressed.getAttribute('aria-label'), 'House');
  // 8 columns of 4 pixels each, as wide as the resized image and 4 on both sides: what is cut out says where it was
  const give = (/** @type {'paste' | 'drop'} */ kind) =>
    page.evaluate(async (name) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [64, 32];
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      for (let i = 0; i < 64; i++) {
        context.fillStyle = `rgb(${i * 4 + (name === 'drop' ? 1 : 0)} 0 0)`;
        context.fillRect(i, 0, 1, 32);
      }
      const blob = await new Promise((resolve) => canvas.toBlob(resolve));
      const transfer = new DataTransfer();
      transfer.items.add(new File([/** @type {any} */ (blob)], 'x.png', { type: 'image/png' }));
      const options = { bubbles: true, cancelable: true };
      const event =
        name === 'paste'
          ? new ClipboardEvent(name, { ...options, clipboardData: transfer })
          : new DragEvent(name, { ...options, dataTransfer: transfer });
      const target = name === 'paste' ? document.body : document.querySelector('.image-heat');
      target?.dispatchEvent(event);
    }, kind);
  const isTaken = await page.evaluate(() => {
    const field = document.body.appendChild(document.createElement('textarea'));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['x'], 'x.png', { type: 'image/png' }));
    const options = { bubbles: true, cancelable: true, clipboardData };
    const isFree = field.dispatchEvent(new ClipboardEvent('paste', options));
    field.remove();
    return !isFree;
  });
  assert.equal(isTaken, false, 'what is pasted into a field is the field’s');
  for (const kind of /** @type {const} */ (['paste', 'drop'])) {
    await give(kind);
    await until(async () => {
      const { data, width, height } = await seen();
      assert.deepEqual([width, height], [8, 12]);
      // of the 32 columns those from 12 to 20, each the second of two, or the first
      const reds = Array.from({ length: 8 }, (_, i) => data[4 * i] >> 3);
      const last = data[0] % 2 === (kind === 'drop' ? 1 : 0);
      return last && String(reds) === '12,13,14,15,16,17,18,19';
    }, kind);
  }
  assert.equal(await pressed.count(), 0);
  const text = { name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no image') };
  await page.locator('input[data-of=image]').setInputFiles(text);
  await page.getByRole('alert').filter({ hasText: 'could not be read as an image' }).waitFor();
  await close();
});

test('of a large image model as many layers are kept as there is room for', async () => {
  /** @type {number[]} */
  const asked = [];
  const shape = [1, 2048, 2048]; // eight of them are 2^25 numbers
  const data = new Float32Array(2 ** 22);
  const looking = createImageAttention({
    async attention(/** @type {{ layer: number }} */ { layer }) {
      asked.push(layer);
      return /** @type {any} */ ({ data, shape });
    },
  });
  for (const query of [0, 7]) {
    for (let layer = 0; layer < 9; layer++) await looking.rows({ layer, query });
  }
  assert.deepEqual(asked, [0, 1, 2, 3, 4, 5, 6, 7, 8, 8]);
});

test('what fails of an image is said and stays said, and nothing of the one before stays', async () => {
  /** @type {string[]} */
  const log = [];
  const seen = { down: 1, across: 2, first: ['class'], predicts: null, milliseconds: 1 };
  /** @type {Record<string, () => Promise<unknown>>} */
  const answers = { see: async () => seen, looks: async () => new Float32Array(3) };
  const connection = { ask: (/** @type {string} */ name) => answers[name]() };
  const opened = { config: { numLayers: 1, numHeads: 1 } };
  const first = { ...beginning(1), way: /** @type {const} */ ('mean') };
  const store = createStore(first, reduceImage, ({ status, isEmpty, prediction }, before) => {
    if (isEmpty !== before.isEmpty) log.push(isEmpty ? 'not seen' : 'seen');
    if (prediction !== before.prediction) log.push(prediction.type);
    if (status !== before.status) log.push(statusText(status));
  });
  const statusText = (/** @type {typeof first.status} */ status) =>
    status?.type === 'failed' ? status.detail : String(status?.type);
  const canvases = { heat: { show: () => log.push('heat') }, board: { put() {} } };
  const model = /** @type {any} */ ({ connection, opened, messages: modelsWords.en });
  const session = createImageSession(model, store, /** @type {any} */ (canvases));
  const refuse = (/** @type {string} */ text) => async () => {
    throw new Error(text);
  };
  const image = /** @type {any} */ ({ canvas: { width: 4, height: 2 } });
  const during = async (/** @type {() => any} */ make) => {
    log.length = 0;
    await session.show(make);
    return log.join(', ');
  };
  assert.equal(await during(() => image), 'computing, seen, none, heat, computedImage');
  assert.deepEqual(store.get().map?.seen, seen);
  const { looks } = answers;
  answers.looks = refuse('no maps');
  assert.equal(await during(() => image), 'computing, none, no maps');
  answers.looks = looks;
  const large = () => {
    throw new Error('too large');
  };
  assert.equal(await during(large), 'not seen, hidden, too large');
  assert.equal(store.get().read, null);
  assert.equal(await during(() => image), 'computing, seen, none, heat, computedImage');
  answers.see = refuse('no run');
  assert.equal(await during(() => image), 'computing, not seen, hidden, no run');
  assert.equal(store.get().read, null);
});

test('an image is resized and cut where transformers does it', () => {
  const input = /** @type {import('headwise/models').ImageInput} */ ({
    ...{ patch: { height: 4, width: 4 }, grid: { down: 3, across: 3 }, crop: null, resize: null },
  });
  const image = { width: 100, height: 75 };
  const crop = { height: 224, width: 224 };
  for (const [how, wanted] of /** @type {const} */ ([
    [{}, { width: 12, height: 12, image: [0, 0, 12, 12] }],
    [{ resize: { height: 8, width: 9 } }, { width: 9, height: 8, image: [0, 0, 9, 8] }],
    [{ resize: { shortestEdge: 256 } }, { width: 341, height: 256, image: [0, 0, 341, 256] }],
    [
      { resize: { shortestEdge: 256 }, crop },
      { ...crop, image: [-58, -16, 341, 256] },
    ],
    [
      { resize: { height: 200, width: 201 }, crop },
      { ...crop, image: [12, 12, 201, 200] },
    ],
  ])) {
    assert.deepEqual(fit(image, { ...input, ...how }), wanted);
  }
});

test('what cannot be opened or read says why, and the next one opens', async () => {
  const golden = await goldenOf('gpt2', 'tied');
  const files = filesOf(golden);
  const broken = join(FOLDER, 'broken');
  await mkdir(broken, { recursive: true });
  await writeFile(join(broken, 'config.json'), files['config.json']);
  await writeFile(join(broken, 'model.safetensors'), files['model.safetensors'].slice(0, -100));
  const { page, close } = await openRoom();
  await chooseFolder(page, broken);
  const said = page.getByRole('alert').filter({ hasText: /model\.safetensors/ });
  await said.waitFor();
  assert.match((await said.textContent()) ?? '', /^This model could not be opened: .*expected/);
  await page.locator('.models-named input').fill('../secret');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('alert').filter({ hasText: 'not a valid name' }).waitFor();
  await show(page, golden);
  await page.locator('.models-text textarea').fill('1 2 53');
  await page.getByText('These are not ids: expected whole numbers from 0 to 52').waitFor();
  const maps = page.locator('.models-columns');
  assert.equal(await maps.isVisible(), false, 'no maps of the text before');
  await page.locator('.models-text textarea').fill('1 2 3');
  await until(() => maps.isVisible(), 'maps of this one');
  await page.getByRole('button', { name: 'Close the model' }).click();
  await page.locator('.models-drop').waitFor();
  await page.getByRole('button', { name: 'Back to the lab' }).click();
  await settled(page);
  assert.ok(await page.locator('#lab').isVisible());
  await close();
});

test('its opening can be cancelled', async () => {
  const folder = await folderOf(await goldenOf('gpt2', 'tied'));
  const { page, close } = await openRoom({ hold: /models-worker/ });
  await chooseFolder(page, folder);
  await page.locator('.models-card progress').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.locator('.models-drop').waitFor();
  await page.unrouteAll();
  await chooseFolder(page, folder);
  await page.locator('.models-shown').waitFor();
  await close();
});

test('an address names a model that stands beside the page', async () => {
  const root = join(FOLDER, 'site');
  const golden = await goldenOf('gpt2', 'tied');
  await cp(siteDir, root, { recursive: true });
  await folderOf(golden, join(root, 'models/tiny'));
  // a folder behind an address cannot be asked for its names: what is not there is a 404
  const opened = await chromium.open({
    ...{ root, path: '?lang=en&model=tiny', hash: '', settle: false, expected: [/404/] },
  });
  const { page, close } = opened;
  await page.locator('.models-card .models-main').click();
  await page.locator('.models-shown .map').first().waitFor();
  assert.match(page.url(), /[?&]model=tiny(#|&|$)/);
  await page.getByRole('button', { name: 'Close the model' }).click();
  assert.doesNotMatch(page.url(), /model=/);
  await close();
});

test('without a file: one click opens the page’s English model, and its address opens it again', async () => {
  const { page, close } = await openRoom();
  await page.getByRole('button', { name: 'Open the English model' }).click();
  await page.locator('.models-shown .map').first().waitFor();
  assert.match(page.url(), /[?&]model=english(#|&|$)/);
  assert.equal(await page.locator('.models-guesses li').count(), 6);
  await page.reload();
  await page.locator('.models-card .models-main').click();
  await page.locator('.models-shown .map').first().waitFor();
  await close();
});

test('a model that was trained in the training room opens with one click', async () => {
  const { page, close } = await chromium.open({ path: '?lang=en', hash: '' });
  await setState(page, { view: 'training' });
  const open = page.getByRole('button', { name: 'Open this model' });
  await page.locator('.training-play').waitFor();
  assert.equal(await open.isVisible(), false, 'nothing is trained yet');
  await page.getByRole('button', { name: 'One step' }).click();
  await open.click();
  await page.locator('.models-shown .map').first().waitFor();
  assert.equal(await page.locator('.models-shown h2').textContent(), 'induction-1');
  assert.doesNotMatch(page.url(), /own-model/, 'no link to files that the reader does not have');
  await page.getByRole('button', { name: 'Close the model' }).click();
  await page.getByRole('button', { name: 'Back to the lab' }).click();
  await open.waitFor();
  await close();
});

test('each small model to start with has its page, its sizes, and a family that is read', async () => {
  const { page, close } = await openRoom();
  await page.locator('.models-starters summary').click();
  const rows = await page
    .locator('.models-starters li')
    .evaluateAll((items) =>
      items.map((item) => [
        item.querySelector('a')?.href ?? '',
        item.querySelector('span')?.textContent,
      ]),
    );
  const families = await readFile(join(root, 'web/docs/models.md'), 'utf8');
  for (const [href, about = ''] of rows) {
    assert.match(href ?? '', /^https:\/\/huggingface\.co\/[\w-]+\/[\w.-]+$/);
    const [, family] = /^([\w-]+), \d+ layers × \d+ heads, \d+ MB$/.exec(about ?? '') ?? [];
    assert.ok(family && new RegExp(`\\| .*\\b${family}\\b`).test(families), about ?? '');
  }
  assert.ok(rows.length >= 5);
  await close();
});

/** @param {Page} page */
async function expectAccessible(page) {
  assert.deepEqual(await violations(page), []);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wider <= 0, `${wider} px wider than the window`);
}

for (const [width, colorScheme, lang] of /** @type {const} */ ([
  [1440, 'light', 'en'],
  [390, 'dark', 'es'],
])) {
  test(`${width} px, ${colorScheme}, ${lang}: accessible, and nothing is wider than the window`, async () => {
    const { page, close } = await openRoom({
      ...{ path: `?lang=${lang}`, viewport: { width, height: 900 }, context: { colorScheme } },
    });
    await expectAccessible(page);
    await show(page, await goldenOf('llama', 'llama3'));
    await page.locator('.models-tools > .quiet').click();
    await page.locator('.models-chip').waitFor();
    await page.locator('.models-was').first().waitFor();
    await page.locator('.models-measure select').selectOption({ index: 11 });
    await page.locator('.models-ranked li').first().waitFor();
    await expectAccessible(page);
    const views = page.locator('.models-tools .segments button');
    await views.nth(1).click();
    await page.locator('.models-one .lines-stage').waitFor();
    await expectAccessible(page);
    await views.nth(2).click();
    await page.locator('.layer-steps .matrix').first().waitFor();
    await page.locator('.layer-steps .step-pill').nth(2).click();
    await page.locator('.layer-steps .matrix').nth(6).waitFor();
    await expectAccessible(page);
    await page.locator('.models-head button').last().click();
    await chooseFolder(page, await folderOf(await goldenOf('deit', 'teacher')));
    await page.locator('.image-looks').filter({ hasText: /\d/ }).waitFor();
    await page.locator('.models-tools .segments button').nth(1).click();
    await expectAccessible(page);
    await close();
  });
}
