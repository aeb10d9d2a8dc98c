// Renders the current scene and tracks whether its task is done.
// While its question is open, the scene is shortened.

import { fillText, setText } from '../../ui/dom.ts';
import { isLacking } from './needs.ts';
import type { Frame, LessonOptions, Place, SceneText } from './lesson.ts';

/** @param parts.element element of the lesson */
export function createSceneView(
  {
    scene,
    said,
    back,
    element,
    spotlight,
  }: {
    scene: ReturnType<typeof import('./scene.ts').createScene>;
    said: HTMLElement;
    back: HTMLElement;
    element: HTMLElement;
    spotlight: ReturnType<typeof import('./spotlight.ts').createSpotlight>;
  },
  options: LessonOptions,
) {
  const { lessons, text, messages, course } = options;
  const progress = createProgress();
  let kept = Promise.resolve();
  return {
    forget: progress.forget,
    /** Resolves when the control of the task is in the window. */
    isKept: () => kept,
    /** @param asked whether its question comes first */
    show(frame: Frame, place: Place, asked: boolean) {
      const { lesson, index, number } = place;
      // the test has questions for scenes, with texts of their own
      const words = text[lesson.id]?.scenes ?? lesson.scenes.map((_, i) => nameless(i + 1));
      const { isNew, tried, justTried } = progress.of(frame, place, asked);
      if (isNew) {
        setText(said, scene.open(words, number));
        element.scrollTop = 0;
      }
      if (lesson.isOwn) setText(back, messages.lessonAnswers);
      else if (index >= lessons.length) setText(back, messages.lessonsOpen);
      else
        setText(back, fillText(messages.lessonOf, { lesson: index + 1, lessons: lessons.length }));
      const onwards = onwardsOf(place, options);
      const lacks = isLacking(lesson, frame.offered) ? messages.lessonNeedsEnglish : '';
      const name = lesson.isOwn ? text[lesson.id].title : '';
      const shown = { frame, name, words: words[number], tried, isFirst: number === 0 };
      scene.update({ ...shown, onwards, lacks });
      if (asked) spotlight.clear();
      else spotlight.show(lesson.scenes[number].target, tried);
      if (justTried) course?.tried?.(lesson.id, number);
      if (!justTried) return;
      // the conclusion and the buttons are below
      element.scrollTop = element.scrollHeight;
      kept = spotlight.keep();
    },
  };
}

/** The text of the next button; '' at the end of a lesson that is shown alone. */
function onwardsOf(
  { lesson, index, number }: Place,
  { lessons, messages, oneLesson }: LessonOptions,
) {
  if (number < lesson.scenes.length - 1) return messages.lessonNext;
  if (oneLesson) return '';
  if (lesson.isOwn) return messages.lessonAnswers;
  return index < lessons.length - 1 ? messages.lessonNextLesson : messages.lessonEnd;
}

/** Tracks the scene on the screen, its initial state, and whether its task is done. */
function createProgress() {
  let shown = '';
  /** the state in which the scene opened */
  let start: any = null;
  let tried = false;
  /** values that the task has met since then */
  let seen: Set<unknown> = new Set();
  return {
    /** @param asked whether its question comes first: its task has not begun */
    of(frame: Frame, { lesson, number, values }: Place, asked: boolean) {
      const name = `${lesson.id} ${number}${asked ? ' asked' : ''}`;
      const isNew = name !== shown;
      if (isNew) {
        shown = name;
        start = frame.state;
        tried = false;
        seen = new Set();
      }
      const before = tried;
      tried ||=
        !asked && lesson.scenes[number].done({ state: frame.state, start, values, seen, frame });
      return { isNew, tried, justTried: tried && !before };
    },
    forget() {
      shown = '';
    },
  };
}

function nameless(number: number): SceneText {
  return { title: String(number), text: [], attempt: '' };
}
