// Common questions, each a link to its answer.
// The answer is a scene of a lesson, or the training room.

import { FIRST_TRAINING } from '../../elements/lab/state/training.js';
import { symbol } from '../../elements/lesson/symbols.js';
import { fill, h, icon, rove } from '../../elements/shared/dom.js';
import { store, stored } from '../../elements/shared/storage.js';

/**
 * @typedef {import('../../elements/lab/state/state.js').LabState} LabState
 * @typedef {import('../../elements/messages/en.js').Messages} Messages
 *
 * @typedef {object} Question
 * @property {keyof Messages} says
 * @property {readonly [lesson: string, scene: number]} [scene] that answers it
 * @property {Partial<LabState>} [state] or what shows the answer
 */

const CROSS = 'M4 4 L12 12 M12 4 L4 12';
const REMEMBERED = 'headwise-questions';

/** @type {readonly Question[]} */
export const questions = [
  { says: 'askTwice', scene: ['five-ways', 2] },
  { says: 'askWhere', scene: ['five-ways', 1] },
  { says: 'askLinear', scene: ['shapes', 2] },
  { says: 'askOut', scene: ['shapes', 3] },
  { says: 'askTrained', scene: ['roles', 0] },
  {
    says: 'askOneHead',
    state: {
      view: 'training',
      training: { ...FIRST_TRAINING, task: 'binary', speed: 0, versus: true },
    },
  },
];

/**
 * @param {Messages} messages
 * @param {object} options
 * @param {boolean} options.asked whether the address says what to show: then nothing stands before it
 * @param {(lesson: string, scene: number) => void} options.open
 * @param {(state: Partial<LabState>) => void} options.show
 * @param {() => void} options.leave the focus needs another place
 */
export function createQuestions(messages, { asked, open, show, leave }) {
  let closed = asked || window.parent !== window || stored(REMEMBERED) !== null;
  const cards = h(
    'div',
    { class: 'questions-row', role: 'group', 'aria-label': messages.asks },
    ...questions.map((question) =>
      h('button', { type: 'button', onclick: () => answer(question) }, words(messages, question)),
    ),
  );
  rove(cards);
  [...cards.children].forEach((card, i) => card.setAttribute('tabindex', i === 0 ? '0' : '-1'));
  const close = h(
    'button',
    {
      type: 'button',
      class: 'questions-close',
      'aria-label': messages.asksClose,
      onclick: dismiss,
    },
    icon(CROSS),
  );
  const element = h('section', { class: 'questions', 'aria-label': messages.asks }, cards, close);
  element.hidden = closed;

  /** @param {Question} question */
  function answer({ scene, state }) {
    element.hidden = true;
    if (scene) open(...scene);
    if (state) show(state);
    leave();
    scrollTo(0, 0);
  }

  function dismiss() {
    closed = element.hidden = true;
    leave();
    store(REMEMBERED, 'closed');
  }

  return {
    element,
    /** They make room for an answer. @param {Pick<LabState, 'lesson' | 'view'>} state */
    update({ lesson, view }) {
      element.hidden = closed || lesson !== null || view === 'training';
    },
  };
}

/**
 * @param {Messages} messages
 * @param {Question} question
 */
function words(messages, { says }) {
  return fill(messages[says], {
    x: symbol('x'),
    W: symbol('W'),
    W_O: symbol('W_O'),
    linear: h('code', { dir: 'ltr', lang: 'en' }, 'nn.Linear(d, nhead)'),
  });
}
