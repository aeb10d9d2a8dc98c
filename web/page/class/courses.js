// Courses that codes are counted for.
// The built-in lessons are one course; each lesson of a teacher's own is another.

import { lessons, texts } from '../../lessons/index.js';
import * as builtIn from '../../lessons/questions/index.js';
import { questionText as en } from '../../lessons/questions/text/en.js';
import { questionText as es } from '../../lessons/questions/text/es.js';
import { questionText as zh } from '../../lessons/questions/text/zh.js';
import { wordsOf } from '../../elements/messages/words.js';
import { createLabels } from './labels.js';
import { learnersOf } from './learners.js';

/**
 * @typedef {object} Course
 * @property {string} name the fingerprint of a teacher's lesson; '' of those that come with headwise
 * @property {import('../../elements/lesson/questions/record.js').Catalogue} catalogue
 * @property {readonly string[]} lessons their ids, in order
 * @property {(id: string) => string} titleOf a lesson's
 * @property {ReturnType<typeof createLabels>} labels
 * @property {import('./learners.js').Learner[]} learners
 */

/** @type {Readonly<Record<string, import('../../lessons/questions/text/en.js').QuestionTexts>>} */
const ASKED = { en, es, zh };
const { TEST } = builtIn;

/**
 * @param {readonly import('./learners.js').Checked[]} entries
 * @param {readonly import('./lessons.js').OwnLesson[]} owns
 * @param {string} language
 * @param {import('./messages/en.js').Messages} messages
 * @returns {Course[]} the first: of the lessons that come with headwise
 */
export function coursesOf(entries, owns, language, messages) {
  const titles = wordsOf(language, texts);
  const learners = (/** @type {string} */ name) =>
    learnersOf(entries.filter(({ lesson }) => lesson === name));
  return [
    {
      name: '',
      catalogue: builtIn,
      lessons: [...lessons.map(({ id }) => id), TEST],
      titleOf: (id) => (id === TEST ? messages.test : (titles[id]?.title ?? id)),
      labels: createLabels(wordsOf(language, ASKED), messages.otherMistake),
      learners: learners(''),
    },
    ...owns.map(({ lesson, text, asked: { catalogue, texts: asked = {} } }) => ({
      ...{ name: catalogue.name ?? '', catalogue, lessons: [lesson.id] },
      titleOf: (/** @type {string} */ id) => text[id]?.title ?? id,
      labels: createLabels(asked, messages.otherMistake),
      learners: learners(catalogue.name ?? ''),
    })),
  ];
}
