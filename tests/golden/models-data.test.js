// Checks that the golden data of models are complete, documented, small and consistent. No test
// here runs headwise.

import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { FOLDERS, readFolderGoldens, readManifest, readModelGoldens } from './models/read.js';

/** @import { ModelGolden } from './models/read.js' */

const FOLDER = new URL('models/', import.meta.url);
const MOST_BYTES_ON_AVERAGE = 31_250; // of all files, for each case
const MOST_BYTES_OF_A_CASE = 40_000;
const MOST_BYTES_OF_A_FOLDER = 60_000;
const CASES_OF_A_FAMILY = 3;

const { version, cases } = await readManifest();
const goldens = await readModelGoldens();
const families = [...new Set(cases.map(({ family }) => family))];

/** @param {readonly number[]} sizes */
const product = (sizes) => sizes.reduce((all, size) => all * size, 1);

/**
 * The shapes of the results, which follow from the model's inputs and from its first map and hidden
 * state.
 *
 * @param {ModelGolden} golden
 * @returns {Record<string, number[]>}
 */
function shapesOf({ inputs, expected }) {
  const [layers, heads, length] = expected.attentions.shape;
  const width = expected.hidden.shape[2];
  const encoded = inputs.targetIds === undefined ? 0 : (inputs.ids?.length ?? 0);
  const encoderLayers = expected.encoderAttentions?.shape[0] ?? 0;
  return {
    attentions: [layers, heads, length, length],
    hidden: [layers + 1, length, width],
    beforeFinalNorm: [length, width],
    lastHidden: [length, expected.lastHidden?.shape[1] ?? width],
    crossAttentions: [layers, heads, length, encoded],
    encoderAttentions: [encoderLayers, expected.encoderAttentions?.shape[1] ?? 0, encoded, encoded],
    encoderHidden: [encoderLayers + 1, encoded, width],
    encoderBeforeFinalNorm: [encoded, width],
  };
}

test('the manifest lists every file, and each family has its cases', async () => {
  const names = await readdir(new URL('cases/', FOLDER), { recursive: true });
  const files = names.filter((name) => name.endsWith('.gz')).map((name) => `cases/${name}`);
  assert.deepEqual(cases.map(({ file }) => file).sort(), files.sort());
  for (const family of families) {
    const names = cases.filter((each) => each.family === family).map(({ name }) => name);
    assert.equal(new Set(names).size, CASES_OF_A_FAMILY, family);
  }
});

test('the manifest agrees with the files', () => {
  goldens.forEach((golden, at) => {
    const { file, ...about } = cases[at];
    const { config, configText, olderConfig, tensors, inputs, expected, ...said } = golden;
    assert.deepEqual(said, about, file);
    assert.deepEqual(config, JSON.parse(configText));
    assert.deepEqual(config.architectures, [golden.class], file);
    assert.deepEqual(olderConfig.architectures, [golden.class], file);
    assert.equal(olderConfig.rope_parameters, undefined, file);
    assert.equal(golden.version, version, file);
  });
});

test('every result is present, in the shape of the others', () => {
  for (const golden of goldens) {
    const where = `${golden.family} ${golden.name}`;
    const shapes = shapesOf(golden);
    const { attentions, hidden, beforeFinalNorm, logits, lastHidden } = golden.expected;
    assert.ok(attentions && hidden && beforeFinalNorm && (logits || lastHidden), where);
    for (const [name, { data, shape }] of Object.entries(golden.expected)) {
      assert.deepEqual(shape, shapes[name] ?? shape, `${where}: ${name}`);
      assert.equal(data.length, product(shape), `${where}: ${name}`);
      assert.ok(data.every(Number.isFinite), `${where}: ${name}`);
    }
    const [layers, , length] = attentions.shape;
    assert.deepEqual(golden.inputs.pattern.shape, [layers, length, length], where);
    const read = golden.inputs.targetIds ?? golden.inputs.ids;
    assert.equal(read === undefined, golden.inputs.pixels !== undefined, where);
    if (read) assert.equal(read.length, length, where);
  }
});

test('rows of maps sum to 1, and are not flat', () => {
  for (const { family, name, expected } of goldens) {
    for (const map of ['attentions', 'crossAttentions', 'encoderAttentions']) {
      const found = /** @type {any} */ (expected)[map];
      if (found === undefined) continue;
      const { data, shape } = found;
      const width = shape[3];
      let largest = 0;
      for (let at = 0; at < data.length; at += width) {
        const row = data.subarray(at, at + width);
        const sum = row.reduce((/** @type {number} */ all, /** @type {number} */ x) => all + x, 0);
        assert.ok(Math.abs(sum - 1) < 1e-6, `${family} ${name}: ${map} sums to ${sum}`);
        largest += Math.max(...row) * width;
      }
      const peak = largest / (data.length / width);
      assert.ok(peak > 1.5, `${family} ${name}: ${map} has ${peak} times the mean at its largest`);
    }
  }
});

test('no gain is 1, no bias is 0, and bfloat16 holds every parameter', () => {
  for (const { family, name, tensors } of goldens) {
    for (const [key, { dtype, data }] of Object.entries(tensors)) {
      // the tables of sines in Pegasus' files, and the frequencies in ESM's
      const isSines = family === 'pegasus' && key.includes('embed_positions');
      if (dtype !== 'F32' || isSines || key.endsWith('.inv_freq')) continue;
      const numbers = /** @type {Float32Array} */ (data);
      const bits = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length);
      assert.ok(
        bits.every((word) => (word & 0xffff) === 0),
        `${family} ${name}: ${key}`,
      );
      assert.ok(
        new Set(numbers).size > Math.min(1, numbers.length - 1),
        `${family} ${name}: ${key}`,
      );
    }
  }
});

test('the README agrees with the manifest', async () => {
  const readme = await readFile(new URL('README.md', FOLDER), 'utf8');
  const rows = readme.split('## Cases\n')[1].trim().split('\n').slice(2);
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  assert.deepEqual(
    cells.map((row) => row.slice(1, 6)),
    cases.map(({ family, name, class: model, exercises, own }) => [
      family,
      name,
      model,
      exercises.join('; '),
      own.toExponential(1).replace(/e-(\d)$/, 'e-0$1'),
    ]),
  );
});

test('the results of a tokenizer fit its texts, and each text has one', async () => {
  for (const { name, class: model, texts, path } of await readFolderGoldens()) {
    const config = JSON.parse(await readFile(join(path, 'config.json'), 'utf8'));
    assert.deepEqual(config.architectures, [model]);
    for (const { text, ids, tokens, spans, words, sequences, expected } of texts) {
      const sides = [text].flat();
      for (const list of [tokens, spans, words, sequences]) {
        assert.equal(list.length, ids.length, `${name}: ${text}`);
      }
      spans.forEach(([from, to], at) => {
        const side = sides[sequences[at]] ?? '';
        assert.ok(from <= to && to <= side.length, `${name}: ${tokens[at]}`);
        encodeURIComponent(side.slice(from, to)); // throws at half of a surrogate pair
        assert.equal(words[at] === -1, sequences[at] === -1, `${name}: ${tokens[at]}`);
      });
      const { logits, lastLogits, embedding } = expected;
      assert.equal([logits, lastLogits, embedding].filter(Boolean).length, 1, `${name}: ${text}`);
    }
  }
});

test('the README names each folder, and each is small', async () => {
  const readme = await readFile(new URL('README.md', FOLDER), 'utf8');
  const rows = readme.match(/(?<=^\| `)[\w-]+(?=` +\| [^|]*\| \w+ )/gm) ?? [];
  assert.deepEqual(rows, FOLDERS);
  for (const name of FOLDERS) {
    const bytes = await bytesBelow(new URL(`folders/${name}/`, FOLDER));
    assert.ok(bytes <= MOST_BYTES_OF_A_FOLDER, `${name}: ${bytes} bytes`);
  }
});

test('all files together are small', async () => {
  const total = await bytesBelow(FOLDER);
  assert.ok(total <= MOST_BYTES_ON_AVERAGE * cases.length, `${total} bytes`);
  for (const { file } of cases) {
    const { size } = await stat(new URL(file, FOLDER));
    assert.ok(size <= MOST_BYTES_OF_A_CASE, `${file}: ${size} bytes`);
  }
});

/** @param {URL} folder */
async function bytesBelow(folder) {
  let total = 0;
  for (const name of await readdir(folder, { recursive: true })) {
    const found = await stat(new URL(name, folder));
    if (found.isFile() && !name.includes('__pycache__')) total += found.size;
  }
  return total;
}
