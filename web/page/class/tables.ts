// Tables of the class: learners, questions, and lines without a result.

import { cardTable } from '../../ui/card-table.ts';
import { html } from '../../ui/template.ts';
import { ownWords, sayText } from '../../ui/text.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { scoreIn } from './learners.ts';
import { OUTCOMES, strip } from './plot.ts';
import type { Column } from '../../ui/card-table.ts';
import type { Course } from './courses.ts';
import type { Learner, Score, Tally } from './learners.ts';
import type { Refused } from './read.ts';
import type { Messages } from '../../words/en/class.ts';

export type Sort = { by: 'name' | 'score' | 'attempts'; down: boolean };

/** @param language language of the page */
export function learnersTable(
  course: Course,
  lesson: string | null,
  messages: Messages,
  sort: Sort,
  onSort: (sort: Sort) => void,
  language: string,
) {
  function sortable(by: Sort['by'], label: string, kind?: string): Column {
    const isNow = sort.by === by;
    const next = { by, down: isNow ? !sort.down : by !== 'name' };
    return {
      head: html`<button type="button" data-sort=${by} @click=${() => onSort(next)}>
        ${label}
      </button>`,
      label,
      sort: isNow ? (sort.down ? 'descending' : 'ascending') : 'none',
      kind,
    };
  }
  const columns = [
    sortable('name', messages.name),
    sortable('score', messages.score, 'number'),
    column(messages.right),
    sortable('attempts', messages.attempts, 'number'),
    column(messages.remarks),
  ];
  const rows = sorted(course, lesson, sort, language).map(({ learner, score }) => ({
    cells: [
      html`<span>
        ${learner.name === '' ? html`<i>${nameOf(learner, messages)}</i>` : ownWords(learner.name)}
      </span>`,
      score.begun ? `${score.percent}` : '–',
      sayText(messages.rightOf, { right: score.right, asked: score.asked }),
      `${score.attempts}`,
      remarkOf(learner, score, messages),
    ],
  }));
  return cardTable('of-learners', messages.learners, columns, rows);
}

const column = (label: string, kind?: string): Column => ({ head: label, label, kind });

/** @param language language of the page */
export function sorted(
  { learners, catalogue }: Pick<Course, 'learners' | 'catalogue'>,
  lesson: string | null,
  { by, down }: Sort,
  language: string,
) {
  const collator = new Intl.Collator(language, { numeric: true });
  const scored = learners.map((learner) => ({
    learner,
    score: scoreIn(learner.record, lesson, catalogue),
  }));
  const turn = down ? -1 : 1;
  return scored.sort((a, b) => {
    const names = collator.compare(a.learner.name, b.learner.name);
    if (by === 'name') return turn * names;
    const valueOf = ({ score }: typeof a) => {
      if (by === 'attempts') return score.attempts;
      return score.begun ? score.percent : -1;
    };
    return turn * (valueOf(a) - valueOf(b)) || names;
  });
}

export function nameOf(learner: Learner, messages: Messages) {
  return learner.name || placeOf(learner, messages);
}

function placeOf({ source, line }: { source: string; line: number }, messages: Messages) {
  return source === ''
    ? sayText(messages.lineOf, { line })
    : sayText(messages.lineIn, { line, source });
}

export function remarkOf(
  { seal, codes, twin, namesake }: Learner,
  { settled, asked, begun }: Score,
  messages: Messages,
) {
  return [
    seal === 'signed' ? messages.sealed : '',
    seal === 'unsigned' ? messages.unsigned : '',
    seal === 'other-class' ? messages.otherClass : '',
    !begun ? messages.notBegun : '',
    begun && settled < asked ? sayText(messages.open, { count: asked - settled }) : '',
    codes > 1 ? sayText(messages.severalCodes, { count: codes }) : '',
    twin === '' ? '' : sayText(messages.twin, { name: twin }),
    namesake ? messages.namesake : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** @param language language of the page */
export function questionsTable(
  tallies: readonly Tally[],
  { labels, titleOf }: Course,
  messages: Messages,
  language: string,
) {
  const numbers = numbersOf(language);
  const columns = [
    column(messages.question),
    column(messages.outcome),
    column(messages.attemptsEach, 'number'),
    column(messages.mistake),
  ];
  const mistakeOf = (id: string, { mistake, count }: Tally['mistakes'][number]) =>
    html`${labels.mistake(id, mistake)}${' '}<b>${sayText(messages.times, { count })}</b>`;

  function mistakes({ id, mistakes: [worst, ...others] }: Tally) {
    if (!worst) return messages.noMistake;
    const more =
      others.length > 0 &&
      html`<details>
        <summary>${sayText(messages.moreMistakes, { count: others.length })}</summary>
        <ul>${others.map((one) => html`<li>${mistakeOf(id, one)}</li>`)}</ul>
      </details>`;
    return html`<span>${mistakeOf(id, worst)}${more}</span>`;
  }

  const rows = tallies.map((tally) => {
    const counts = OUTCOMES.filter((one) => tally[one] > 0).map((one) =>
      sayText(messages[`${one}Count`], { count: tally[one] }),
    );
    return {
      cells: [
        html`<span>${labels.question(tally.id)}<small>${titleOf(tally.lesson)}</small></span>`,
        html`<span class="outcome">${strip(tally)}<small>${counts.join(', ')}</small></span>`,
        tally.answered > 0 ? numbers.fixed(tally.attempts / tally.answered, 1) : '–',
        mistakes(tally),
      ],
    };
  });
  return cardTable('of-questions', messages.questions, columns, rows);
}

const REASONS: Readonly<Record<Refused['reason'], keyof Messages>> = {
  damaged: 'reasonDamaged',
  'other-page': 'reasonOtherPage',
  'own-lesson': 'reasonOwnLesson',
  unsigned: 'unsigned',
  'other-class': 'otherClass',
  none: 'reasonNone',
  many: 'reasonMany',
  link: 'reasonLink',
};

export function refusedTable(refused: readonly Refused[], messages: Messages) {
  const columns = [messages.line, messages.reason, messages.given].map((label) => column(label));
  const rows = refused.map(({ source, line, text, reason, lesson = '' }) => ({
    cells: [
      line === 0 ? ownWords(source) : placeOf({ source, line }, messages),
      line === 0 ? messages.reasonNoneIn : sayText(messages[REASONS[reason]], { lesson }),
      ownWords(text, 'given'),
    ],
  }));
  return cardTable('of-refused', messages.refused, columns, rows);
}
