// The lessons beside the lab: a list of them, and one scene at a time with its text, its drawing and one
// thing to try. A scene is a state of the lab: going to it sets that state, so back and forward work.

/// <reference path="../css.d.ts" />

import { adopt } from '../shared/adopt.js';
import { fillText, h, icon, ownWords, rove, setAttribute, setText } from '../shared/dom.js';
import drawings from './exhibits.css';
import { createExhibits } from './exhibits.js';
import style from './lesson.css';
import { withFiller, withoutFiller } from './filler.js';
import { richText } from './symbols.js';

/**
 * @typedef {import('../lab/lab.js').Lab} Lab
 * @typedef {import('../lab/frame.js').Frame} Frame
 * @typedef {import('../messages/en.js').Messages} Messages
 *
 * @typedef {object} Scene see web/lessons/lessons.js
 * @property {string} [exhibit]
 * @property {Readonly<Record<string, number>>} [values]
 * @property {readonly string[]} [shows]
 * @property {(moment: { state: any, start: any, values: Readonly<Record<string, number>>, seen: Set<unknown>, frame: Frame }) => boolean} done
 *
 * @typedef {{ id: string, scenes: readonly Scene[] }} Lesson
 * @typedef {{ title: string, text: readonly string[], attempt: string, after?: string }} SceneText
 * @typedef {{ title: string, about: string, scenes: readonly SceneText[] }} LessonText
 *
 * @typedef {object} LessonOptions
 * @property {readonly Lesson[]} lessons
 * @property {Readonly<Record<string, LessonText>>} text
 * @property {(lesson: any, scene: number) => Readonly<Record<string, any>>} stateOfScene
 * @property {Messages} messages
 * @property {boolean} [oneLesson] whether the end of a lesson is the end, with no way on to the next one
 */

const CHECK = 'M3.5 8.5 L6.5 11.5 L12.5 4.5';
const CROSS = 'M4 4 L12 12 M12 4 L4 12';

/**
 * @param {Lab} lab
 * @param {LessonOptions} options
 */
export function mountLessons(lab, { lessons, text, stateOfScene, messages, oneLesson = false }) {
  /** the scene on the screen, as id and number; '' for none */
  let shown = '';
  /** @type {any} the state in which it opened */
  let start = null;
  let tried = false;
  /** what was met since the scene opened @type {Set<unknown>} */
  let seen = new Set();
  let listed = false;
  /** @type {Frame | null} */
  let newest = null;

  const exhibits = createExhibits(messages, lab);
  lab.places.exhibit.replaceChildren(exhibits.element);

  const back = h('button', { type: 'button', class: 'link', onclick: () => list(!listed) });
  const close = h(
    'button',
    { type: 'button', class: 'lesson-close', 'aria-label': messages.lessonsClose, onclick: end },
    icon(CROSS),
  );
  const title = h('h2', { class: 'lesson-title' });
  const body = h('div', { class: 'lesson-text' });
  const mark = h('span', { class: 'lesson-mark', 'aria-hidden': 'true' }, icon(CHECK));
  const tryLabel = h('b', null);
  const tryText = h('span', null);
  const after = h('p', { class: 'lesson-after' });
  const attempt = h(
    'div',
    { class: 'lesson-try' },
    mark,
    h('div', null, h('p', null, tryLabel, ' ', tryText), after),
  );
  const previous = h('button', { type: 'button', class: 'quiet', onclick: () => step(-1) });
  const next = h('button', { type: 'button', class: 'lesson-next', onclick: () => step(1) });
  const dots = h('div', {
    class: 'lesson-dots',
    role: 'group',
    'aria-label': messages.lessonScenes,
  });
  rove(dots);
  // where the drawing is below the text, there is a way on below the drawing too
  const below = {
    previous: h('button', { type: 'button', class: 'quiet', onclick: () => step(-1) }),
    next: h('button', { type: 'button', class: 'lesson-next', onclick: () => step(1) }),
  };
  const navBelow = h('div', { class: 'lesson-nav lesson-below' }, below.previous, below.next);
  lab.places.exhibit.append(navBelow);
  const scene = h(
    'div',
    { class: 'lesson-scene' },
    title,
    body,
    attempt,
    h('div', { class: 'lesson-nav' }, previous, dots, next),
  );
  const contents = createContents(lessons, text, messages, (id) => open(id, 0));
  const said = h('p', { class: 'spoken', role: 'status' });
  const element = h(
    'section',
    { class: 'lesson', 'aria-label': messages.lessonsTitle },
    h('div', { class: 'lesson-head' }, back, close),
    contents,
    scene,
    said,
  );

  /**
   * @param {string} id
   * @param {number} number
   */
  function open(id, number) {
    const lesson = lessons.find((one) => one.id === id);
    if (!lesson) return;
    const last = lesson.scenes.length - 1;
    const wanted = { ...stateOfScene(lesson, Math.min(number, last)) };
    // readers keep a sentence that they typed
    const { text: typed, lesson: from } = lab.getState();
    if (from?.id === id && typed.trim() !== '') {
      const own = withoutFiller(typed);
      if (own !== withoutFiller(stateOfScene(lesson, Math.min(from.scene, last)).text)) {
        wanted.text = withFiller(own, wanted.padding);
      }
    }
    listed = false;
    lab.setState(wanted);
    const { guide } = lab.places;
    if (guide.getBoundingClientRect().top < 0) guide.scrollIntoView({ block: 'start' });
  }

  /** @param {-1 | 1} by */
  function step(by) {
    const place = placeOf(lab.getState());
    if (!place) return;
    const { lesson, index, number } = place;
    const to = number + by;
    if (to >= 0 && to < lesson.scenes.length) open(lesson.id, to);
    else if (by > 0 && lessons[index + 1]) open(lessons[index + 1].id, 0);
    else list(true);
  }

  function end() {
    listed = false;
    if (lab.getState().lesson) lab.setState({ lesson: null });
    else redraw();
  }

  /** @param {boolean} is */
  function list(is) {
    listed = is;
    redraw();
    if (is) contents.querySelector('button')?.focus();
  }

  /** @param {{ lesson: import('../lab/state/lesson.js').LessonPlace }} state */
  function placeOf({ lesson: place }) {
    const index = lessons.findIndex(({ id }) => id === place?.id);
    if (!place || index < 0) return null;
    const number = Math.min(place.scene, lessons[index].scenes.length - 1);
    return { lesson: lessons[index], index, number, values: place.values };
  }

  function redraw() {
    if (newest) update(newest);
  }

  /** @param {Frame} frame */
  function update(frame) {
    newest = frame;
    const place = placeOf(frame.state);
    const visible = listed || place !== null;
    if (visible !== element.isConnected) {
      if (visible) lab.places.guide.append(element);
      else element.remove();
    }
    exhibits.update(frame, listed ? null : place);
    const shows = listed ? null : (place?.lesson.scenes[place.number].shows ?? null);
    setAttribute(lab.element, 'data-scene', shows && shows.join(' '));
    navBelow.hidden = exhibits.element.hidden;
    if (!visible) {
      shown = '';
      return;
    }
    contents.hidden = !listed && place !== null;
    scene.hidden = !contents.hidden;
    back.hidden = place === null;
    if (place === null) return;
    if (listed) setText(back, text[place.lesson.id].title);
    else showScene(frame, place);
  }

  /**
   * @param {Frame} frame
   * @param {NonNullable<ReturnType<typeof placeOf>>} place
   */
  function showScene(frame, { lesson, index, number, values }) {
    const { scenes } = lesson;
    const words = text[lesson.id].scenes[number];
    const name = `${lesson.id} ${number}`;
    if (name !== shown) {
      shown = name;
      start = frame.state;
      tried = false;
      seen = new Set();
      setText(
        said,
        fillText(messages.lessonScene, {
          scene: number + 1,
          scenes: scenes.length,
          title: words.title,
        }),
      );
      showDots(scenes.length, number, lesson.id);
      body.scrollTop = 0;
    }
    const before = tried;
    tried ||= scenes[number].done({ state: frame.state, start, values, seen, frame });
    setText(back, fillText(messages.lessonOf, { lesson: index + 1, lessons: lessons.length }));
    const places = placesOf(frame);
    show(title, words.title, places);
    const paragraphs = words.text.length;
    while (body.children.length > paragraphs) body.lastChild?.remove();
    while (body.children.length < paragraphs) body.append(h('p', null));
    words.text.forEach((one, i) =>
      show(/** @type {HTMLElement} */ (body.children[i]), one, places),
    );
    show(tryText, words.attempt, places);
    setText(tryLabel, tried ? messages.lessonTried : messages.lessonTry);
    setAttribute(attempt, 'data-tried', tried ? '' : null);
    after.hidden = !tried || !words.after;
    show(after, words.after ?? '', places);
    // what there is to make of it, and the way on, come below
    if (tried && !before) element.scrollTop = element.scrollHeight;
    const last = number === scenes.length - 1;
    const more = last && index < lessons.length - 1;
    const onwards = more ? messages.lessonNextLesson : messages.lessonEnd;
    for (const nav of [{ previous, next }, below]) {
      setText(nav.previous, messages.lessonPrevious);
      nav.previous.hidden = number === 0;
      setText(nav.next, last ? onwards : messages.lessonNext);
      if (last && oneLesson && isFocused(nav.next)) nav.previous.focus();
      nav.next.hidden = last && oneLesson;
    }
  }

  /**
   * @param {number} count
   * @param {number} number
   * @param {string} id
   */
  function showDots(count, number, id) {
    const focused = isFocused(dots);
    dots.replaceChildren(
      ...Array.from({ length: count }, (_, i) =>
        h('button', {
          type: 'button',
          'aria-label': fillText(messages.lessonScene, {
            scene: i + 1,
            scenes: count,
            title: text[id].scenes[i].title,
          }),
          'aria-current': i === number ? 'step' : null,
          tabindex: i === number ? '0' : '-1',
          onclick: () => open(id, i),
        }),
      ),
    );
    if (focused) /** @type {HTMLElement} */ (dots.children[number]).focus();
  }

  const dropStyles = adopt(lab.element, [drawings, style]);
  const stop = lab.watch(update);
  return {
    element,
    open,
    /** Shows or hides the list of lessons. */
    toggle: () =>
      element.isConnected && !listed && lab.getState().lesson === null ? list(true) : list(!listed),
    /** Whether the drawing beside the scene shows what the lab's state says. */
    isDrawn: exhibits.isDrawn,
    dispose() {
      stop();
      dropStyles();
      element.remove();
      lab.element.removeAttribute('data-scene');
      lab.withhold(false);
      exhibits.element.remove();
      navBelow.remove();
    },
  };
}

/** Whether the focus is in an element. @param {HTMLElement} element */
function isFocused(element) {
  const { activeElement } = /** @type {Document | ShadowRoot} */ (element.getRootNode());
  return element.contains(activeElement);
}

/**
 * Puts a text there, unless it is there already.
 * @param {HTMLElement} element
 * @param {string} message
 * @param {Record<string, string>} places
 */
function show(element, message, places) {
  const key = message.replace(/\{(\w+)\}/g, (place, name) => places[name] ?? place);
  if (element.dataset.text === key) return;
  element.dataset.text = key;
  element.replaceChildren(richText(message, wordsAs(places)));
}

/** Names of places that hold words of the sentence; they stand out. */
const WORDS = ['word', 'names'];

/** @param {Record<string, string>} places */
function wordsAs(places) {
  return Object.fromEntries(
    Object.entries(places).map(([name, value]) => [
      name,
      WORDS.includes(name) ? ownWords(value, 'word') : value,
    ]),
  );
}

/**
 * What texts may say of the moment.
 * @param {Frame} frame
 * @returns {Record<string, string>}
 */
export function placesOf({ state, selection, first, answer, messages }) {
  const heads = answer?.question.heads ?? state.heads;
  const width = answer?.question.width ?? state.width;
  const words = first.tokens.map(({ piece }) => piece);
  const { head } = selection;
  const query = state.selection.query ?? 0;
  // the rows that a head is left with when rows are handed out in the order in which they lie
  const from = Math.floor((head * words.length) / heads);
  const to = Math.floor(((head + 1) * words.length - 1) / heads);
  const list = new Intl.ListFormat(messages.locale, { type: 'conjunction' });
  return {
    heads: String(heads),
    width: String(width),
    headDim: String(width / heads),
    // a query, a key and a value in each head
    kept: String(3 * width),
    tokens: String(words.length),
    word: words[query] ?? words[0] ?? '',
    head: String(head + 1),
    names: list.format(words.slice(from, to + 1)),
  };
}

/**
 * The list of lessons.
 * @param {readonly Lesson[]} lessons
 * @param {Readonly<Record<string, LessonText>>} text
 * @param {Messages} messages
 * @param {(id: string) => void} choose
 */
function createContents(lessons, text, messages, choose) {
  return h(
    'div',
    { class: 'lesson-contents' },
    h('h2', { class: 'lesson-title' }, messages.lessonsTitle),
    h('p', null, messages.lessonsAbout),
    h(
      'ol',
      null,
      ...lessons.map(({ id }) =>
        h(
          'li',
          null,
          h(
            'button',
            { type: 'button', onclick: () => choose(id) },
            h('b', null, text[id].title),
            h('span', null, text[id].about),
          ),
        ),
      ),
    ),
  );
}
