// Sorts learners' result codes by course.
// The built-in lessons are one course; each lesson of a teacher's own is another.

import { lessons } from '../../lessons/lessons.ts';
import * as builtIn from '../../lessons/questions.ts';
import { loadLessonWords } from '../../words/lessons.ts';
import { loadQuestionWords } from '../../words/questions.ts';
import { createLabels } from './labels.ts';
import { learnersOf } from './learners.ts';
import type { Checked, Learner } from './learners.ts';
import type { OwnLesson } from './lessons.ts';
import type { Messages } from '../../words/en/class.ts';
import type { Catalogue } from '../../elements/lesson/questions/record.ts';

export interface Course {
  /** the fingerprint of a teacher's lesson; '' for the lessons that come with headwise */
  name: string;
  catalogue: Catalogue;
  /** ids of the lessons and tests, in order */
  lessons: readonly string[];
  /** title of a lesson */
  titleOf: (id: string) => string;
  labels: ReturnType<typeof createLabels>;
  learners: Learner[];
}

const { CORE, CORE_TEST, TEST, TESTS } = builtIn;

/** @returns the first: of the lessons that come with headwise */
export async function coursesOf(
  entries: readonly Checked[],
  owns: readonly OwnLesson[],
  language: string,
  messages: Messages,
): Promise<Course[]> {
  const [titles, { questions }] = await Promise.all([
    loadLessonWords(language),
    loadQuestionWords(language),
  ]);
  const named: Readonly<Record<string, string>> = {
    [CORE]: messages.firstLessons,
    [CORE_TEST]: messages.coreTest,
    [TEST]: messages.test,
  };
  const learners = (name: string) => learnersOf(entries.filter(({ lesson }) => lesson === name));
  return [
    {
      name: '',
      catalogue: builtIn,
      lessons: [...lessons.map(({ id }) => id), ...TESTS],
      titleOf: (id) => named[id] ?? titles[id]?.title ?? id,
      labels: createLabels(questions, messages),
      learners: learners(''),
    },
    ...owns.map(({ lesson, text, asked: { catalogue, texts: asked = {} } }) => ({
      name: catalogue.name ?? '',
      catalogue,
      lessons: [lesson.id],
      titleOf: (id: string) => text[id]?.title ?? id,
      labels: createLabels(asked, messages),
      learners: learners(catalogue.name ?? ''),
    })),
  ];
}
