// One scene on the screen: text, task, and navigation.

import { fillText, h, icon, rove, setAttribute, setText } from '../../ui/dom.ts';
import { placeholdersOf, showText } from './placeholders.ts';
import type { SceneText } from './lesson.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Frame } from '../lab/frame.ts';

interface Shown {
  frame: Frame;
  words: SceneText;
  tried: boolean;
  /** whether it is the first scene of its lesson */
  isFirst: boolean;
  /** the model that its lesson needs and this copy lacks; '' for none */
  lacks: string;
  /** name of the lesson, where no list has it */
  name: string;
  /** the text of the next button; '' for no button */
  onwards: string;
}

const CHECK = 'M3.5 8.5 L6.5 11.5 L12.5 4.5';

/** @param quiz replaces the text while it is not hidden */
export function createScene(
  messages: Messages,
  quiz: HTMLElement,
  { step, go }: { step: (by: -1 | 1) => void; go: (scene: number) => void },
) {
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
  // where the drawing is below the text, the buttons are below it too
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
    /** Focuses the scene after a question, whose buttons are gone. */
    focus: () => beside.focus(),
    update({ frame, name, words, tried, isFirst, onwards, lacks }: Shown) {
      setText(lesson, name);
      for (const part of [title, body, attempt]) part.hidden = !quiz.hidden;
      attempt.hidden ||= words.attempt === '';
      lack.hidden = !quiz.hidden || lacks === '';
      setText(lack, lacks);
      const places = placeholdersOf(frame);
      showText(title, words.title, places);
      const paragraphs = words.text.length;
      while (body.children.length > paragraphs) body.lastChild?.remove();
      while (body.children.length < paragraphs) body.append(h('p', null));
      words.text.forEach((one, i) => showText(body.children[i] as HTMLElement, one, places));
      showText(tryText, words.attempt, places);
      setText(tryLabel, tried ? messages.lessonTried : messages.lessonTry);
      setAttribute(attempt, 'data-tried', tried ? '' : null);
      after.hidden = !tried || !words.after;
      showText(after, words.after ?? '', places);
      for (const ways of [beside, below]) ways.update(isFirst, onwards);
    },
    /**
     * @param scenes scenes of the lesson
     * @param number index of this one
     * @returns its name, for a screen reader
     */
    open(scenes: readonly SceneText[], number: number): string {
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
      if (focused) (dots.children[number] as HTMLElement).focus();
      return sceneName(messages, titles, number);
    },
  };
}

function sceneName(messages: Messages, titles: readonly string[], number: number) {
  return fillText(messages.lessonScene, {
    scene: number + 1,
    scenes: titles.length,
    title: titles[number],
  });
}

/** The back and next buttons. */
function createWays(messages: Messages, step: (by: -1 | 1) => void) {
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
    update(isFirst: boolean, onwards: string) {
      previous.hidden = isFirst;
      setText(next, onwards);
      if (onwards === '' && isFocused(next)) previous.focus();
      next.hidden = onwards === '';
    },
  };
}

/** Whether the focus is in an element. */
function isFocused(element: HTMLElement) {
  const { activeElement } = element.getRootNode() as Document | ShadowRoot;
  return element.contains(activeElement);
}
