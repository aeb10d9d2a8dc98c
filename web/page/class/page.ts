// The class page: scores and wrong answers from result codes.
// It takes the codes of a class and shows scores, attempts, and the most frequent wrong answer of
// each question. No input leaves the page or is stored.

import { checkSignature } from '../../elements/lesson/questions/code.ts';
import { fillText, h, setText } from '../../ui/dom.ts';
import { TEST } from '../../lessons/questions.ts';
import { loadClassWords } from '../../words/class.ts';
import { findLanguage } from '../language.ts';
import { fillColumn } from '../subpage.ts';
import { coursesOf } from './courses.ts';
import { createDownloads } from './downloads.ts';
import { createInput } from './input.ts';
import { createKeyPart } from './key-part.ts';
import { countOf, histogramOf, scoreIn, talliesOf } from './learners.ts';
import { ownLessonsIn } from './lessons.ts';
import { createLegend, drawHistogram, histogramWords } from './plot.ts';
import { findAll } from './read.ts';
import { learnersTable, questionsTable, refusedTable } from './tables.ts';
import type { Messages } from '../../words/en/class.ts';
import type { Sort } from './tables.ts';
import type { Course } from './courses.ts';
import type { Checked } from './learners.ts';
import type { Fault } from '../../elements/lesson/questions/code.ts';
import type { CourseRecord, Refused } from './read.ts';

const { language } = findLanguage();
void loadClassWords(language).then(showPage);

function showPage(messages: Messages) {
  let sort: Sort = { by: 'name', down: false };
  let courses: Course[] = [];
  /** the newest check; an older one ends by itself */
  let checks = 0;

  /** parsed input, until it changes */
  let reading: ReturnType<typeof readAll> | null = null;

  const input = createInput(messages, () => {
    reading = null;
    void check();
  });
  const key = createKeyPart(messages, () => void check());
  const said = h('p', { class: 'verdict', role: 'status' });
  /** whether a lesson was chosen by hand */
  let touched = false;
  const choice = h('select', {
    onchange: () => {
      touched = true;
      show();
    },
  });
  const chosen = h('label', { class: 'chosen' }, h('span', null, messages.lesson), choice);
  const results = h('div', { class: 'results' });
  const refused = h('details', { class: 'refused-part', hidden: true });

  fillColumn(
    messages.title,
    `${messages.what} ${messages.stays}`,
    input.element,
    key.element,
    said,
    refused,
    chosen,
    results,
  );
  chosen.hidden = true;

  async function readAll(texts: ReturnType<typeof input.texts>) {
    const { owns, rest } = await ownLessonsIn(texts);
    const catalogues = owns.map(({ asked }) => asked.catalogue);
    return { owns, ...findAll(rest, catalogues) };
  }

  /** Compares the codes with the key of the class, and shows the results. */
  async function check() {
    const mine = ++checks;
    reading ??= readAll(input.texts());
    const { owns, entries, refused: lines, more } = await reading;
    if (mine !== checks) return;
    const secret = key.key();
    const checked = await Promise.all(
      entries.map(async (entry) => ({
        ...entry,
        seal: secret === null ? '' : sealOf(await checkSignature(entry, secret)),
      })),
    );
    if (mine !== checks) return;
    const counted = await coursesOf(checked as Checked[], owns, language, messages);
    if (mine !== checks) return;
    courses = counted;
    showRefused(lines, more);
    const count = countOf(courses.map(({ learners }) => learners));
    const places = { learners: count, codes: entries.length, lines: lines.length + more };
    const titles = owns.map(({ lesson, text }) => text[lesson.id].title).join(', ');
    const isEmpty = count === 0 && lines.length === 0 && owns.length === 0;
    said.dataset.state = '';
    const about = [
      isEmpty ? '' : fillText(messages.found, places),
      lines.length === 0 ? '' : fillText(messages.refusedCount, places),
      owns.length === 0 ? '' : fillText(messages.ownLessons, { titles }),
    ];
    setText(said, about.filter(Boolean).join(' '));
    offerLessons();
    show();
  }

  function sealOf(fault: Fault | null) {
    return fault === null ? 'signed' : fault;
  }

  /** The lessons that were answered; at first the one that most learners did. */
  function offerLessons() {
    const before = choice.value;
    const answered = courses.flatMap(({ name, lessons, titleOf, learners }) =>
      lessons
        .map((id) => ({
          ...{ value: name || id, title: titleOf(id) },
          by: name ? learners.length : learners.filter(({ record }) => hasDone(record, id)).length,
        }))
        .filter(({ by }) => by > 0),
    );
    const [most] = [...answered].sort((a, b) => b.by - a.by);
    const hasAll = courses[0].learners.length > 0;
    choice.replaceChildren(
      ...(hasAll ? [h('option', { value: '' }, messages.allLessons)] : []),
      ...answered.map(({ value, title }) => h('option', { value }, title)),
    );
    const isThere = before === '' ? hasAll : answered.some(({ value }) => value === before);
    choice.value = touched && isThere ? before : (most?.value ?? '');
  }

  function hasDone(record: CourseRecord, lesson: string) {
    return scoreIn(record, lesson).settled > 0 || (lesson === TEST && record.run > 0);
  }

  function showRefused(lines: readonly Refused[], more: number) {
    refused.hidden = lines.length === 0;
    // a line without any code is usual; a code that cannot be read is what a teacher wants to know
    refused.open = lines.some(({ reason }) => reason !== 'none');
    const [damaged, none] = [true, false].map((is) =>
      lines.filter(({ reason }) => (reason !== 'none') === is),
    );
    refused.replaceChildren(
      h('summary', null, fillText(messages.refusedTitle, { lines: lines.length + more })),
      refusedTable([...damaged, ...none], messages),
    );
  }

  function show() {
    const isEmpty = courses.every(({ learners }) => learners.length === 0);
    chosen.hidden = isEmpty;
    if (isEmpty) return results.replaceChildren();
    const own = courses.find(({ name }) => name !== '' && name === choice.value);
    const course = own ?? courses[0];
    const lesson = own ? null : choice.value || null;
    const { learners, catalogue } = course;
    const percents = learners.map(({ record }) => scoreIn(record, lesson, catalogue).percent);
    const mean = Math.round(percents.reduce((sum, one) => sum + one, 0) / percents.length);
    const bins = histogramOf(percents);
    const tallies = talliesOf(learners, lesson, catalogue);
    const about = fillText(messages.plotAbout, { learners: learners.length, mean });
    results.replaceChildren(
      h('h2', null, messages.scores),
      h('p', { class: 'note' }, about),
      drawHistogram(bins, `${messages.scores}. ${about} ${histogramWords(bins)}`),
      h('h2', null, messages.questions),
      createLegend(messages),
      questionsTable(tallies, course, messages, language),
      h('h2', null, messages.learners),
      learnersTable(
        course,
        lesson,
        messages,
        sort,
        (next) => {
          sort = next;
          show();
          (results.querySelector(`[data-sort=${next.by}]`) as HTMLElement | null)?.focus();
        },
        language,
      ),
      createDownloads({ course, lesson, tallies, messages, sort, language }),
    );
  }
}
