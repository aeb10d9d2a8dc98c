// The class's page: takes the result codes of a class and shows scores, attempts, and the most frequent wrong answer of each
// question. Nothing that comes in leaves it or is kept.

import { checkSignature } from '../../elements/lesson/questions/code.js';
import { wordsOf } from '../../elements/messages/words.js';
import { fillText, h, setText } from '../../elements/shared/dom.js';
import { lessons, texts } from '../../lessons/index.js';
import { TEST } from '../../lessons/questions/index.js';
import { questionText as en } from '../../lessons/questions/text/en.js';
import { questionText as es } from '../../lessons/questions/text/es.js';
import { questionText as zh } from '../../lessons/questions/text/zh.js';
import { findLanguage } from '../language.js';
import { fillColumn } from '../side.js';
import { createDownloads } from './downloads.js';
import { createInput } from './input.js';
import { createKeyPart } from './key-part.js';
import { createLabels } from './labels.js';
import { histogramOf, learnersOf, scoreIn, talliesOf } from './learners.js';
import { classMessages } from './messages/index.js';
import { createLegend, drawHistogram, histogramWords } from './plot.js';
import { findAll } from './read.js';
import { learnersTable, questionsTable, refusedTable } from './tables.js';

const { language } = findLanguage();
const messages = wordsOf(language, classMessages);
const titles = wordsOf(language, texts);
/** @type {Readonly<Record<string, import('../../lessons/questions/text/en.js').QuestionTexts>>} */
const asked = { en, es, zh };

/** @type {import('./tables.js').Sort} */
let sort = { by: 'name', down: false };
/** @type {import('./learners.js').Learner[]} */
let learners = [];
let found = findAll([]);
/** the newest check; an older one ends by itself */
let checks = 0;

const input = createInput(messages, () => {
  found = findAll(input.texts());
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

const labels = createLabels(wordsOf(language, asked), messages.otherMistake);

/** Compares what was found with the key of the class, and shows it. */
async function check() {
  const mine = ++checks;
  const { entries, refused: lines, more } = found;
  const secret = key.key();
  const checked = await Promise.all(
    entries.map(async (entry) => ({
      ...entry,
      seal: secret === null ? '' : sealOf(await checkSignature(entry, secret)),
    })),
  );
  if (mine !== checks) return;
  learners = learnersOf(/** @type {import('./learners.js').Checked[]} */ (checked));
  showRefused(lines, more);
  const isEmpty = learners.length === 0 && lines.length === 0;
  const places = { learners: learners.length, codes: entries.length, lines: lines.length + more };
  const cannot = lines.length === 0 ? '' : ` ${fillText(messages.refusedCount, places)}`;
  said.dataset.state = '';
  setText(said, isEmpty ? '' : `${fillText(messages.found, places)}${cannot}`);
  offerLessons();
  show();
}

/** @param {import('../../elements/lesson/questions/code.js').Fault | null} fault */
function sealOf(fault) {
  return fault === null ? 'signed' : fault;
}

/** @param {string} id */
function titleOf(id) {
  return id === TEST ? messages.test : (titles[id]?.title ?? id);
}

/** The lessons that were answered; at first the one that most learners did. */
function offerLessons() {
  const before = choice.value;
  const answered = [...lessons.map(({ id }) => id), TEST]
    .map((id) => ({ id, by: learners.filter(({ record }) => hasDone(record, id)).length }))
    .filter(({ by }) => by > 0);
  const [most] = [...answered].sort((a, b) => b.by - a.by);
  choice.replaceChildren(
    h('option', { value: '' }, messages.allLessons),
    ...answered.map(({ id }) => h('option', { value: id }, titleOf(id))),
  );
  const isKept = touched && (before === '' || answered.some(({ id }) => id === before));
  choice.value = isKept ? before : (most?.id ?? '');
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
  chosen.hidden = learners.length === 0;
  if (learners.length === 0) return results.replaceChildren();
  const lesson = choice.value || null;
  const percents = learners.map(({ record }) => scoreIn(record, lesson).percent);
  const mean = Math.round(percents.reduce((sum, one) => sum + one, 0) / percents.length);
  const bins = histogramOf(percents);
  const tallies = talliesOf(learners, lesson);
  const about = fillText(messages.plotAbout, { learners: learners.length, mean });
  results.replaceChildren(
    h('h2', null, messages.scores),
    h('p', { class: 'note' }, about),
    drawHistogram(bins, `${messages.scores}. ${about} ${histogramWords(bins)}`),
    h('h2', null, messages.questions),
    createLegend(messages),
    questionsTable(tallies, labels, titleOf, messages, language),
    h('h2', null, messages.learners),
    learnersTable(
      learners,
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
    createDownloads({ learners, lesson, tallies, labels, titleOf, messages, sort, language }),
  );
}
