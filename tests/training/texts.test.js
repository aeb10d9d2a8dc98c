// Tests the readers of the English model's texts, on small files of the packages' formats.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { after, before } from 'node:test';
import { deflateSync } from 'node:zlib';
import { READERS, spokenWords } from '../../web/models/training/english/texts.ts';
import { SOURCES, SPOKEN } from '../../web/models/training/english/sources.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwise-texts-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/**
 * @param {string} name
 * @param {string | Buffer} contents
 */
async function put(name, contents) {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), contents);
}

test('every source has a reader, a version and a checksum', () => {
  assert.deepEqual(SOURCES.map(({ name }) => name).sort(), Object.keys(READERS).sort());
  for (const { version, sha256 } of [...SOURCES, SPOKEN]) {
    assert.match(version, /^[\d.-]+$/);
    assert.match(sha256, /^[0-9a-f]{64}$/);
  }
});

test('spoken words: each with its count', async () => {
  await put('package/index.json', '[{"word":"you","count":7},{"word":"I","count":5}]');
  assert.deepEqual(
    [...(await spokenWords(folder))],
    [
      ['you', 7],
      ['I', 5],
    ],
  );
});

test('speeches: since 1930, some sentences at a time', async () => {
  await put('package/data/1929_a.txt', 'Too early.');
  await put('package/data/1930_b.txt', 'One. Two. Three. Four. Five. Six. Seven.\n\nNext.');
  await put('package/data/1931_c.json', '{}');
  assert.deepEqual(await READERS.speeches(folder), [
    'One. Two. Three. Four. Five. Six.',
    'Seven.',
    'Next.',
  ]);
});

test('WordNet: examples, some of them as sentences, and definitions in plain English', async () => {
  const lines = [
    '  1 This software and database is being provided',
    '00001740 00 a 02 able 0 x 0 000 | having the means; "able to swim"; "she was able to program"  ',
    '00002098 00 a 01 unable 0 000 | not having the means; "unable to get to town"  ',
  ];
  for (const kind of ['adj', 'adv', 'noun', 'verb']) await put(`package/dict/data.${kind}`, '');
  await put('package/dict/data.adj', lines.slice(1).join('\n'));
  assert.deepEqual(await READERS.wordnet(folder), [
    'Able to swim.',
    'She was able to program.',
    'able: having the means.',
    'unable to get to town',
  ]);
  await put('package/dict/data.adj', lines.join('\n'));
  assert.equal(
    (await READERS.wordnet(folder)).some((text) => /provided/.test(text)),
    false,
  );
});

test("novels in R's own format: vectors of strings, one after the other", async () => {
  const data = 'usr/lib/R/site-library/janeaustenr/data/Rdata.rdb';
  await put(
    data,
    Buffer.concat([rObject(['One line', 'goes on', '', 'Next']), rObject(['Other'])]),
  );
  assert.deepEqual(await READERS.austen(folder), ['One line\ngoes on', 'Next', 'Other']);
});

/** @param {string[]} lines */
function rObject(lines) {
  const number = (/** @type {number} */ value) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(value);
    return bytes;
  };
  const strings = lines.flatMap((line) => [
    number(0x40009),
    number(line.length),
    Buffer.from(line),
  ]);
  const packed = deflateSync(
    Buffer.concat([
      ...[Buffer.from('X\n'), number(3), number(0x40201), number(0x30500)],
      ...[number(5), Buffer.from('UTF-8'), number(16), number(lines.length)],
      ...strings,
    ]),
  );
  return Buffer.concat([number(packed.length), packed]);
}

test('a SWORD module: blocks by their index, paragraphs without marks and notes', async () => {
  const at = 'usr/share/sword/modules/texts/ztext/engWEB2015eb';
  const osis =
    '<title>Book</title><div sID="1" type="x-p"/><w lemma="strong:1">In</w> the city<note>a <b>note</b></note>, ' +
    '<q>“Come &amp; see,”</q> he said.<div eID="1" type="x-p"/><div sID="2" type="x-p"/>So <l>it</l><l>was.</l>';
  const block = deflateSync(Buffer.from(osis));
  const index = Buffer.alloc(24);
  index.writeUInt32LE(3, 12); // the first block is empty
  index.writeUInt32LE(block.length, 16);
  await put(`${at}/ot.bzs`, index);
  await put(`${at}/ot.bzz`, Buffer.concat([Buffer.from('...'), block]));
  await put(`${at}/nt.bzs`, Buffer.alloc(0));
  await put(`${at}/nt.bzz`, Buffer.alloc(0));
  const paragraphs = (await READERS['world-english-bible'](folder))
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
  assert.deepEqual(paragraphs, ['In the city, “Come & see,” he said.', 'So it was.']);
});
