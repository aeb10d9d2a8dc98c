// The codes of a class: found in any pasted text, with the names beside them. No code is lost, and hostile text does
// not hold the page up.

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { character } from '../../api/support/character.js';
import { Random } from '../../api/support/random.js';
import { learner } from '../support/learner.js';
import { writeCode } from '../../../web/elements/lesson/questions/code.ts';
import { newRecord } from '../../../web/elements/lesson/questions/record.ts';
import { packLesson } from '../../../web/elements/lesson/own/link.ts';
import { writeCsv } from '../../../web/ui/csv.ts';
import { exampleClass } from '../../../web/page/class/example.ts';
import { openText, ownerIn, withFile } from '../../../web/page/class/files.ts';
import { learnersOf, talliesOf } from '../../../web/page/class/learners.ts';
import { MOST_LESSONS, ownLessonsIn } from '../../../web/page/class/lessons.ts';
import { cellsOf, findAll, findCodes, MOST_CODES } from '../../../web/page/class/read.ts';

/** @param {string} text */
const namesIn = (text) => findCodes(text).entries.map(({ name }) => name);
/** @param {readonly import('../../../web/page/class/read.ts').Entry[]} entries */
const seedsOf = (entries) => entries.map(({ record }) => record.seed);

test('200 codes, one a line with names, give 200 learners; a bad one has its line and its reason', () => {
  const lines = Array.from({ length: 200 }, (_, i) => `Learner ${i}, ${writeCode(learner(i))}`);
  const whole = findCodes(lines.join('\n'));
  assert.equal(whole.entries.length, 200);
  assert.deepEqual(whole.refused, []);
  assert.deepEqual(
    whole.entries.map(({ name, line }) => [name, line]),
    lines.map((_, i) => [`Learner ${i}`, i + 1]),
  );
  lines[16] = lines[16].replace(/(.)-(\w{7})$/, '-$2');
  lines[120] = 'Learner 120, I was ill';
  lines[150] = `Learner 150, HW-${'1'.repeat(40)}`;
  const { entries, refused } = findCodes(lines.join('\r\n'));
  assert.equal(entries.length, 197);
  assert.deepEqual(
    refused.map(({ line, reason }) => [line, reason]).sort((a, b) => Number(a[0]) - Number(b[0])),
    [
      [17, 'damaged'],
      [121, 'none'],
      [151, 'damaged'],
    ],
  );
  assert.equal(learnersOf(entries.map((one) => ({ ...one, seal: '' }))).length, 197);
});

test('names are found where people and programs put them', () => {
  const code = writeCode(learner(1));
  const cases = /** @type {[string, string][]} */ ([
    [code, ''],
    [`Ana Ruiz, ${code}`, 'Ana Ruiz'],
    [`Ruiz, Ana, ${code}`, 'Ruiz, Ana'],
    [`${code}, Ana Ruiz`, 'Ana Ruiz'],
    [`Ana: ${code}.`, 'Ana'],
    [`* Ana - ${code}`, 'Ana'],
    [`"Ruiz; Ana";"${code}"`, 'Ruiz, Ana'],
    [`李小安\t${code}`, '李小安'],
    [`2026/11/22 10:33:00,Ana,${code}`, 'Ana'],
    [`> Ana wrote <b>${code}</b> today`, 'Ana wrote b'],
    [`=HYPERLINK("x"), ${code}`, 'HYPERLINK(, x, )'],
  ]);
  for (const [line, name] of cases) assert.deepEqual(namesIn(line), [name], line);
  const table = [
    'Timestamp,E-mail,Full name,Code',
    `2026/11/22,a@x.example,"Ruiz, Ana",${code}`,
    `2026/11/22,b@x.example,,${writeCode(learner(2))}`,
  ].join('\n');
  assert.deepEqual(namesIn(table), ['Ruiz, Ana', 'b@x.example']);
  assert.deepEqual(findCodes(table).refused, [], 'the first row names the columns');
  const two = `Ana ${code} Ben ${writeCode(learner(2))}`;
  assert.deepEqual(namesIn(two), ['Ana', 'Ben']);
  assert.deepEqual(cellsOf('a;"b;""c""";d'), ['a', 'b;"c"', 'd']);
  assert.deepEqual(findCodes(code, 'f.txt', 'Ana').entries[0].name, 'Ana');
});

test('a code that a program broke, turned small or wrapped in other dashes is still that code', () => {
  const code = writeCode(learner(5), '0'.repeat(12));
  const half = Math.floor(code.length / 2);
  for (const broken of [
    `${code.slice(0, half)}\n${code.slice(half)}`,
    `${code.slice(0, half)} ${code.slice(half)}\nthanks`,
    `${code.slice(0, -13)}\n${code.slice(-13)}`,
    `${code.slice(0, -12)}\n${code.slice(-12)}`,
    code.toLowerCase(),
    code.replaceAll('-', '\u2011'),
    `\ufeff${code.slice(0, 9)}\u200b${code.slice(9)}`,
    `(${code})`,
    `code=${code}&x=1`,
    `see ${code}, thanks`,
  ]) {
    const { entries, refused } = findCodes(broken);
    assert.equal(entries.length, 1, broken);
    assert.equal(entries[0].signature, '0'.repeat(12), broken);
    assert.ok(
      refused.every(({ reason }) => reason === 'none'),
      broken,
    );
  }
  const plain = writeCode(learner(6));
  assert.deepEqual(seedsOf(findCodes(`${plain}\n${code}`).entries), [6, 5]);
  assert.deepEqual(seedsOf(findCodes(`${plain} by Ana`).entries), [6]);
});

test('whatever is pasted: every line is accounted for, and it does not throw', () => {
  const code = writeCode(learner(1));
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: character, maxLength: 60 }), fc.constant(code))),
      (parts) => {
        const text = parts.join('\n');
        const { entries, refused, more } = findCodes(text);
        assert.ok(entries.length + refused.length + more <= text.split(/\r\n?|\n/).length);
        assert.equal(entries.length, parts.filter((part) => part === code).length);
        for (const { name } of entries) assert.ok(name.length <= 60);
      },
    ),
  );
});

test('a sentence with a comma is not the head of a table, and a code is not a name', () => {
  const code = writeCode(learner(1));
  const { entries, refused } = findCodes(`My name is Ana, here is my code:\n${code}`);
  assert.deepEqual([entries[0].name, refused.length], ['', 1]);
  const table = `name,code\nAna,${code}\nBen says ${writeCode(learner(2))}`;
  assert.deepEqual(namesIn(table), ['Ana', 'Ben says']);
  assert.deepEqual(namesIn(`code,first name\n${code},Ana`), ['Ana']);
});

test('many files have one limit together, and a file without a code is one line', () => {
  const codes = Array.from({ length: 1000 }, (_, i) => writeCode(newRecord(i)));
  const given = ['a', 'b', 'c'].map((source) => ({ source, owner: '', text: codes.join('\n') }));
  const { entries, refused, more } = findAll(given);
  assert.deepEqual([entries.length, refused.length, more], [MOST_CODES, 1000, 0]);
  assert.ok(refused.every(({ reason, source }) => reason === 'many' && source === 'c'));
  const prose = 'Dear teacher,\nthis is it:\n';
  const files = Array.from({ length: 3000 }, (_, i) => ({
    ...{ source: `${i}`, owner: '', text: prose.repeat(9) },
  }));
  const without = findAll(files);
  assert.deepEqual([without.refused.length, without.more], [2000, 1000]);
  assert.deepEqual(without.refused[0], { source: '0', line: 0, text: '', reason: 'none' });
  assert.deepEqual(findCodes(`${prose}${codes[1]}\nAna`, 'ana.txt').refused, []);
  assert.equal(findCodes(`${codes[1]}\nAna was ill\n${codes[2]}`, 'all.txt').refused.length, 1);
});

test('a CSV holds any name, and none that a spreadsheet would run', () => {
  const text = writeCsv([
    ['name', 'score'],
    ['=1+1', 5],
    ['@x', -3],
    ['"Ruiz", Ana\n', 0],
    ['李', 1],
  ]);
  assert.equal(text, '\ufeffname,score\r\n\'=1+1,5\r\n\'@x,-3\r\n"""Ruiz"", Ana\n",0\r\n李,1\r\n');
});

/** Signs, separators, quotes and what is invisible, and letters between. */
const PARTS = [
  ...['=', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20'],
  ...[',', ';', '\t', '\n', '\r', '\r\n', '"', "'", ' ', '\u00a0', '\ufeff', '\u200b', '\0'],
  ...['a', '李', '1', '=1+1', ';=1', 'HYPERLINK("x")'],
];

/**
 * The cells of a text as a spreadsheet splits it: a quote counts at the start of a cell alone.
 * @param {string} text
 * @param {string} separator
 */
function cellsAt(text, separator) {
  const rows = [['']];
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const row = rows[rows.length - 1];
    const last = row.length - 1;
    const isEnd = text[i] === separator || text[i] === '\n' || text[i] === '\r';
    if (quoted && text[i] === '"' && text[i + 1] === '"') row[last] += text[++i];
    else if (quoted && text[i] === '"') quoted = false;
    else if (quoted) row[last] += text[i];
    else if (text[i] === '"' && row[last] === '') quoted = true;
    else if (!isEnd) row[last] += text[i];
    else if (text[i] === separator) row.push('');
    else if (text[i] === '\n' || text[i + 1] !== '\n') rows.push(['']);
  }
  return rows.slice(0, -1);
}

test('whatever names and answers hold: the cells of a CSV are those, and no separator makes a formula of them', () => {
  const random = new Random(11);
  const some = () =>
    Array.from({ length: random.integer(0, 6) }, () => random.pick(PARTS)).join('');
  /** As it is without what was put in front of a sign. @param {string} text */
  const without = (text) => text.replaceAll("'", '');
  for (let i = 0; i < 20_000; i++) {
    const rows = Array.from({ length: 2 }, () => Array.from({ length: 3 }, some));
    const text = writeCsv(rows).slice(1);
    const where = JSON.stringify(rows);
    assert.deepEqual(
      cellsAt(text, ',').map((row) => row.map(without)),
      rows.map((row) => row.map(without)),
      where,
    );
    for (const separator of [',', ';', '\t']) {
      for (const cell of cellsAt(text, separator).flat()) {
        assert.doesNotMatch(cell, /^[\s\p{C}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u, where);
      }
    }
  }
});

test('files: a folder names its learner, and letters are read as programs write them', async () => {
  assert.equal(
    ownerIn('quiz/Ana Ruiz_123_assignsubmission_onlinetext/onlinetext.html'),
    'Ana Ruiz',
  );
  assert.equal(ownerIn('Ana_1_assignsubmission_file/x.txt'), 'Ana');
  assert.equal(ownerIn('quiz/Ana_1_assignsubmission_file/parts/x.txt'), 'Ana');
  assert.equal(ownerIn('codes/all.txt'), '');
  assert.equal(ownerIn('all.txt'), '');
  const code = writeCode(learner(1));
  const wide = Buffer.from(`\ufeffZoë\t${code}`, 'utf16le');
  const narrow = Buffer.from(`Zoë, ${code}`, 'latin1');
  for (const bytes of [wide, narrow, Buffer.from(`Zoë, ${code}`)]) {
    const opened = await openText({ file: new File([bytes], 'a.csv'), path: 'a.csv' });
    assert.deepEqual(namesIn(opened?.text ?? ''), ['Zoë']);
  }
  const binary = new File([Buffer.from([37, 80, 68, 70, 0, 255])], 'a.pdf');
  assert.equal(await openText({ file: binary, path: 'a.pdf' }), null);
});

test('two files of one name are both there; the same one again is not', () => {
  const file = (/** @type {string} */ text) => ({ source: 'codes.csv', owner: '', text });
  const all = ['a', 'b', 'a', 'b', 'c'].map(file).reduce(withFile, []);
  assert.deepEqual(
    all.map(({ source, text }) => [source, text]),
    [
      ['codes.csv', 'a'],
      ['codes.csv (2)', 'b'],
      ['codes.csv (3)', 'c'],
    ],
  );
});

test('the example is a class: every line of it is a result', () => {
  const { entries, refused } = findCodes(exampleClass('Learner {number}'));
  assert.deepEqual([entries.length, refused.length], [30, 0]);
  assert.equal(entries[29].name, 'Learner 30');
  const tallies = talliesOf(learnersOf(entries.map((one) => ({ ...one, seal: '' }))), null);
  assert.ok(tallies.some(({ mistakes }) => mistakes.length > 1));
});

/** @param {string} text */
const given = (text, source = '') => ({ text, source, owner: '' });
const LESSON = '# Words\n## A scene\nHand in a code that begins with HW-A1B2 (not hw-none).\n';

test('a lesson that mentions codes is a lesson; a list with a whole code is a list', async () => {
  const { owns, rest } = await ownLessonsIn([given(LESSON)]);
  assert.deepEqual([owns.length, rest.length], [1, 0]);
  const code = writeCode(learner(1));
  const lists = [
    `# Class\n## Group\nAna: ${code}\n`,
    `# Class\n## Group\n- ${code}, Ben\nHW-A1B2-C3\n`,
  ];
  const listed = await ownLessonsIn(lists.map((text) => given(text)));
  assert.deepEqual([listed.owns.length, listed.rest.length], [0, 2]);
  assert.equal(findAll(listed.rest).entries.length, 2);
});

test('of two texts with one fingerprint the first is the lesson', async () => {
  const lesson = LESSON.replace(/hw-/gi, '');
  const { owns } = await ownLessonsIn([given(lesson), given(`// a note\n${lesson}`)]);
  assert.deepEqual(
    owns.map(({ starts }) => starts),
    [[2]],
  );
});

test('all files together have one limit of links; one that is known costs nothing', async (t) => {
  const link = await packLesson(LESSON);
  const { DecompressionStream } = globalThis;
  const unpack = t.mock.method(
    globalThis,
    'DecompressionStream',
    function (/** @type {any} */ how) {
      return new DecompressionStream(how);
    },
  );
  const damaged = Array.from({ length: 3 * MOST_LESSONS }, (_, i) => `#lesson=AAAA${i + 1000}`);
  const often = Array.from({ length: 500 }, () => `https://example.org/embed.html${link}`);
  const texts = [often.join(' '), ...[0, 1, 2].map((i) => damaged.slice(i * 100).join('\n'))];
  const { owns, rest } = await ownLessonsIn(texts.map((text) => given(text)));
  assert.deepEqual([owns.length, rest[0].text.trim().length], [1, 0]);
  assert.ok(unpack.mock.callCount() <= MOST_LESSONS, `${unpack.mock.callCount()} links`);
});
