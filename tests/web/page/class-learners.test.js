// The learners of a class: codes of one learner become one entry, names handed in twice are shown, and answers are
// counted as they were given.

import assert from 'node:assert/strict';
import test from 'node:test';
import { writeCode } from '../../../web/elements/lesson/questions/code.ts';
import {
  newRecord,
  noted,
  OTHER,
  withNewTest,
} from '../../../web/elements/lesson/questions/record.ts';
import * as builtIn from '../../../web/lessons/questions.ts';
import { createLabels } from '../../../web/page/class/labels.ts';
import {
  histogramOf,
  learnersOf,
  scoreIn,
  talliesOf,
  testsOf,
} from '../../../web/page/class/learners.ts';
import { histogramWords } from '../../../web/page/class/plot.ts';
import { findCodes } from '../../../web/page/class/read.ts';
import { sorted } from '../../../web/page/class/tables.ts';
import { words as en } from '../../../web/words/en/class.ts';
import { loadQuestionWords } from '../../../web/words/questions.ts';

const { slots } = builtIn;
const RIGHT = { right: true, mistake: '' };
const wrong = (/** @type {string} */ mistake) => ({ right: false, mistake });

/** A learner who answers everything. @param {number} seed */
const learner = (seed) =>
  slots.reduce((record, { name }) => noted(record, name, RIGHT), newRecord(seed));

test('codes of one learner become one; the same answers under two names are told', () => {
  const early = noted(newRecord(1), 'masks.1', wrong('all'));
  const late = noted(early, 'masks.1', RIGHT);
  const lines = [
    `Ana, ${writeCode(late)}`,
    `Ana, ${writeCode(early)}`,
    writeCode(early),
    `Ben, ${writeCode(late)}`,
    `Cleo, ${writeCode(learner(2))}`,
  ];
  const { entries } = findCodes(lines.join('\n'));
  const found = learnersOf(entries.map((one) => ({ ...one, seal: '' })));
  assert.deepEqual(
    found.map(({ name, codes, twin }) => [name, codes, twin]),
    [
      ['Ana', 3, 'Ben'],
      ['Ben', 1, 'Ana'],
      ['Cleo', 1, ''],
    ],
  );
  assert.equal(found[0].record.results['masks.1'].outcome, 'right');
});

test('one name is one name however it is typed; with two records it is told', () => {
  const lines = [
    `Ana Ruiz, ${writeCode(newRecord(1))}`,
    `ana ruiz, ${writeCode(learner(1))}`,
    `ANA RUIZ, ${writeCode(learner(2))}`,
    `Ben, ${writeCode(learner(3))}`,
    writeCode(learner(4)),
    writeCode(learner(5)),
  ];
  const { entries } = findCodes(lines.join('\n'));
  const found = learnersOf(entries.map((one) => ({ ...one, seal: '' })));
  assert.deepEqual(
    found.map(({ name, codes, twin, namesake }) => [name, codes, twin, namesake]),
    [
      ['Ana Ruiz', 2, '', true],
      ['ANA RUIZ', 1, '', true],
      ['Ben', 1, '', false],
      ['', 1, '', false],
      ['', 1, '', false],
    ],
  );
});

test('a test is begun with its first answer', () => {
  const first = noted(newRecord(4), 'test.0', RIGHT);
  assert.deepEqual([newRecord(4), first, withNewTest(first, 'test')].map(testsOf), [0, 1, 1]);
  assert.equal(testsOf(noted(withNewTest(first, 'test'), 'test.0', null)), 2);
  assert.equal(testsOf(noted(first, 'core-test.0', RIGHT)), 2);
});

test('names are sorted as the page’s language does, and the plot is said in words', () => {
  const given = ['Öst', 'Zoë', 'Ana'].map((name, i) => `${name}, ${writeCode(learner(i))}`);
  const found = learnersOf(
    findCodes(given.join('\n')).entries.map((one) => ({ ...one, seal: '' })),
  );
  const names = (/** @type {string} */ language) =>
    sorted(
      { learners: found, catalogue: builtIn },
      null,
      { by: 'name', down: false },
      language,
    ).map(({ learner: one }) => one.name);
  assert.deepEqual(names('en'), ['Ana', 'Öst', 'Zoë']);
  assert.deepEqual(names('sv'), ['Ana', 'Zoë', 'Öst']);
  assert.equal(histogramWords(histogramOf([0, 9, 10, 100])), '0–9: 2, 10–19: 1, 90–100: 1');
});

test('scores, attempts and wrong answers are counted as they were given', () => {
  let first = noted(newRecord(1), 'masks.1', wrong('ahead'));
  first = noted(first, 'masks.1', RIGHT);
  const second = noted(newRecord(2), 'masks.1', wrong('all'));
  const third = noted(noted(newRecord(3), 'masks.1', wrong('all')), 'masks.4', null);
  const text = [first, second, third].map((one) => writeCode(one)).join('\n');
  const found = learnersOf(findCodes(text).entries.map((one) => ({ ...one, seal: '' })));
  const [rows, cells] = talliesOf(found, 'masks');
  assert.deepEqual(rows, {
    ...{ id: 'row-count', lesson: 'masks', first: 0, later: 1, wrong: 2, skipped: 0 },
    ...{ attempts: 4, answered: 3 },
    mistakes: [
      { mistake: 'all', count: 2 },
      { mistake: 'ahead', count: 1 },
    ],
  });
  assert.deepEqual([cells.id, cells.skipped, cells.answered], ['empty-cells', 1, 0]);
  assert.deepEqual(talliesOf(found, 'scale'), []);
  const { attempts, right, settled } = scoreIn(found[0].record, 'masks');
  assert.deepEqual([attempts, right, settled], [2, 1, 1]);
  const tested = withNewTest(noted(newRecord(4), 'test.0', RIGHT), 'test');
  assert.equal(scoreIn(tested, 'test').percent, 10, 'the best test counts');
  // who has not begun has no score; a new test takes none away
  const begun = ['test', 'core-test', 'masks', builtIn.CORE, null].map(
    (which) => scoreIn(tested, which).begun,
  );
  assert.deepEqual(begun, [true, false, false, false, false]);
  const core = scoreIn(found[0].record, builtIn.CORE);
  const all = scoreIn(found[0].record, null);
  assert.deepEqual([core.right, all.right, core.begun], [1, 1, true]);
  assert.ok(core.asked < all.asked && core.asked > scoreIn(found[0].record, 'masks').asked);
  assert.deepEqual(histogramOf([0, 9, 10, 99, 100]), [2, 1, 0, 0, 0, 0, 0, 0, 0, 2]);
});

test('a wrong answer is named in words that a teacher understands', async () => {
  const { questions: asked } = await loadQuestionWords('en');
  const labels = createLabels(asked, en);
  assert.equal(
    labels.mistake('dot-product', 'sums'),
    'an answer that gets the reply: “First multiply in pairs, then add the products.”',
  );
  assert.equal(labels.mistake('mixture', 'mean'), 'the mean of all values');
  assert.equal(labels.mistake('dot-product', OTHER), 'another answer');
});
