// One scene on the screen: text, task, and navigation.

import { fillText, h, icon, rove, setAttribute, setText } from '../shared/dom.js';
import { placesOf, showText } from './places.js';

/**
 * @typedef {import('../messages/en.js').Messages} Messages
 *
 * @typedef {object} Shown
 * @property {import('../lab/frame.js').Frame} frame
 * @property {import('./lesson.js').SceneText} words
 * @property {boolean} tried
 * @property {boolean} isFirst of its lesson
 * @property {string} lacks what its lesson cannot do without and this copy does not have; '' for nothing
 * @property {string} name of the lesson, where no list has it
 * @property {string} onwards the text of the button that goes on; '' for no button
 */

const CHECK = 'M3.5 8.5 L6.5 11.5 L12.5 4.5';

/**
 * @param {Messages} messages
 * @param {HTMLElement} quiz stands in for the text while it is not hidden
 * @param {{ step: (by: -1 | 1) => void, go: (scene: number) => void }} events
 */
export function createScene(messages, quiz, { step, go }) {
  const lesson = h('p', { class: 'lesson-name' });
  const title = h('h2', { class: 'lesson-title' });
  const lack = h('p', { class: 'lesson-lacks', role: 'status' });
  const body = h('div', { class: 'lesson-text' });
  const tryLabel = h('b', null);
  const tryText = h('span', null);
  const proposal = h('p', { class: 'lesson-proposal' }, tryLabel, ' ', tryText);
  const after = h('p', { class: 'lesson-after' });
  const mark = h('span', { class: 'lesson-mark', 'aria-hidden': 'true' }, icon(CHECK));
  const attempt = h('div', { class: 'lesson-try' }, mark, h('div', null, proposal, after));
  const dots = h('div', {
    class: 'lesson-dots',
    role: 'group',
    'aria-label': messages.lessonScenes,
  });
  rove(dots);
  const beside = createWays(messages, step);
  beside.previous.after(dots);
  // where the drawing is below the text, it has the buttons below it too
  const below = createWays(messages, step);
  below.element.classList.add('lesson-below');
  const element = h(
    'div',
    { class: 'lesson-scene' },
    lesson,
    quiz,
    title,
    lack,
    body,
    attempt,
    beside.element,
  );

  return {
    element,
    below: below.element,
    /** After a question, whose buttons are gone. */
    focus: () => beside.focus(),
    /** @param {Shown} shown */
    update({ frame, name, words, tried, isFirst, onwards, lacks }) {
      setText(lesson, name);
      for (const part of [title, body, attempt]) part.hidden = !quiz.hidden;
      attempt.hidden ||= words.attempt === '';
      lack.hidden = !quiz.hidden || lacks === '';
      setText(lack, lacks);
      const places = placesOf(frame);
      showText(title, words.title, places);
      const paragraphs = words.text.length;
      while (body.children.length > paragraphs) body.lastChild?.remove();
      while (body.children.length < paragraphs) body.append(h('p', null));
      words.text.forEach((one, i) =>
        showText(/** @type {HTMLElement} */ (body.children[i]), one, places),
      );
      showText(tryText, words.attempt, places);
      setText(tryLabel, tried ? messages.lessonTried : messages.lessonTry);
      setAttribute(attempt, 'data-tried', tried ? '' : null);
      after.hidden = !tried || !words.after;
      showText(after, words.after ?? '', places);
      for (const ways of [beside, below]) ways.update(isFirst, onwards);
    },
    /**
     * @param {readonly import('./lesson.js').SceneText[]} scenes of the lesson
     * @param {number} number of this one
     * @returns {string} what it is called, for a screen reader
     */
    open(scenes, number) {
      const titles = scenes.map(({ title }) => title);
      const focused = isFocused(dots);
      dots.replaceChildren(
        ...titles.map((name, i) =>
          h('button', {
            type: 'button',
            'aria-label': sceneName(messages, titles, i),
            'aria-current': i === number ? 'step' : null,
            tabindex: i === number ? '0' : '-1',
            onclick: () => go(i),
          }),
        ),
      );
      if (focused) /** @type {HTMLElement} */ (dots.children[number]).focus();
      return sceneName(messages, titles, number);
    },
  };
}

/**
 * @param {Messages} messages
 * @param {readonly string[]} titles
 * @param {number} number
 */
function sceneName(messages, titles, number) {
  return fillText(messages.lessonScene, {
    scene: number + 1,
    scenes: titles.length,
    title: titles[number],
  });
}

/**
 * The buttons that go back and on.
 * @param {Messages} messages
 * @param {(by: -1 | 1) => void} step
 */
function createWays(messages, step) {
  const previous = h(
    'button',
    { type: 'button', class: 'quiet', onclick: () => step(-1) },
    messages.lessonPrevious,
  );
  const next = h('button', { type: 'button', class: 'lesson-next', onclick: () => step(1) });
  return {
    element: h('div', { class: 'lesson-nav' }, previous, next),
    previous,
    focus: () => (next.hidden ? previous : next).focus({ preventScroll: true }),
    /**
     * @param {boolean} isFirst
     * @param {string} onwards
     */
    update(isFirst, onwards) {
      previous.hidden = isFirst;
      setText(next, onwards);
      if (onwards === '' && isFocused(next)) previous.focus();
      next.hidden = onwards === '';
    },
  };
}

/** Whether the focus is in an element. @param {HTMLElement} element */
function isFocused(element) {
  const { activeElement } = /** @type {Document | ShadowRoot} */ (element.getRootNode());
  return element.contains(activeElement);
}
