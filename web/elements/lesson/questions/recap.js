// Recap under the list of lessons.
// It shows right answers per lesson, lessons to read again, the closing test, and the result as a
// code for a teacher.

import { TEST } from '../../../lessons/questions/index.js';
import { fillText, h, setText } from '../../shared/dom.js';
import { createCodePart } from './code-part.js';
import { askedAt, isKnown, scoreOf, writeRecord } from './record.js';

/**
 * @typedef {import('./record.js').CourseRecord} CourseRecord
 * @typedef {import('../../../lessons/questions/index.js').Slot} Slot
 *
 * @typedef {object} RecapEvents
 * @property {(slot: Slot) => void} again
 * @property {() => void} test begins or continues the closing test
 * @property {() => void} newTest
 * @property {(() => void) | null} startOver forgets all answers; null: not here
 */

/**
 * @param {import('./card.js').Words} words
 * @param {readonly { id: string, title: string, scenes: readonly { title: string }[] }[]} lessons
 * @param {import('./record.js').Catalogue} catalogue
 * @param {string | null} key of the class
 * @param {RecapEvents} events
 */
export function createRecap(words, lessons, catalogue, key, events) {
  const { lessonOf, slots } = catalogue;
  const isOwn = catalogue.name !== undefined;
  const element = h('div', { class: 'recap' });
  const code = createCodePart(words, key, catalogue);
  const over = events.startOver && createStartOver(words, events.startOver);

  /** @param {CourseRecord} record */
  function testPart(record) {
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

  /**
   * What is to be read again.
   * @param {CourseRecord} record
   * @param {string} lesson
   */
  function missed(record, lesson) {
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

  /** @param {CourseRecord} record */
  function answersPart(record) {
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
    /** @param {CourseRecord} record @param {boolean} isKept whether it is there the next time */
    update(record, isKept) {
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

/**
 * Forgets all answers, when it was asked twice.
 * @param {import('./card.js').Words} words
 * @param {() => void} startOver
 */
function createStartOver(words, startOver) {
  const about = h('p', null);
  const sure = h('div', { class: 'recap-sure', hidden: true });
  const ask = button('link', words.startOver, () => toggle(true));
  const no = button('recap-button', words.startOverNo, () => toggle(false));
  const yes = button('recap-button', words.startOverYes, () => {
    toggle(false);
    startOver();
  });
  sure.append(h('p', null, words.startOverSure), yes, no);

  /** @param {boolean} asks */
  function toggle(asks) {
    sure.hidden = !asks;
    ask.hidden = asks;
    (asks ? no : ask).focus();
  }
  return {
    element: h('div', { class: 'recap-over' }, about, ask, sure),
    /** @param {boolean} isKept */
    update(isKept) {
      setText(about, isKept ? words.answersKept : words.answersNotKept);
    },
  };
}

/**
 * @param {string} kind
 * @param {string} words
 * @param {() => void} onclick
 */
function button(kind, words, onclick) {
  return h('button', { type: 'button', class: kind, onclick }, words);
}
