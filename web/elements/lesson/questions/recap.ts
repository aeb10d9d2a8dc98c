// Recap under the list of lessons.
// It shows right answers per lesson, lessons to read again, the closing test, and the result as a
// code for a teacher.

import { TEST } from '../../../lessons/questions.ts';
import { fillText, h, setText } from '../../../ui/dom.ts';
import { createCodePart } from './code-part.ts';
import { askedAt, isKnown, scoreOf, writeRecord } from './record.ts';
import type { Words } from './card.ts';
import type { Catalogue, CourseRecord } from './record.ts';
import type { Slot } from '../../../lessons/questions.ts';

interface RecapEvents {
  again: (slot: Slot) => void;
  /** begins or continues the closing test */
  test: () => void;
  newTest: () => void;
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
  const element = h('div', { class: 'recap' });
  const code = createCodePart(words, key, catalogue);
  const over = events.startOver && createStartOver(words, events.startOver);

  function testPart(record: CourseRecord) {
    const { right, now, asked, settled } = scoreOf(record, TEST);
    const done = settled === asked;
    return h(
      'div',
      { class: 'recap-test' },
      h('h3', null, words.testTitle),
      h('p', null, done ? fillText(words.testDone, { right: now, asked }) : words.testAbout),
      record.run > 0 ? h('p', null, fillText(words.testBest, { right, asked })) : null,
      done
        ? button('recap-button', words.testNew, events.newTest)
        : button('recap-button', settled > 0 ? words.testGoOn : words.testBegin, events.test),
    );
  }

  /** The scenes to read again. */
  function missed(record: CourseRecord, lesson: string) {
    return slots
      .filter((slot) => slot.lesson === lesson)
      .filter(({ name }) => ['wrong', 'skipped'].includes(record.results[name]?.outcome))
      .map((slot) => {
        const { outcome } = record.results[slot.name];
        const question = askedAt(record, slot, catalogue);
        const home = lessons.find(({ id }) => id === lessonOf(question.id));
        const scene = lessons.find(({ id }) => id === lesson)?.scenes[slot.scene];
        return h(
          'li',
          null,
          h('span', null, outcome === 'skipped' ? words.skipped : words.wrong),
          ' ',
          scene ? h('span', null, scene.title) : null,
          ' ',
          lesson === TEST
            ? h('span', null, fillText(words.recapLesson, { title: home?.title ?? '' }))
            : outcome === 'skipped' || !isKnown(question)
              ? button('link', words.recapAsk, () => events.again(slot))
              : null,
        );
      });
  }

  function answersPart(record: CourseRecord) {
    const answered = [...lessons, { id: TEST, title: words.testTitle }].filter(
      ({ id }) => scoreOf(record, id, catalogue).settled > 0,
    );
    return answered.map(({ id, title }) => {
      const { right, asked } = scoreOf(record, id, catalogue);
      const list = missed(record, id);
      return h(
        'li',
        null,
        h('b', null, title),
        ' ',
        h('span', null, fillText(words.progress, { right, asked })),
        list.length > 0 ? h('ul', null, ...list) : null,
      );
    });
  }

  let shown = '';
  return {
    element,
    /** @param isKept whether answers persist after the page closes */
    update(record: CourseRecord, isKept: boolean) {
      const next = writeRecord(record, catalogue);
      if (shown === next) return;
      shown = next;
      code.update(record);
      over?.update(isKept);
      const answers = answersPart(record);
      element.replaceChildren(
        ...(isOwn ? [] : [testPart(record)]),
        ...(answers.length > 0 || record.run > 0
          ? [
              h('h3', null, words.recap),
              h('ul', { class: 'recap-lessons' }, ...answers),
              code.element,
              ...(over ? [over.element] : []),
            ]
          : []),
      );
    },
  };
}

/** Deletes all answers after a confirmation. */
function createStartOver(words: Words, startOver: () => void) {
  const about = h('p', null);
  const sure = h('div', { class: 'recap-sure', hidden: true });
  const ask = button('link', words.startOver, () => toggle(true));
  const no = button('recap-button', words.startOverNo, () => toggle(false));
  const yes = button('recap-button', words.startOverYes, () => {
    toggle(false);
    startOver();
  });
  sure.append(h('p', null, words.startOverSure), yes, no);

  function toggle(asks: boolean) {
    sure.hidden = !asks;
    ask.hidden = asks;
    (asks ? no : ask).focus();
  }
  return {
    element: h('div', { class: 'recap-over' }, about, ask, sure),
    update(isKept: boolean) {
      setText(about, isKept ? words.answersKept : words.answersNotKept);
    },
  };
}

function button(kind: string, words: string, onclick: () => void) {
  return h('button', { type: 'button', class: kind, onclick }, words);
}
