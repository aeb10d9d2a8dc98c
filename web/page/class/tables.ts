// Tables of the class: learners, questions, and lines without a result.

import { fillText, h, ownWords } from '../../ui/dom.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { scoreIn } from './learners.ts';
import { drawStrip, OUTCOMES } from './plot.ts';
import type { Course } from './courses.ts';
import type { Learner, Score, Tally } from './learners.ts';
import type { Refused } from './read.ts';
import type { Messages } from '../../words/en/class.ts';

export type Sort = { by: 'name' | 'score' | 'attempts'; down: boolean };

/**
 * A table whose rows become cards on narrow screens.
 *
 * @param rows the first cell names the row
 */
function table(
  kind: string,
  caption: string,
  heads: readonly (HTMLElement | string)[],
  rows: readonly (readonly (Node | string)[])[],
) {
  const labels = heads.map((head) => (typeof head === 'string' ? head : (head.textContent ?? '')));
  return h(
    'table',
    { class: `list of-${kind}` },
    h('caption', { class: 'spoken' }, caption),
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        ...heads.map((head) => (typeof head === 'string' ? h('th', { scope: 'col' }, head) : head)),
      ),
    ),
    h(
      'tbody',
      null,
      ...rows.map((cells) =>
        h(
          'tr',
          null,
          ...cells.map((cell, i) =>
            i === 0
              ? h('th', { scope: 'row' }, cell)
              : h('td', { 'data-label': labels[i], class: isNumber(cell) ? 'number' : null }, cell),
          ),
        ),
      ),
    ),
  );
}

const isNumber = (cell: Node | string) => typeof cell === 'string' && /^[\d.,–]+$/.test(cell);

/** @param language language of the page */
export function learnersTable(
  course: Course,
  lesson: string | null,
  messages: Messages,
  sort: Sort,
  onSort: (sort: Sort) => void,
  language: string,
) {
  const head = (by: Sort['by'], words: string) => {
    const now = sort.by === by ? (sort.down ? 'descending' : 'ascending') : 'none';
    const down = sort.by === by ? !sort.down : by !== 'name';
    return h(
      'th',
      { scope: 'col', 'aria-sort': now },
      h('button', { type: 'button', 'data-sort': by, onclick: () => onSort({ by, down }) }, words),
    );
  };
  const rows = sorted(course, lesson, sort, language).map(({ learner, score }) => [
    h(
      'span',
      null,
      learner.name === '' ? h('i', null, nameOf(learner, messages)) : ownWords(learner.name),
    ),
    `${score.percent}`,
    fillText(messages.rightOf, { right: score.right, asked: score.asked }),
    `${score.attempts}`,
    remarkOf(learner, score, messages),
  ]);
  const heads = [
    head('name', messages.name),
    head('score', messages.score),
    messages.right,
    head('attempts', messages.attempts),
    messages.remarks,
  ];
  return table('learners', messages.learners, heads, rows);
}

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
    const [x, y] =
      by === 'score' ? [a.score.percent, b.score.percent] : [a.score.attempts, b.score.attempts];
    return turn * (x - y) || names;
  });
}

export function nameOf(learner: Learner, messages: Messages) {
  return learner.name || placeOf(learner, messages);
}

function placeOf({ source, line }: { source: string; line: number }, messages: Messages) {
  return source === ''
    ? fillText(messages.lineOf, { line })
    : fillText(messages.lineIn, { line, source });
}

export function remarkOf(
  { seal, codes, twin, namesake }: Learner,
  { settled, asked }: Score,
  messages: Messages,
) {
  return [
    seal === 'signed' ? messages.sealed : '',
    seal === 'unsigned' ? messages.unsigned : '',
    seal === 'other-class' ? messages.otherClass : '',
    settled < asked ? fillText(messages.open, { count: asked - settled }) : '',
    codes > 1 ? fillText(messages.severalCodes, { count: codes }) : '',
    twin === '' ? '' : fillText(messages.twin, { name: twin }),
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
  const rows = tallies.map((tally) => {
    const [worst, ...others] = tally.mistakes;
    const counts = OUTCOMES.filter((one) => tally[one] > 0).map((one) =>
      fillText(messages[`${one}Count`], { count: tally[one] }),
    );
    return [
      h('span', null, labels.question(tally.id), h('small', null, titleOf(tally.lesson))),
      h('span', { class: 'outcome' }, drawStrip(tally), h('small', null, counts.join(', '))),
      tally.answered > 0 ? numbers.fixed(tally.attempts / tally.answered, 1) : '–',
      worst
        ? h(
            'span',
            null,
            labels.mistake(tally.id, worst.mistake),
            ' ',
            h('b', null, fillText(messages.times, { count: worst.count })),
            others.length > 0 ? moreMistakes(tally.id, others, labels, messages) : null,
          )
        : messages.noMistake,
    ];
  });
  const heads = [messages.question, messages.outcome, messages.attemptsEach, messages.mistake];
  return table('questions', messages.questions, heads, rows);
}

function moreMistakes(
  id: string,
  others: readonly { mistake: string; count: number }[],
  labels: ReturnType<typeof import('./labels.ts').createLabels>,
  messages: Messages,
) {
  const items = others.map(({ mistake, count }) =>
    h(
      'li',
      null,
      labels.mistake(id, mistake),
      ' ',
      h('b', null, fillText(messages.times, { count })),
    ),
  );
  return h(
    'details',
    null,
    h('summary', null, fillText(messages.moreMistakes, { count: others.length })),
    h('ul', null, ...items),
  );
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
  const rows = refused.map(({ source, line, text, reason, lesson = '' }) => [
    line === 0 ? ownWords(source) : placeOf({ source, line }, messages),
    line === 0 ? messages.reasonNoneIn : fillText(messages[REASONS[reason]], { lesson }),
    h('bdi', { class: 'given', lang: '' }, text),
  ]);
  return table('refused', messages.refused, [messages.line, messages.reason, messages.given], rows);
}
