// Under the list of lessons: how many questions of each were answered right, which to read again, the closing test, and the
// result as a code for a teacher.

import { lessonOf, slots, TEST } from '../../../lessons/questions/index.js';
import { fillText, h, setText } from '../../shared/dom.js';
import { askedAt, scoreOf, writeCode } from './record.js';

/**
 * @typedef {import('./record.js').CourseRecord} CourseRecord
 * @typedef {import('../../../lessons/questions/index.js').Slot} Slot
 *
 * @typedef {object} RecapEvents
 * @property {(slot: Slot) => void} again
 * @property {() => void} test begins or continues the closing test
 * @property {() => void} newTest
 */

/**
 * @param {import('./card.js').Words} words
 * @param {readonly { id: string, title: string, scenes: readonly { title: string }[] }[]} lessons
 * @param {RecapEvents} events
 */
export function createRecap(words, lessons, events) {
  const element = h('div', { class: 'recap' });
  const code = h('input', { type: 'text', readonly: true, dir: 'ltr', 'aria-label': words.code });
  const copied = h('span', { class: 'recap-copied', role: 'status' });
  const result = h(
    'div',
    { class: 'recap-code' },
    h('h3', null, words.code),
    h('p', null, words.codeAbout),
    h('div', null, code, button('recap-button', words.codeCopy, copy)),
    copied,
  );

  async function copy() {
    code.select();
    try {
      await navigator.clipboard.writeText(code.value);
      setText(copied, words.codeCopied);
    } catch {
      // it is selected, for the keys that copy
    }
  }

  /** @param {CourseRecord} record */
  function testPart(record) {
    const { right, asked, settled } = scoreOf(record, TEST);
    const done = settled === asked;
    return h(
      'div',
      { class: 'recap-test' },
      h('h3', null, words.testTitle),
      h('p', null, done ? fillText(words.testDone, { right, asked }) : words.testAbout),
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
      .filter(({ name }) => record.results[name] && record.results[name].outcome !== 'right')
      .map((slot) => {
        const { outcome } = record.results[slot.name];
        const home = lessons.find(({ id }) => id === lessonOf(askedAt(record, slot).id));
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
            : button('link', words.recapAsk, () => events.again(slot)),
        );
      });
  }

  /** @param {CourseRecord} record */
  function answersPart(record) {
    const answered = [...lessons, { id: TEST, title: words.testTitle }].filter(
      ({ id }) => scoreOf(record, id).settled > 0,
    );
    return answered.map(({ id, title }) => {
      const { right, asked } = scoreOf(record, id);
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
    /** @param {CourseRecord} record */
    update(record) {
      const next = writeCode(record);
      if (shown === next) return;
      shown = code.value = next;
      setText(copied, '');
      const answers = answersPart(record);
      element.replaceChildren(
        testPart(record),
        ...(answers.length > 0
          ? [h('h3', null, words.recap), h('ul', { class: 'recap-lessons' }, ...answers), result]
          : []),
      );
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
