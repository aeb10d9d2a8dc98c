// The class page: scores and wrong answers from result codes.
// It takes the codes of a class and shows scores, attempts, and the most frequent wrong answer of
// each question. No input leaves the page or is stored.

import { checkSignature } from '../../elements/lesson/questions/code.js';
import { wordsOf } from '../../elements/messages/words.js';
import { fillText, h, setText } from '../../elements/shared/dom.js';
import { TEST } from '../../lessons/questions/index.js';
import { findLanguage } from '../language.js';
import { fillColumn } from '../side.js';
import { coursesOf } from './courses.js';
import { createDownloads } from './downloads.js';
import { createInput } from './input.js';
import { createKeyPart } from './key-part.js';
import { countOf, histogramOf, scoreIn, talliesOf } from './learners.js';
import { ownLessonsIn } from './lessons.js';
import { classMessages } from './messages/index.js';
import { createLegend, drawHistogram, histogramWords } from './plot.js';
import { findAll } from './read.js';
import { learnersTable, questionsTable, refusedTable } from './tables.js';

const { language } = findLanguage();
const messages = wordsOf(language, classMessages);

/** @type {import('./tables.js').Sort} */
let sort = { by: 'name', down: false };
/** @type {import('./courses.js').Course[]} */
let courses = [];
/** the newest check; an older one ends by itself */
let checks = 0;

/** what was read of the input, until it changes @type {ReturnType<typeof readAll> | null} */
let reading = null;

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

/** @param {ReturnType<typeof input.texts>} texts */
async function readAll(texts) {
  const { owns, rest } = await ownLessonsIn(texts);
  const catalogues = owns.map(({ asked }) => asked.catalogue);
  return { owns, ...findAll(rest, catalogues) };
}

/** Compares what was given with the key of the class, and shows it. */
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
  courses = coursesOf(
    /** @type {import('./learners.js').Checked[]} */ (checked),
    owns,
    language,
    messages,
  );
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

/** @param {import('../../elements/lesson/questions/code.js').Fault | null} fault */
function sealOf(fault) {
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

/** @param {import('./read.js').CourseRecord} record @param {string} lesson */
function hasDone(record, lesson) {
  return scoreIn(record, lesson).settled > 0 || (lesson === TEST && record.run > 0);
}

/** @param {readonly import('./read.js').Refused[]} lines @param {number} more */
function showRefused(lines, more) {
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
        /** @type {HTMLElement | null} */ (
          results.querySelector(`[data-sort=${next.by}]`)
        )?.focus();
      },
      language,
    ),
    createDownloads({ course, lesson, tallies, messages, sort, language }),
  );
}
