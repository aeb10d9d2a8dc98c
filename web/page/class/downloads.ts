// Exports the tables of the class as CSV files.

import { button } from '../../ui/controls.ts';
import { writeCsv } from '../../ui/csv.ts';
import { download } from '../../ui/download.ts';
import { html } from '../../ui/template.ts';
import { scoreIn, testsOf } from './learners.ts';
import { nameOf, remarkOf, sorted } from './tables.ts';
import type { Result } from '../../elements/lesson/questions/record.ts';
import type { Messages } from '../../words/en/class.ts';
import type { Course } from './courses.ts';
import type { Score, Tally } from './learners.ts';
import type { Sort } from './tables.ts';

interface Shown {
  course: Course;
  lesson: string | null;
  tallies: readonly Tally[];
  messages: Messages;
  sort: Sort;
  language: string;
}

export function downloads(shown: Shown) {
  const { messages } = shown;
  const save = (name: string, text: string) => download(name, [text], 'text/csv;charset=utf-8');
  return html`<div class="actions">
    ${button(messages.saveLearners, () => save('headwise-learners.csv', learnersCsv(shown)))}
    ${button(messages.saveQuestions, () => save('headwise-questions.csv', questionsCsv(shown)))}
  </div>`;
}

/**
 * A row for each learner: the score of the chosen lesson, that of each lesson, and the outcome of
 * each question.
 */
export function learnersCsv({ course, lesson, messages, sort, language }: Shown) {
  const { catalogue, lessons: every, titleOf } = course;
  const { slots } = catalogue;
  const heads = [
    messages.name,
    messages.score,
    messages.right,
    messages.asked,
    messages.attempts,
    messages.tests,
    messages.remarks,
    ...every.map((id) => `${titleOf(id)} %`),
    ...slots.map(({ lesson: id, scene }) => `${titleOf(id)} ${scene + 1}`),
  ];
  const rows = sorted(course, lesson, sort, language).map(({ learner, score }) => {
    const { record } = learner;
    return [
      nameOf(learner, messages),
      percentOf(score),
      score.right,
      score.asked,
      score.attempts,
      testsOf(record),
      remarkOf(learner, score, messages),
      ...every.map((id) => percentOf(scoreIn(record, id, catalogue))),
      ...slots.map(({ name }) => outcomeOf(record.results[name], messages)),
    ];
  });
  return writeCsv([heads, ...rows]);
}

/** Who has not begun has no score. */
const percentOf = ({ begun, percent }: Score) => (begun ? percent : '');

function outcomeOf(result: Result | undefined, messages: Messages) {
  if (!result || result.outcome === 'unasked') return '';
  if (result.outcome === 'skipped') return messages.skipped;
  const words = result.outcome === 'right' ? messages.right : messages.wrong;
  return `${words} (${result.attempts})`;
}

/** A row for each wrong answer of each question, the most frequent first. */
export function questionsCsv({ tallies, course: { labels, titleOf }, messages }: Shown) {
  const heads = [
    messages.question,
    messages.lesson,
    messages.first,
    messages.later,
    messages.wrong,
    messages.skipped,
    messages.attempts,
    messages.mistake,
    messages.count,
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
