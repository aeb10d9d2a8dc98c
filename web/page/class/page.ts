// The class page: scores and wrong answers from result codes.
// It takes the codes of a class and shows scores, attempts, and the most frequent wrong answer of
// each question. No input leaves the page or is stored.

import { checkSignature } from '../../elements/lesson/questions/code.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { CORE } from '../../lessons/questions.ts';
import { loadClassWords } from '../../words/class.ts';
import { startPage } from '../small/page.ts';
import { coursesOf } from './courses.ts';
import { downloads } from './downloads.ts';
import { createInput } from './input.ts';
import { createKeyPart } from './key-part.ts';
import { countOf, histogramOf, scoreIn, talliesOf } from './learners.ts';
import { ownLessonsIn } from './lessons.ts';
import { histogram, histogramWords, legend } from './plot.ts';
import { findAll } from './read.ts';
import { learnersTable, questionsTable, refusedTable } from './tables.ts';
import type { Messages } from '../../words/en/class.ts';
import type { Sort } from './tables.ts';
import type { Course } from './courses.ts';
import type { Checked } from './learners.ts';
import type { OwnLesson } from './lessons.ts';
import type { Refused } from './read.ts';

void startPage(loadClassWords, { lead: ({ what, stays }) => `${what} ${stays}` }).then(run);

function run({ language, messages, show: page }: Awaited<ReturnType<typeof startPage<Messages>>>) {
  const state = {
    sort: { by: 'name', down: false } as Sort,
    courses: [] as Course[],
    /** the lesson that was chosen by hand; '': all; null: none yet */
    chosen: null as string | null,
    refused: [] as readonly Refused[],
    /** number of further lines without a result */
    more: 0,
    summary: '',
  };
  /** the newest check; an older one ends by itself */
  let checks = 0;
  /** parsed input, until it changes */
  let reading: ReturnType<typeof readAll> | null = null;

  const input = createInput(messages, () => {
    reading = null;
    void check();
  });
  const key = createKeyPart(messages, () => void check());
  show();

  function show() {
    const { courses, refused, summary } = state;
    const isEmpty = courses.every(({ learners }) => learners.length === 0);
    const choices = isEmpty ? [] : lessonsIn(courses);
    const lesson = chosenOf(choices);
    page(
      html`${input.element}
        ${key.element}
        <p class="verdict" role="status" data-state="">${summary}</p>
        ${refusedLines(refused)}
        <label class="chosen" hidden=${isEmpty}>
          <span>${messages.lesson}</span>
          <select @change=${choose}>
            ${choices.map(
              ({ value, title }) =>
                html`<option value=${value} .selected=${value === lesson}>${title}</option>`,
            )}
          </select>
        </label>
        <div class="results">${!isEmpty && results(courses, lesson)}</div>`,
    );
  }

  function choose({ target }: Event) {
    state.chosen = (target as HTMLSelectElement).value;
    show();
  }

  async function readAll(texts: ReturnType<typeof input.texts>) {
    const { owns, rest } = await ownLessonsIn(texts);
    const catalogues = owns.map(({ asked }) => asked.catalogue);
    return { owns, ...findAll(rest, catalogues) };
  }

  /** Compares the codes with the key of the class, and shows the results. */
  async function check() {
    const mine = ++checks;
    reading ??= readAll(input.texts());
    const { owns, entries, refused, more } = await reading;
    if (mine !== checks) return;
    const secret = key.key();
    const checked = await Promise.all(
      entries.map(async (entry) => ({
        ...entry,
        seal: secret === null ? '' : ((await checkSignature(entry, secret)) ?? 'signed'),
      })),
    );
    if (mine !== checks) return;
    const courses = await coursesOf(checked as Checked[], owns, language, messages);
    if (mine !== checks) return;
    const learners = countOf(courses.map((course) => course.learners));
    const counts = { learners, codes: entries.length, lines: refused.length + more };
    Object.assign(state, { courses, refused, more, summary: summaryOf(counts, owns) });
    show();
  }

  function summaryOf(
    counts: { learners: number; codes: number; lines: number },
    owns: readonly OwnLesson[],
  ) {
    const titles = owns.map(({ lesson, text }) => text[lesson.id].title).join(', ');
    const isEmpty = counts.learners === 0 && counts.lines === 0 && owns.length === 0;
    return [
      isEmpty ? '' : sayText(messages.found, counts),
      counts.lines === 0 ? '' : sayText(messages.refusedCount, counts),
      owns.length === 0 ? '' : sayText(messages.ownLessons, { titles }),
    ]
      .filter(Boolean)
      .join(' ');
  }

  /** The lessons that were answered, with the number of their learners. */
  function lessonsIn(courses: readonly Course[]) {
    const answered = courses.flatMap(({ name, lessons, titleOf, learners }) =>
      lessons
        .map((id) => ({
          value: name || id,
          title: titleOf(id),
          by: learners.filter(({ record }) => name || scoreIn(record, id).begun).length,
        }))
        .filter(({ by }) => by > 0),
    );
    const hasAll = courses[0].learners.length > 0;
    const all = [
      { value: '', title: messages.allLessons, by: 0 },
      { value: CORE, title: messages.firstLessons, by: 0 },
    ];
    return [...(hasAll ? all : []), ...answered];
  }

  /** The chosen lesson; at first the one that most learners did. */
  function chosenOf(choices: ReturnType<typeof lessonsIn>) {
    const { chosen } = state;
    if (chosen !== null && choices.some(({ value }) => value === chosen)) return chosen;
    return [...choices].sort((a, b) => b.by - a.by)[0]?.value ?? '';
  }

  function refusedLines(refused: readonly Refused[]) {
    // a line without any code is usual; a code that cannot be read is what a teacher wants to know
    const damaged = refused.filter(({ reason }) => reason !== 'none');
    const none = refused.filter(({ reason }) => reason === 'none');
    const title = sayText(messages.refusedTitle, { lines: refused.length + state.more });
    return html`<details
      class="refused-part"
      hidden=${refused.length === 0}
      open=${damaged.length > 0}
    >
      <summary>${title}</summary>
      ${refused.length > 0 && refusedTable([...damaged, ...none], messages)}
    </details>`;
  }

  function results(courses: readonly Course[], chosen: string) {
    const { sort } = state;
    const own = courses.find(({ name }) => name !== '' && name === chosen);
    const course = own ?? courses[0];
    const lesson = own ? null : chosen || null;
    const { learners, catalogue } = course;
    // who has not begun has no score
    const percents = learners
      .map(({ record }) => scoreIn(record, lesson, catalogue))
      .filter(({ begun }) => begun)
      .map(({ percent }) => percent);
    const sum = percents.reduce((all, one) => all + one, 0);
    const mean = percents.length === 0 ? '–' : Math.round(sum / percents.length);
    const bins = histogramOf(percents);
    const tallies = talliesOf(learners, lesson, catalogue);
    const about = sayText(messages.plotAbout, {
      begun: percents.length,
      learners: learners.length,
      mean,
    });
    const onSort = (next: Sort) => {
      state.sort = next;
      show();
    };
    return html`<h2>${messages.scores}</h2>
      <p class="note">${about}</p>
      ${histogram(bins, `${messages.scores}. ${about} ${histogramWords(bins)}`)}
      <h2>${messages.questions}</h2>
      ${legend(messages)}
      ${questionsTable(tallies, course, messages, language)}
      <h2>${messages.learners}</h2>
      ${learnersTable(course, lesson, messages, sort, onSort, language)}
      ${downloads({ course, lesson, tallies, messages, sort, language })}`;
  }
}
