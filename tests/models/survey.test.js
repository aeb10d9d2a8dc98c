// Tests npx headwise survey: it gives the numbers of headStatistics; killed and sharded surveys give the bytes of a whole one; wrong
// texts and shards are refused by name.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { readNpz } from 'headwise/formats';
import { headStatistics, openModel } from 'headwise/models';
import { distDir } from '../../src/build/tools/paths.js';
import { start } from '../../src/build/tools/run.js';
import { readFolderGoldens } from '../golden/models/read.js';
import { until } from '../web/support/until.js';

const PROGRAM = join(distDir, 'command.node.js');
const WORDS = 'the animal did not cross street because it was too tired wide'.split(' ');
/** Short lines, one that is empty, and one of more tokens than the model reads. */
const LINES = [
  ...Array.from({ length: 20 }, (_, i) =>
    Array.from({ length: 1 + ((7 * i) % 9) }, (_, j) => WORDS[(5 * i + 3 * j * j) % 12]).join(' '),
  ),
  ...['', 'the '.repeat(600), 'it was wide'],
];
const [EMPTY, LONG] = [20, 21];

const goldens = await readFolderGoldens();
/** @param {string} name */
const pathOf = (name) => goldens.find((one) => one.name === name)?.path ?? assert.fail(name);
const MODEL = pathOf('bert');

/** @type {string} */
let folder;
/** @type {Buffer} */
let whole;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwise-survey-'));
  await writeFile(join(folder, 'texts.txt'), LINES.join('\r\n'));
  const { status, output } = await survey(MODEL, 'texts.txt', '--out', 'whole.npz');
  assert.equal(status, 0, output);
  assert.match(output, /^whole\.npz, and the summary in whole\.npz\.json$/m);
  assert.match(output, /^No numbers, .* in line 22 \(602 tokens\)$/m);
  whole = await readFile(join(folder, 'whole.npz'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** @param {...string} args */
function survey(...args) {
  return start(process.execPath, [PROGRAM, 'survey', ...args], { cwd: folder });
}

/** @param {RegExp} expected @param {...string} args */
async function refused(expected, ...args) {
  const { status, output } = await survey(...args);
  assert.equal(status, 2, output);
  assert.match(output, expected);
}

/** @param {string} file */
async function assertWhole(file) {
  assert.ok((await readFile(join(folder, file))).equals(whole), `${file} has other bytes`);
  const summaries = [`${file}.json`, 'whole.npz.json'].map((name) =>
    readFile(join(folder, name), 'utf8'),
  );
  const [one, other] = await Promise.all(summaries);
  assert.equal(one, other);
}

test('a row for each text and head: the numbers of headStatistics', async () => {
  const columns = readNpz(whole);
  const model = await openModel(MODEL);
  const { numLayers, numHeads } = model.config;
  const texts = LINES.map((text, line) => ({ text, line })).filter(({ line }) => line !== EMPTY);
  assert.equal(columns.text.data.length, texts.length * numLayers * numHeads);
  let row = 0;
  for (const { text, line } of texts) {
    const input = model.tokenize(text);
    const run = line === LONG ? null : await model.run(input);
    const all = run && (await headStatistics(run));
    const written = run && (await headStatistics(run, { only: ['written'] }));
    for (let at = 0; at < numLayers * numHeads; at++, row++) {
      const [layer, head] = [Math.floor(at / numHeads), at % numHeads];
      const place = ['text', 'layer', 'head', 'tokens'].map((name) => columns[name].data[row]);
      assert.deepEqual(place, [line, layer, head, input.ids.length]);
      const { layer: _, head: __, ...expected } = { ...all?.[at], ...written?.[at] };
      for (const [name, column] of Object.entries(columns).slice(4)) {
        const [statistic, which = 'value'] = name.split('_');
        const value = /** @type {any} */ (expected)[statistic]?.[which] ?? NaN;
        assert.equal(column.data[row], Math.fround(value), `${name} of line ${line}`);
      }
    }
    run?.dispose();
  }
  model.dispose();
});

test('the summary: mean, smallest, largest and spread of each head, and unread lines', async () => {
  const columns = readNpz(whole);
  const summary = JSON.parse(await readFile(join(folder, 'whole.npz.json'), 'utf8'));
  assert.equal(summary.count, 22);
  assert.equal(summary.read, 21);
  assert.deepEqual(summary.unread, [{ text: LONG, line: LONG + 1, tokens: 602 }]);
  const rows = summary.heads.length;
  for (const [at, { layer, head, ...statistics }] of summary.heads.entries()) {
    assert.equal(columns.layer.data[at], layer);
    assert.equal(columns.head.data[at], head);
    assert.equal(Object.keys(statistics).length, 20);
    for (const [name, { mean, min, max, spread }] of Object.entries(statistics)) {
      const values = Array.from(columns[name].data).filter(
        (value, i) => i % rows === at && !Number.isNaN(value),
      );
      const middle = values.reduce((sum, value) => sum + value, 0) / values.length;
      const square = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
      assert.equal(Math.fround(min), Math.min(...values));
      assert.equal(Math.fround(max), Math.max(...values));
      // the columns were read as float32
      const allowed = 2 ** -23 * max;
      assert.ok(Math.abs(mean - middle) <= allowed, `${name}: mean ${mean}, expected ${middle}`);
      const expected = Math.sqrt(square / values.length);
      assert.ok(Math.abs(spread - expected) <= allowed, `${name}: ${spread}, expected ${expected}`);
    }
  }
});

test('jsonl, threads: the same columns as txt', async () => {
  const lines = LINES.map((text) => (text === '' ? '' : JSON.stringify({ id: 1, text })));
  await writeFile(join(folder, 'texts.jsonl'), `${lines.join('\n')}\n`);
  const { output } = await survey(MODEL, 'texts.jsonl', '--out', 'j.npz', '--threads', '2');
  assert.match(output, /^j\.npz, /);
  assert.deepEqual(readNpz(await readFile(join(folder, 'j.npz'))), readNpz(whole));
});

test('shards, merged in any order, give the bytes of the whole survey', async () => {
  const parts = ['1/3', '2/3', '3/3'];
  for (const [i, shard] of parts.entries()) {
    const { status, output } = await survey(
      ...[MODEL, 'texts.txt', '--out', `${i}.npz`, '--shard', shard],
    );
    assert.equal(status, 0, output);
  }
  assert.equal((await survey('--merge', '2.npz', '0.npz', '1.npz', '--out', 'm.npz')).status, 0);
  await assertWhole('m.npz');
  await refused(
    /^--merge: expected all 3 shards, got 2: 2\/3 missing$/m,
    ...['--merge', '0.npz', '2.npz', '--out', 'n.npz'],
  );
  await refused(
    /^--merge: shard 1\/3 came twice: 0\.npz, 0\.npz$/m,
    ...['--merge', '0.npz', '1.npz', '0.npz', '--out', 'n.npz'],
  );
  await refused(
    /^whole\.npz: it does not belong to 0\.npz: shard: expected \[1,3\], got \[1,1\]$/m,
    ...['--merge', '0.npz', 'whole.npz', '--out', 'n.npz'],
  );
  const bytes = await readFile(join(folder, '1.npz'));
  bytes[bytes.indexOf('PK\x01\x02') - 1] ^= 1; // the last byte before the directory
  await writeFile(join(folder, 'flipped.npz'), bytes);
  await refused(
    /^flipped\.npz: \w+ is damaged: its CRC differs$/m,
    ...['--merge', '0.npz', 'flipped.npz', '2.npz', '--out', 'n.npz'],
  );
  await assert.rejects(stat(join(folder, 'n.npz')), /ENOENT/);
});

test('killed again and again, its journal torn, a survey ends with the same bytes', async () => {
  const long = Array.from({ length: 100 }, () => LINES.slice(0, 20)).flat();
  await writeFile(join(folder, 'long.txt'), long.join('\n'));
  const args = [MODEL, 'long.txt', '--statistics', 'induction,distance', '--out'];
  const part = join(folder, 'killed.npz.part');
  let size = 0;
  for (const torn of [0, 11, 300]) {
    const child = spawn(process.execPath, [PROGRAM, 'survey', ...args, 'killed.npz'], {
      ...{ cwd: folder, stdio: 'ignore' },
    });
    const ended = new Promise((resolve) => child.on('close', (_, signal) => resolve(signal)));
    const least = size + 20_000;
    await until(
      async () => (await stat(part).catch(() => ({ size: 0 }))).size > least,
      'records in the journal',
    );
    child.kill('SIGKILL');
    assert.equal(await ended, 'SIGKILL');
    const after = (await stat(part)).size;
    assert.ok(after > size, 'it began again');
    size = after - torn;
    await truncate(part, size);
  }
  await refused(
    /^killed\.npz\.part: the journal of another survey: statistics: expected .*"entropy".*, got .*"distance"/m,
    ...[MODEL, 'long.txt', '--out', 'killed.npz'],
  );
  assert.equal((await survey(...args, 'killed.npz')).status, 0);
  await assert.rejects(stat(part), /ENOENT/);
  assert.equal((await survey(...args, 'once.npz')).status, 0);
  const [killed, once] = ['killed.npz', 'once.npz'].map((name) => readFile(join(folder, name)));
  assert.ok((await killed).equals(await once));
  assert.match((await survey(...args, 'once.npz')).output, /^once\.npz is complete already$/m);
});

test('what cannot be read is refused before any work, with its place', async () => {
  /** @param {string} name @param {string | Uint8Array} text */
  const write = (name, text) => writeFile(join(folder, name), text);
  const to = ['--out', 'never.npz'];
  await refused(/^survey: expected --out FILE\.npz, the/m, MODEL, 'texts.txt');
  await refused(
    /^survey: expected --out FILE\.npz, got a\.csv/m,
    MODEL,
    'texts.txt',
    '--out',
    'a.csv',
  );
  await refused(/^survey: expected MODEL and TEXTS, got 1 arguments$/m, MODEL, ...to);
  await refused(/^TEXTS: there is no file none\.txt$/m, MODEL, 'none.txt', ...to);
  await refused(/there is no file or folder .*nowhere/, 'nowhere', 'texts.txt', ...to);
  await refused(/^TEXTS: expected a \.txt or a \.jsonl file, got a\.csv$/m, MODEL, 'a.csv', ...to);
  for (const shard of ['0/3', '4/3', '1', 'a/b']) {
    await refused(
      /^--shard: expected i\/n with i from 1 to n/m,
      MODEL,
      'texts.txt',
      ...to,
      '--shard',
      shard,
    );
  }
  await refused(
    /^--statistics: expected names of entropy, .*, got entropie: did you mean entropy\?$/m,
    ...[MODEL, 'texts.txt', ...to, '--statistics', 'entropie'],
  );
  await refused(/threads: expected .*got NaN/, MODEL, 'texts.txt', ...to, '--threads', 'many');
  await refused(/^survey: unknown option --json/m, MODEL, 'texts.txt', ...to, '--json');
  await refused(
    /^survey: --merge takes its --shard from the files$/m,
    '--merge',
    'whole.npz',
    ...to,
    '--shard',
    '1/2',
  );
  await write('bad.jsonl', '{"text": "right"}\n{"text": "cut\n');
  await refused(
    /^bad\.jsonl, line 2: expected a JSON object with a text, .* which is no JSON$/m,
    MODEL,
    'bad.jsonl',
    ...to,
  );
  await write('bad.jsonl', '{"text": "right"}\n\n{"txt": "no"}\n');
  await refused(
    /^bad\.jsonl, line 3: expected a JSON object with a text, .*, got \{"txt": "no"\}$/m,
    MODEL,
    'bad.jsonl',
    ...to,
  );
  await write('bytes.txt', Uint8Array.of(65, 10, 0xff, 10));
  await refused(
    /^bytes\.txt, line 2: expected UTF-8, got other bytes$/m,
    MODEL,
    'bytes.txt',
    ...to,
  );
  await write('empty.txt', '\n\n');
  await refused(
    /^TEXTS: expected at least one text, got none in empty\.txt$/m,
    MODEL,
    'empty.txt',
    ...to,
  );
  await refused(
    /^MODEL: expected an encoder or a decoder of texts, got encoder-decoder$/m,
    pathOf('torch-bin'),
    'texts.txt',
    ...to,
  );
  await write('never.npz.part', 'no journal');
  await refused(
    /^never\.npz\.part: expected the journal of a survey, got another file$/m,
    MODEL,
    'texts.txt',
    ...to,
  );
  await refused(
    /^texts\.txt: expected the result of a survey, got another file$/m,
    '--merge',
    'texts.txt',
    ...to,
  );
  await copyFile(join(folder, 'whole.npz'), join(folder, 'taken.npz'));
  await refused(
    /^taken\.npz: the result of another survey: model: expected/m,
    pathOf('gpt2'),
    'texts.txt',
    '--out',
    'taken.npz',
  );
  await assert.rejects(stat(join(folder, 'never.npz')), /ENOENT/);
});
