// The cost of hostile texts of megabytes on the page of a class: they do not hold it up.

import assert from 'node:assert/strict';
import test from 'node:test';
import { writeCode } from '../../../web/elements/lesson/questions/code.ts';
import { isAboutEnglish } from '../../../web/elements/lesson/own/words.ts';
import { MOST_BYTES } from '../../../web/elements/lesson/own/lines.ts';
import { ownLessonsIn } from '../../../web/page/class/lessons.ts';
import { openText } from '../../../web/page/class/files.ts';
import { findCodes, MOST_CODES } from '../../../web/page/class/read.ts';
import { learner } from '../support/learner.js';

const LESSON = '# Words\n## A scene\nHand in a code.\n';

test('texts of megabytes neither throw nor hang', async () => {
  const code = writeCode(learner(1));
  const before = process.cpuUsage();
  for (const hostile of [
    'HW-'.repeat(1_000_000),
    `${code} `.repeat(20_000),
    '<'.repeat(2_000_000),
    '"'.repeat(2_000_000),
    '\n'.repeat(2_000_000),
    `HW-${'A'.repeat(3_000_000)}`,
    'HW-A '.repeat(500_000),
    ` ${'-'.repeat(2_000_000)}${code}`,
    `name,code\n${'x,'.repeat(1_000_000)}${code}`,
    'a\n'.repeat(1_000_000),
  ]) {
    const { entries, refused } = findCodes(hostile);
    assert.ok(entries.length <= MOST_CODES);
    assert.ok(refused.length <= 2000);
    await openText({ file: new File([hostile], 'x.txt'), path: 'x.txt' });
  }
  const { user } = process.cpuUsage(before);
  assert.ok(user < 20e6, `${user / 1e6} s for ten texts of megabytes`);
});

test('a table whose names are dashes is read as fast as any', () => {
  const code = writeCode(learner(1));
  const rows = `a${'-'.repeat(3900)}b,${code}\n`.repeat(500);
  const before = process.cpuUsage();
  assert.equal(findCodes(`name,code\n${rows}`).entries.length, 500);
  const { user } = process.cpuUsage(before);
  assert.ok(user < 3e6, `${user / 1e6} s`);
});

test('tags without an end and empty lines without number do not hold the page up', async () => {
  const before = process.cpuUsage();
  for (const [tag, name] of [
    ['script', 'data-lesson'],
    ['main', 'data-own='],
  ]) {
    const hostile = `<${tag}${` ${name}`.repeat(30_000)}<script data-lesson>${LESSON}</script>`;
    const opened = await openText({ file: new File([hostile], 'x.html'), path: 'x.html' });
    assert.equal(opened?.text, LESSON);
  }
  const empty = '\n'.repeat(MOST_BYTES);
  assert.equal((await ownLessonsIn([{ text: empty, source: '', owner: '' }])).owns.length, 0);
  assert.equal(isAboutEnglish(empty), false);
  const { user } = process.cpuUsage(before);
  assert.ok(user < 2e6, `${user / 1e6} s`);
});
