// The lessons beside the lab: a list, and one scene.
// A scene has its text, its drawing and one task. It is a state of the lab: opening it sets that
// state, so back and forward work.

/// <reference path="../css.d.ts" />

import { adopt } from '../../ui/adopt.ts';
import { button } from '../../ui/controls.ts';
import { createRoot, html, render } from '../../ui/template.ts';
import { icon, sayText } from '../../ui/text.ts';
import { answers, tests } from '../../lessons/lessons.ts';
import { presentPlace } from '../../lessons/moved.ts';
import { contents } from './contents.ts';
import tables from '../../ui/number-table.css';
import filledButtons from '../../ui/filled-button.css';
import boxes from './boxes.css';
import drawings from './exhibit-frame.css';
import { createExhibits } from './exhibit-frame.ts';
import mathStyle from '../../ui/mathml.css';
import style from './lesson.css';
import { createGuesses } from './guesses.ts';
import { isLacking } from './needs.ts';
import { withPadding, withoutPadding } from './padding-token.ts';
import { createProgress } from './progress.ts';
import { createQuestionPlacement } from './question-placement.ts';
import { focusWays, noteFocus, scene, sceneName, waysBelow } from './scene.ts';
import led from './spotlight.css';
import { createSpotlight, setMark } from './spotlight.ts';
import { ownControls, ownControlsOf } from './own-controls.ts';
import type { Formula } from './own/formula.ts';
import type { Picture } from './own/picture.ts';
import { changeLab } from './questions/lend-lab.ts';
import type { LessonPlace } from '../lab/state/lesson.ts';
import type { LabState } from '../lab/state/state.ts';
import type { Answer } from '../lab/answer/answer.ts';
import type { Lab } from '../lab/lab.ts';
import type { Frame } from '../lab/frame.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { ShownScene } from './scene.ts';
import type { Target } from './spotlight.ts';
import type { Course } from './question-placement.ts';
import type { Asked } from './questions/scene-question.ts';

export type { Frame };

/** see web/lessons/lessons.ts */
interface Scene {
  exhibit?: string;
  /** whether its text is about its own sentence */
  fixedText?: boolean;
  /** id of the question before it */
  asks?: string;
  /** whether numbers of the steps that differ from its beginning are marked */
  marks?: boolean;
  values?: Readonly<Record<string, number>>;
  shows?: readonly string[];
  target: Target;
  /** of an answer: its question, and the scene that tells more */
  says?: keyof Messages;
  leads?: readonly [lesson: string, scene: number];
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

/** a paragraph, or between paragraphs of a teacher's lesson a formula or a picture */
export type Block = string | Formula | Picture;

export type SceneText = {
  title: string;
  text: readonly string[];
  /** the paragraphs with everything between them */
  blocks?: readonly Block[];
  guess?: readonly [question: string, ...answers: string[]];
  attempt: string;
  after?: string;
};

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

const CROSS = 'M4 4 L12 12 M12 4 L4 12';

/** The visible part of the lessons: the list, or a scene. */
interface Shown {
  isListed: boolean;
  /** the models that can be chosen */
  offered: readonly string[];
  /** the text of the button between the scene and the list; '' for none */
  back: string;
  scene: ShownScene | null;
  /** whether the question covers the lab */
  isCovered: boolean;
}

const NOTHING: Shown = { isListed: false, offered: [], back: '', scene: null, isCovered: false };

export function mountLessons(lab: Lab, options: LessonOptions) {
  const { lessons, text, messages, course } = options;
  let listed = false;
  let wasVisible = true;
  let newest: Frame | null = null;
  let leading = Promise.resolve();
  let kept = Promise.resolve();
  let still = false;
  let folded = false;
  /** the first answer of the open scene */
  let first: Answer | null = null;
  /** the name of the scene that was opened last, for screen readers */
  let said = '';

  const set = (part: Partial<LabState>) => changeLab(lab, part);
  const placeNow = () => placeOf(lessons, lab.getState().lesson);
  const exhibits = createExhibits(messages, lab);
  const progress = createProgress();
  const events = {
    changed,
    open,
    onwards: () => step(1),
    isStill: () => still,
    controls: (frame: Frame, shows: readonly string[]) =>
      ownControls(messages, frame.state, ownControlsOf(frame, shows, options.locked), set),
  };
  const placement = createQuestionPlacement(lab, options, events);
  const guesses = createGuesses(() => newest && update(newest));
  const moves = {
    step,
    go: (to: number) => open(placeNow()?.lesson.id ?? '', to, true),
    guess: guesses.make,
    fold,
    set,
  };

  const view = ({ isListed, offered, back, scene: shown }: Shown) => html`
    <section class="lesson" aria-label=${messages.lessonsTitle} data-answer=${shown?.isAnswer}>
      <div class="lesson-head">
        ${button(back, () => list(!listed), { look: 'link', hidden: back === '' })}
        ${button(icon(CROSS), end, {
          look: 'bare',
          classes: 'lesson-close',
          label: messages.lessonsClose,
        })}
      </div>
      ${contents(options, {
        isOpen: isListed,
        isDone: placement.isDone,
        offered,
        choose: (id) => open(id, 0, true),
        recap: placement.recap(),
      })}
      ${scene(messages, shown, placement.question(), moves)}
      <p class="spoken" role="status">${said}</p>
    </section>
  `;
  const beside = ({ scene: shown, isCovered }: Shown) => html`
    ${exhibits.element}
    <div class="lesson-cover" hidden=${!isCovered}>${placement.cover()}</div>
    ${waysBelow(messages, exhibits.element.hidden ? null : shown, moves)}
  `;
  const root = createRoot(view(NOTHING));
  const { element } = root;
  render(beside(NOTHING), lab.places.exhibit);
  const spotlight = createSpotlight(lab, element, exhibits.isDrawn);

  function fold() {
    folded = !folded;
    if (newest) update(newest);
    element.scrollTop = 0;
  }

  /** @param isStill see Open */
  function open(name: string, place: number, asks: boolean = false, isStill: boolean = false) {
    const { id, scene: number } = presentPlace({ id: name, scene: place });
    const lesson = [...lessons, ...tests, answers].find((one) => one.id === id);
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
      if (closed) focusWays(element);
      return !newest || (still && !closed) ? undefined : spotlight.lead();
    });
  }

  function step(by: -1 | 1) {
    const place = placeNow();
    if (!place) return;
    const { lesson, index, number } = place;
    const { leads } = lesson.scenes[number];
    if (leads) return open(...leads);
    if (by > 0) placement.skip();
    if (lesson.scenes[number + by]) open(lesson.id, number + by, true);
    else if (by > 0 && lessons[index + 1]) open(lessons[index + 1].id, 0, true);
    else
      list(
        true,
        tests.some(({ id }) => id === lesson.id),
      );
  }

  function end() {
    listed = false;
    placement.leave('', 0, false);
    if (lab.getState().lesson) lab.setState({ lesson: null });
    else if (newest) update(newest);
  }

  /** @param ended whether a test is done */
  function list(is: boolean, ended: boolean = false) {
    listed = is;
    if (is) placement.pause();
    if (newest) update(newest);
    if (is) focusIn(element, ended);
  }

  function update(frame: Frame) {
    newest = frame;
    const place = placeOf(lessons, frame.state.lesson);
    const isVisible = listed || place !== null;
    // closed lessons follow nothing, with each key that is pressed in the lab
    if (!isVisible && !wasVisible) return;
    wasVisible = isVisible;
    render(isVisible && element, lab.places.guide);
    const open = listed ? null : place;
    const asked = placement.update(frame, open, listed);
    setMark(lab.element, 'data-asked', asked && (asked.covered ? 'covered' : ''));
    exhibits.update(frame, asked ? drawingOf(asked.drawing, frame) : open, asked?.covered);
    const shows = open ? (asked?.shows ?? open.lesson.scenes[open.number].shows ?? []) : null;
    lab.setScene(shows);
    const task = open && progress.of(frame, open, asked !== null);
    if (task?.isNew || task?.justTried) folded = task.justTried;
    if (task?.isNew) first = null;
    if (!frame.stale && !frame.waiting) first ??= frame.answer;
    lab.compareWith(open && !asked && open.lesson.scenes[open.number].marks ? first : null);
    const shown: Shown = {
      isListed: !open,
      offered: frame.offered,
      back: place ? backText(place) : '',
      scene: open && task && sceneOf(frame, open, asked !== null, task.tried, shows),
      isCovered: asked?.covered ?? false,
    };
    const restoreFocus = noteFocus(element.getRootNode());
    if (shown.scene && task?.isNew) {
      said = sceneName(messages, frame, shown.scene.texts, shown.scene.number);
    }
    root.render(view(shown));
    render(beside(shown), lab.places.exhibit);
    if (!isVisible) progress.forget();
    if (!open || !task) return spotlight.clear();
    restoreFocus(task.isNew, open.number);
    if (task.isNew) element.scrollTop = 0;
    if (asked) spotlight.clear();
    else
      spotlight.show(open.lesson.scenes[open.number].target, task.tried || open.lesson === answers);
    if (!task.justTried) return;
    course?.tried?.(open.lesson.id, open.number);
    // the conclusion and the buttons are below the text
    const isTextShown = element.querySelector('.lesson-text')?.getClientRects().length;
    element.scrollTop = isTextShown ? element.scrollHeight : 0;
    kept = spotlight.keep();
  }

  function sceneOf(
    frame: Frame,
    { lesson, index, number }: Place,
    isAsked: boolean,
    tried: boolean,
    shows: readonly string[] | null,
  ): ShownScene {
    return {
      frame,
      // the test has questions for scenes, with texts of their own
      texts: text[lesson.id]?.scenes ?? lesson.scenes.map((one, i) => titled(questionOf(one), i)),
      number,
      tried,
      isFolded: folded,
      guessed: guesses.of(lesson.id, number),
      isAsked,
      // a question has its own
      controls: isAsked ? [] : ownControlsOf(frame, shows ?? [], options.locked),
      lacks: isLacking(lesson, frame.offered) ? messages.lessonNeedsEnglish : '',
      name: lesson.isOwn ? text[lesson.id].title : '',
      isAnswer: lesson === answers,
      onwards: onwardsOf({ lesson, index, number }, options),
    };
  }

  /** The question that an answer is for; '': it is none. */
  const questionOf = ({ says }: Scene) =>
    says ? messages[says].replace('{linear}', '`nn.Linear(d, nhead)`') : '';

  /** From the list it leads to the lesson, from the lesson to the list. */
  function backText({ lesson, index }: Place) {
    if (listed) return text[lesson.id]?.title ?? placement.testTitle(lesson.id);
    if (lesson.isOwn) return messages.lessonAnswers;
    if (index >= lessons.length) return messages.lessonsOpen;
    return sayText(messages.lessonOf, { lesson: index + 1, lessons: lessons.length });
  }

  const dropStyles = adopt(lab.element, [
    tables,
    filledButtons,
    drawings,
    boxes,
    mathStyle,
    style,
    led,
  ]);
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
    isLed: () => Promise.all([leading, kept]),
    dispose() {
      newest = null; // the lab draws no more
      stop();
      spotlight.dispose();
      placement.dispose();
      lab.setScene(null);
      lab.compareWith(null);
      lab.withhold(false);
      setMark(lab.element, 'data-asked', null);
      for (const place of [lab.places.guide, lab.places.exhibit]) render(null, place);
      dropStyles();
    },
  };
}

/** @param atRecap whether the summary of answers is in view from its first line on */
function focusIn(element: HTMLElement, atRecap: boolean = false) {
  const part = element.querySelector(atRecap ? '.lesson-recap' : '.lesson-contents');
  if (atRecap) part?.scrollIntoView();
  part?.querySelector('button')?.focus({ preventScroll: atRecap });
}

/** The text of the next button; '' at the end of a lesson that is shown alone. */
function onwardsOf(
  { lesson, index, number }: Pick<Place, 'lesson' | 'index' | 'number'>,
  { lessons, messages, oneLesson, text }: LessonOptions,
) {
  const { leads } = lesson.scenes[number];
  if (leads) return sayText(messages.lessonMore, { title: text[leads[0]].title });
  if (number < lesson.scenes.length - 1) return messages.lessonNext;
  if (oneLesson) return '';
  if (lesson.isOwn) return messages.lessonAnswers;
  return index < lessons.length - 1 ? messages.lessonNextLesson : messages.lessonEnd;
}

/** The drawing that shows the answer to a question, like a scene's. */
function drawingOf(exhibit: string, { state: { lesson } }: Frame) {
  if (exhibit === '' || !lesson) return null;
  return { lesson: { id: lesson.id, scenes: [{ exhibit }] }, number: 0, values: lesson.values };
}

function titled(title: string, index: number): SceneText {
  return { title: title || String(index + 1), text: [], attempt: '' };
}

function placeOf(lessons: readonly Lesson[], named: LessonPlace | null): Place | null {
  const place = named && presentPlace(named);
  const all = [...lessons, ...tests, answers];
  const index = all.findIndex(({ id }) => id === place?.id);
  if (!place || index < 0) return null;
  const number = Math.min(place.scene, all[index].scenes.length - 1);
  return { lesson: all[index], index, number, values: place.values };
}

/** The state of a scene. Readers keep a sentence that they typed in its lesson. */
function stateToOpen(
  { text: typed, lesson: named }: LabState,
  lesson: Lesson,
  number: number,
  { stateOfScene }: LessonOptions,
) {
  const from = named && presentPlace(named);
  const last = lesson.scenes.length - 1;
  const wanted = { ...stateOfScene(lesson, Math.min(number, last)) };
  const isFixed = lesson.isOwn || lesson.scenes[Math.min(number, last)].fixedText;
  if (isFixed || from?.id !== lesson.id || typed.trim() === '') return wanted;
  const own = withoutPadding(typed);
  if (own !== withoutPadding(stateOfScene(lesson, Math.min(from.scene, last)).text)) {
    wanted.text = withPadding(own, wanted.padding);
  }
  return wanted;
}
