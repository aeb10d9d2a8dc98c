// Common questions, each a link to its answer.
// The answer is a scene of a lesson, or the training room.

import { FIRST_TRAINING } from '../../elements/lab/state/training.ts';
import { symbol } from '../../elements/lesson/symbols.ts';
import { rove } from '../../ui/controls.ts';
import { store, stored } from '../../ui/storage.ts';
import { createRoot, html } from '../../ui/template.ts';
import { icon, say } from '../../ui/text.ts';
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
  const state = {
    /** whether the reader has closed them, or did not see them */
    isClosed: asked || window.parent !== window || stored(REMEMBERED) !== null,
    /** whether the lab shows something that they do not ask about */
    isElsewhere: false,
  };
  const root = createRoot(view());

  function view() {
    const hidden = state.isClosed || state.isElsewhere;
    return html`<section class="questions" aria-label=${messages.asks} hidden=${hidden}>
      <div class="questions-row" role="group" aria-label=${messages.asks} ref=${rove}>
        ${questions.map(
          (question, i) =>
            html`<button
              type="button"
              class="button outlined small"
              tabindex=${i === 0 ? 0 : -1}
              @click=${() => answer(question)}
            >${words(messages, question)}</button>`,
        )}
      </div>
      <button
        type="button"
        class="button bare questions-close"
        aria-label=${messages.asksClose}
        @click=${dismiss}
      >${icon(CROSS)}</button>
    </section>`;
  }

  function hide(change: Partial<typeof state>) {
    Object.assign(state, change);
    root.render(view());
  }

  function answer({ scene, state: shown }: Question) {
    hide({ isElsewhere: true });
    if (scene) open(...scene);
    if (shown) show(shown);
    leave();
    scrollTo(0, 0);
  }

  function dismiss() {
    hide({ isClosed: true });
    leave();
    store(REMEMBERED, 'closed');
  }

  return {
    element: root.element,
    /** Hides the questions when a lesson or the training room is open. */
    update({ lesson, view: shown }: Pick<LabState, 'lesson' | 'view'>) {
      hide({ isElsewhere: lesson !== null || shown === 'training' });
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
