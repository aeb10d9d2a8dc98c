// The words of a small model, behind "More": a click inserts one into the sentence.

/// <reference path="../../css.d.ts" />

import { rove } from '../../../ui/controls.ts';
import { createMemo } from '../../../ui/memo.ts';
import { createRoot, html } from '../../../ui/template.ts';
import style from './known-words.css';
import type { Template } from '../../../ui/template.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';

export function createKnownWords(messages: Messages, actions: Actions) {
  /** hundreds of buttons, which a pointer over a map need not compare */
  const buttons = createMemo<Template>();
  const root = createRoot(view([], false));

  function view(words: readonly string[], isShown: boolean) {
    return html`<details class="why" hidden=${!isShown || words.length === 0}>
      <summary>${messages.modelWords}</summary>
      ${buttons([words], () => buttonsFor(words))}
    </details>`;
  }

  function buttonsFor(words: readonly string[]) {
    return html`<p
      class="known-words"
      lang="en"
      role="group"
      aria-label=${messages.modelWordsInsert}
      ref=${rove}
    >
      ${words.map(
        (word, i) => html`<button
          type="button"
          tabindex=${i === 0 ? 0 : -1}
          @click=${() => actions.insert(word)}
        >
          ${word}
        </button>`,
      )}
    </p>`;
  }

  return {
    element: root.element,
    styles: [style],
    update(frame: Frame) {
      const { words } = frame.answer?.question.source ?? frame.source ?? {};
      root.render(view(words ?? [], frame.more));
      return null;
    },
  };
}
