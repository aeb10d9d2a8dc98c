// Common questions, each a link to its answer, above the lab and in the header's menu.
// The answer has a page, or is in the training room.

import { FIRST_TRAINING } from '../../elements/lab/state/training.ts';
import { symbol } from '../../elements/lesson/symbols.ts';
import { button, rove } from '../../ui/controls.ts';
import { createRoot, html } from '../../ui/template.ts';
import { say } from '../../ui/text.ts';
import type { LabState } from '../../elements/lab/state/state.ts';
import type { Messages } from '../../words/en/lab.ts';

interface Question {
  says: keyof Messages;
  /** the scene that answers it */
  scene?: readonly [lesson: string, scene: number];
  /** or the state that shows the answer */
  state?: Partial<LabState>;
}

export const questions: readonly Question[] = [
  { says: 'askTwice', scene: ['answers', 0] },
  { says: 'askWhere', scene: ['answers', 1] },
  { says: 'askLinear', scene: ['answers', 2] },
  { says: 'askOut', scene: ['answers', 3] },
  { says: 'askTrained', scene: ['answers', 4] },
  {
    says: 'askOneHead',
    state: {
      view: 'training',
      training: { ...FIRST_TRAINING, task: 'binary', speed: 0, versus: true },
    },
  },
];

/** The questions that come first; the header's menu has all. */
const FIRST = 3;

/** @param options.leave moves the focus when a question was chosen */
export function createQuestions(
  messages: Messages,
  {
    open,
    show,
    leave,
  }: {
    open: (lesson: string, scene: number) => void;
    show: (state: Partial<LabState>) => void;
    leave: () => void;
  },
) {
  /** whether the lab shows something that they do not ask about */
  let isElsewhere = window.parent !== window;
  const root = createRoot(view());

  function view() {
    return html`<section class="questions" aria-label=${messages.asks} hidden=${isElsewhere}>
      <div class="questions-row" role="group" aria-label=${messages.asks} ref=${rove}>
        ${questions.slice(0, FIRST).map((question, i) =>
          button(words(messages, question), () => answer(question), {
            look: 'outlined',
            classes: 'small',
            ref: (element) => (element.tabIndex = i === 0 ? 0 : -1),
          }),
        )}
      </div>
    </section>`;
  }

  function answer({ scene, state: shown }: Question) {
    if (scene) open(...scene);
    if (shown) show(shown);
    leave();
    scrollTo(0, 0);
  }

  return {
    element: root.element,
    /** all of them, for a menu */
    items: questions.map(
      (question) =>
        html`<button type="button" @click=${() => answer(question)}>${words(messages, question)}</button>`,
    ),
    /** Hides the questions when a lesson or another view is open. */
    update({ lesson, view: shown }: Pick<LabState, 'lesson' | 'view'>) {
      const is = lesson !== null || shown === 'training' || shown === 'steps';
      if (is === isElsewhere) return;
      isElsewhere = is;
      root.render(view());
    },
  };
}

function words(messages: Messages, { says }: Question) {
  return say(messages[says], {
    x: symbol('x'),
    W: symbol('W'),
    W_O: symbol('W_O'),
    linear: html`<code dir="ltr" lang="en">nn.Linear(d, nhead)</code>`,
  });
}
