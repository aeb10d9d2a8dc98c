// Exports the tables of the class as CSV files.

import { h } from '../../elements/shared/dom.js';
import { writeCsv } from '../../elements/shared/csv.js';
import { download } from '../../elements/shared/download.js';
import { scoreIn, testsOf } from './learners.js';
import { nameOf, remarkOf, sorted } from './tables.js';

/**
 * @typedef {object} Shown
 * @property {import('./courses.js').Course} course
 * @property {string | null} lesson
 * @property {readonly import('./learners.js').Tally[]} tallies
 * @property {import('./messages/en.js').Messages} messages
 * @property {import('./tables.js').Sort} sort
 * @property {string} language
 */

/** @param {Shown} shown */
export function createDownloads(shown) {
  const { messages } = shown;
  return h(
    'div',
    { class: 'actions' },
    button(messages.saveLearners, 'headwise-learners.csv', () => learnersCsv(shown)),
    button(messages.saveQuestions, 'headwise-questions.csv', () => questionsCsv(shown)),
  );
}

/** A row for each learner: the score that is chosen, that of each lesson, and how each question went. @param {Shown} shown */
export function learnersCsv({ course, lesson, messages, sort, language }) {
  const { catalogue, lessons: every, titleOf } = course;
  const { slots } = catalogue;
  const heads = [
    ...[messages.name, messages.score, messages.right, messages.asked, messages.attempts],
    ...[messages.tests, messages.remarks],
    ...every.map((id) => `${titleOf(id)} %`),
    ...slots.map(({ lesson: id, scene }) => `${titleOf(id)} ${scene + 1}`),
  ];
  const rows = sorted(course, lesson, sort, language).map(({ learner, score }) => {
    const { record } = learner;
    return [
      ...[nameOf(learner, messages), score.percent, score.right, score.asked, score.attempts],
      ...[testsOf(record), remarkOf(learner, score, messages)],
      ...every.map((id) => scoreIn(record, id, catalogue).percent),
      ...slots.map(({ name }) => outcomeOf(record.results[name], messages)),
    ];
  });
  return writeCsv([heads, ...rows]);
}

/**
 * @param {import('../../elements/lesson/questions/record.js').Result | undefined} result
 * @param {import('./messages/en.js').Messages} messages
 */
function outcomeOf(result, messages) {
  if (!result || result.outcome === 'unasked') return '';
  if (result.outcome === 'skipped') return messages.skipped;
  const words = result.outcome === 'right' ? messages.right : messages.wrong;
  return `${words} (${result.attempts})`;
}

/** A row for each wrong answer of each question, the most frequent first. @param {Shown} shown */
export function questionsCsv({ tallies, course: { labels, titleOf }, messages }) {
  const heads = [
    ...[messages.question, messages.lesson, messages.first, messages.later, messages.wrong],
    ...[messages.skipped, messages.attempts, messages.mistake, messages.count],
  ];
  const rows = tallies.flatMap((tally) => {
    const { id, first, later, wrong, skipped, attempts } = tally;
    const what = [
      labels.question(id),
      titleOf(tally.lesson),
      first,
      later,
      wrong,
      skipped,
      attempts,
    ];
    if (tally.mistakes.length === 0) return [[...what, '', 0]];
    return tally.mistakes.map(({ mistake, count }) => [
      ...what,
      labels.mistake(id, mistake),
      count,
    ]);
  });
  return writeCsv([heads, ...rows]);
}

/**
 * @param {string} words
 * @param {string} name of the file
 * @param {() => string} write
 */
function button(words, name, write) {
  const onclick = () => download(name, [write()], 'text/csv;charset=utf-8');
  return h('button', { type: 'button', class: 'plain', onclick }, words);
}
