// The lessons beside the lab: a list, and one scene.
// A scene has its text, its drawing and one task. It is a state of the lab: opening it sets that
// state, so back and forward work.

/// <reference path="../css.d.ts" />

import { adopt } from '../../ui/adopt.ts';
import { h, icon, setText } from '../../ui/dom.ts';
import { closing } from '../../lessons/lessons.ts';
import { createContents } from './contents.ts';
import drawings from './exhibit-frame.css';
import { createExhibits } from './exhibit-frame.ts';
import style from './lesson.css';
import { withPadding, withoutPadding } from './padding-token.ts';
import { createQuestionPlacement } from './question-placement.ts';
import { createScene } from './scene.ts';
import { createSceneView } from './scene-view.ts';
import led from './spotlight.css';
import { createSpotlight } from './spotlight.ts';
import type { LessonPlace } from '../lab/state/lesson.ts';
import type { LabState } from '../lab/state/state.ts';
import type { Lab } from '../lab/lab.ts';
import type { Frame } from '../lab/frame.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Target } from './spotlight.ts';
import type { Course } from './question-placement.ts';
import type { Asked } from './questions/scene-question.ts';

export type { Frame };

/** see web/lessons/lessons.ts */
interface Scene {
  exhibit?: string;
  /** id of the question before it */
  asks?: string;
  values?: Readonly<Record<string, number>>;
  shows?: readonly string[];
  target: Target;
  done: (moment: {
    state: any;
    start: any;
    values: Readonly<Record<string, number>>;
    seen: Set<unknown>;
    frame: Frame;
  }) => boolean;
}

/**
 * further: listed below the first lessons; isOwn: a teacher's, whose texts are about its own
 * sentences
 */
export type Lesson = {
  id: string;
  needs?: string;
  scenes: readonly Scene[];
  further?: boolean;
  isOwn?: boolean;
};

export type SceneText = { title: string; text: readonly string[]; attempt: string; after?: string };

export type LessonText = { title: string; about: string; scenes: readonly SceneText[] };

export interface LessonOptions {
  lessons: readonly Lesson[];
  text: Readonly<Record<string, LessonText>>;
  stateOfScene: (lesson: any, scene: number) => Readonly<Record<string, any>>;
  messages: Messages;
  course?: Course;
  /** questions of a teacher's lesson */
  asked?: Asked;
  /** controls that the learner cannot use, see ../lab/state/locks.ts */
  locked?: ReadonlySet<string>;
  /** the lesson that is embedded alone, which asks only its own questions */
  alone?: string;
  /** whether a lesson has no button to the next one */
  oneLesson?: boolean;
}

/** the position of the lab in the lessons */
export interface Place {
  lesson: Lesson;
  /** index of the lesson */
  index: number;
  /** index of the scene */
  number: number;
  values: Readonly<Record<string, number>>;
}

/**
 * @param number index of the scene
 * @param asks whether its question comes first; a scene that is requested by name is shown at once
 * @param isStill whether neither the window nor the focus may move: an author writes elsewhere
 */
type Open = (id: string, number: number, asks?: boolean, isStill?: boolean) => any;

const CROSS = 'M4 4 L12 12 M12 4 L4 12';

export function mountLessons(lab: Lab, options: LessonOptions) {
  const { lessons, text, messages } = options;
  let listed = false;
  let newest: Frame | null = null;
  let leading = Promise.resolve();
  let still = false;

  const placeNow = () => placeOf(lessons, lab.getState().lesson);
  const exhibits = createExhibits(messages, lab);
  const events = { changed, open, onwards: () => step(1), isStill: () => still };
  const placement = createQuestionPlacement(lab, options, events);
  const go = (to: number) => open(placeNow()?.lesson.id ?? '', to, true);
  const scene = createScene(messages, placement.element, { step, go });
  lab.places.exhibit.replaceChildren(exhibits.element, placement.cover, scene.below);
  const begin = (id: string) => open(id, 0, true);
  const contents = createContents(lessons, text, messages, begin, placement.recap);
  const said = h('p', { class: 'spoken', role: 'status' });
  const back = h('button', { type: 'button', class: 'link', onclick: () => list(!listed) });
  const head = h('div', { class: 'lesson-head' }, back, closeButton(messages, end));
  const about = { class: 'lesson', 'aria-label': messages.lessonsTitle };
  const element = h('section', about, head, contents.element, scene.element, said);
  const spotlight = createSpotlight(lab, element, exhibits.isDrawn);
  const sceneView = createSceneView({ scene, said, back, element, spotlight }, options);

  /** @param isStill see Open */
  function open(id: string, number: number, asks: boolean = false, isStill: boolean = false) {
    const lesson = [...lessons, closing].find((one) => one.id === id);
    if (!lesson) return;
    listed = false;
    still = isStill;
    placement.leave(id, number, asks);
    lab.setState(stateToOpen(lab.getState(), lesson, number, options));
    // the lab may already have the scene's state
    if (still) return changed();
    if (element.getBoundingClientRect().top < 0) element.scrollIntoView({ block: 'start' });
    leading = spotlight.lead();
  }

  /**
   * Waits until the restored lab is on the screen before the scene begins.
   *
   * @param closed whether the question was closed, so that the scene follows
   */
  function changed(closed?: boolean) {
    leading = lab.settled().then(() => {
      if (newest) update(newest);
      if (closed) scene.focus();
      return !newest || (still && !closed) ? undefined : spotlight.lead();
    });
  }

  function step(by: -1 | 1) {
    const place = placeNow();
    if (!place) return;
    const { lesson, index, number } = place;
    if (by > 0) placement.skip();
    if (lesson.scenes[number + by]) open(lesson.id, number + by, true);
    else if (by > 0 && lessons[index + 1]) open(lessons[index + 1].id, 0, true);
    else list(true, lesson === closing);
  }

  function end() {
    listed = false;
    placement.leave('', 0, false);
    if (lab.getState().lesson) lab.setState({ lesson: null });
    else if (newest) update(newest);
  }

  /** @param ended whether the closing test is done */
  function list(is: boolean, ended?: boolean) {
    listed = is;
    if (is) placement.pause();
    if (newest) update(newest);
    if (is) focusIn(ended ? placement.recap : contents.element, ended);
  }

  function update(frame: Frame) {
    newest = frame;
    const place = placeOf(lessons, frame.state.lesson);
    const visible = listed || place !== null;
    if (!visible) element.remove();
    else if (!element.isConnected) lab.places.guide.append(element);
    const open = listed ? null : place;
    const asked = placement.update(frame, open, listed);
    exhibits.update(frame, asked ? null : open, asked?.covered);
    lab.setScene(open ? (asked?.shows ?? open.lesson.scenes[open.number].shows ?? []) : null);
    scene.below.hidden = exhibits.element.hidden;
    contents.update(open === null, frame.offered);
    scene.element.hidden = open === null;
    back.hidden = place === null;
    if (place && listed) setText(back, text[place.lesson.id]?.title ?? placement.testTitle());
    if (open) sceneView.show(frame, open, asked !== null);
    else spotlight.clear();
    if (!visible) sceneView.forget();
  }

  const dropStyles = adopt(lab.element, [drawings, style, led]);
  const stop = lab.watch(update);
  return {
    element,
    open,
    /** Shows or hides the list of lessons. */
    toggle: () =>
      element.isConnected && !listed && lab.getState().lesson === null ? list(true) : list(!listed),
    /** Whether the drawing beside the scene shows the lab's state. */
    isDrawn: exhibits.isDrawn,
    /** Resolves when the target of the opened scene has been scrolled into the window. */
    isLed: () => Promise.all([leading, sceneView.isKept()]),
    dispose() {
      newest = null; // the lab draws no more
      stop();
      spotlight.dispose();
      placement.dispose();
      lab.setScene(null);
      lab.withhold(false);
      element.remove();
      lab.places.exhibit.replaceChildren();
      dropStyles();
    },
  };
}

/** @param fromTop whether it is in view from its first line on */
function focusIn(part: HTMLElement, fromTop?: boolean) {
  if (fromTop) part.scrollIntoView();
  part.querySelector('button')?.focus({ preventScroll: fromTop });
}

function closeButton({ lessonsClose }: Messages, onclick: () => void) {
  const about = {
    type: 'button' as const,
    class: 'lesson-close',
    'aria-label': lessonsClose,
  };
  return h('button', { ...about, onclick }, icon(CROSS));
}

function placeOf(lessons: readonly Lesson[], place: LessonPlace | null): Place | null {
  const all = [...lessons, closing];
  const index = all.findIndex(({ id }) => id === place?.id);
  if (!place || index < 0) return null;
  const number = Math.min(place.scene, all[index].scenes.length - 1);
  return { lesson: all[index], index, number, values: place.values };
}

/** The state of a scene. Readers keep a sentence that they typed in its lesson. */
function stateToOpen(
  { text: typed, lesson: from }: LabState,
  lesson: Lesson,
  number: number,
  { stateOfScene }: LessonOptions,
) {
  const last = lesson.scenes.length - 1;
  const wanted = { ...stateOfScene(lesson, Math.min(number, last)) };
  if (lesson.isOwn || from?.id !== lesson.id || typed.trim() === '') return wanted;
  const own = withoutPadding(typed);
  if (own !== withoutPadding(stateOfScene(lesson, Math.min(from.scene, last)).text)) {
    wanted.text = withPadding(own, wanted.padding);
  }
  return wanted;
}
