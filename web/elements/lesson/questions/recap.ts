// Recap under the list of lessons.
// It shows right answers per lesson, lessons to read again, the tests, and the result as a
// code for a teacher.

import { CORE_TEST, isTest, TESTS } from '../../../lessons/questions.ts';
import { button } from '../../../ui/controls.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
import { createCodePart } from './code-part.ts';
import { askedAt, isKnown, runOf, scoreOf } from './record.ts';
import type { Words } from './card.ts';
import type { Catalogue, CourseRecord } from './record.ts';
import type { Slot } from '../../../lessons/questions.ts';

interface RecapEvents {
  again: (slot: Slot) => void;
  /** begins or continues a test */
  test: (id: string) => void;
  newTest: (id: string) => void;
  /** deletes all answers; null: not available */
  startOver: (() => void) | null;
}

/** @param key key of the class */
export function createRecap(
  words: Words,
  lessons: readonly { id: string; title: string; scenes: readonly { title: string }[] }[],
  catalogue: Catalogue,
  key: string | null,
  events: RecapEvents,
) {
  const { lessonOf, slots } = catalogue;
  const isOwn = catalogue.name !== undefined;
  const code = createCodePart(words, key, catalogue);
  let record: CourseRecord | null = null;
  /** whether answers persist after the page closes */
  let isKept = true;
  /** whether the learner is asked before all answers are deleted */
  let isUnsure = false;

  const view = () => html`<div class="recap">${record && content(record)}</div>`;
  const root = createRoot(view());
  const { element } = root;
  const draw = () => root.render(view());

  function content(record: CourseRecord) {
    const tests = TESTS.map((id) => ({ id, title: testTitle(words, id) }));
    const answered = [...lessons, ...tests].filter(
      ({ id }) => scoreOf(record, id, catalogue).settled > 0,
    );
    const hasAnswers = answered.length > 0 || TESTS.some((id) => runOf(record, id) > 0);
    const answersPart = html`
      <h3>${words.recap}</h3>
      <ul class="recap-lessons">
        ${answered.map((lesson) => answersOf(record, lesson))}
      </ul>
      ${code.element}
      ${events.startOver && overPart(events.startOver)}
    `;
    return html`
      ${!isOwn && TESTS.map((id) => testPart(record, id))}
      ${hasAnswers && answersPart}
    `;
  }

  function testPart(record: CourseRecord, id: string) {
    const { right, now, asked, settled } = scoreOf(record, id);
    const isDone = settled === asked;
    const about = id === CORE_TEST ? words.coreAbout : words.testAbout;
    return html`<div class="recap-test">
      <h3>${testTitle(words, id)}</h3>
      <p>${isDone ? sayText(words.testDone, { right: now, asked }) : about}</p>
      ${runOf(record, id) > 0 && html`<p>${sayText(words.testBest, { right, asked })}</p>`}
      ${button(isDone ? words.testNew : settled > 0 ? words.testGoOn : words.testBegin, () => (isDone ? events.newTest : events.test)(id), { look: 'second', classes: 'medium' })}
    </div>`;
  }

  function answersOf(record: CourseRecord, { id, title }: { id: string; title: string }) {
    const { right, asked } = scoreOf(record, id, catalogue);
    const missed = slots.filter(
      ({ name, lesson }) =>
        lesson === id && ['wrong', 'skipped'].includes(record.results[name]?.outcome),
    );
    return html`<li>
      <b>${title}</b> <span>${sayText(words.progress, { right, asked })}</span>
      ${missed.length > 0 && html`<ul>${missed.map((slot) => missedPart(record, slot))}</ul>`}
    </li>`;
  }

  /** A scene to read again. */
  function missedPart(record: CourseRecord, slot: Slot) {
    const isSkipped = record.results[slot.name].outcome === 'skipped';
    const question = askedAt(record, slot, catalogue);
    const titleOf = (id: string) => lessons.find((lesson) => lesson.id === id)?.title ?? '';
    const scene = lessons.find(({ id }) => id === slot.lesson)?.scenes[slot.scene];
    const isTested = isTest(slot.lesson);
    const canAsk = !isTested && (isSkipped || !isKnown(question));
    const from = sayText(words.recapLesson, { title: titleOf(lessonOf(question.id)) });
    const askAgain = button(words.recapAsk, () => events.again(slot), { look: 'link' });
    return html`<li>
      <span>${isSkipped ? words.skipped : words.wrong}</span>${' '}
      ${scene && html`<span>${scene.title}</span>`}${' '}
      ${isTested && html`<span>${from}</span>`}
      ${canAsk && askAgain}
    </li>`;
  }

  /** Deletes all answers after a confirmation. */
  function overPart(startOver: () => void) {
    const ask = (is: boolean) => {
      isUnsure = is;
      draw();
      element.querySelector<HTMLElement>(is ? '.recap-no' : '.recap-over > .link')?.focus();
    };
    const confirm = () => {
      ask(false);
      startOver();
    };
    return html`<div class="recap-over">
      <p>${isKept ? words.answersKept : words.answersNotKept}</p>
      ${button(words.startOver, () => ask(true), { look: 'link', hidden: isUnsure })}
      <div class="recap-sure" hidden=${!isUnsure}>
        <p>${words.startOverSure}</p>
        ${button(words.startOverYes, confirm, { look: 'second', classes: 'medium' })}
        ${button(words.startOverNo, () => ask(false), { look: 'second', classes: 'recap-no medium' })}
      </div>
    </div>`;
  }

  return {
    element,
    update(next: CourseRecord, kept: boolean) {
      record = next;
      isKept = kept;
      code.update(record);
      draw();
    },
  };
}

export const testTitle = (words: Words, id: string) =>
  id === CORE_TEST ? words.coreTitle : words.testTitle;
