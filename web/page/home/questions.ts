// Common questions, each a link to its answer.
// The answer is a scene of a lesson, or the training room.

import { FIRST_TRAINING } from '../../elements/lab/state/training.ts';
import { symbol } from '../../elements/lesson/symbols.ts';
import { fill, h, icon, rove } from '../../ui/dom.ts';
import { store, stored } from '../../ui/storage.ts';
import type { LabState } from '../../elements/lab/state/state.ts';
import type { Messages } from '../../words/en/lab.ts';

interface Question {
  says: keyof Messages;
  /** the scene that answers it */
  scene?: readonly [lesson: string, scene: number];
  /** or the state that shows the answer */
  state?: Partial<LabState>;
}

const CROSS = 'M4 4 L12 12 M12 4 L4 12';
const REMEMBERED = 'headwise-questions';

export const questions: readonly Question[] = [
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
 * @param options.asked whether the address contains a state: then the questions are hidden
 * @param options.leave moves the focus when the questions close
 */
export function createQuestions(
  messages: Messages,
  {
    asked,
    open,
    show,
    leave,
  }: {
    asked: boolean;
    open: (lesson: string, scene: number) => void;
    show: (state: Partial<LabState>) => void;
    leave: () => void;
  },
) {
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

  function answer({ scene, state }: Question) {
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
    /** Hides the questions when a lesson or the training room is open. */
    update({ lesson, view }: Pick<LabState, 'lesson' | 'view'>) {
      element.hidden = closed || lesson !== null || view === 'training';
    },
  };
}

function words(messages: Messages, { says }: Question) {
  return fill(messages[says], {
    x: symbol('x'),
    W: symbol('W'),
    W_O: symbol('W_O'),
    linear: h('code', { dir: 'ltr', lang: 'en' }, 'nn.Linear(d, nhead)'),
  });
}
