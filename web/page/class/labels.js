// Labels of questions and wrong answers in tables.
// They are the questions' own words, with … for numbers that differ between learners.

import { OTHER } from '../../elements/lesson/questions/record.js';

/**
 * @param {Readonly<Record<string, import('../../elements/lesson/questions/card.js').QuestionText>>} texts
 * @param {string} other what a wrong answer is called that comes of no known misunderstanding
 */
export function createLabels(texts, other) {
  return {
    /** @param {string} id */
    question: (id) => plain(texts[id]?.ask ?? id),
    /** @param {string} id @param {string} mistake */
    mistake(id, mistake) {
      if (mistake === OTHER) return other;
      const { options, mistakes, hints } = texts[id] ?? {};
      return plain(options?.[mistake] ?? mistakes?.[mistake] ?? hints?.[mistake] ?? mistake);
    },
  };
}

/** @param {string} message symbols such as {W_Q} keep their names, which begin with no more than one letter */
function plain(message) {
  return message
    .replace(/\{(\w+)\}/g, (_, name) => (/^[A-Za-z](_[A-Za-z])?$/.test(name) ? name : '…'))
    .replaceAll('`', '');
}
